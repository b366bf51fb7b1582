"""Writes trained weights as an ONNX file with Ultralytics style metadata."""

import argparse
from pathlib import Path

import onnx
import torch

from model import CLASSES, Detector, ExportedDetector

ROOT = Path(__file__).resolve().parents[2]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--weights", type=Path, default=ROOT / ".cache/demo-model/street-detector.pt")
    parser.add_argument("--out", type=Path, default=ROOT / "resources/models/street-detector.onnx")
    options = parser.parse_args()
    detector = Detector()
    detector.load_state_dict(torch.load(options.weights, map_location="cpu")["model"])
    options.out.parent.mkdir(parents=True, exist_ok=True)
    torch.onnx.export(
        ExportedDetector(detector).eval(),
        (torch.zeros(1, 3, 384, 640),),
        str(options.out),
        input_names=["images"],
        output_names=["output0"],
        opset_version=17,
        dynamo=False,
    )
    exported = onnx.load(options.out)
    metadata = {
        "names": str(dict(enumerate(CLASSES))),
        "task": "detect",
        "stride": "32",
        "imgsz": "[384, 640]",
        "author": "Sightline",
        "license": "Apache-2.0",
        "description": "Sightline street detector, trained on rendered street scenes",
        "version": "1.0.0",
    }
    for key, value in metadata.items():
        entry = exported.metadata_props.add()
        entry.key, entry.value = key, value
    onnx.checker.check_model(exported)
    onnx.save(exported, options.out)
    print(f"{options.out}: {options.out.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
