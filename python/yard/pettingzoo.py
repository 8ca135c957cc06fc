"""Scotland Yard as a PettingZoo environment, for every preset and rules of your own.

>>> import yard.pettingzoo
>>> env = yard.pettingzoo.env("grid5")
>>> env.reset(seed=1)
>>> for agent in env.agent_iter():
...     observation, reward, termination, truncation, info = env.last()
...     done = termination or truncation
...     action = None if done else env.action_space(agent).sample(info["action_mask"])
...     env.step(action)
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

import yard

Observation = dict[str, np.ndarray]


def env(rules: str | yard.Rules = "classic", **options: Any) -> AECEnv:
    """Make the environment with the usual guards against calls out of order."""
    inner = raw_env(rules, **options)
    guarded = wrappers.AssertOutOfBoundsWrapper(inner)
    return wrappers.OrderEnforcingWrapper(guarded)


class raw_env(AECEnv):  # noqa: N801 - PettingZoo's own name for it
    """The environment itself.

    Agents are ``mr_x_0``, ``detective_0``, ``detective_1`` and so on. An action is a ticket and a
    station, to pass, to begin a double move (both steps follow as actions of their own), or to let
    a colleague go first where the detectives move in any order. The observation is a dictionary of
    ``observation`` and ``action_mask``; ``info`` has the mask, too. Everybody gets a reward of 1 or
    -1 when the game ends.

    Options: ``observation`` is "compact", "dash", "hrklova" or "planes"; ``candidates=True`` adds
    where Mr X can be, ``belief=True`` how likely each station is; ``max_cycles`` ends a game early by
    truncation; ``render_mode`` is "human" (prints), "ansi" or "svg".
    """

    metadata = {
        "render_modes": ["human", "ansi", "svg"],
        "name": "yard_v0",
        "is_parallelizable": False,
    }

    def __init__(
        self,
        rules: str | yard.Rules = "classic",
        observation: str = "compact",
        candidates: bool = False,
        belief: bool = False,
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        """Make the environment; `reset` begins a game."""
        super().__init__()
        if render_mode not in (None, "human", "ansi", "svg"):
            raise yard.YardError(f'render_mode is "human", "ansi" or "svg", not {render_mode!r}')
        if max_cycles is not None and max_cycles < 1:
            raise yard.YardError("max_cycles must be at least 1")
        self._core = yard.Env(rules, 1, observation)
        self.rules = self._core.rules
        self.render_mode = render_mode
        self._candidates = candidates
        self._belief = belief
        self._max_cycles = max_cycles
        team = [f"detective_{n}" for n in range(self.rules.detectives)]
        self.possible_agents = ["mr_x_0", *team]
        high = 255.0 if observation == "compact" else np.inf
        parts: dict[str, spaces.Space[Any]] = {
            "observation": spaces.Box(0.0, high, (self._core.observation_len,), np.float32),
            "action_mask": spaces.Box(0, 1, (self._core.actions,), np.int8),
        }
        if candidates:
            parts["candidates"] = spaces.Box(0, 1, (self._core.stations,), np.int8)
        if belief:
            parts["belief"] = spaces.Box(0, 1, (self._core.stations,), np.float32)
        # The same objects at each call; every agent has spaces of its own to seed.
        self._observation_spaces = {
            agent: spaces.Dict(dict(parts)) for agent in self.possible_agents
        }
        self._action_spaces = {
            agent: spaces.Discrete(self._core.actions) for agent in self.possible_agents
        }
        self._rng = np.random.default_rng()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Tell what an agent sees; the same object at each call."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Tell what an agent can do; the same object at each call."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game; the same seed gives the same deal."""
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        self._core.reset(int(self._rng.integers(2**63)))
        while self._core.agent is None:  # Mr X is walled in at the start: deal again.
            self._core.reset(int(self._rng.integers(2**63)))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._steps = 0
        self._select()

    def observe(self, agent: str) -> Observation:
        """Show an agent what it may see; the mask is empty unless it is to move."""
        number = self.possible_agents.index(agent)
        seen = {
            "observation": self._core.observe(number),
            "action_mask": self._mask(agent),
        }
        if self._candidates:
            seen["candidates"] = self._core.candidates()
        if self._belief:
            seen["belief"] = self._core.belief()
        return seen

    def step(self, action: int | None) -> None:
        """Take an action of the agent to move."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if action is None:
            raise yard.IllegalMove("an agent that plays must take an action")
        self._core.act(int(action))
        self._steps += 1
        winner = self._core.winner
        if winner is not None:
            for name in self.agents:
                own = "mr-x" if name == "mr_x_0" else "detectives"
                self.rewards[name] = 1.0 if own == winner else -1.0
                self.terminations[name] = True
        elif self._max_cycles is not None and self._steps >= self._max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)
        self._select()
        self._accumulate_rewards()
        self._deads_step_first()

    def render(self) -> str | None:
        """Draw the whole truth as text or SVG; "human" prints it."""
        if self.render_mode is None:
            return None
        game = self._core.game
        if self.render_mode == "human":
            print(game.record())
            return None
        return game.svg() if self.render_mode == "svg" else game.record()

    @property
    def game(self) -> yard.Game:
        """The game itself: the truth, for referees and rendering."""
        return self._core.game

    def close(self) -> None:
        """Nothing is open."""

    def _select(self) -> None:
        number = self._core.agent
        if number is not None:
            self.agent_selection = self.possible_agents[number]
        for agent in self.agents:
            self.infos[agent] = {"action_mask": self._mask(agent)}

    def _mask(self, agent: str) -> np.ndarray:
        number = self._core.agent
        if number is None or self.possible_agents[number] != agent:
            return np.zeros(self._core.actions, np.int8)
        return self._core.mask()
