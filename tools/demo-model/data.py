"""Rendered frames with boxes, randomly cropped and augmented for training."""

import io
import json
from pathlib import Path

import numpy as np
import torch
from PIL import Image, ImageFilter

from model import CLASSES

WIDTH, HEIGHT, PADDED = 640, 360, 384
PAD_TOP = (PADDED - HEIGHT) // 2
PAD_VALUE = 114
MIN_VISIBLE_PART = 0.3
MIN_PIXELS = 4.0


class RenderedFrames:
    def __init__(self, folder):
        folder = Path(folder)
        lines = (folder / "labels.jsonl").read_text().splitlines()
        self.labels = [parse_label(json.loads(line)) for line in lines]
        raw = np.memmap(folder / "frames.rgb", np.uint8, "r")
        count = min(len(self.labels), raw.size // (WIDTH * HEIGHT * 3))
        self.labels = self.labels[:count]
        self.images = raw[: count * WIDTH * HEIGHT * 3].reshape(count, HEIGHT, WIDTH, 3)

    def __len__(self):
        return len(self.labels)

    def padded(self, index):
        canvas = np.full((PADDED, WIDTH, 3), PAD_VALUE, np.uint8)
        canvas[PAD_TOP : PAD_TOP + HEIGHT] = self.images[index]
        return canvas


def parse_label(label):
    """Boxes in the pixels of the padded network input."""
    scale = WIDTH / label["width"]
    boxes = np.array([box["xyxy"] for box in label["boxes"]], np.float32).reshape(-1, 4) * scale
    boxes[:, 1::2] += PAD_TOP
    kinds = np.array([CLASSES.index(box["class"]) for box in label["boxes"]], np.int64)
    return boxes, kinds


def cut(image, boxes, kinds, size, random):
    """A random window of about the given size, scaled to it, with its visible boxes."""
    width, height = size
    zoom = random.uniform(0.8, 1.3)
    span_x, span_y = width / zoom, height / zoom
    left = random.uniform(min(0, WIDTH - span_x), max(0, WIDTH - span_x))
    top = random.uniform(min(0, PADDED - span_y), max(0, PADDED - span_y))
    picture = Image.fromarray(image)
    if span_x > WIDTH or span_y > PADDED or left < 0 or top < 0:
        roomy = Image.new("RGB", (WIDTH * 2, PADDED * 2), (PAD_VALUE,) * 3)
        roomy.paste(picture, (WIDTH // 2, PADDED // 2))
        picture, shift = roomy, (WIDTH // 2, PADDED // 2)
    else:
        shift = (0, 0)
    window = (left + shift[0], top + shift[1], left + shift[0] + span_x, top + shift[1] + span_y)
    picture = picture.resize(size, Image.Resampling.BILINEAR, box=window)
    moved = (boxes - np.array([left, top, left, top], np.float32)) * zoom
    clipped = moved.copy()
    clipped[:, 0::2] = clipped[:, 0::2].clip(0, width)
    clipped[:, 1::2] = clipped[:, 1::2].clip(0, height)
    sides = (clipped[:, 2:] - clipped[:, :2]).clip(min=0)
    part = sides.prod(1) / (moved[:, 2:] - moved[:, :2]).prod(1).clip(min=1e-6)
    seen = (part > 0) & (sides.min(1) > 0.5)
    clear = seen & (part > MIN_VISIBLE_PART) & (sides.min(1) > 2) & (sides[:, 1] > MIN_PIXELS)
    return picture, clipped[clear], kinds[clear], clipped[seen & ~clear]


def alter(picture, random):
    """Light, colour, sharpness, noise and compression changes."""
    if random.random() < 0.3:
        picture = picture.filter(ImageFilter.GaussianBlur(random.uniform(0.2, 0.9)))
    elif random.random() < 0.25:
        picture = picture.filter(ImageFilter.UnsharpMask(1, int(random.uniform(30, 110)), 0))
    if random.random() < 0.5:
        packed = io.BytesIO()
        picture.save(packed, "JPEG", quality=int(random.uniform(35, 92)))
        picture = Image.open(packed)
    pixels = np.asarray(picture, np.float32) / 255
    pixels = pixels ** random.uniform(0.8, 1.25)
    pixels = (pixels - 0.5) * random.uniform(0.8, 1.2) + 0.5 + random.uniform(-0.08, 0.08)
    pixels = pixels * random.uniform(0.93, 1.07, (1, 1, 3)).astype(np.float32)
    if random.random() < 0.4:
        pixels = pixels + random.normal(0, random.uniform(0.004, 0.025), pixels.shape).astype(np.float32)
    return pixels.clip(0, 1).astype(np.float32)


def sample(frames, size, random):
    index = int(random.integers(len(frames)))
    boxes, kinds = frames.labels[index]
    picture, boxes, kinds, ignored = cut(frames.padded(index), boxes, kinds, size, random)
    pixels = alter(picture, random)
    if random.random() < 0.3:
        pixels = pixels[:, ::-1]
        boxes, ignored = mirrored(boxes, size[0]), mirrored(ignored, size[0])
    return np.ascontiguousarray(pixels.transpose(2, 0, 1)), boxes, kinds, ignored


def mirrored(boxes, width):
    flipped = boxes.copy()
    flipped[:, 0], flipped[:, 2] = width - boxes[:, 2], width - boxes[:, 0]
    return flipped


def collate(samples):
    images = torch.from_numpy(np.stack([sample[0] for sample in samples]))
    most = max(1, max(len(sample[1]) for sample in samples))
    most_ignored = max(1, max(len(sample[3]) for sample in samples))
    boxes = torch.zeros(len(samples), most, 4)
    kinds = torch.zeros(len(samples), most, dtype=torch.long)
    valid = torch.zeros(len(samples), most, dtype=torch.bool)
    ignored = torch.zeros(len(samples), most_ignored, 4)
    for row, (_, found, found_kinds, skipped) in enumerate(samples):
        boxes[row, : len(found)] = torch.from_numpy(found)
        kinds[row, : len(found)] = torch.from_numpy(found_kinds)
        valid[row, : len(found)] = True
        ignored[row, : len(skipped)] = torch.from_numpy(skipped)
    return images, boxes, kinds, valid, ignored


class Batches(torch.utils.data.IterableDataset):
    """Yields endless batches, mostly of small windows and sometimes of whole frames."""

    def __init__(self, folder, seed, window=(320, 192), window_batch=24, whole_share=0.25):
        self.folder, self.seed = folder, seed
        self.window, self.window_batch, self.whole_share = window, window_batch, whole_share

    def __iter__(self):
        worker = torch.utils.data.get_worker_info()
        random = np.random.default_rng([self.seed, worker.id if worker else 0])
        frames = RenderedFrames(self.folder)
        while True:
            whole = random.random() < self.whole_share
            size = (WIDTH, PADDED) if whole else self.window
            count = self.window_batch // 4 if whole else self.window_batch
            yield collate([sample(frames, size, random) for _ in range(count)])
