"""Runs on a Ray cluster: the bytes of one machine, and a node that goes in the middle."""

import os
import re
import subprocess
import threading
import time

import pytest

import yard

ray = pytest.importorskip("ray")

import yard.ray  # noqa: E402
from yard import _runs  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore")


class First:
    """Plays the first legal move."""

    def choose(self, view):
        return view.moves()[0]


@pytest.fixture(scope="module")
def local():
    """A cluster on this machine, for all tests that leave it whole."""
    ray.init("local", num_cpus=2, include_dashboard=False, log_to_driver=False)
    yield
    ray.shutdown()


def agents(games):
    return dict(rules="grid5", mr_x=["random", First], detectives=["lookahead", First], games=games)


def test_a_tournament_on_a_cluster_has_the_bytes_of_one_thread(local, tmp_path):
    here = yard.tournament(out=tmp_path / "here", threads=1, **agents(60))
    there = yard.ray.tournament(out=tmp_path / "there", **agents(60))
    assert here == there
    for name in ("games.jsonl", "table.json", "table.md", "report.html"):
        assert (tmp_path / "here" / name).read_bytes() == (tmp_path / "there" / name).read_bytes()


def test_a_test_and_a_table_on_a_cluster(local, tmp_path):
    how = dict(points=(0, 20), seed=3)
    here = yard.sprt("lookahead", "random", "grid5", results=tmp_path / "a", threads=1, **how)
    there = yard.ray.sprt("lookahead", "random", "grid5", results=tmp_path / "b", **how)
    assert here == there and (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    here = yard.reproduce("sova-5.1", games=20, cells=[1], out=tmp_path / "c", threads=1)
    there = yard.ray.reproduce("sova-5.1", games=20, cells=[1], out=tmp_path / "d")
    assert here == there
    name = "sova-5.1.games.jsonl"
    assert (tmp_path / "c" / name).read_bytes() == (tmp_path / "d" / name).read_bytes()


def test_networks_learn_on_a_cluster_what_they_learn_here(local, tmp_path, monkeypatch):
    """Five trainings side by side, in short slices whose files come back, then the games."""
    monkeypatch.setattr(yard.ray, "SLICE_SECONDS", 0.3)
    how = dict(games=60, cells=[1])
    for place, reproduce in (("here", yard.reproduce), ("there", yard.ray.reproduce)):
        runs, out = tmp_path / place / "runs", tmp_path / place / "out"
        found = reproduce("hrklova-6.1", runs=runs, out=out, **how)
        assert found["cells"][0]["ours"]["games"] == 60
    for path in sorted((tmp_path / "here").rglob("*")):
        if path.suffix in (".safetensors", ".csv", ".json", ".jsonl", ".md"):
            other = tmp_path / "there" / path.relative_to(tmp_path / "here")
            assert path.read_bytes() == other.read_bytes(), path.name


def test_self_play_learns_what_one_machine_learns(local, tmp_path):
    agent = "lookahead"
    yard.ray.self_play("classic", agent, 20, 3, out=tmp_path / "there", learn="move-model")
    yard.match("classic", agent, agent, 20, 3, results=tmp_path / "g", records=tmp_path / "r")
    assert (tmp_path / "g").read_bytes() == (tmp_path / "there" / "games.jsonl").read_bytes()
    for path in (tmp_path / "r").iterdir():
        assert path.read_bytes() == (tmp_path / "there" / "records" / path.name).read_bytes()
    learned = tmp_path / "there" / "move-model.toml"
    assert re.search(r"games += 20", learned.read_text())
    if program := os.environ.get("YARD_BIN"):
        how = ["--rules", "classic", "--agent", agent, "--games", "20", "--seed", "3"]
        told = subprocess.run([program, "train", "move-model", *how], capture_output=True)
        assert told.stdout == learned.read_bytes()
    with pytest.raises(yard.YardError, match="learn is"):
        yard.ray.self_play(out=tmp_path, learn="chess")


def test_mistakes_are_told_as_on_one_machine(local, tmp_path):
    with pytest.raises(yard.YardError, match="lokahead"):
        yard.ray.match("grid5", "lokahead")
    with pytest.raises(yard.YardError, match="workers"):
        yard.ray.match("grid5", games=5, workers=0)

    class Broken:
        def choose(self, view):
            raise RuntimeError("out of ideas")

    found = yard.ray.match("grid5", Broken, games=5)
    assert found["fouls"] == 5 and "out of ideas" in found["first_foul"]


def test_batches_take_a_tenth_of_a_second():
    pace = _runs.Pace()
    assert pace.size(1000, 4) == 1
    pace.add(1, 0.0001)
    assert pace.size(10**6, 4) == 5000 and pace.size(10, 4) >= 10
    slow = _runs.Pace()
    slow.add(1, 3.0)
    assert slow.size(1000, 4) == 1


class Slow:
    """Takes its time, so that a node can go in the middle."""

    def choose(self, view):
        time.sleep(0.004)
        return view.moves()[0]


def test_a_node_that_goes_loses_and_repeats_nothing(tmp_path, monkeypatch):
    """Three nodes play, and one is killed while its games are under way."""
    from ray.cluster_utils import Cluster

    lost = []
    got = yard.ray._Cluster._got

    def noted(batch):
        found = got(batch)
        lost.extend([batch] if found is None else [])
        return found

    monkeypatch.setattr(yard.ray._Cluster, "_got", staticmethod(noted))
    if ray.is_initialized():
        ray.shutdown()
    node = dict(num_cpus=1, object_store_memory=80_000_000, include_dashboard=False)
    cluster = Cluster(initialize_head=True, head_node_args=node)
    node.pop("include_dashboard")
    cluster.add_node(**node)
    going = cluster.add_node(**node)
    try:
        ray.init(cluster.address, log_to_driver=False)
        path = tmp_path / "there"
        gone = threading.Event()

        def remove():
            while not path.exists() or len(path.read_text().splitlines()) < 30:
                time.sleep(0.05)
            cluster.remove_node(going, allow_graceful=False)
            gone.set()

        thread = threading.Thread(target=remove)
        thread.start()
        how = dict(rules="grid5", x=Slow, detectives="lookahead", games=300, seed=5)
        there = yard.ray.match(**how, results=path)
        thread.join()
        assert gone.is_set() and lost, "the node had games under way"
        here = yard.match(**how, results=tmp_path / "here", threads=2)
        assert here == there
        assert path.read_bytes() == (tmp_path / "here").read_bytes()
    finally:
        ray.shutdown()
        cluster.shutdown()
