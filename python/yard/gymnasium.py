"""One side of Scotland Yard against any agent, as Gymnasium environments.

>>> import gymnasium, yard.gymnasium
>>> env = gymnasium.make("Yard/MrX-v0", rules="grid5", opponent="lookahead")
>>> observation, info = env.reset(seed=1)
>>> observation, reward, terminated, truncated, info = env.step(info["action_mask"].argmax())
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

import yard

Observation = dict[str, np.ndarray]


class YardEnv(gymnasium.Env[Observation, np.int64]):
    """One side against an agent.

    ``side`` is "mr_x" or "detectives" (you move all of them, one after the other). ``opponent`` is
    a text such as "lookahead", or an object or a class with ``choose(view)``. An illegal action changes
    nothing, costs a reward of ``illegal`` and is told in ``info["illegal"]``; the mask tells which
    actions are legal. ``observation`` is "compact", "dash", "hrklova" or "planes";
    ``candidates=True`` adds where Mr X can be, ``belief=True`` how likely each station is.
    """

    metadata = {"render_modes": ["human", "ansi", "svg"], "render_fps": 4}

    def __init__(
        self,
        side: str = "mr_x",
        rules: str | yard.Rules = "classic",
        opponent: Any = "random",
        observation: str = "compact",
        candidates: bool = False,
        belief: bool = False,
        illegal: float = -1.0,
        render_mode: str | None = None,
    ) -> None:
        """Make the environment; `reset` begins a game."""
        if side not in ("mr_x", "detectives"):
            raise yard.YardError(f'a side is "mr_x" or "detectives", not {side!r}')
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise yard.YardError(f'render_mode is "human", "ansi" or "svg", not {render_mode!r}')
        self._core = yard.Env(rules, 1, observation)
        self._side = side
        self._given = opponent() if isinstance(opponent, type) else opponent
        if isinstance(opponent, str):
            yard.agent(opponent)  # A wrong text is told now, not when the first game begins.
        self._opponent: Any = None
        self._illegal = illegal
        self._candidates = candidates
        self._belief = belief
        self.render_mode = render_mode
        high = 255.0 if observation == "compact" else np.inf
        parts: dict[str, spaces.Space[Any]] = {
            "observation": spaces.Box(0.0, high, (self._core.observation_len,), np.float32),
            "action_mask": spaces.Box(0, 1, (self._core.actions,), np.int8),
        }
        if candidates:
            parts["candidates"] = spaces.Box(0, 1, (self._core.stations,), np.int8)
        if belief:
            parts["belief"] = spaces.Box(0, 1, (self._core.stations,), np.float32)
        self.observation_space = spaces.Dict(parts)  # type: ignore[assignment]
        self.action_space = spaces.Discrete(self._core.actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a new game."""
        super().reset(seed=seed)
        self._deal()
        while self._core.agent is None:  # It was over before anything could be done: deal again.
            self._deal()
        return self._observation(), self._info()

    def _deal(self) -> None:
        game_seed, agent_seed = (int(n) for n in self.np_random.integers(2**62, size=2))
        self._core.reset(game_seed)
        given = self._given
        self._opponent = yard.agent(given, agent_seed) if isinstance(given, str) else given
        if hasattr(self._opponent, "begin"):
            self._opponent.begin()
        self._answer()

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Take an action, and let the opponent answer."""
        if self._opponent is None:
            raise gymnasium.error.ResetNeeded("call reset before step")
        if self._core.agent is None:
            raise gymnasium.error.ResetNeeded("the game is over: call reset before step")
        try:
            self._core.act(int(action))
        except yard.IllegalMove as error:
            info = self._info() | {"illegal": str(error)}
            return self._observation(), self._illegal, False, False, info
        self._answer()
        winner = self._core.winner
        own = "mr-x" if self._side == "mr_x" else "detectives"
        reward = 0.0 if winner is None else 1.0 if winner == own else -1.0
        return self._observation(), reward, winner is not None, False, self._info()

    def render(self) -> str | None:
        """Draw what the side to learn sees, as text or SVG; "human" prints it."""
        if self.render_mode is None:
            return None
        game = self._core.game
        own = game.mr_x_view() if self._side == "mr_x" else game.detective_view()
        if self.render_mode == "svg":
            return own.svg()
        text = game.record() if self._side == "mr_x" else game.detective_view().record()
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def _mine(self) -> bool:
        number = self._core.agent
        return number is not None and (number == 0) == (self._side == "mr_x")

    def _answer(self) -> None:
        while self._core.agent is not None and not self._mine():
            game = self._core.game
            view = game.detective_view() if self._side == "mr_x" else game.mr_x_view()
            self._core.play(self._opponent.choose(view))

    def _observation(self) -> Observation:
        number = self._core.agent
        if number is None:
            number = 0 if self._side == "mr_x" else 1
        mask = self._core.mask() if self._mine() else np.zeros(self._core.actions, np.int8)
        seen: Observation = {"observation": self._core.observe(number), "action_mask": mask}
        if self._candidates:
            seen["candidates"] = self._core.candidates()
        if self._belief:
            seen["belief"] = self._core.belief()
        return seen

    def _info(self) -> dict[str, Any]:
        number = self._core.agent
        mask = self._core.mask() if self._mine() else np.zeros(self._core.actions, np.int8)
        return {"action_mask": mask, "agent": 0 if number is None else number}


for _name, _side in (("Yard/MrX-v0", "mr_x"), ("Yard/Detectives-v0", "detectives")):
    if _name not in gymnasium.registry:
        gymnasium.register(_name, entry_point="yard.gymnasium:YardEnv", kwargs={"side": _side})
