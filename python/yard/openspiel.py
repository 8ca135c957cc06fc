"""Scotland Yard as an OpenSpiel game, registered as ``yard``.

>>> import pyspiel
>>> import yard.openspiel
>>> game = pyspiel.load_game("yard", {"rules": "glasses"})
>>> state = game.new_initial_state()
>>> while state.is_chance_node():
...     state.apply_action(state.legal_actions()[0])
>>> state.current_player(), len(state.legal_actions())
(0, 2)

Player 0 is Mr X, player 1 the whole team of detectives. The deal is a row of chance nodes, one for
each start station: Mr X's first. Actions after the deal are those of `yard.Env`: a ticket and a
station, to pass, to begin a double move, or to let a colleague go first. The winner gets 1, the
loser -1.

OpenSpiel's ISMCTSBot is written in C++ and crashes on any game that is written in Python, this one
included; its other algorithms work.
"""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
import pyspiel

import yard

_MOST_STATIONS = 255

_GAME_TYPE = pyspiel.GameType(
    short_name="yard",
    long_name="Scotland Yard",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    provides_factored_observation_string=False,
    parameter_specification={"rules": "glasses"},
)


class YardGame(pyspiel.Game):
    """The game under some rules."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        """Find the rules and tell OpenSpiel how large everything is."""
        given = dict(params or {})
        self.rules = yard.rules(given.get("rules", "glasses"))
        core = yard.Env(self.rules)
        self.actions = core.actions
        self.observation_len = core.observation_len
        # Mr X can take three decisions a turn; each detective one, and may wait before each.
        length = self.rules.slots * (3 + 2 * self.rules.detectives)
        info = pyspiel.GameInfo(
            num_distinct_actions=core.actions,
            max_chance_outcomes=_MOST_STATIONS + 1,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=length,
        )
        super().__init__(_GAME_TYPE, info, given)

    def new_initial_state(self) -> YardState:
        """Begin before the deal."""
        return YardState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, Any] | None = None
    ) -> YardObserver:
        """Observe with the compact numbers of `yard.Env`."""
        return YardObserver(self.observation_len)


class YardState(pyspiel.State):
    """A game that may still be dealt."""

    def __init__(self, game: YardGame) -> None:
        """Begin before the deal."""
        super().__init__(game)
        self._rules = game.rules
        self._dealt: list[int] = []
        self._core: yard.Env | None = None

    def current_player(self) -> int:
        """Tell who decides: chance, Mr X (0) or the detectives (1)."""
        if self._core is None:
            return pyspiel.PlayerId.CHANCE
        agent = self._core.agent
        if agent is None:
            return pyspiel.PlayerId.TERMINAL
        return 0 if agent == 0 else 1

    def _legal_actions(self, player: int) -> list[int]:
        assert self._core is not None
        return self._core.legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """List the stations that can be dealt next, all equally likely."""
        starts = self._rules.starts(self._dealt)
        return [(station, 1.0 / len(starts)) for station in starts]

    def _apply_action(self, action: int) -> None:
        if self._core is not None:
            self._core.act(action)
            return
        self._dealt.append(action)
        if len(self._dealt) == self._rules.detectives + 1:
            self._core = yard.Env(self._rules, start=self._dealt)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"start {action}"
        core = self._core or yard.Env(self._rules)
        return core.action_text(action)

    def is_terminal(self) -> bool:
        """Tell whether the game is over."""
        return self._core is not None and self._core.agent is None

    def returns(self) -> list[float]:
        """Tell what each player has won: 1, -1, or 0 before the end."""
        winner = self._core.winner if self._core is not None else None
        if winner is None:
            return [0.0, 0.0]
        return [1.0, -1.0] if winner == "mr-x" else [-1.0, 1.0]

    def information_state_string(self, player: int | None = None) -> str:
        """Tell all that a player knows."""
        player = self.current_player() if player is None else player
        if self._core is None:
            return "" if player else f"dealt {self._dealt[:1]}"
        return self._core.knowledge(0 if player == 0 else 1)

    def observation_string(self, player: int | None = None) -> str:
        """Tell all that a player knows: the record is the observation."""
        return self.information_state_string(player)

    def __str__(self) -> str:
        """Write the whole truth."""
        if self._core is None:
            return f"dealt {self._dealt}"
        return self._core.game.record() + self._core.knowledge(1)[-40:].split("\n")[-2]

    def __deepcopy__(self, memo: dict[int, Any]) -> YardState:
        """Copy the game, which shares its rules."""
        other = YardState.__new__(YardState)
        pyspiel.State.__init__(other, self.get_game())
        other._rules = self._rules
        other._dealt = list(self._dealt)
        other._core = copy.deepcopy(self._core, memo)
        return other


class YardObserver:
    """Writes what a player sees as the compact numbers of `yard.Env`."""

    def __init__(self, length: int) -> None:
        """Make room for the numbers."""
        self.tensor = np.zeros(length, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: YardState, player: int) -> None:
        """Look at a state with the eyes of a player."""
        self.tensor.fill(0)
        if state._core is not None:
            agent = state._core.agent or 1
            self.tensor[:] = state._core.observe(0 if player == 0 else agent)

    def string_from(self, state: YardState, player: int) -> str:
        """Tell all that a player knows."""
        return state.information_state_string(player)


pyspiel.register_game(_GAME_TYPE, YardGame)
