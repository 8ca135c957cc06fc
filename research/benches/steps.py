"""Times one training step of each published network, ours and PyTorch's, one thread each. See README.md.

The two take turns, so that other work on the machine meets both alike; the shortest step of all turns counts.
"""

import re
import subprocess
import sys
import time
from pathlib import Path

import torch

# Name, inputs, hidden layers, outputs, batch: those of crates/yard-learn/examples/steps.rs.
CASES = [
    ("hrklova-x", 50, [100, 50], 4, 512),
    ("hrklova-detectives", 50, [100, 100], 4, 512),
    ("hrklova-6.2-four", 50, [100, 100, 100, 50], 4, 512),
    ("dash-1 mr-x", 1415, [708, 708, 354, 354], 1, 64),
    ("dash-3 detectives", 1432, [716, 716, 358, 358], 1, 64),
    ("dash-5 detective", 1427, [714, 714, 714, 714, 357, 357, 179, 179], 1, 32),
]
TURNS = 5
STEPS = 100
ROOT = Path(__file__).resolve().parent.parent
OURS = ["cargo", "run", "--quiet", "--release", "--locked", "-p", "yard-learn", "--example", "steps"]


def network(inputs: int, hidden: list[int], outputs: int) -> torch.nn.Sequential:
    layers: list[torch.nn.Module] = []
    for size in hidden:
        layers += [torch.nn.Linear(inputs, size), torch.nn.ReLU()]
        inputs = size
    return torch.nn.Sequential(*layers, torch.nn.Linear(inputs, outputs))


def pytorch() -> dict[str, float]:
    """The shortest step of each network in milliseconds."""
    torch.set_num_threads(1)
    torch.manual_seed(1)
    loss_of = torch.nn.HuberLoss()
    times = {}
    for name, inputs, hidden, outputs, batch in CASES:
        model = network(inputs, hidden, outputs)
        adam = torch.optim.Adam(model.parameters(), lr=0.001, fused=True)
        rows = (torch.rand(batch, inputs) < 20 / inputs).float()
        wanted = torch.ones(batch)
        best = float("inf")
        for _ in range(STEPS):
            begin = time.perf_counter()
            adam.zero_grad()
            loss_of(model(rows)[:, 0], wanted).backward()
            adam.step()
            best = min(best, time.perf_counter() - begin)
        times[name] = best * 1000
    return times


def ours(command: list[str]) -> dict[str, float]:
    """The same of the example `steps`."""
    text = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    found = re.findall(r"^(.*?) +batch +\d+ +([\d.]+) ms$", text, re.MULTILINE)
    return {name: float(number) for name, number in found}


def main() -> None:
    command = sys.argv[1:] or OURS
    turns = [(ours(command), pytorch()) for _ in range(TURNS)]
    print(f"PyTorch {torch.__version__}, one thread each, shortest of {TURNS} × {STEPS} steps")
    print(f"{'network':20} {'batch':>5} {'ours, ms':>9} {'PyTorch, ms':>12} {'ratio':>6}")
    for name, _, _, _, batch in CASES:
        mine, theirs = (min(turn[side][name] for turn in turns) for side in (0, 1))
        print(f"{name:20} {batch:5} {mine:9.3f} {theirs:12.3f} {theirs / mine:6.2f}")


if __name__ == "__main__":
    main()
