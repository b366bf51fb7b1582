"""Measures the exported detector and checks that the demo film yields the true counts."""

import argparse
import json
import time
from pathlib import Path

import numpy as np

from metrics import as_markdown, average_precision
from model import CLASSES
from runtime import HEIGHT, PAD_TOP, WIDTH, StreetDetector, iou, kind_number, read_video
from tracking import LineCounter, Tracker

ROOT = Path(__file__).resolve().parents[2]


def main():
    options = parse_options()
    detector = StreetDetector(options.model, options.threads)
    if (options.validation / "labels.jsonl").exists():
        print("Held-out renders\n" + as_markdown(measure_renders(detector, options.validation)))
    truth = json.loads(options.truth.read_text())
    truths = [scaled_truth(frame, truth["width"]) for frame in truth["frames"]]
    detections, seconds = [], []
    for picture in read_video(options.video):
        started = time.perf_counter()
        detections.append(detector.detect(picture))
        seconds.append(time.perf_counter() - started)
    print(f"\n{len(detections)} frames, median {1000 * np.median(seconds):.1f} ms per frame on {options.threads} thread(s)")
    print("\nDemo film\n" + as_markdown(average_precision(truths, detections)))
    print("\nBest score of true objects\n" + score_histogram(truths, detections))
    raise SystemExit(0 if counts_agree(truth, detections) else 1)


def parse_options():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", type=Path, default=ROOT / "resources/models/street-detector.onnx")
    parser.add_argument("--video", type=Path, default=ROOT / "resources/demo/street-crossing.mp4")
    parser.add_argument("--truth", type=Path, default=ROOT / "resources/demo/street-crossing.truth.json")
    parser.add_argument("--validation", type=Path, default=ROOT / ".cache/demo-model/val")
    parser.add_argument("--threads", type=int, default=1)
    return parser.parse_args()


def measure_renders(detector, folder):
    from data import RenderedFrames

    frames = RenderedFrames(folder)
    truths = []
    for boxes, kinds in frames.labels:
        truths.append((boxes - np.array([0, PAD_TOP, 0, PAD_TOP], np.float32), kinds))
    return average_precision(truths, [detector.detect(picture) for picture in frames.images])


def scaled_truth(frame, width):
    boxes = np.array([box["xyxy"] for box in frame["boxes"]], np.float32).reshape(-1, 4) * (WIDTH / width)
    return boxes, np.array([kind_number(box["class"]) for box in frame["boxes"]], np.int64)


def score_histogram(truths, detections):
    edges = [0, 0.1, 0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0]
    rows = {name: [] for name in CLASSES}
    for (boxes, kinds), (found, scores, found_kinds) in zip(truths, detections):
        overlaps = iou(boxes, found) * (kinds[:, None] == found_kinds[None])
        for row, kind in zip(overlaps, kinds):
            hits = scores[row >= 0.5]
            rows[CLASSES[kind]].append(hits.max() if len(hits) else 0.0)
    lines = ["| class | " + " | ".join(f"{low}-{high}" for low, high in zip(edges, edges[1:])) + " |"]
    lines.append("|---|" + "---:|" * (len(edges) - 1))
    for name, values in rows.items():
        share = np.histogram(values, edges)[0] / max(1, len(values))
        lines.append(f"| {name} | " + " | ".join(f"{part:.1%}" for part in share) + " |")
    return "\n".join(lines)


def counts_agree(truth, detections):
    tracker = Tracker()
    counters = [LineCounter([(x * WIDTH, y * HEIGHT) for x, y in line["points"]]) for line in truth["lines"]]
    kinds_of = {}
    for index, (boxes, scores, kinds) in enumerate(detections):
        for track in tracker.step(boxes, scores, kinds):
            kinds_of[track.number] = CLASSES[track.kinds.most_common(1)[0][0]]
            for counter in counters:
                counter.observe(track.number, kinds_of[track.number], track.box, index / truth["fps"])
    agree = True
    for line, counter in zip(truth["lines"], counters):
        for kind in CLASSES:
            wanted = line["by_class"][kind]
            for direction in ("a_to_b", "b_to_a"):
                found = sum(1 for crossing in counter.crossings if crossing[:2] == (kind, direction))
                mark = "ok" if found == wanted[direction] else "DIFFERS"
                agree = agree and found == wanted[direction]
                print(f"{line['name']}: {kind} {direction} {found} of {wanted[direction]} {mark}")
    print(f"{tracker.count} tracks for {len(truth['objects'])} true objects")
    return agree


if __name__ == "__main__":
    main()
