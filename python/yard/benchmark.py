"""A fixed set of tasks on which every agent of Scotland Yard can be scored.

>>> import yard, yard.benchmark
>>> class First:
...     def choose(self, view):
...         return view.moves()[0]
>>> scores = yard.benchmark.score(detectives=First, games=20, tasks=["grid5", "glasses"])
>>> sorted(scores["tasks"][0])
['agent', 'ci95', 'games', 'id', 'known', 'opponent', 'rate', 'rules', 'side']

Two kinds of tasks: games against a fixed opponent, beside the known win rates of others against it;
and small games whose value is known exactly. There an agent that can tell its chances (a method
``chances(view)``) is scored by what a best response wins from it, and every other one by games
against perfect play. Seeds, opponents and budgets are fixed, so two agents meet the same deals.

``python -m yard.benchmark AGENT`` scores one of Yard's own agents.
"""

from __future__ import annotations

import json
import os
from importlib import resources
from typing import Any

import yard
from yard._report import Report

#: Raised when a task changes, so that scores of different sets are not compared.
VERSION = 1

#: Rules and opponents of the games; budgets are playouts, so every machine plays the same.
OPPONENTS: dict[str, list[str]] = {
    "classic": ["random", "lookahead", "pimbot:playouts=50"],
    "dash": ["random", "lookahead"],
    "grid5": ["random", "lookahead", "alphabeta"],
}

#: Small games whose value is known exactly.
SOLVED = ["glasses", "grid:3,1,6", "grid:4,1,6", "grid:5,1,6"]

SEED = 2023


def known() -> dict[str, Any]:
    """Tell what is known of every task: values, and win rates of agents of ours with their intervals."""
    text = resources.files("yard").joinpath("data/benchmark.json").read_text()
    return json.loads(text)


def tasks() -> list[dict[str, Any]]:
    """List all tasks."""
    games = [
        dict(id=f"{rules} {side} {opponent}", rules=rules, side=side, opponent=opponent)
        for rules, opponents in OPPONENTS.items()
        for side in ("mr_x", "detectives")
        for opponent in opponents
    ]
    exact = [
        dict(id=f"{rules} {side} exact", rules=rules, side=side, opponent="best response")
        for rules in SOLVED
        for side in ("mr_x", "detectives")
    ]
    return games + exact


def score(
    x: Any = None,
    detectives: Any = None,
    games: int = 400,
    tasks: list[str] | None = None,
    threads: int | None = None,
    progress: bool = False,
) -> Report:
    """Score an agent on all tasks of its sides, or on those whose id begins with one of ``tasks``.

    ``x`` and ``detectives`` are texts or agents of your own, as in `yard.match`. The report has one
    row a task: ``rate`` is the share of games that the agent won with its 95 % interval, or, where
    ``opponent`` is "best response", what it is sure to win. ``print(table(report))`` shows it.
    """
    agents = {"mr_x": x, "detectives": detectives}
    if x is None and detectives is None:
        raise yard.YardError("name an agent: x, detectives or both")
    wanted = [task for task in _tasks(tasks) if agents[task["side"]] is not None]
    facts = known()
    if facts["version"] != VERSION:
        raise yard.YardError("the known results are of another version of the benchmark")
    rows = []
    for task in wanted:
        agent = agents[task["side"]]
        row = dict(task, agent=_name(agent), known=facts["tasks"][task["id"]])
        exact = task["opponent"] == "best response"
        row.update((_exact if exact else _games)(task, agent, games, threads))
        rows.append(row)
        if progress:
            print(_line(row), flush=True)
    return Report({"version": VERSION, "tasks": rows})


def table(report: dict[str, Any]) -> str:
    """Write a report as a table in Markdown."""
    head = "| task | agent | wins, % | 95 % interval | known |\n|---|---|---|---|---|\n"
    return head + "".join(_line(row) + "\n" for row in report["tasks"])


def _tasks(wanted: list[str] | None) -> list[dict[str, Any]]:
    every = tasks()
    if wanted is None:
        return every
    found = [task for task in every if any(task["id"].startswith(name) for name in wanted)]
    if not found:
        raise yard.YardError(f"no task begins with {' or '.join(wanted)}")
    return found


