"""Observations match the tables of docs/reference/observation.md, worked out here from the views."""

import numpy as np
import pytest

import yard

pytest.importorskip("gymnasium")

import yard.vector  # noqa: E402

TICKETS = ["taxi", "bus", "underground", "black", "double"]


def count(tickets, name):
    return 255 if tickets[name] is None else tickets[name]


def public_numbers(view, agent):
    """The compact observation without what only Mr X knows."""
    rules, used = view.rules, view.slot
    team = rules.detectives
    out = np.zeros(16 + 5 * team + 5, int)
    out[0], out[1], out[2] = agent, used, rules.slots
    later = [slot for slot in rules.surfacings if slot > used]
    out[4] = later[0] - used if later else 0
    start = yard.Record(view.record()).start[0]
    seen = view.last_seen or (start and (0, start))
    if seen:
        out[5], out[6] = seen[1], used - seen[0]
    for at, name in enumerate(TICKETS):
        out[11 + at] = count(view.mr_x_tickets, name)
    rest = out[16:]
    rest[:team] = view.detectives
    for at, own in enumerate(view.detective_tickets):
        rest[team + 3 * at : team + 3 * at + 3] = [count(own, name) for name in TICKETS[:3]]
    for back, (_, ticket, _) in enumerate(view.log[::-1][:5]):
        rest[5 * team + back] = 1 + TICKETS.index(ticket)
    return out


@pytest.mark.parametrize("rules", yard.preset_names())
def test_the_compact_numbers_are_in_their_documented_places(rules):
    env = yard.Env(rules, 5)
    team = env.rules.detectives
    moved = slice(16 + 4 * team, 16 + 5 * team)
    begun, has_moved = 0, [0] * team
    while (agent := env.agent) is not None:
        game = env.game
        seen = env.observe(agent).astype(int)
        wanted = public_numbers(game.detective_view(), agent)
        wanted[3], wanted[moved] = seen[3], has_moved
        if agent == 0:
            wanted[7], wanted[8] = game.mr_x_view().station, begun
            wanted[9:11] = seen[9:11] if begun == 2 else 0
        assert seen.tolist() == wanted.tolist(), game.record()
        # Rounds left are turns, of which a double move takes one.
        assert 0 <= seen[3] <= env.rules.slots - seen[1]
        action = env.sample()
        text = env.action_text(action)
        env.act(action)
        if agent == 0:
            if begun == 1:
                after = env.observe(0).astype(int)
                assert after[9] == 1 + "TBUK".index(text[0]) and after[10] == int(text[1:])
            begun = 1 if text == "double" else 2 if begun == 1 else 0
            has_moved = [0] * team if begun == 0 else has_moved
        elif text != "wait":
            has_moved[agent - 1] = 1
            if env.agent == 0:
                has_moved = [int(n) for n in env.observe(0)[moved]]


def chances(view):
    """Hrkľová's probabilities, by the sentence in docs/reference/observation.md."""
    board, record = view.rules.board, yard.Record(view.record())
    cells = len(board.stations)
    team = list(record.start[1:])
    there = np.zeros(cells + 1)
    there[1:] = 1
    there[team] = 0
    for who, text in _plies(record):
        if who == "mr_x":
            after = np.zeros_like(there)
            for cell in np.flatnonzero(there):
                free = [n for n in board.neighbours(int(cell)) if n not in team]
                after[free] += there[cell] / max(len(free), 1)
            there = after
            if text[1:] != "?":
                there[:] = 0
                there[int(text[1:])] = 1
        else:
            if text != "pass":
                team[who] = int(text[1:])
            there[team] = 0
        there /= max(there.sum(), 1e-12)
    return there[1:]


def _plies(record):
    turn, team = 0, len(record.start) - 1
    for text in record.plies:
        yield ("mr_x" if turn == 0 else turn - 1), text.split(":")[-1]
        turn = (turn + 1) % (team + 1)


@pytest.mark.parametrize("rules", ["grid5", "grid7", "grid:4,1,6"])
def test_hrklovas_planes_are_in_their_documented_places(rules):
    env = yard.Env(rules, 3, "hrklova")
    cells = env.stations
    while (agent := env.agent) is not None:
        view, seen = env.game.detective_view(), env.observe(agent)
        wanted = np.zeros(2 * cells)
        for at, station in enumerate(view.detectives):
            wanted[cells + station - 1] = 10 if at == agent - 1 else 1
        if agent == 0:
            wanted[env.game.mr_x_view().station - 1] = 1
        else:
            wanted[:cells] = chances(view)
        assert np.allclose(seen, wanted, atol=1e-5), env.game.record()
        env.act(env.sample())


@pytest.mark.parametrize("kind", ["compact", "hrklova", "planes"])
def test_the_vector_shows_what_a_single_environment_shows(kind):
    """The same deals and actions, one by one and many at once."""
    envs = yard.vector.make("grid5", 5, seed=4, observation=kind, copy=True)
    seen, infos = envs.reset()
    single = []
    for at in range(5):
        game = envs.game(at)
        start = [game.mr_x_view().station, *game.mr_x_view().detectives]
        single.append(yard.Env("grid5", 1, kind, start))
    for _ in range(12):
        for at, env in enumerate(single):
            if env.agent is not None:
                assert infos["agent"][at] == env.agent
                assert np.allclose(seen[at], env.observe(env.agent))
                assert (infos["action_mask"][at] == env.mask()).all()
        actions = envs.sample()
        for at, env in enumerate(single):
            if env.agent is not None:
                env.act(int(actions[at]))
        seen, _, _, _, infos = envs.step(actions)
