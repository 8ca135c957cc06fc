"""Tournaments, sequential tests and published tables: kept, resumed, interrupted, the same bytes."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import yard

TOURNAMENT = """
version = 1
name = "small"
rules = "grid5"
games = 30
seed = 7
mr_x = ["random", "lookahead"]
detectives = ["random", "lookahead:p=0.5"]
"""


class First:
    """Plays the first legal move."""

    def choose(self, view):
        return view.moves()[0]


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "small.toml"
    path.write_text(TOURNAMENT)
    return path


def command_line():
    """The program `yard`, where it has been built."""
    path = os.environ.get("YARD_BIN")
    if not path or not Path(path).exists():
        pytest.skip("YARD_BIN names no yard")
    return path


def same_files(one: Path, other: Path, names):
    for name in names:
        assert (one / name).read_bytes() == (other / name).read_bytes(), name


def test_a_tournament_has_the_bytes_of_one_thread(file, tmp_path):
    one = yard.tournament(file, tmp_path / "one", threads=1)
    many = yard.tournament(file, tmp_path / "many", threads=3)
    assert one == many and one["played"] == 120
    names = ["games.jsonl", "table.json", "table.md", "table.csv", "report.html", "heat-map.svg"]
    same_files(tmp_path / "one", tmp_path / "many", names)
    assert one.rates().shape == (2, 2)
    assert "<svg" in one._repr_svg_()
    memory = yard.tournament(file)
    assert memory == one


def test_a_tournament_has_the_bytes_of_the_command_line(file, tmp_path):
    program = command_line()
    ours, theirs = tmp_path / "ours", tmp_path / "theirs"
    yard.tournament(file, ours)
    subprocess.run(
        [program, "tournament", file, "--out", theirs, "--threads", "1"],
        check=True,
        capture_output=True,
    )
    names = ["games.jsonl", "table.json", "table.md", "table.csv", "report.html", "heat-map.svg"]
    same_files(ours, theirs, names)


def test_a_test_has_the_bytes_of_the_command_line(tmp_path):
    program = command_line()
    found = yard.sprt(
        "lookahead", "random", "grid5", points=(0, 20), seed=3, results=tmp_path / "ours", threads=3
    )
    told = subprocess.run(
        [program, "sprt", "--rules", "grid5", "--a", "lookahead", "--b", "random", "--points0", "0"]
        + ["--points1", "20", "--seed", "3", "--threads", "1", "--json"]
        + ["--results", tmp_path / "theirs"],
        check=True,
        capture_output=True,
    )
    theirs = json.loads(told.stdout)
    theirs.pop("seconds")
    assert found == theirs
    assert (tmp_path / "ours").read_bytes() == (tmp_path / "theirs").read_bytes()


def test_a_published_table_has_the_bytes_of_the_command_line(tmp_path):
    program = command_line()
    yard.reproduce("sova-5.1", games=15, cells=[1, 2], out=tmp_path / "ours")
    subprocess.run(
        [program, "reproduce", "sova-5.1", "--games", "15", "--cells", "1,2", "--threads", "1"]
        + ["--out", tmp_path / "theirs"],
        check=True,
        capture_output=True,
    )
    names = ["sova-5.1.games.jsonl", "sova-5.1.json", "sova-5.1.md"]
    same_files(tmp_path / "ours", tmp_path / "theirs", names)


def test_a_table_of_networks_trains_them_first_as_the_command_line_does(tmp_path):
    """Five trainings of a few games, then their games: models, games and tables byte for byte."""
    program = command_line()
    ours, theirs = tmp_path / "ours", tmp_path / "theirs"
    found = yard.reproduce(
        "hrklova-6.1", games=12, cells=[1], out=ours / "out", runs=ours / "runs", threads=1
    )
    assert found["cells"][0]["ours"]["games"] == 12
    subprocess.run(
        [program, "reproduce", "hrklova-6.1", "--games", "12", "--cells", "1", "--threads", "2"]
        + ["--out", theirs / "out"],
        check=True,
        capture_output=True,
        env=os.environ | {"YARD_RUNS": str(theirs / "runs")},
    )
    folders = sorted(path.name for path in (ours / "runs").iterdir())
    assert len(folders) == 5
    for name in folders:
        names = ["model.safetensors", "model-f16.safetensors", "state.safetensors", "metrics.csv"]
        same_files(ours / "runs" / name, theirs / "runs" / name, names)
    pictures = {path.name for path in (theirs / "out").rglob("*.svg")}
    assert pictures == {path.name for path in (ours / "out").rglob("*.svg")}
    names = ["hrklova-6.1.games.jsonl", "hrklova-6.1.json", "hrklova-6.1.md", *sorted(pictures)]
    same_files(ours / "out", theirs / "out", names)


def test_phases_of_a_published_training_stand_beside_ours(tmp_path):
    found = yard.reproduce("dash-1", games=2, cells=[1], out=tmp_path / "out", runs=tmp_path)
    assert {row["phase"] for row in found["phases"]} == {"training", "testing"}
    assert "| dash-1 | testing |" in (tmp_path / "out" / "dash-1.md").read_text()
    assert list((tmp_path / "out").glob("dash-1-performance.svg"))


def test_ctrl_c_in_a_training_keeps_what_is_learned(tmp_path):
    """A training that is stopped goes on by the same call, to the bytes of one that was not."""
    code = (
        "import os, pathlib, signal, sys, threading, time\n"
        "import yard\n"
        "def stop():\n"
        "    while not list(pathlib.Path(sys.argv[1]).glob('*/state.safetensors')):\n"
        "        time.sleep(0.01)\n"
        "    os.kill(os.getpid(), signal.SIGINT)\n"
        "if sys.argv[2] == 'stop':\n"
        "    threading.Thread(target=stop, daemon=True).start()\n"
        "try:\n"
        "    yard.reproduce('hrklova-6.1', games=400, cells=[1], runs=sys.argv[1], threads=1)\n"
        "except yard.Interrupted as stopped:\n"
        "    print(stopped.result['games'], stopped.result['all_games'])\n"
    )
    words = [sys.executable, "-c", code]
    told = subprocess.run([*words, tmp_path / "torn", "stop"], capture_output=True, text=True)
    assert told.returncode == 0, told.stderr
    games, total = map(int, told.stdout.split())
    assert 0 < games < total == 400
    for place in ("torn", "whole"):
        subprocess.run([*words, tmp_path / place, "go"], check=True, capture_output=True)
    for folder in sorted(path.name for path in (tmp_path / "whole").iterdir()):
        names = ["state.safetensors", "model.safetensors", "metrics.json"]
        same_files(tmp_path / "torn" / folder, tmp_path / "whole" / folder, names)


def test_slices_of_trainings_make_the_same_bytes_even_if_one_is_lost(tmp_path):
    """Workers elsewhere train in short slices; what is lost with a worker is trained again."""
    spec = yard._runs.describe_table("hrklova-6.1", 40, [1], None, tmp_path / "sliced")
    run = yard._runs.make(spec)
    tasks = {}
    lost = []

    def submit(described, files):
        tasks[len(tasks)] = described, files
        return len(tasks) - 1

    def wait(under_way):
        found = []
        for task in under_way:
            place = tmp_path / f"worker-{task}"
            told = yard._trainings.train_slice(*tasks[task], 0.15, place)
            if not lost:
                lost.append(task)
                told = None
            found.append((task, told))
        return found

    yard._trainings.train_elsewhere(run, tmp_path / "sliced", False, submit, wait)
    assert lost and len(tasks) > 5
    whole = yard._runs.make(spec | {"runs": tmp_path / "whole"})
    yard._trainings.train(whole, tmp_path / "whole", 2, False)
    for folder in sorted(path.name for path in (tmp_path / "whole").iterdir()):
        names = ["state.safetensors", "model.safetensors", "metrics.json"]
        same_files(tmp_path / "sliced" / folder, tmp_path / "whole" / folder, names)
    sent = yard._trainings.models(run, tmp_path / "sliced")
    assert len(sent) == 5 and all("model.safetensors" in files for files in sent.values())


def test_what_is_there_is_not_played_again(file, tmp_path):
    whole, torn = tmp_path / "whole", tmp_path / "torn"
    yard.tournament(file, whole)
    lines = (whole / "games.jsonl").read_bytes().splitlines(keepends=True)
    torn.mkdir()
    # Every third game, and half a line, as a kill leaves it.
    (torn / "games.jsonl").write_bytes(b"".join([lines[0], *lines[1::3], lines[2][:20]]))
    with pytest.raises(yard.YardError, match="resume=True"):
        yard.tournament(file, torn)
    yard.tournament(file, torn, resume=True)
    same_files(whole, torn, ["games.jsonl", "table.json"])
    (whole / "games.jsonl").unlink()
    with pytest.raises(yard.YardError, match="choose another place"):
        yard.tournament(file, whole, resume=True)


def test_python_agents_play_tournaments_and_tests():
    table = yard.tournament(
        rules="grid5", mr_x=["random", First()], detectives=[First, "lookahead"], games=8
    )
    assert table["mr_x"] == ["random", "First"] and table["played"] == 32
    assert all(cell["fouls"] == 0 for row in table["cells"] for cell in row)
    found = yard.sprt("lookahead", First, "grid5", points=(0, 30), side="detectives", against=First)
    assert found["verdict"] == "accepted" and found["against"] == "First"
    with pytest.raises(yard.YardError, match="two agents of one side"):
        yard.tournament(rules="grid5", mr_x=[First, First], detectives=["random"])
    with pytest.raises(yard.YardError, match="side and against"):
        yard.sprt("random", First, "grid5", side="mr_x")


def test_frames_where_pandas_is_there():
    pytest.importorskip("pandas")
    frame = yard.solve("grid:3,1,2").frame()
    assert frame["rules"][0] == "grid:3,1,2" and len(frame["detective_value"][0]) == 2
    assert yard.exploit("grid:3,1,2", x="random").frame()["kind"][0] == "exact"
    table = yard.tournament(rules="grid5", mr_x=["random"], detectives=["random"], games=5)
    frame = table.frame()
    assert list(frame["mr_x"]) == ["random"] and frame["games"][0] == 5
    assert yard.match("grid5", games=5).frame()["games"][0] == 5
    frame = yard.reproduce("sova-5.1", games=5, cells=[1]).frame()
    assert frame["ours.games"][0] == 5


def test_published_tables_are_listed():
    names = [row["name"] for row in yard.published()]
    assert "sova-5.1" in names and len(names) > 30
    with pytest.raises(yard.YardError, match="did you mean"):
        yard.reproduce("sova-5.7")
    with pytest.raises(yard.YardError, match="cell 99"):
        yard.reproduce("sova-5.1", cells=[99])


def test_a_match_keeps_results_and_records(tmp_path):
    results, records = tmp_path / "games.jsonl", tmp_path / "records"
    found = yard.match("grid5", "random", "lookahead", 12, results=results, records=records)
    plain = yard.match("grid5", "random", "lookahead", 12)
    assert {key: found[key] for key in plain} == plain
    games = [yard.Game.from_record(path.read_text()) for path in sorted(records.iterdir())]
    wins = [json.loads(line)["winner"] for line in results.read_text().splitlines()[1:]]
    assert [game.winner for game in games] == wins
    assert "<svg" in plain._repr_svg_()


def test_ctrl_c_keeps_what_is_done(tmp_path):
    """The process is told to stop; what it has finished is in the file, and the rest can be played."""
    code = (
        "import yard, sys\n"
        "try:\n"
        "    yard.match('classic', 'pimbot:playouts=100', 'pimbot:playouts=100', 100000,\n"
        f"        results={str(tmp_path / 'games')!r}, threads=2)\n"
        "except yard.Interrupted as stopped:\n"
        "    print(stopped.result['games'], flush=True)\n"
    )
    child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    path = tmp_path / "games"
    while not path.exists() or len(path.read_text().splitlines()) < 4:
        assert child.poll() is None
        time.sleep(0.05)
    child.send_signal(signal.SIGINT)
    out, _ = child.communicate(timeout=300)
    lines = path.read_text().splitlines()
    assert child.returncode == 0 and int(out) == len(lines) - 1 >= 3


def test_interrupted_matches_tell_their_games():
    class Stops:
        def __init__(self):
            self.games = 0

        def begin(self):
            self.games += 1
            if self.games == 6:
                os.kill(os.getpid(), signal.SIGINT)
                time.sleep(0.2)

        def choose(self, view):
            return view.moves()[0]

    with pytest.raises(yard.Interrupted) as stopped:
        yard.match("grid5", Stops(), "random", 100000)
    assert 5 <= stopped.value.result["games"] < 100000


def test_belief_and_candidates_are_plain_data():
    game = yard.Game("classic", seed=4)
    for _ in range(8):
        game.play(game.moves()[0])
    view = game.detective_view()
    found = yard.candidates(view)
    assert found == view.candidates() == yard.candidates(view.record()) == sorted(found)
    assert list(np.flatnonzero(found.plane()) + 1) == found and "<svg" in found._repr_svg_()
    chances = yard.belief(view)
    assert set(chances) <= set(found) and abs(chances.plane().sum() - 1) < 1e-5
    assert game.mr_x_view().station in found
