"""Makes vision-language models into ONNX: decoders that see, by transformers and open_clip, and
BLIP-2's two similarities."""
