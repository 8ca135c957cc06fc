"""Many games at once, stepped in Rust on all cores.

>>> import yard.vector
>>> envs = yard.vector.make("classic", num_envs=64, seed=1)
>>> observations, infos = envs.reset()
>>> observations, rewards, terminations, truncations, infos = envs.step(envs.sample())
>>> observations.shape[0], infos["action_mask"].shape
(64, (64, 799))
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv

import yard
from yard import _yard


def make(
    rules: str | yard.Rules = "classic",
    num_envs: int = 1024,
    side: str | None = None,
    threads: int | None = None,
    **options: Any,
) -> YardVectorEnv:
    """Make a vector of games; see `YardVectorEnv` for the options."""
    return YardVectorEnv(rules, num_envs, side, threads, **options)


class YardVectorEnv(VectorEnv[np.ndarray, np.ndarray, np.ndarray]):
    """Many games at once as a `gymnasium.vector.VectorEnv`.

    With ``side=None`` you play everybody: each step is a decision of whoever is to move
    (``infos["agent"]``: 0 Mr X, 1 to 5 a detective), and its reward is that agent's: 1 when its
    side has won with this step, -1 when it has lost. With ``side="mr_x"`` or ``"detectives"`` the
    other side is played by ``opponent``, a text or an agent of your own; random moves by default.

    Observations are compact (docs/reference/observation.md); ``candidates=True`` appends where Mr X can be,
    one number a station. With ``observation`` "dash", "hrklova" or "planes" they are those numbers
    instead, as floats; then only "next_step" is possible. ``belief=True`` puts how likely Mr X is at
    each station into ``infos["belief"]``, which costs more than a step. ``infos["action_mask"]``
    has the legal actions. The arrays are written anew by each step; ``copy=True`` hands out copies.

    ``autoreset_mode`` is "next_step" (the step after the end begins a new game and ignores its
    action) or "same_step" (the end itself shows the new game, ``infos["final_obs"]`` the old).
    """

    def __init__(
        self,
        rules: str | yard.Rules = "classic",
        num_envs: int = 1024,
        side: str | None = None,
        threads: int | None = None,
        opponent: Any = None,
        seed: int = 1,
        observation: str = "compact",
        candidates: bool = False,
        belief: bool = False,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        copy: bool = False,
    ) -> None:
        """Make the games; `reset` begins them."""
        mode = _mode(autoreset_mode)
        if side is None and opponent is not None:
            raise yard.YardError("an opponent needs a side that you play")
        same_step = mode is AutoresetMode.SAME_STEP
        if observation != "compact" and (same_step or candidates):
            raise yard.YardError("same_step and candidates go with the compact observation")
        self._core = _yard.VectorCore(
            rules, num_envs, seed, side, opponent, threads, same_step, candidates
        )
        self.metadata = {"autoreset_mode": mode}
        self.num_envs = num_envs
        self.render_mode = None
        self.spec = None
        width, actions = self._core.observation_len, self._core.actions
        self._kind = observation
        shown = width if observation == "compact" else self._core.width(observation)
        self._floats = np.zeros((0 if observation == "compact" else num_envs, shown), np.float32)
        self.single_observation_space = self._space((shown,))
        self.single_action_space = spaces.Discrete(actions)
        self.observation_space = self._space((num_envs, shown))
        self.action_space = spaces.MultiDiscrete(np.full(num_envs, actions))
        self._copy = copy
        self._observations = np.zeros((num_envs, width), np.uint8)
        self._masks = np.zeros((num_envs, actions), np.int8)
        self._rewards = np.zeros(num_envs, np.float32)
        self._terminated = np.zeros(num_envs, np.bool_)
        self._truncated = np.zeros(num_envs, np.bool_)
        self._agents = np.zeros(num_envs, np.uint8)
        self._finals = np.zeros((num_envs, width), np.uint8)
        self._actions = np.zeros(num_envs, np.int64)
        self._same_step = same_step
        self._belief = np.zeros((num_envs, self._core.stations), np.float32) if belief else None

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Begin all games anew; with a seed, from the first game of that seed on.

        One seed is enough: every game has a stream of its own. With a list each game that has a
        seed there plays what the first game of a vector with that seed plays.
        """
        self._core.reset(seed, self._rows())
        return self._seen(), self._infos()

    def step(
        self, actions: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Take one action in every game."""
        self._core.step(self._checked(actions), self._rows())
        infos = self._infos()
        if self._same_step and self._terminated.any():
            infos["final_obs"] = self._shown(self._finals)
            infos["_final_obs"] = self._terminated.copy()
        return (
            self._seen(),
            self._shown(self._rewards),
            self._shown(self._terminated),
            self._shown(self._truncated),
            infos,
        )

    def sample(self) -> np.ndarray:
        """Draw a legal action for every game, in Rust."""
        self._core.sample(self._actions)
        return self._shown(self._actions)

    def game(self, index: int) -> yard.Game:
        """Show one of the games: the truth, for rendering and tests."""
        return self._core.game(index)

    def close_extras(self, **kwargs: Any) -> None:
        """Nothing is open."""

    def _checked(self, actions: np.ndarray) -> np.ndarray:
        given = np.asarray(actions)
        if given.dtype.kind not in "iu":
            raise yard.YardError(f"actions are whole numbers, not {given.dtype}")
        if given.shape != (self.num_envs,):
            wanted, found = (self.num_envs,), given.shape
            raise yard.YardError(f"actions have the shape {wanted}, not {found}")
        return np.ascontiguousarray(given, np.int64)

    def _rows(self) -> tuple[np.ndarray, ...]:
        return (
            self._observations,
            self._masks,
            self._rewards,
            self._terminated,
            self._agents,
            self._finals,
        )

    def _space(self, shape: tuple[int, ...]) -> spaces.Box:
        if self._kind == "compact":
            return spaces.Box(0, 255, shape, np.uint8)
        return spaces.Box(0.0, np.inf, shape, np.float32)

    def _seen(self) -> np.ndarray:
        if self._kind == "compact":
            return self._shown(self._observations)
        self._core.observe(self._kind, self._floats)
        return self._shown(self._floats)

    def _infos(self) -> dict[str, Any]:
        infos = {"action_mask": self._shown(self._masks), "agent": self._shown(self._agents)}
        if self._belief is not None:
            self._core.belief(self._belief)
            infos["belief"] = self._shown(self._belief)
        return infos

    def _shown(self, array: np.ndarray) -> np.ndarray:
        return array.copy() if self._copy else array


def _mode(given: str | AutoresetMode) -> AutoresetMode:
    known: dict[str | AutoresetMode, AutoresetMode] = {
        "next_step": AutoresetMode.NEXT_STEP,
        "same_step": AutoresetMode.SAME_STEP,
        AutoresetMode.NEXT_STEP: AutoresetMode.NEXT_STEP,
        AutoresetMode.SAME_STEP: AutoresetMode.SAME_STEP,
    }
    if given not in known:
        raise yard.YardError(f'autoreset_mode is "next_step" or "same_step", not {given!r}')
    return known[given]
