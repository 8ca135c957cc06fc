"""Random agents on every preset: PettingZoo, Gymnasium and the vector environment, in a few lines each.

python random_agents.py
"""

from __future__ import annotations

import argparse

import gymnasium
import numpy as np

import yard
import yard.gymnasium  # registers the environments
import yard.pettingzoo
import yard.vector


def pettingzoo_game(rules: str, seed: int) -> str | None:
    """Play one game in PettingZoo's manner; tell who won."""
    env = yard.pettingzoo.env(rules)
    env.reset(seed=seed)
    rewards = {}
    for agent in env.agent_iter():
        _, reward, terminated, truncated, info = env.last()
        done = terminated or truncated
        rewards[agent] = reward
        env.step(None if done else env.action_space(agent).sample(info["action_mask"]))
    return "mr-x" if rewards["mr_x_0"] > 0 else "detectives"


def gymnasium_rate(rules: str, games: int, seed: int) -> float:
    """Tell the share of games that random detectives win from a random Mr X in Gymnasium."""
    env = gymnasium.make("Yard/Detectives-v0", rules=rules, opponent="random")
    rng = np.random.default_rng(seed)
    won = 0
    for game in range(games):
        _, info = env.reset(seed=seed + game)
        over, reward = False, 0.0
        while not over:
            action = rng.choice(np.flatnonzero(info["action_mask"]))
            _, gain, over, _, info = env.step(action)
            reward = float(gain)
        won += reward > 0
    return won / games


def vector_rate(rules: str, steps: int, seed: int) -> tuple[float, int]:
    """Play many games at once; tell the detectives' share, and the number of games."""
    envs = yard.vector.make(rules, num_envs=256, seed=seed)
    _, infos = envs.reset()
    won = games = 0
    for _ in range(steps):
        acted = infos["agent"].copy()
        _, rewards, over, _, infos = envs.step(envs.sample())
        detectives = np.where(acted > 0, rewards, -rewards)
        won += int((over & (detectives > 0)).sum())
        games += int(over.sum())
    return won / max(games, 1), games


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--rules", nargs="*", default=["classic", "dash", "grid5", "glasses"])
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    print("| rules | one game | Gymnasium, % | vector, % (games) | `yard.match`, % |")
    print("|---|---|---|---|---|")
    for rules in given.rules:
        winner = pettingzoo_game(rules, given.seed)
        gym = gymnasium_rate(rules, given.games, given.seed)
        rate, games = vector_rate(rules, 10 * given.games, given.seed)
        match = yard.match(rules, games=10 * given.games, seed=given.seed)["detective_rate"]
        shown = f"{100 * gym:.1f} | {100 * rate:.1f} ({games}) | {100 * match:.1f}"
        print(f"| {rules} | {winner} | {shown} |")


if __name__ == "__main__":
    main()
