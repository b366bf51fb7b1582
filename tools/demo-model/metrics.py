"""Average precision as COCO computes it: 101 recall points, IoU 0.50 to 0.95."""

import numpy as np

from model import CLASSES
from runtime import iou

THRESHOLDS = np.arange(0.5, 0.96, 0.05)
RECALLS = np.linspace(0, 1, 101)


def average_precision(truths, detections):
    """Both arguments are lists per image: (boxes, kinds) and (boxes, scores, kinds)."""
    table = {}
    for kind, name in enumerate(CLASSES):
        found = [matches(truth, seen, kind) for truth, seen in zip(truths, detections)]
        wanted = sum(int((kinds == kind).sum()) for _, kinds in truths)
        scores = np.concatenate([scores for scores, _ in found])
        hits = np.concatenate([hits for _, hits in found], axis=1)
        order = np.argsort(-scores, kind="stable")
        values = [interpolated(row[order], wanted) for row in hits]
        table[name] = {"ap50": values[0], "ap50_95": float(np.mean(values)), "objects": wanted}
    table["all"] = {key: float(np.mean([table[name][key] for name in CLASSES])) for key in ("ap50", "ap50_95")}
    table["all"]["objects"] = sum(table[name]["objects"] for name in CLASSES)
    return table


def matches(truth, seen, kind):
    truth_boxes = truth[0][truth[1] == kind]
    chosen = seen[2] == kind
    order = np.argsort(-seen[1][chosen], kind="stable")
    boxes, scores = seen[0][chosen][order], seen[1][chosen][order]
    hits = np.zeros((len(THRESHOLDS), len(boxes)), bool)
    if len(truth_boxes) and len(boxes):
        overlaps = iou(boxes, truth_boxes)
        for row, threshold in enumerate(THRESHOLDS):
            free = np.ones(len(truth_boxes), bool)
            for column in range(len(boxes)):
                candidates = np.where(free, overlaps[column], 0)
                best = candidates.argmax()
                if candidates[best] >= threshold:
                    free[best] = False
                    hits[row, column] = True
    return scores, hits


def interpolated(hits, wanted):
    if wanted == 0:
        return float("nan")
    true = np.cumsum(hits)
    recall = true / wanted
    precision = true / np.arange(1, len(hits) + 1)
    precision = np.maximum.accumulate(precision[::-1])[::-1]
    places = np.searchsorted(recall, RECALLS, side="left")
    return float(np.mean([precision[place] if place < len(precision) else 0 for place in places]))


def as_markdown(table):
    lines = ["| class | objects | AP@50 | AP@50-95 |", "|---|---:|---:|---:|"]
    for name, row in table.items():
        lines.append(f"| {name} | {row['objects']} | {row['ap50']:.3f} | {row['ap50_95']:.3f} |")
    return "\n".join(lines)
