"""Steps a second of Yard's environments beside PettingZoo's tictactoe and an OpenSpiel game in Python.

    python research/benches/environments.py

Random legal actions everywhere, games begun anew as they end. A step is one decision of one agent. All
rows are of one run on one machine, one after the other and over again; the best turn of each counts.
On a busy machine look at the steps in a second of processor time: of one core, whatever else runs.
"""

from __future__ import annotations

import argparse
import os
import random
import time
from collections.abc import Callable

import gymnasium
import pyspiel
from open_spiel.python.games import kuhn_poker  # noqa: F401 - registers python_kuhn_poker
from pettingzoo.classic import tictactoe_v3

import yard
import yard.gymnasium
import yard.openspiel
import yard.pettingzoo
import yard.vector


def vector(
    rules: str, games: int, threads: int | None, **options: object
) -> Callable[[float], int]:
    """Step many games at once; actions are drawn by the package."""
    envs = yard.vector.make(rules, games, threads=threads, seed=1, **options)  # type: ignore[arg-type]
    envs.reset()

    def run(seconds: float) -> int:
        steps, end = 0, time.perf_counter() + seconds
        while time.perf_counter() < end:
            for _ in range(16):
                envs.step(envs.sample())
            steps += 16 * games
        return steps

    return run


def aec(make: Callable[[], object]) -> Callable[[float], int]:
    """Play a PettingZoo environment with masked random actions."""
    env = make()

    def run(seconds: float) -> int:
        steps, end = 0, time.perf_counter() + seconds
        while time.perf_counter() < end:
            env.reset(seed=steps)  # type: ignore[attr-defined]
            for agent in env.agent_iter():  # type: ignore[attr-defined]
                seen, _, terminated, truncated, _ = env.last()  # type: ignore[attr-defined]
                done = terminated or truncated
                space = env.action_space(agent)  # type: ignore[attr-defined]
                env.step(None if done else space.sample(seen["action_mask"]))  # type: ignore[attr-defined]
                steps += not done
        return steps

    return run


def gym(rules: str) -> Callable[[float], int]:
    """Play the Gymnasium environment against random moves."""
    env = gymnasium.make("Yard/Detectives-v0", rules=rules, opponent="random")

    def run(seconds: float) -> int:
        steps, end = 0, time.perf_counter() + seconds
        while time.perf_counter() < end:
            _, info = env.reset(seed=steps)
            over = False
            while not over:
                _, _, over, _, info = env.step(env.action_space.sample(info["action_mask"]))
                steps += 1
        return steps

    return run


def spiel(name: str, parameters: dict[str, str]) -> Callable[[float], int]:
    """Play an OpenSpiel game with random actions, chance included."""
    game = pyspiel.load_game(name, parameters)
    rng = random.Random(1)

    def run(seconds: float) -> int:
        steps, end = 0, time.perf_counter() + seconds
        while time.perf_counter() < end:
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(rng.choice(state.legal_actions()))
                steps += 1
        return steps

    return run


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seconds", type=float, default=1.0, help="of each row in each turn")
    parser.add_argument("--turns", type=int, default=5)
    given = parser.parse_args()
    rows = {
        "Yard vector, classic, 1024 games, both sides": vector("classic", 1024, None),
        "the same on one thread": vector("classic", 1024, 1),
        "the same, same-step autoreset": vector("classic", 1024, None, autoreset_mode="same_step"),
        "the same with candidates": vector("classic", 1024, None, candidates=True),
        "Yard vector, grid5, 1024 games": vector("grid5", 1024, None),
        "Yard PettingZoo, classic": aec(lambda: yard.pettingzoo.env("classic")),
        "Yard PettingZoo, grid5": aec(lambda: yard.pettingzoo.env("grid5")),
        "Yard Gymnasium, classic": gym("classic"),
        "Yard OpenSpiel, classic": spiel("yard", {"rules": "classic"}),
        "PettingZoo's own tictactoe": aec(tictactoe_v3.env),
        "OpenSpiel's python_kuhn_poker": spiel("python_kuhn_poker", {}),
    }
    best = {name: [0.0, 0.0] for name in rows}
    load = [os.getloadavg()[0]]
    for _ in range(given.turns):
        for name, run in rows.items():
            clock, used = time.perf_counter(), time.process_time()
            steps = run(given.seconds)
            seconds = (time.perf_counter() - clock, time.process_time() - used)
            best[name] = [
                max(old, steps / new) for old, new in zip(best[name], seconds, strict=True)
            ]
        load.append(os.getloadavg()[0])
    base = best["PettingZoo's own tictactoe"][1]
    print(f"{os.cpu_count()} cores, load {min(load):.1f} to {max(load):.1f}")
    print(f"best of {given.turns} turns of {given.seconds} s\n")
    print("| environment | steps a second | steps a second of processor time | times tictactoe |")
    print("|---|---|---|---|")
    for name, (wall, own) in best.items():
        print(f"| {name} | {wall:,.0f} | {own:,.0f} | {own / base:,.1f} |")


if __name__ == "__main__":
    main()
