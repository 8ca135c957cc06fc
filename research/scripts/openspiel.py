"""Lets OpenSpiel's CFR+ and best responses solve small games of Yard, and sets its values beside ours.

    python research/scripts/openspiel.py --out research/results/python/openspiel.json

Two programs that share no code but the rules: Yard's solver works on public states and segments;
OpenSpiel's works on the tree of histories. The tree is written by `yard.write_efg` and read by
OpenSpiel's `efg_game`, since a game in Python would take hours an iteration. A test compares the tree
with the game that `yard.openspiel` registers. A run that is cut off goes on with its next part.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from pathlib import Path
from typing import Any

import pyspiel

import yard


def policy_of(agent: yard.Agent, sets: list[tuple[int, int, str]], game: pyspiel.Game) -> Any:
    """Write an agent of ours as a table for OpenSpiel."""
    actions = actions_of(game, len(sets))
    table = {}
    for player, number, record in sets:
        if player == 1:
            view: Any = yard.Game.from_record(record).mr_x_view()
        else:
            view = yard.DetectiveView.from_record(record)
        chances = agent.chances(view)
        if chances is None:
            raise SystemExit(f"{agent.spec} cannot tell its chances")
        name = f"{player - 1}-{player - 1}-{number}-"
        # Both lists are in the order of the tree.
        moves = sorted(view.moves(), key=lambda move: int(move.split(":")[-1][1:]))
        table[name] = [
            (action, chances.get(move, 0.0))
            for action, move in zip(actions[name], moves, strict=True)
        ]
    return pyspiel.TabularPolicy(table)


def actions_of(game: pyspiel.Game, sets: int) -> dict[str, list[int]]:
    """Find the numbers that OpenSpiel gives to the actions of each information set.

    The same text has other numbers elsewhere, but within a set they are in the order of the file.
    """
    found: dict[str, list[int]] = {}
    stack = [game.new_initial_state()]
    while stack and len(found) < sets:
        state = stack.pop()
        if state.is_terminal():
            continue
        legal = state.legal_actions()
        if not state.is_chance_node():
            found[state.information_state_string()] = legal
        stack.extend(state.child(action) for action in legal)
    return found


def best_responses(game: pyspiel.Game, policy: Any) -> tuple[float, float]:
    """Tell the detectives' share of wins against the policy's Mr X, and against its detectives."""
    root = game.new_initial_state()
    values = []
    for player in (1, 0):
        best = pyspiel.TabularBestResponse(game, player, policy)
        values.append(best.value_from_state(root))
    high, low = (1 + values[0]) / 2, (1 - values[1]) / 2
    return low, high


def tree(rules: str, start: list[int] | None, sets: bool) -> tuple[pyspiel.Game, dict[str, Any]]:
    """Write the tree and let OpenSpiel read it."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.efg"
        size = yard.write_efg(rules, path, 20_000_000, sets=sets, detectives=start)
        return pyspiel.load_game("efg_game", {"filename": str(path)}), size


def part(rules: str, start: list[int] | None, iterations: list[int], nash: bool) -> dict[str, Any]:
    """Let OpenSpiel solve a game, or the part of it in which the detectives start somewhere."""
    begin = time.process_time()
    game, size = tree(rules, start, nash)
    row: dict[str, Any] = {key: size[key] for key in ("nodes", "information_sets")}
    if nash:
        row["nash"] = list(
            best_responses(game, policy_of(yard.agent("nash"), size.pop("sets"), game))
        )
    row["random"] = list(best_responses(game, pyspiel.UniformRandomPolicy(game)))
    solver = pyspiel.CFRPlusSolver(game)
    row["curve"], done = [], 0
    for wanted in iterations:
        while done < wanted:
            solver.evaluate_and_update_policy()
            done += 1
        row["curve"].append([done, *best_responses(game, solver.average_policy())])
    row["seconds"] = round(time.process_time() - begin, 1)
    print(" ", rules, start, row, flush=True)
    return row


#: Start stations of one detective on a 3 x 3 grid that no turn or mirror image makes equal, and how
#: many each stands for. What the detective starts from is public, so these parts are the game.
CLASSES = {"grid:3": [([1], 4), ([2], 4), ([5], 1)]}


class Parts:
    """Parts that are finished, in a file beside the results, so that a run that was cut off goes on."""

    def __init__(self, out: Path | None) -> None:
        """Read what is there."""
        self._path = None if out is None else out.with_suffix(".parts.json")
        known = self._path is not None and self._path.exists()
        self._found = json.loads(self._path.read_text()) if self._path and known else {}

    def get(
        self, rules: str, start: list[int] | None, iterations: list[int], nash: bool
    ) -> dict[str, Any]:
        """Look a part up, or let OpenSpiel solve it and keep it."""
        key = json.dumps([yard.__version__, rules, start, iterations, nash])
        if key not in self._found:
            self._found[key] = part(rules, start, iterations, nash)
            if self._path is not None:
                self._path.write_text(json.dumps(self._found))
        return self._found[key]

    def remove(self) -> None:
        """All is solved."""
        if self._path is not None:
            self._path.unlink(missing_ok=True)


def solve(rules: str, iterations: list[int], nash: bool, kept: Parts) -> dict[str, Any]:
    """Solve a game with both programs."""
    low, high = yard.solve(rules, 0.0001)["detective_value"]
    classes = CLASSES.get(rules.split(",")[0], [(None, 1)])
    total = sum(count for _, count in classes)
    parts = [kept.get(rules, start, iterations, nash) for start, _ in classes]

    def mean(values: Any) -> float:
        weighed = zip(parts, classes, strict=True)
        return sum(count * values(one) for one, (_, count) in weighed) / total

    ours = {
        agent: [
            1 - yard.exploit(rules, detectives=agent)["value"],
            yard.exploit(rules, x=agent)["value"],
        ]
        for agent in (["nash"] if nash else []) + ["random"]
    }
    row: dict[str, Any] = {
        "rules": rules,
        "nodes": sum(one["nodes"] for one in parts),
        "yard": [low, high],
        "ours": ours,
        "openspiel": {
            agent: [mean(lambda one, a=agent, at=at: one[a][at]) for at in (0, 1)] for agent in ours
        },
        "cfr_plus": [],
        "starts": [start for start, _ in classes],
        "parts": parts,
    }
    for at, done in enumerate(iterations):
        below, above = (mean(lambda one, at=at, end=end: one["curve"][at][end]) for end in (1, 2))
        row["cfr_plus"].append(
            {
                "iterations": done,
                "bounds": [below, above],
                "exploitability": (above - below) / 2,
                "agrees": below <= high and low <= above,
            }
        )
    print(json.dumps({key: value for key, value in row.items() if key != "parts"}), flush=True)
    return row


def main() -> None:
    """Print and keep everything."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rules", nargs="*", default=["glasses", "grid:3,1,6"])
    parser.add_argument("--iterations", nargs="*", type=int, default=[10, 30, 100])
    parser.add_argument(
        "--no-nash", action="store_true", help="leave out the check of our policies"
    )
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    kept = Parts(given.out)
    rows = [solve(rules, given.iterations, not given.no_nash, kept) for rules in given.rules]
    if given.out is not None:
        given.out.write_text(json.dumps({"yard": yard.__version__, "games": rows}, indent=1) + "\n")
        kept.remove()


if __name__ == "__main__":
    main()