def _name(agent: Any) -> str:
    if isinstance(agent, str):
        return agent
    if isinstance(agent, yard.Agent):
        return agent.spec
    return getattr(agent, "__name__", type(agent).__name__)


def _games(task: dict[str, Any], agent: Any, games: int, threads: int | None) -> dict[str, Any]:
    opponent = task["opponent"]
    return _share(task, agent, opponent, games, threads) | {"opponent": opponent}


def _share(
    task: dict[str, Any], agent: Any, opponent: str, games: int, threads: int | None
) -> dict[str, Any]:
    own = task["side"] == "mr_x"
    x, detectives = (agent, opponent) if own else (opponent, agent)
    found = yard.match(task["rules"], x, detectives, games, SEED, threads)
    rate, (low, high) = found["detective_rate"], found["ci95"]
    if own:
        rate, low, high = 1 - rate, 1 - high, 1 - low
    return {"rate": rate, "ci95": [low, high], "games": games}


def _exact(task: dict[str, Any], agent: Any, games: int, threads: int | None) -> dict[str, Any]:
    side = "x" if task["side"] == "mr_x" else "detectives"
    tells = isinstance(agent, (str, yard.Agent)) or hasattr(agent, "chances")
    if tells:
        found = yard.exploit(task["rules"], **{side: agent}, games=1)
        if found["kind"] == "exact":
            sure = 1 - found["value"]
            return {"rate": sure, "ci95": [sure, sure], "games": 0}
    return _share(task, agent, "nash", games, threads) | {"opponent": "nash"}


def _line(row: dict[str, Any]) -> str:
    low, high = (100 * end for end in row["ci95"])
    told = ", ".join(f"{name} {100 * rate:.1f}" for name, rate in row["known"].items())
    shown = "exact" if row["games"] == 0 else f"{low:.1f} to {high:.1f}"
    where = f"{row['rules']}, {row['side']} against {row['opponent']}"
    return f"| {where} | {row['agent']} | {100 * row['rate']:.1f} | {shown} | {told} |"


def _reference(games: int, threads: int | None) -> dict[str, Any]:
    """Play the known rates anew: each opponent of a board against each other, and exact values."""
    found: dict[str, dict[str, float]] = {task["id"]: {} for task in tasks()}
    for rules, agents in OPPONENTS.items():
        for x in agents:
            for team in agents:
                rate = yard.match(rules, x, team, games, SEED, threads)["detective_rate"]
                found[f"{rules} mr_x {team}"][x] = round(1 - rate, 4)
                found[f"{rules} detectives {x}"][team] = round(rate, 4)
                print(f"{rules}: {team} against {x}: {rate:.4f}", flush=True)
    for rules in SOLVED:
        low, high = yard.solve(rules, 0.0001)["detective_value"]
        for side, value in (("mr_x", 1 - (low + high) / 2), ("detectives", (low + high) / 2)):
            row = _exact({"rules": rules, "side": side}, "random", games, threads)
            found[f"{rules} {side} exact"] = {
                "value": round(value, 4),
                "random": round(row["rate"], 4),
            }
    return {
        "version": VERSION,
        "seed": SEED,
        "games": games,
        "yard": yard.__version__,
        "tasks": found,
    }


def _main() -> None:
    import argparse

    parser = argparse.ArgumentParser("python -m yard.benchmark", description="Score an agent.")
    parser.add_argument("agent", nargs="?", help="one of Yard's agents, such as lookahead")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--tasks", nargs="*", help="only tasks that begin so")
    parser.add_argument("--threads", type=int)
    parser.add_argument("--reference", metavar="FILE", help="play the known rates anew into a file")
    given = parser.parse_args()
    if given.reference is not None:
        facts = json.dumps(_reference(given.games, given.threads), indent=1)
        with open(os.fspath(given.reference), "w") as file:
            file.write(facts + "\n")
        return
    if given.agent is None:
        parser.error("name an agent")
    print(table({"tasks": []}), end="")
    score(given.agent, given.agent, given.games, given.tasks, given.threads, progress=True)


if __name__ == "__main__":
    _main()
