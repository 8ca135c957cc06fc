"""The same games in Python and in Rust: a slow twin of the rules, and the referee's own games."""

import random

import pytest
from twin import Twin

import yard


def test_a_slow_twin_of_the_rules_plays_the_same_games():
    """Legal moves, tickets, stations and the winner agree at every ply of random games on London."""
    rules = yard.rules("classic")
    lines = rules.board.lines
    for seed in range(12):
        rng = random.Random(seed)
        start = []
        for _ in range(rules.detectives + 1):
            start.append(rng.choice(rules.starts(start)))
        game = yard.Game(rules, start=start)
        twin = Twin(lines, start, rules.surfacings, rules.slots)
        while not game.over:
            moves = game.moves()
            assert set(moves) == twin.moves(), game.record()
            move = rng.choice(moves)
            game.play(move)
            twin.play(move)
            view = game.mr_x_view()
            assert (view.station, view.detectives, view.slot) == (twin.x, twin.team, twin.slot)
            assert list(view.mr_x_tickets.values()) == list(twin.x_tickets.values())
            assert [list(own.values()) for own in view.detective_tickets] == [
                list(own.values()) for own in twin.team_tickets
            ]
        assert game.winner == twin.winner


class Drawn:
    """Draws legal moves from Python's own generator; every game is begun from its view's start."""

    def begin(self):
        self.plies = 0

    def choose(self, view):
        self.plies += 1
        mine = sum(view.detectives) + 1000 * view.slot + self.plies
        return random.Random(mine).choice(view.moves())


@pytest.mark.parametrize("rules", ["classic", "modern", "grid5", "bristol"])
def test_python_and_rust_referee_the_same_games(rules, tmp_path):
    """The records that Rust's referee writes are those of a loop in Python over the same seeds."""
    yard.match(rules, Drawn, Drawn, 6, seed=9, records=tmp_path, threads=2)
    for index in range(6):
        game = yard.Game(rules, yard.Game.seed_of(9, index))
        agents = {True: Drawn(), False: Drawn()}
        for agent in agents.values():
            agent.begin()
        while not game.over:
            own = game.turn == "mr_x"
            view = game.mr_x_view() if own else game.detective_view()
            game.play(agents[own].choose(view))
        assert (tmp_path / f"game-{index + 1:06}.txt").read_text() == game.record()
