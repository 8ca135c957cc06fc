"""Scotland Yard as an OpenSpiel game, registered as ``yard``.

>>> import pyspiel
>>> import yard.openspiel
>>> game = pyspiel.load_game("yard", {"rules": "glasses"})
>>> state = game.new_initial_state()
>>> while state.is_chance_node():
...     state.apply_action(state.legal_actions()[0])
>>> state.current_player(), len(state.legal_actions())
(0, 2)
>>> again = game.deserialize_state(state.serialize())
>>> str(again) == str(state)
True

Player 0 is Mr X, player 1 the whole team of detectives. The deal is a row of chance nodes, one for
each start station: Mr X's first. Actions after the deal are those of `yard.Env`: a ticket and a
station, to pass, to begin a double move, or to let a colleague go first. The winner gets 1, the
loser -1. The parameter ``rules`` is a preset, ``grid:..`` or the path of a file; in a text such as
``yard(rules=grid:3;1;6)`` semicolons stand for commas.

Tensors: the observation is the compact one of docs/reference/observation.md. The information state has two
numbers for the player, the start stations (Mr X's first; 0 where it is hidden), then three numbers
for each step that the player knows of: 1 + who, what, and the station, each divided by its highest
value. "What" is 1 to 4 for a ticket, 5 to 8 for one in a double move, 9 for a double move or a wait
that was begun, 0 for a pass; the station is 0 where it is hidden.

OpenSpiel's ISMCTSBot is written in C++ and crashes on any game that is written in Python, this one
included; its other algorithms work.
"""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
import pyspiel

import yard

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
    provides_information_state_tensor=True,
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
        name = given.get("rules", "glasses")
        self.rules = yard.rules(name.replace(";", ","))
        # OpenSpiel parts parameters by commas, so its text of the game has semicolons instead.
        given["rules"] = name.replace(",", ";")
        core = yard.Env(self.rules)
        self.actions = core.actions
        self.stations = core.stations
        self.observation_len = core.observation_len
        # Mr X can take three decisions a turn; each detective one, and may wait before each.
        self.length = self.rules.slots * (3 + 2 * self.rules.detectives)
        info = pyspiel.GameInfo(
            num_distinct_actions=core.actions,
            max_chance_outcomes=self.stations + 1,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.length,
        )
        super().__init__(_GAME_TYPE, info, given)

    def new_initial_state(self) -> YardState:
        """Begin before the deal."""
        return YardState(self)

    def __reduce__(self) -> Any:
        """Pickle the parameters."""
        return YardGame, (self.get_parameters(),)

    def max_chance_nodes_in_history(self) -> int:
        """Tell how many start stations are dealt."""
        return self.rules.detectives + 1

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, Any] | None = None
    ) -> YardObserver:
        """Observe with the compact numbers of `yard.Env`, or with the whole history."""
        return YardObserver(self, iig_obs_type is not None and iig_obs_type.perfect_recall)


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
            return f"dealt {self._dealt[:1] if player == 0 else []} {self._dealt[1:]}"
        return self._core.knowledge(0 if player == 0 else 1)

    def observation_string(self, player: int | None = None) -> str:
        """Tell all that a player knows: the record is the observation."""
        return self.information_state_string(player)

    def view(self) -> yard.MrXView | yard.DetectiveView:
        """Show what the player to move knows as `yard` does, for agents of ours."""
        assert self._core is not None
        game = self._core.game
        return game.mr_x_view() if self._core.agent == 0 else game.detective_view()

    def __str__(self) -> str:
        """Write the whole truth."""
        if self._core is None:
            return f"dealt {self._dealt}"
        begun = [line for agent in (0, 1) for line in self._core.knowledge(agent).split("\n")]
        return self._core.game.record() + "\n".join(line for line in begun if line[:1] == "#")

    def __deepcopy__(self, memo: dict[int, Any]) -> YardState:
        """Copy the game, which shares its rules."""
        other = YardState.__new__(YardState)
        pyspiel.State.__init__(other, self.get_game())
        other._rules = self._rules
        other._dealt = list(self._dealt)
        other._core = copy.deepcopy(self._core, memo)
        return other


class YardObserver:
    """Writes what a player sees or remembers as numbers."""

    def __init__(self, game: YardGame, recalls: bool) -> None:
        """Make room for the numbers."""
        self._recalls = recalls
        self._stations = game.stations
        self._head = 3 + game.rules.detectives
        length = self._head + 3 * game.length if recalls else game.observation_len
        self.tensor = np.zeros(length, np.float32)
        self.dict = {"information_state" if recalls else "observation": self.tensor}

    def set_from(self, state: YardState, player: int) -> None:
        """Look at a state with the eyes of a player."""
        self.tensor.fill(0)
        if self._recalls:
            self._recall(state, player)
        elif state._core is not None:
            agent = state._core.agent or 1
            self.tensor[:] = state._core.observe(0 if player == 0 else agent)

    def _recall(self, state: YardState, player: int) -> None:
        self.tensor[player] = 1
        starts = state._dealt if player == 0 else [0, *state._dealt[1:]]
        if state._core is not None and player == 1:
            seen = yard.Record(state._core.game.detective_view().record()).start[0]
            starts = [seen or 0, *starts[1:]]
        self.tensor[2 : 2 + len(starts)] = np.array(starts, np.float32) / self._stations
        if state._core is not None:
            steps = state._core.history(0 if player == 0 else 1)
            rows = np.array(steps, np.float64).reshape(-1, 3)
            rows = (rows + [1, 0, 0]) / [6, 9, self._stations]
            self.tensor[self._head : self._head + rows.size] = rows.ravel()

    def string_from(self, state: YardState, player: int) -> str:
        """Tell all that a player knows."""
        return state.information_state_string(player)


pyspiel.register_game(_GAME_TYPE, YardGame)
