"""Self-play PPO with action masks on a small game, with its exact exploitability over training.

    python ppo.py                       # PPO
    python ppo.py --method mmd          # a regularised policy gradient
    python ppo.py --draw a.json b.json --out both.svg

Two small networks, one a side, play against each other on the vector environment. Now and then
`yard.exploit` finds the exact best response to each side in the whole game. Exploitability is half of
what both best responses win together beyond the value of the game: 0 for perfect play.

PPO is that of Schulman et al. 2017 with returns of whole games. "mmd" adds what magnetic mirror
descent asks for (Sokota et al. 2023): a pull towards the uniform policy that fades, and one towards
the last policy. Only numpy is needed.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

import numpy as np

import yard
import yard.vector

Array = np.ndarray


class Features:
    """Turns compact observations, or views, into numbers for a network.

    Nothing before the last sighting is looked at, which `yard.exploit` relies on.
    """

    def __init__(self, rules: str) -> None:
        """Find out how large everything is."""
        self.rules = yard.rules(rules)
        self.stations = len(self.rules.board.stations)
        self.team = self.rules.detectives
        self.slots = self.rules.slots
        self.head = 16 + 5 * self.team + 5
        self.size = self.stations * (2 + self.team) + 2 * (self.slots + 1) + self.team
        # The environment has actions for all tickets; on a grid only taxis ride.
        self.columns = np.array([*range(self.stations), 4 * self.stations])

    def of_rows(self, rows: Array) -> Array:
        """Read rows of the vector environment with its plane of candidates."""
        count, n, team = len(rows), self.stations, self.team
        out = np.zeros((count, self.size), np.float32)
        at = np.arange(count)
        own = rows[:, 7].astype(int)
        seen = own > 0
        out[at[seen], own[seen] - 1] = 1
        for d in range(team):
            out[at, n * (1 + d) + rows[:, 16 + d].astype(int) - 1] = 1
        base = n * (1 + team)
        out[:, base : base + n] = rows[:, self.head : self.head + n]
        base += n
        out[at, base + rows[:, 3].astype(int)] = 1
        base += self.slots + 1
        out[at, base + rows[:, 4].astype(int)] = 1
        base += self.slots + 1
        moved = 16 + 4 * team
        out[:, base : base + team] = rows[:, moved : moved + team]
        return out

    def row_of(self, view: yard.MrXView | yard.DetectiveView) -> Array:
        """Write the numbers of the compact observation that `of_rows` looks at."""
        row = np.zeros((1, self.head + self.stations), np.uint8)
        public = view.detective_view() if isinstance(view, yard.MrXView) else view
        used = public.slot
        later = [slot - used for slot in self.rules.surfacings if slot > used]
        row[0, 3], row[0, 4] = self.slots - used, min(later, default=0)
        row[0, 7] = view.station if isinstance(view, yard.MrXView) else 0
        row[0, 16 : 16 + self.team] = public.detectives
        turn = public.turn
        if turn.startswith("detective_"):
            row[0, 16 + 4 * self.team : 16 + 4 * self.team + int(turn[10:])] = 1
        for station in public.candidates():
            row[0, self.head + station - 1] = 1
        return row

    def action_of(self, move: str) -> int:
        """Tell the number of a taxi move such as T7, or of a pass: the last one."""
        return int(move.split(":")[-1][1:]) - 1 if move[-4:] != "pass" else self.stations


class Net:
    """Two layers of tanh, then the logits of all actions and a value; learns by Adam."""

    def __init__(self, inputs: int, actions: int, hidden: int, rng: np.random.Generator) -> None:
        """Draw the weights."""
        sizes = [(inputs, hidden), (hidden, hidden), (hidden, actions), (hidden, 1)]
        scale = [1.0, 1.0, 0.01, 1.0]
        self.weights: list[Array] = []
        for (rows, columns), factor in zip(sizes, scale, strict=True):
            drawn = rng.standard_normal((rows, columns)) * factor / np.sqrt(rows)
            self.weights += [drawn.astype(np.float32), np.zeros(columns, np.float32)]
        self._mean = [np.zeros_like(w) for w in self.weights]
        self._square = [np.zeros_like(w) for w in self.weights]
        self._steps = 0

    def forward(self, rows: Array) -> tuple[Array, Array, tuple[Array, Array]]:
        """Tell logits, values, and what the way back needs."""
        w = self.weights
        first = np.tanh(rows @ w[0] + w[1])
        second = np.tanh(first @ w[2] + w[3])
        return second @ w[4] + w[5], (second @ w[6] + w[7])[:, 0], (first, second)

    def learn(
        self, rows: Array, kept: tuple[Array, Array], logits: Array, values: Array, rate: float
    ) -> None:
        """Take a step of Adam against these gradients of logits and values."""
        first, second = kept
        w = self.weights
        back = (logits @ w[4].T + values[:, None] @ w[6].T) * (1 - second**2)
        deep = (back @ w[2].T) * (1 - first**2)
        gradients = [
            *(rows.T @ deep, deep.sum(0)),
            *(first.T @ back, back.sum(0)),
            *(second.T @ logits, logits.sum(0)),
            *(second.T @ values[:, None], values.sum(keepdims=True)),
        ]
        norm = np.sqrt(sum(float((g**2).sum()) for g in gradients))
        self._steps += 1
        for at, gradient in enumerate(gradients):
            gradient = gradient * min(1.0, 0.5 / (norm + 1e-8))
            self._mean[at] = 0.9 * self._mean[at] + 0.1 * gradient
            self._square[at] = 0.999 * self._square[at] + 0.001 * gradient**2
            mean = self._mean[at] / (1 - 0.9**self._steps)
            square = self._square[at] / (1 - 0.999**self._steps)
            w[at] -= (rate * mean / (np.sqrt(square) + 1e-8)).astype(np.float32)


def softmax(logits: Array, mask: Array) -> Array:
    """Make chances of the legal actions."""
    shown = np.where(mask, logits, -np.inf)
    shown = np.exp(shown - shown.max(1, keepdims=True))
    return shown / shown.sum(1, keepdims=True)


class Policy:
    """A network as an agent of `yard`: it tells the chances of its moves."""

    def __init__(self, features: Features, net: Net) -> None:
        """Hold the network as it is now."""
        self._features = features
        self._net = net
        self._known: dict[bytes, Array] = {}

    def chances(self, view: yard.MrXView | yard.DetectiveView) -> dict[str, float]:
        """Tell how likely each legal move is."""
        row = self._features.row_of(view)
        key = row.tobytes()
        if key not in self._known:
            self._known[key] = self._net.forward(self._features.of_rows(row))[0]
        moves = view.moves()
        numbers = [self._features.action_of(move) for move in moves]
        logits = self._known[key][0, numbers]
        chance = np.exp(logits - logits.max())
        return dict(zip(moves, (chance / chance.sum()).tolist(), strict=True))


#: Steps of one side: features, masks, actions, chances of all actions when they were taken, outcomes.
Steps = tuple[Array, Array, Array, Array, Array]


class Trainer:
    """Plays games and learns from them."""

    def __init__(self, given: argparse.Namespace) -> None:
        """Make games and networks."""
        self.given = given
        self.rng = np.random.default_rng(given.seed)
        self.features = Features(given.rules)
        self.envs = yard.vector.make(given.rules, given.envs, seed=given.seed, candidates=True)
        size, actions = self.features.size, len(self.features.columns)
        self.nets = [Net(size, actions, given.hidden, self.rng) for _ in range(2)]

    def collect(self, steps: int) -> tuple[list[Steps], int]:
        """Play games until they have so many steps; tell these by side, and the number of games."""
        parts: list[list[Steps]] = [[], []]
        count = games = 0
        while count < steps:
            for side, found in enumerate(self.play()):
                parts[side].append(found)
                count += len(found[0])
            games += self.given.envs
        joined = [tuple(np.concatenate(part) for part in zip(*own, strict=True)) for own in parts]
        return joined, games  # type: ignore[return-value]

    def play(self) -> list[Steps]:
        """Play every game of the vector once, from the deal to its end."""
        seen, infos = self.envs.reset()
        live = np.arange(self.given.envs)
        outcome = np.zeros(self.given.envs, np.float32)  # As Mr X sees it.
        parts: list[list[tuple[Array, ...]]] = [[], []]
        while len(live):
            rows = self.features.of_rows(seen[live])
            masks = infos["action_mask"][live][:, self.features.columns].astype(bool)
            sides = (infos["agent"][live] > 0).astype(int)
            chances = np.zeros(masks.shape, np.float32)
            for side, net in enumerate(self.nets):
                mine = sides == side
                if mine.any():
                    chances[mine] = softmax(net.forward(rows[mine])[0], masks[mine])
            totals = chances.cumsum(1)
            drawn = self.rng.random((len(live), 1)) * totals[:, -1:]
            taken = (totals <= drawn).sum(1)
            for side in range(2):
                mine = sides == side
                step = (live, rows, masks, taken, chances)
                parts[side].append(tuple(part[mine] for part in step))
            # Games that are over play on with random moves, which nobody looks at.
            actions = self.envs.sample()
            actions[live] = self.features.columns[taken]
            seen, rewards, over, _, infos = self.envs.step(actions)
            ended = over[live]
            outcome[live[ended]] = (rewards[live] * np.where(sides == 0, 1, -1))[ended]
            live = live[~ended]
        found = []
        for side, own in enumerate(parts):
            games, rows, masks, taken, chances = (
                np.concatenate(part) for part in zip(*own, strict=True)
            )
            found.append((rows, masks, taken, chances, outcome[games] * (1 - 2 * side)))
        return found

    def improve(self, side: int, steps: Steps, done: float) -> None:
        """Learn from the steps of a side; ``done`` tells how much of the training is over."""
        given, net = self.given, self.nets[side]
        rows, masks, actions, old, returns = steps
        values = net.forward(rows)[1]
        gains = returns - values
        gains = (gains - gains.mean()) / (gains.std() + 1e-6)
        rate = given.rate * (1 - 0.9 * done)
        pull = given.entropy * (1 - done) if given.method == "mmd" else given.entropy
        for _ in range(given.epochs):
            order = self.rng.permutation(len(rows))
            for at in np.array_split(order, max(1, len(rows) // given.batch)):
                self.step(net, rows[at], masks[at], actions[at], old[at], returns[at], gains[at],
                          rate, pull)  # fmt: skip

    def step(self, net: Net, rows: Array, masks: Array, actions: Array, old: Array,
             returns: Array, gains: Array, rate: float, pull: float) -> None:  # fmt: skip
        """Take one step on a batch."""
        logits, values, kept = net.forward(rows)
        now = softmax(logits, masks)
        count = np.arange(len(rows))
        ratio = now[count, actions] / np.maximum(old[count, actions], 1e-8)
        clip = self.given.clip
        # Where the clip holds there is no gradient.
        free = np.where(gains >= 0, ratio < 1 + clip, ratio > 1 - clip)
        push = (gains * ratio * free)[:, None]
        chosen = np.zeros_like(now)
        chosen[count, actions] = 1
        logs = np.log(np.maximum(now, 1e-12))
        entropy = -(now * logs).sum(1, keepdims=True)
        gradient = -push * (chosen - now) + pull * now * (logs + entropy)
        if self.given.method == "mmd":
            apart = np.where(masks, logs - np.log(np.maximum(old, 1e-12)), 0)
            mean = (now * apart).sum(1, keepdims=True)
            gradient += self.given.last * now * (apart - mean)
        scale = 1 / len(rows)
        net.learn(rows, kept, (gradient * scale).astype(np.float32),
                  ((values - returns) * scale).astype(np.float32), rate)  # fmt: skip

    def exploitability(self) -> tuple[float, float]:
        """Tell what best responses win: the detectives' against Mr X, and Mr X's against them."""
        rules = self.features.rules
        x = yard.exploit(rules, x=Policy(self.features, self.nets[0]))
        team = yard.exploit(rules, detectives=Policy(self.features, self.nets[1]))
        assert x["kind"] == team["kind"] == "exact"
        return x["value"], team["value"]


def train(given: argparse.Namespace) -> list[dict[str, Any]]:
    """Train, and tell the exploitability on the way."""
    low, high = yard.solve(given.rules, 0.0001)["detective_value"]
    print(f"{given.rules}: the detectives' value is {low:.4f} to {high:.4f}", flush=True)
    trainer = Trainer(given)
    begin, steps, games, curve = time.time(), 0, 0, []
    for update in range(given.updates + 1):
        if update % given.every == 0 or update == given.updates:
            x, team = trainer.exploitability()
            row = dict(update=update, steps=steps, games=games, against_x=x, against_detectives=team,
                       exploitability=(x + team - 1) / 2, seconds=round(time.time() - begin, 1))  # fmt: skip
            curve.append(row)
            print(f"{update:6} updates {games:8} games  exploitability "
                  f"{row['exploitability']:.4f}", flush=True)  # fmt: skip
            keep(given, curve)
        if update == given.updates:
            break
        found, more = trainer.collect(given.steps)
        games += more
        for side, own in enumerate(found):
            steps += len(own[0])
            trainer.improve(side, own, update / given.updates)
    return curve


def keep(given: argparse.Namespace, curve: list[dict[str, Any]]) -> None:
    """Write the curve so far, and its picture."""
    if given.out is not None:
        settings = {key: value for key, value in vars(given).items() if key not in ("out", "draw")}
        given.out.write_text(json.dumps({"settings": settings, "curve": curve}, indent=1) + "\n")
        picture({given.method: curve}).save(given.out.with_suffix(".svg"))


def picture(curves: dict[str, list[dict[str, Any]]]) -> yard.Drawing:
    """Draw exploitability over games."""
    points = {
        name: [(row["games"], row["exploitability"]) for row in curve]
        for name, curve in curves.items()
    }
    note = (
        "half of what two exact best responses win beyond the value of the game; 0 is perfect play"
    )
    return yard.curves(points, "Exact exploitability over self-play", "games", note)


def draw(paths: list[Path], into: Path) -> None:
    """Draw the curves of kept files into one picture."""
    curves = {}
    for path in paths:
        kept = json.loads(path.read_text())
        told = kept["settings"]
        curves[f"{told['method']} on {told['rules']}, seed {told['seed']}"] = kept["curve"]
    picture(curves).save(into)


def arguments(argv: list[str] | None = None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rules", default="grid:5,1,6")
    parser.add_argument("--method", choices=["ppo", "mmd"], default="ppo")
    parser.add_argument("--updates", type=int, default=300)
    parser.add_argument("--every", type=int, default=30, help="updates between best responses")
    parser.add_argument("--steps", type=int, default=8192, help="steps of an update")
    parser.add_argument("--envs", type=int, default=512)
    parser.add_argument("--hidden", type=int, default=128)
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--batch", type=int, default=1024)
    parser.add_argument("--rate", type=float, default=0.001)
    parser.add_argument("--clip", type=float, default=0.2)
    parser.add_argument("--entropy", type=float, default=0.05, help="pull towards uniform play")
    parser.add_argument("--last", type=float, default=0.05, help="pull towards the last policy")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--out", type=Path, help="write the curve there as JSON, with an SVG beside"
    )
    parser.add_argument(
        "--draw", nargs="*", type=Path, help="train nothing; draw these curves into --out"
    )
    return parser.parse_args(argv)


def main() -> None:
    """Train and keep the curve, or draw kept ones."""
    given = arguments()
    if given.draw:
        draw(given.draw, given.out or Path("exploitability.svg"))
    else:
        train(given)


if __name__ == "__main__":
    main()
