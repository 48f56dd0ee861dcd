"""Small graph models of TensorFlow.js, written as its converter writes them."""

import base64
import json
from pathlib import Path

import numpy as np

Attributes = dict[str, object]


class GraphFile:
    """Collects nodes and weights; `save` writes NAME.json and NAME.bin."""

    def __init__(self) -> None:
        self.nodes: list[dict[str, object]] = []
        self.weights: dict[str, np.ndarray] = {}
        self.outputs: dict[str, list[int]] = {}

    def picture(self, *shape: int) -> str:
        sides = {"shape": {"dim": [{"size": str(side)} for side in shape]}}
        self.nodes.append({"name": "input_1", "op": "Placeholder", "attr": {"shape": sides}})
        return "input_1"

    def constant(self, name: str, value: object, kind: str = "int32") -> str:
        self.weights[name] = np.asarray(value, dtype=kind)
        self.nodes.append({"name": name, "op": "Const", "attr": {}})
        return name

    def add(self, op: str, name: str, inputs: list[str], **attributes: object) -> str:
        self.nodes.append({"name": name, "op": op, "input": inputs, "attr": attributes})
        return name

    def convolution(self, name: str, source: str, kernel: np.ndarray, stride: int = 1) -> str:
        """`source` and result (n, height, width, channels); `kernel` (rows, columns, in, out)."""
        strides = {"list": {"i": ["1", str(stride), str(stride), "1"]}}
        valid = {"s": base64.b64encode(b"VALID").decode()}
        weight = self.constant(f"{name}/kernel", kernel, "float32")
        return self.add("Conv2D", name, [source, weight], padding=valid, strides=strides)

    def transpose(self, name: str, source: str, order: list[int]) -> str:
        return self.add("Transpose", name, [source, self.constant(f"{name}/perm", order)])

    def end(self, name: str, source: str, shape: list[int]) -> None:
        self.add("Identity", name, [source])
        self.outputs[name] = shape

    def save(self, path: Path) -> Path:
        """float32 weights as float16, as the converter makes them small."""
        manifest, data = [], b""
        for name, value in self.weights.items():
            entry = {"name": name, "shape": list(value.shape), "dtype": str(value.dtype)}
            if value.dtype == np.float32:
                entry["quantization"] = {"dtype": "float16", "original_dtype": "float32"}
                value = value.astype(np.float16)
            manifest.append(entry)
            data += value.tobytes()
        signature = {
            f"{name}:0": {"tensorShape": {"dim": [{"size": str(side)} for side in shape]}}
            for name, shape in self.outputs.items()
        }
        paths = [f"{path.stem}.bin"]
        (path.parent / paths[0]).write_bytes(data)
        model = {
            "signature": {"outputs": signature},
            "modelTopology": {"node": self.nodes},
            "weightsManifest": [{"paths": paths, "weights": manifest}],
        }
        path.write_text(json.dumps(model))
        return path


def write_detector(path: Path) -> Path:
    """A detector of nanodet's shape with random weights: three levels of 128 channels."""
    rng = np.random.default_rng(0)
    graph = GraphFile()
    seen = graph.transpose("nhwc", graph.picture(1, 3, 416, 416), [0, 2, 3, 1])
    for level, stride in enumerate((8, 16, 32)):
        cells = (416 // stride) ** 2
        name = f"level{level}"
        kernel = rng.normal(size=(stride, stride, 3, 128)).astype(np.float32) / stride
        hidden = graph.convolution(f"{name}/hidden", seen, kernel, stride)
        hidden = graph.transpose(f"{name}/nchw", hidden, [0, 3, 1, 2])
        hidden = graph.add("LeakyRelu", f"{name}/leaky", [hidden], alpha={"f": 0.1})
        last = graph.transpose(f"{name}/back", hidden, [0, 2, 3, 1])
        kernel = rng.normal(size=(1, 1, 128, 124)).astype(np.float32) / 12
        last = graph.convolution(f"{name}/last", last, kernel)
        last = graph.transpose(f"{name}/end", last, [0, 3, 1, 2])
        sizes = graph.constant(f"{name}/sizes", [80, 44])
        axis = graph.constant(f"{name}/axis", 1)
        split = graph.add("SplitV", f"{name}/split", [last, sizes, axis])
        scores = graph.add("Sigmoid", f"{name}/scores", [split])
        for part, (source, width) in enumerate(((scores, 80), (f"{split}:1", 44))):
            shape = graph.constant(f"{name}/shape{part}", [1, width, cells])
            flat = graph.add("Reshape", f"{name}/flat{part}", [source, shape])
            rows = graph.transpose(f"{name}/rows{part}", flat, [0, 2, 1])
            number = level + 3 * part
            graph.end(f"Identity_{number}" if number else "Identity", rows, [1, cells, width])
    return graph.save(path)
