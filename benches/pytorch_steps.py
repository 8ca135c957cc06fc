"""Times one training step of each published network in PyTorch, one thread. See README.md."""

import time

import torch

CASES = [
    ("hrklova-x", 50, [100, 50], 4, 512),
    ("hrklova-detectives", 50, [100, 100], 4, 512),
    ("hrklova-6.2-four", 50, [100, 100, 100, 50], 4, 512),
    ("dash-1 mr-x", 1415, [708, 708, 354, 354], 1, 64),
    ("dash-3 detectives", 1432, [716, 716, 358, 358], 1, 64),
    ("dash-5 detective", 1427, [714, 714, 714, 714, 357, 357, 179, 179], 1, 32),
]


def network(inputs: int, hidden: list[int], outputs: int) -> torch.nn.Sequential:
    layers: list[torch.nn.Module] = []
    for size in hidden:
        layers += [torch.nn.Linear(inputs, size), torch.nn.ReLU()]
        inputs = size
    return torch.nn.Sequential(*layers, torch.nn.Linear(inputs, outputs))


def main() -> None:
    torch.set_num_threads(1)
    torch.manual_seed(1)
    loss_of = torch.nn.HuberLoss()
    for name, inputs, hidden, outputs, batch in CASES:
        model = network(inputs, hidden, outputs)
        adam = torch.optim.Adam(model.parameters(), lr=0.001, fused=True)
        rows = (torch.rand(batch, inputs) < 20 / inputs).float()
        wanted = torch.ones(batch)
        best = float("inf")
        for _ in range(100):
            begin = time.perf_counter()
            adam.zero_grad()
            loss_of(model(rows)[:, 0], wanted).backward()
            adam.step()
            best = min(best, time.perf_counter() - begin)
        print(f"{name:20} batch {batch:4} {best * 1000:9.3f} ms")


if __name__ == "__main__":
    main()
