"""Task-aligned assignment with hard best targets, BCE for classes and CIoU for boxes."""

import math

import torch
from torch.nn import functional as F

from model import decode

TOP_K = 8
MIN_HALF_SIZE = 5.0
BOX_WEIGHT = 4.0


def pairwise_iou(a, b):
    low = torch.maximum(a[..., :, None, :2], b[..., None, :, :2])
    high = torch.minimum(a[..., :, None, 2:], b[..., None, :, 2:])
    overlap = (high - low).clamp(min=0).prod(-1)
    area_a = (a[..., 2:] - a[..., :2]).clamp(min=0).prod(-1)
    area_b = (b[..., 2:] - b[..., :2]).clamp(min=0).prod(-1)
    return overlap / (area_a[..., :, None] + area_b[..., None, :] - overlap + 1e-7)


def complete_iou(a, b):
    low = torch.maximum(a[:, :2], b[:, :2])
    high = torch.minimum(a[:, 2:], b[:, 2:])
    overlap = (high - low).clamp(min=0).prod(1)
    size_a, size_b = a[:, 2:] - a[:, :2], b[:, 2:] - b[:, :2]
    iou = overlap / (size_a.prod(1) + size_b.prod(1) - overlap + 1e-7)
    hull = torch.maximum(a[:, 2:], b[:, 2:]) - torch.minimum(a[:, :2], b[:, :2])
    centre = ((a[:, :2] + a[:, 2:]) - (b[:, :2] + b[:, 2:])).square().sum(1) / 4
    shape = (4 / math.pi**2) * (
        torch.atan(size_b[:, 0] / (size_b[:, 1] + 1e-7)) - torch.atan(size_a[:, 0] / (size_a[:, 1] + 1e-7))
    ).square()
    with torch.no_grad():
        weight = shape / (1 - iou + shape + 1e-7)
    return iou - centre / (hull.square().sum(1) + 1e-7) - weight * shape


@torch.no_grad()
def assign(scores, boxes, points, truth_boxes, truth_classes, valid):
    """Per anchor: index of its object, target strength, and whether it is positive."""
    batch, objects = truth_classes.shape
    overlaps = pairwise_iou(truth_boxes, boxes)
    own = scores.transpose(1, 2).gather(1, truth_classes[..., None].expand(-1, -1, scores.shape[1]))
    alignment = own.sqrt() * overlaps.pow(6) + 1e-9
    centre = (truth_boxes[..., :2] + truth_boxes[..., 2:]) / 2
    half = ((truth_boxes[..., 2:] - truth_boxes[..., :2]) / 2).clamp(min=MIN_HALF_SIZE)
    inside = ((points - centre[..., None, :]).abs() < half[..., None, :]).all(-1) & valid[..., None]
    alignment = alignment * inside
    best = alignment.topk(TOP_K, -1)
    chosen = torch.zeros_like(alignment).scatter_(2, best.indices, 1.0).bool() & inside
    contested = torch.where(chosen, overlaps + 1e-6, torch.full_like(overlaps, -1))
    strongest, owner = contested.max(1)
    positive = strongest > 0
    kept = chosen & (torch.arange(objects)[None, :, None] == owner[:, None, :])
    alignment = alignment * kept
    # The best anchor of every object has the target 1, so that scores become confident.
    strength = (alignment / alignment.amax(-1, keepdim=True).clamp(min=1e-9)).amax(1)
    return owner, strength * positive, positive


def detection_loss(maps, truth_boxes, truth_classes, valid, ignored):
    boxes, logits, points = decode(maps)
    owner, strength, positive = assign(
        logits.detach().sigmoid(), boxes.detach(), points, truth_boxes, truth_classes, valid
    )
    target = torch.zeros_like(logits)
    kinds = truth_classes.gather(1, owner)
    target.scatter_(2, kinds[..., None], strength[..., None])
    inside_ignored = (
        (points[None, None] > ignored[..., None, :2]) & (points[None, None] < ignored[..., None, 2:])
    ).all(-1)
    counted = ~(inside_ignored.any(1) & ~positive)
    total = strength.sum().clamp(min=1)
    score_loss = (F.binary_cross_entropy_with_logits(logits, target, reduction="none").sum(2) * counted).sum() / total
    wanted = truth_boxes.gather(1, owner[..., None].expand(-1, -1, 4))
    fit = complete_iou(boxes[positive], wanted[positive])
    box_loss = ((1 - fit) * strength[positive]).sum() / total
    return score_loss + BOX_WEIGHT * box_loss, score_loss.item(), box_loss.item()
