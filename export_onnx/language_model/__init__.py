"""Makes a decoder with weights of 4 bits, from a GGUF file, into ONNX: a model that says how likely
a text is."""
