"""Matches, Python agents, solving and exploitability."""

import signal
import subprocess
import sys
import threading
import time

import pytest

import yard


class First:
    """Plays the first legal move."""

    def choose(self, view):
        return view.moves()[0]


class Uniform:
    """Tells its chances."""

    def chances(self, view):
        moves = view.moves()
        return dict.fromkeys(moves, 1 / len(moves))


def test_a_match_is_the_same_on_any_number_of_threads():
    one = yard.match("classic", x="lookahead", detectives="random", games=60, seed=4, threads=1)
    two = yard.match("classic", x="lookahead", detectives="random", games=60, seed=4, threads=2)
    assert one == two and one["games"] == 60
    keys = {"games", "detective_wins", "mr_x_wins", "detective_rate", "ci95", "mean_rounds"}
    assert keys | {"capture_rounds"} <= set(one)


def test_python_agents_play_both_sides_and_get_views_only():
    seen = set()

    class Spy(First):
        def choose(self, view):
            seen.add(type(view))
            return super().choose(view)

    found = yard.match("grid5", x=Spy, detectives="lookahead", games=10)
    assert found["fouls"] == 0 and seen == {yard.MrXView}
    seen.clear()
    found = yard.match("grid5", x="random", detectives=Spy(), games=10, threads=2)
    assert found["fouls"] == 0 and seen == {yard.DetectiveView}


def test_a_python_agent_that_fails_loses_and_the_reason_is_told():
    class Broken:
        def choose(self, view):
            raise RuntimeError("out of ideas")

    found = yard.match("grid5", x=Broken, detectives="random", games=5)
    assert found["fouls"] == 5 and found["detective_wins"] == 5
    assert "out of ideas" in found["first_foul"]


def test_solved_values_and_best_responses():
    low, high = yard.solve("grid:3,1,4")["detective_value"]
    assert 0 <= high - low <= 0.001
    for side in ("x", "detectives"):
        ours = yard.exploit("grid:3,1,4", **{side: "random"})
        theirs = yard.exploit("grid:3,1,4", **{side: Uniform})
        assert ours["kind"] == theirs["kind"] == "exact"
        assert abs(ours["value"] - theirs["value"]) < 1e-9
    nash = yard.exploit("grid:3,1,4", detectives="nash")
    assert 1 - high - 1e-9 <= nash["value"] <= 1 - low + 1e-9
    with pytest.raises(yard.YardError):
        yard.exploit("grid5")

    class Wrong:
        def chances(self, view):
            return {"T99": 1.0}

    with pytest.raises(yard.AgentFailed):
        yard.exploit("grid:3,1,4", x=Wrong)


def test_ctrl_c_keeps_solved_segments(tmp_path):
    """A solver that is stopped leaves a checkpoint, from which the same call goes on."""

    def stop(share):
        if share > 0.1:
            signal.raise_signal(signal.SIGINT)

    # Long enough to be looked at some fifty times.
    torn, whole = tmp_path / "torn", tmp_path / "whole"
    with pytest.raises(KeyboardInterrupt):
        yard._yard.solve("grid:4,2,6", 0.00001, torn, 1, stop)
    assert not torn.exists() and (tmp_path / "torn.checkpoint").stat().st_size > 100
    assert yard.solve("grid:4,2,6", 0.00001, torn) == yard.solve("grid:4,2,6", 0.00001, whole)
    assert torn.read_bytes() == whole.read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["torn", "whole"]


def test_a_solved_game_leaves_a_policy_and_no_checkpoint(tmp_path):
    found = yard.solve("grid:3,1,4", out=tmp_path / "policy", threads=1, progress=True)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["policy"]
    agent = f"nash:policy={tmp_path / 'policy'}"
    assert yard.exploit("grid:3,1,4", x=agent)["value"] <= found["detective_value"][1] + 1e-9
    with pytest.raises(yard.YardError, match="no such folder"):
        yard.solve("grid:3,1,4", out=tmp_path / "nowhere" / "policy")


def test_ctrl_c_tells_what_the_games_of_a_responder_say():
    """On London a best response is searched for in games; those that are finished count."""

    class Stops:
        def __init__(self):
            self.games = 0

        def begin(self):
            self.games += 1
            if self.games == 40:
                signal.raise_signal(signal.SIGINT)

        def choose(self, view):
            return view.moves()[0]

    with pytest.raises(yard.Interrupted) as stopped:
        yard.exploit("grid5", x=Stops(), games=100000)
    found = stopped.value.result
    assert found["kind"] == "lower_bound" and 0 < found["games"] < 100000


def test_numbers_that_make_no_sense_are_refused_by_name():
    for call in (
        lambda: yard.match("grid5", games=0),
        lambda: yard.match("grid5", games=-1),
        lambda: yard.exploit("grid5", x="random", games=0),
    ):
        with pytest.raises(yard.YardError, match="games must be from 1 to"):
            call()
    for threads in (0, -1, 10**6):
        with pytest.raises(yard.YardError, match="threads must be from 1 to 1024"):
            yard.match("grid5", games=5, threads=threads)
    for seed in (-1, 2**64):
        for call in (yard.Game, yard.Env):
            with pytest.raises(yard.YardError, match="seed must be from 0 to"):
                call("grid5", seed=seed)
    with pytest.raises(TypeError, match="seed must be a whole number, not str"):
        yard.Game("grid5", seed="one")
    with pytest.raises(TypeError, match="a view is a MrXView or a DetectiveView, not NoneType"):
        yard.agent("random").choose(None)


def test_other_threads_go_on_while_a_match_is_played():
    ticks = []
    stop = threading.Event()

    def tick():
        while not stop.is_set():
            ticks.append(1)
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    yard.match("classic", x="lookahead", detectives="lookahead", games=40, threads=1)
    stop.set()
    thread.join()
    assert len(ticks) > 3


def test_ctrl_c_stops_a_match():
    code = (
        "import yard, sys\n"
        "print('begun', flush=True)\n"
        "try:\n"
        "    yard.match('classic', x='pimbot:playouts=2000', detectives='pimbot:playouts=2000',"
        " games=100000)\n"
        "except KeyboardInterrupt:\n"
        "    print('stopped', flush=True)\n"
    )
    child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None and child.stdout.readline() == "begun\n"
    time.sleep(0.5)
    child.send_signal(signal.SIGINT)
    out, _ = child.communicate(timeout=120)
    assert out == "stopped\n" and child.returncode == 0
