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
