"""DQN in PyTorch for Mr X on grid5, beside Yard's own network.

    python dqn_torch.py

Mnih et al. 2015 with action masks: a replay buffer, a target network, and the inputs of Hrkľová 2023
(`observation="hrklova"`). Mr X learns on the vector environment against a fixed opponent and is then
measured by `yard.match`, as Yard's shipped `dqn` is.

PyTorch is no requirement of the package. A build for processors alone is enough.
"""

from __future__ import annotations

import argparse
import random
from collections import deque
from typing import Any

import numpy as np
import torch

import yard
import yard.vector


def network(inputs: int, outputs: int) -> torch.nn.Sequential:
    """Make the published layers for Mr X: 100 and 50."""
    return torch.nn.Sequential(
        torch.nn.Linear(inputs, 100),
        torch.nn.ReLU(),
        torch.nn.Linear(100, 50),
        torch.nn.ReLU(),
        torch.nn.Linear(50, outputs),
    )


class Learned:
    """The trained network as an agent of `yard`: the best legal action."""

    def __init__(self, model: torch.nn.Module, rules: str) -> None:
        """Hold the network."""
        self._model = model
        self._env = yard.Env(rules, observation="hrklova")
        self._stations = self._env.stations

    def choose(self, view: yard.MrXView) -> str:
        """Choose the move that is worth most."""
        row = planes(view, self._stations)
        with torch.no_grad():
            values = self._model(torch.tensor(row.tolist()))
        return max(view.moves(), key=lambda move: float(values[int(move[1:]) - 1]))


def planes(view: yard.MrXView, stations: int) -> np.ndarray:
    """Write Hrkľová's planes of a view: 1 on Mr X's cell, and the number of detectives on theirs."""
    row = np.zeros(2 * stations, np.float32)
    row[view.station - 1] = 1
    for station in view.detectives:
        row[stations + station - 1] += 1
    return row


def train(given: argparse.Namespace) -> torch.nn.Module:
    """Learn from games against the opponent."""
    torch.manual_seed(given.seed)
    random.seed(given.seed)
    rng = np.random.default_rng(given.seed)
    envs = yard.vector.make(
        "grid5", given.envs, side="mr_x", opponent=given.opponent, seed=given.seed,
        observation="hrklova", copy=True,
    )  # fmt: skip
    actions = int(envs.single_action_space.n)  # type: ignore[attr-defined]
    inputs = int(envs.single_observation_space.shape[0])  # type: ignore[index]
    model, target = network(inputs, actions), network(inputs, actions)
    target.load_state_dict(model.state_dict())
    adam = torch.optim.Adam(model.parameters(), lr=given.rate)
    memory: deque[tuple[Any, ...]] = deque(maxlen=50_000)
    seen, infos = envs.reset()
    over = np.zeros(given.envs, bool)
    for step in range(given.steps):
        masks = infos["action_mask"].astype(bool)
        greed = min(1.0, step / (0.6 * given.steps)) * 0.95
        with torch.no_grad():
            values = np.array(model(torch.tensor(seen.tolist())).tolist())
        chosen = np.where(masks, values, -np.inf).argmax(1)
        drawn = np.array([rng.choice(np.flatnonzero(m)) if m.any() else 0 for m in masks])
        taken = np.where(rng.random(given.envs) < greed, chosen, drawn)
        before, was_over = seen, over
        seen, rewards, over, _, infos = envs.step(taken)
        after = infos["action_mask"].astype(bool)
        for game in np.flatnonzero(~was_over):
            memory.append(
                (before[game], taken[game], rewards[game], seen[game], after[game], over[game])
            )
        if len(memory) >= given.batch:
            learn(model, target, adam, random.sample(memory, given.batch), given.discount)
        if step % 100 == 0:
            target.load_state_dict(model.state_dict())
    return model


def learn(
    model: torch.nn.Module,
    target: torch.nn.Module,
    adam: torch.optim.Optimizer,
    batch: list[tuple[Any, ...]],
    discount: float,
) -> None:
    """Take one step on a batch."""
    rows, taken, rewards, later, masks, over = (list(part) for part in zip(*batch, strict=True))
    worth = model(torch.tensor(np.stack(rows).tolist()))
    worth = worth.gather(1, torch.tensor(np.array(taken).tolist())[:, None])[:, 0]
    with torch.no_grad():
        best = target(torch.tensor(np.stack(later).tolist()))
        best = best.masked_fill(~torch.tensor(np.stack(masks).tolist()), -1e9).max(1).values
    open_ = torch.tensor([not end for end in over])
    wanted = torch.tensor(np.array(rewards).tolist()) + torch.where(
        open_, discount * best, torch.zeros_like(best)
    )
    loss = torch.nn.functional.smooth_l1_loss(worth, wanted)
    adam.zero_grad()
    loss.backward()
    adam.step()


def arguments(argv: list[str] | None = None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--opponent", default="lookahead")
    parser.add_argument("--steps", type=int, default=4000, help="steps of all games at once")
    parser.add_argument("--envs", type=int, default=64)
    parser.add_argument("--batch", type=int, default=256)
    parser.add_argument("--rate", type=float, default=0.001)
    parser.add_argument("--discount", type=float, default=0.99)
    parser.add_argument("--games", type=int, default=1000, help="games of the test")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args(argv)


def run(given: argparse.Namespace) -> list[tuple[str, float, list[float]]]:
    """Train, then measure the network beside others; tell Mr X's wins."""
    model = train(given)
    rows = []
    for name, agent in (
        (f"DQN in PyTorch, {given.steps * given.envs} steps", Learned(model, "grid5")),
        ("dqn (Yard's)", "dqn"),
        ("random", "random"),
    ):
        found = yard.match("grid5", agent, given.opponent, given.games, seed=7)
        low, high = found["ci95"]
        rows.append((name, 1 - found["detective_rate"], [1 - high, 1 - low]))
    return rows


def main() -> None:
    """Print the table."""
    given = arguments()
    print(f"| Mr X against {given.opponent} on grid5 | wins, % | 95 % interval |\n|---|---|---|")
    for name, rate, (low, high) in run(given):
        print(f"| {name} | {100 * rate:.1f} | {100 * low:.1f} to {100 * high:.1f} |", flush=True)


if __name__ == "__main__":
    main()
