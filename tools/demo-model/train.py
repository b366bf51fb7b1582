"""Trains the street detector on rendered frames; the learning rate follows the time budget."""

import argparse
import copy
import math
import time
from pathlib import Path

import torch

from data import Batches
from loss import detection_loss
from model import Detector

ROOT = Path(__file__).resolve().parents[2]


def main():
    options = parse_options()
    torch.manual_seed(options.seed)
    torch.set_num_threads(options.threads)
    loader = torch.utils.data.DataLoader(
        Batches(options.data, options.seed), batch_size=None, num_workers=1, prefetch_factor=4
    )
    model = Detector().to(memory_format=torch.channels_last)
    if options.resume:
        model.load_state_dict(torch.load(options.resume)["model"])
    average = copy.deepcopy(model).eval()
    optimizer = torch.optim.AdamW(parameter_groups(model), lr=options.rate, betas=(0.9, 0.99))
    options.out.parent.mkdir(parents=True, exist_ok=True)
    started = time.monotonic()
    saved = 0.0
    for step, (images, *truth) in enumerate(loader):
        minutes = (time.monotonic() - started) / 60
        progress = minutes / options.minutes
        if progress >= 1:
            break
        rate = options.rate * min(1, (step + 1) / 80) * (0.02 + 0.98 * (1 + math.cos(math.pi * progress)) / 2)
        for group in optimizer.param_groups:
            group["lr"] = rate
        model.train()
        with torch.autocast("cpu", torch.bfloat16, enabled=options.bf16):
            maps = model(images.to(memory_format=torch.channels_last))
        loss, score_loss, box_loss = detection_loss(maps, *truth)
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 10)
        optimizer.step()
        follow(average, model, min(0.998, (step + 1) / (step + 20)))
        if step % 20 == 0:
            print(f"{minutes:6.2f} min  step {step}  score {score_loss:.3f}  box {box_loss:.3f}", flush=True)
        if minutes - saved > 2:
            saved = minutes
            torch.save({"model": average.state_dict()}, options.out)
    torch.save({"model": average.state_dict()}, options.out)


def parse_options():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=ROOT / ".cache/demo-model/train")
    parser.add_argument("--out", type=Path, default=ROOT / ".cache/demo-model/street-detector.pt")
    parser.add_argument("--resume", type=Path)
    parser.add_argument("--minutes", type=float, default=25)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--bf16", action=argparse.BooleanOptionalAction, default=True)
    return parser.parse_args()


def parameter_groups(model):
    weights = [p for p in model.parameters() if p.ndim > 1]
    others = [p for p in model.parameters() if p.ndim <= 1]
    return [{"params": weights, "weight_decay": 0.02}, {"params": others, "weight_decay": 0.0}]


@torch.no_grad()
def follow(average, model, keep):
    for slow, fast in zip(average.state_dict().values(), model.state_dict().values()):
        if slow.dtype.is_floating_point:
            slow.mul_(keep).add_(fast, alpha=1 - keep)
        else:
            slow.copy_(fast)


if __name__ == "__main__":
    main()
