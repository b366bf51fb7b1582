"""Runs the exported detector the way an application does: resize, pad, infer, suppress."""

import subprocess

import numpy as np
import onnxruntime

from model import CLASSES

WIDTH, HEIGHT, PADDED = 640, 360, 384
PAD_TOP = (PADDED - HEIGHT) // 2
PAD_VALUE = 114


class StreetDetector:
    def __init__(self, path, threads=1):
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        self.session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])

    def infer(self, picture):
        """`picture` is an RGB image of 640x360; returns boxes in its pixels, scores and class numbers."""
        canvas = np.full((PADDED, WIDTH, 3), PAD_VALUE, np.uint8)
        canvas[PAD_TOP : PAD_TOP + HEIGHT] = picture
        tensor = np.ascontiguousarray(canvas.transpose(2, 0, 1)[None]).astype(np.float32) / 255
        (output,) = self.session.run(None, {"images": tensor})
        return output[0].T

    def detect(self, picture, threshold=0.01, overlap=0.6):
        rows = self.infer(picture)
        scores = rows[:, 4:].max(1)
        kept = scores > threshold
        rows, scores = rows[kept], scores[kept]
        kinds = rows[:, 4:].argmax(1)
        boxes = np.concatenate([rows[:, :2] - rows[:, 2:4] / 2, rows[:, :2] + rows[:, 2:4] / 2], 1)
        boxes[:, 1::2] -= PAD_TOP
        boxes[:, 0::2] = boxes[:, 0::2].clip(0, WIDTH)
        boxes[:, 1::2] = boxes[:, 1::2].clip(0, HEIGHT)
        chosen = suppress(boxes, scores, kinds, overlap)
        return boxes[chosen], scores[chosen], kinds[chosen]


def iou(a, b):
    low = np.maximum(a[:, None, :2], b[None, :, :2])
    high = np.minimum(a[:, None, 2:], b[None, :, 2:])
    overlap = (high - low).clip(0).prod(2)
    areas = (a[:, 2:] - a[:, :2]).prod(1)[:, None] + (b[:, 2:] - b[:, :2]).prod(1)[None]
    return overlap / (areas - overlap + 1e-9)


def suppress(boxes, scores, kinds, overlap):
    """Greedy suppression within each class, best score first."""
    spread = boxes + kinds[:, None] * 10000.0
    order = list(np.argsort(-scores))
    chosen = []
    while order:
        best = order.pop(0)
        chosen.append(best)
        if order:
            close = iou(spread[best][None], spread[order])[0]
            order = [index for index, value in zip(order, close) if value <= overlap]
    return chosen


def read_video(path):
    """Yields the frames of a 1280x720 video, halved by averaging 2x2 pixels as bilinear resizing does."""
    command = ["ffmpeg", "-loglevel", "error", "-i", str(path), "-f", "rawvideo", "-pix_fmt", "rgb24", "-"]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as decoder:
        while True:
            raw = decoder.stdout.read(1280 * 720 * 3)
            if len(raw) < 1280 * 720 * 3:
                return
            pixels = np.frombuffer(raw, np.uint8).reshape(HEIGHT, 2, WIDTH, 2, 3)
            yield ((pixels.astype(np.uint16).sum((1, 3)) + 2) // 4).astype(np.uint8)


def kind_number(name):
    return CLASSES.index(name)
