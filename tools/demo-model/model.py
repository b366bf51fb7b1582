"""A small anchor-free detector: C2f backbone, two-way feature pyramid, decoupled heads."""

import torch
from torch import nn
from torch.nn import functional as F

STRIDES = (8, 16, 32)
CLASSES = ("car", "truck", "bicycle", "pedestrian")


class Conv(nn.Sequential):
    def __init__(self, inputs, outputs, kernel=3, stride=1, groups=1):
        super().__init__(
            nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, groups=groups, bias=False),
            nn.BatchNorm2d(outputs, eps=1e-3, momentum=0.03),
            nn.SiLU(inplace=True),
        )


class Bottleneck(nn.Module):
    def __init__(self, channels, shortcut):
        super().__init__()
        self.body = nn.Sequential(Conv(channels, channels), Conv(channels, channels))
        self.shortcut = shortcut

    def forward(self, x):
        return x + self.body(x) if self.shortcut else self.body(x)


class C2f(nn.Module):
    def __init__(self, inputs, outputs, depth=1, shortcut=True):
        super().__init__()
        self.half = outputs // 2
        self.enter = Conv(inputs, 2 * self.half, 1)
        self.blocks = nn.ModuleList(Bottleneck(self.half, shortcut) for _ in range(depth))
        self.leave = Conv((2 + depth) * self.half, outputs, 1)

    def forward(self, x):
        parts = list(self.enter(x).chunk(2, 1))
        for block in self.blocks:
            parts.append(block(parts[-1]))
        return self.leave(torch.cat(parts, 1))


class PooledContext(nn.Module):
    """Widens the receptive field of the deepest features with repeated max pooling (SPPF)."""

    def __init__(self, channels):
        super().__init__()
        self.enter = Conv(channels, channels // 2, 1)
        self.leave = Conv(channels * 2, channels, 1)

    def forward(self, x):
        parts = [self.enter(x)]
        for _ in range(3):
            parts.append(F.max_pool2d(parts[-1], 5, 1, 2))
        return self.leave(torch.cat(parts, 1))


class Head(nn.Module):
    def __init__(self, channels, classes, width=32):
        super().__init__()
        self.box = nn.Sequential(Conv(channels, width), Conv(width, width), nn.Conv2d(width, 4, 1))
        self.score = nn.Sequential(
            Conv(channels, channels, 3, groups=channels),
            Conv(channels, width, 1),
            Conv(width, width, 3, groups=width),
            Conv(width, width, 1),
            nn.Conv2d(width, classes, 1),
        )
        nn.init.constant_(self.box[-1].bias, 1.0)
        nn.init.constant_(self.score[-1].bias, -4.6)

    def forward(self, x):
        return torch.cat([F.softplus(self.box(x).float()), self.score(x).float()], 1)


class Detector(nn.Module):
    """Returns raw maps per level: left, top, right, bottom in strides, then class logits."""

    def __init__(self, widths=(16, 24, 40, 72, 104), classes=len(CLASSES)):
        super().__init__()
        w1, w2, w3, w4, w5 = widths
        self.stem = nn.Sequential(Conv(3, w1, 3, 2), Conv(w1, w2, 3, 2), C2f(w2, w2, 1))
        self.stage3 = nn.Sequential(Conv(w2, w3, 3, 2), C2f(w3, w3, 2))
        self.stage4 = nn.Sequential(Conv(w3, w4, 3, 2), C2f(w4, w4, 2))
        self.stage5 = nn.Sequential(Conv(w4, w5, 3, 2), C2f(w5, w5, 1), PooledContext(w5))
        self.down4 = C2f(w5 + w4, w4, 1, shortcut=False)
        self.down3 = C2f(w4 + w3, w3, 1, shortcut=False)
        self.shrink3 = Conv(w3, w3, 3, 2)
        self.up4 = C2f(w3 + w4, w4, 1, shortcut=False)
        self.shrink4 = Conv(w4, w4, 3, 2)
        self.up5 = C2f(w4 + w5, w5, 1, shortcut=False)
        self.heads = nn.ModuleList(Head(channels, classes) for channels in (w3, w4, w5))

    def forward(self, images):
        c3 = self.stage3(self.stem(images))
        c4 = self.stage4(c3)
        c5 = self.stage5(c4)
        t4 = self.down4(torch.cat([enlarge(c5), c4], 1))
        p3 = self.down3(torch.cat([enlarge(t4), c3], 1))
        p4 = self.up4(torch.cat([self.shrink3(p3), t4], 1))
        p5 = self.up5(torch.cat([self.shrink4(p4), c5], 1))
        return [head(features) for head, features in zip(self.heads, (p3, p4, p5))]


def enlarge(x):
    return F.interpolate(x, scale_factor=2, mode="nearest")


def anchor_points(maps):
    """Cell centres in input pixels and the stride of each, for maps of the given sizes."""
    points, strides = [], []
    for level, stride in zip(maps, STRIDES):
        rows, columns = level.shape[-2:]
        ys = (torch.arange(rows, dtype=torch.float32) + 0.5) * stride
        xs = (torch.arange(columns, dtype=torch.float32) + 0.5) * stride
        grid_y, grid_x = torch.meshgrid(ys, xs, indexing="ij")
        points.append(torch.stack([grid_x.flatten(), grid_y.flatten()], 1))
        strides.append(torch.full((rows * columns,), float(stride)))
    return torch.cat(points), torch.cat(strides)


def decode(maps):
    """Boxes as x1, y1, x2, y2 in pixels [B, A, 4] and logits [B, A, classes]."""
    points, strides = anchor_points(maps)
    flat = torch.cat([level.flatten(2) for level in maps], 2).transpose(1, 2)
    distances = flat[..., :4] * strides[None, :, None]
    boxes = torch.cat([points - distances[..., :2], points + distances[..., 2:]], 2)
    return boxes, flat[..., 4:], points


class ExportedDetector(nn.Module):
    """Output in the Ultralytics layout: [1, 4 + classes, anchors], cx, cy, w, h and scores."""

    def __init__(self, detector):
        super().__init__()
        self.detector = detector

    def forward(self, images):
        boxes, logits, _ = decode(self.detector(images))
        low, high = boxes[..., :2], boxes[..., 2:]
        joined = torch.cat([(low + high) / 2, high - low, logits.sigmoid()], 2)
        return joined.transpose(1, 2)
