"""Runs of many games on a Ray cluster: an existing one, or one that is started here.

>>> import yard.ray                                                # doctest: +SKIP
>>> yard.ray.tournament("tournament.toml", out="runs/mine")        # doctest: +SKIP

Games go out in batches of at least 0.1 s, and every finished one is added at once to the same
append-only file that the command line writes. Whoever starts the run again with ``resume=True``
goes on from there. A worker or a node that dies loses its batch, which somebody else plays; no game
is in the file twice. When all are finished the file has the bytes that one thread of one machine
writes. docs/reference/clusters.md has the rest.
"""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import ray
from ray.exceptions import (
    NodeDiedError,
    ObjectLostError,
    RayError,
    TaskCancelledError,
    WorkerCrashedError,
)

import yard
from yard import _runs, _trainings, _yard
from yard._report import Report

__all__ = ["match", "reproduce", "self_play", "sprt", "tournament"]

#: What happens when a machine goes, or the system takes its memory back.
_LOST = (WorkerCrashedError, NodeDiedError, ObjectLostError, ray.exceptions.OutOfMemoryError)

#: The run that this worker played last, with its agents.
_mine: dict[str, _yard.Run] = {}


def _same_version(version: str) -> None:
    if version != yard.__version__:
        raise yard.YardError(f"this worker has yard {yard.__version__}, the run yard {version}")


def _work(
    name: str, version: str, spec: Mapping[str, Any], games: _runs.Games, records: bool
) -> _runs.Played:
    """Play a batch on a worker, which keeps its agents for the next one."""
    _same_version(version)
    if name not in _mine:
        _mine.clear()
        _mine[name] = _runs.make(spec)
    return _runs.timed(_mine[name], games, records)


@contextlib.contextmanager
def _loose_modules(spec: Mapping[str, Any]) -> Iterator[None]:
    """Let agents of single files travel with the run; packages must be installed on the workers."""
    pickling: Any = ray.cloudpickle
    given = [
        one for value in spec.values() for one in (value if isinstance(value, list) else [value])
    ]
    names = {getattr(one, "__module__", None) for one in given}
    found = [sys.modules[name] for name in names if name in sys.modules]
    loose = [module for module in found if not module.__package__ and module.__name__ != "__main__"]
    for module in loose:
        pickling.register_pickle_by_value(module)
    try:
        yield
    finally:
        for module in loose:
            pickling.unregister_pickle_by_value(module)


class _Ray:
    """The cluster: an existing one, or one that is started here when it is first needed."""

    def __init__(self, address: str | None, workers: int | None) -> None:
        """Remember where it is, and how much of it to use."""
        if workers is not None and workers < 1:
            raise yard.YardError("workers must be at least 1")
        self.workers = workers
        self._address = address
        self._ours = False

    def join(self) -> None:
        """Join the cluster, or start one on this machine."""
        if ray.is_initialized():
            return
        self._ours = True
        here = self._address is None
        cpus = (self.workers or os.cpu_count() or 1) if here else None
        quiet: Any = {"log_to_driver": False, "include_dashboard": False} if here else {}
        # "local" always starts one. Nothing would join a cluster of this machine, or what is left of one.
        ray.init(self._address or "local", num_cpus=cpus, **quiet)

    def leave(self) -> None:
        """Leave it as it was found."""
        if self._ours:
            ray.shutdown()


class _Cluster:
    """A Ray cluster as a pool of workers; one batch takes one processor."""

    def __init__(self, spec: Mapping[str, Any], records: bool, cluster: _Ray) -> None:
        """Join the cluster."""
        cluster.join()
        self._workers = cluster.workers
        self._records = records
        with _loose_modules(spec):
            self._spec = ray.put(dict(spec))
        self._name = self._spec.hex()
        # Ray would repeat what has failed; the driver does so itself, and knows what is finished.
        self._task: Any = ray.remote(num_cpus=1, max_retries=0)(_work)

    def size(self) -> int:
        """Two batches for each processor of the cluster, as it is now: nodes may come and go."""
        if self._workers is not None:
            return 2 * self._workers
        resources: Any = ray.cluster_resources  # Ray has no type for it.
        return 2 * max(1, int(resources().get("CPU", 1)))

    def submit(self, games: _runs.Games) -> Any:
        """Send a batch."""
        version = yard.__version__
        return self._task.remote(self._name, version, self._spec, games, self._records)

    def wait(self, batches: list[Any]) -> list[tuple[Any, _runs.Played | None]]:
        """Wait a little for batches; None stands for one whose worker is lost."""
        done, _ = ray.wait(batches, num_returns=1, timeout=0.2)
        if done:  # Others may have come in the same moment.
            more, _ = ray.wait(batches, num_returns=len(batches), timeout=0)
            done = list(dict.fromkeys([*done, *more]))
        return [(batch, self._got(batch)) for batch in done]

    def stop(self, batches: list[Any]) -> list[tuple[Any, _runs.Played | None]]:
        """Take back what is not finished; no game is kept twice, so nothing is spoilt."""
        done: list[Any] = []
        if batches:
            done, rest = ray.wait(batches, num_returns=len(batches), timeout=0)
            for batch in rest:
                ray.cancel(batch, force=True)
        return [(batch, self._got(batch)) for batch in done]

    def close(self) -> None:
        """Nothing is left: whoever joined the cluster leaves it."""

    @staticmethod
    def _got(batch: Any) -> Any:
        try:
            return ray.get(batch)
        except _LOST:
            return None
        except TaskCancelledError:
            return None
        except RayError as error:
            cause = getattr(error, "cause", None)
            if isinstance(cause, Exception):
                raise cause from None
            raise


def _play(spec: Mapping[str, Any], cluster: _Ray, **where: Any) -> Report:
    try:
        return _runs.play(spec, pool=lambda run, records: _Cluster(spec, records, cluster), **where)
    finally:
        cluster.leave()


def tournament(
    file: str | os.PathLike[str] | None = None,
    out: str | os.PathLike[str] | None = None,
    address: str | None = None,
    *,
    name: str = "tournament",
    rules: str | yard.Rules = "classic",
    mr_x: list[Any] | None = None,
    detectives: list[Any] | None = None,
    games: int | None = None,
    seed: int | None = None,
    resume: bool = False,
    workers: int | None = None,
    progress: bool = False,
) -> Report:
    """Play `yard.tournament` on a cluster.

    ``address`` is that of an existing cluster ("auto" finds the one of this machine); without it
    one is started here, with ``workers`` processors.
    """
    spec = _runs.describe_tournament(file, name, rules, mr_x, detectives, games, seed)
    results, tables = _runs.places(out, "games.jsonl", "table.json", resume)
    where = dict(results=results, resume=resume, tables=tables, progress=progress)
    return _play(spec, _Ray(address, workers), **where)


def match(
    rules: str | yard.Rules = "classic",
    x: Any = "random",
    detectives: Any = "random",
    games: int = 1000,
    seed: int = 1,
    *,
    results: str | os.PathLike[str] | None = None,
    records: str | os.PathLike[str] | None = None,
    resume: bool = False,
    address: str | None = None,
    workers: int | None = None,
    progress: bool = False,
) -> Report:
    """Play `yard.match` on a cluster."""
    spec = dict(kind="match", rules=rules, x=x, detectives=detectives, games=games, seed=seed)
    where = dict(results=results, records=records, resume=resume, progress=progress)
    return _play(spec, _Ray(address, workers), **where)


def sprt(
    a: Any,
    b: Any,
    rules: str | yard.Rules = "classic",
    *,
    side: str | None = None,
    against: Any = None,
    elo: tuple[float, float] = (0.0, 20.0),
    points: tuple[float, float] | None = None,
    alpha: float = 0.05,
    beta: float = 0.05,
    pairs: int = 1000,
    seed: int = 1,
    results: str | os.PathLike[str] | None = None,
    resume: bool = False,
    address: str | None = None,
    workers: int | None = None,
    progress: bool = False,
) -> Report:
    """Play `yard.sprt` on a cluster."""
    spec = _runs.describe_sprt(rules, a, b, side, against, elo, points, alpha, beta, pairs, seed)
    where = dict(results=results, resume=resume, progress=progress)
    return _play(spec, _Ray(address, workers), **where)


def reproduce(
    name: str,
    *,
    games: int | None = None,
    cells: list[int] | None = None,
    seed: int | None = None,
    out: str | os.PathLike[str] | None = None,
    runs: str | os.PathLike[str] | None = None,
    resume: bool = False,
    address: str | None = None,
    workers: int | None = None,
    progress: bool = False,
) -> Report:
    """Play `yard.reproduce` on a cluster.

    Networks are trained there first, side by side, one processor each. After every slice of a
    training its files are in the folder ``runs`` of this machine, so a lost node costs no more than
    a slice. The models travel to the workers with the run.
    """
    spec = _runs.describe_table(name, games, cells, seed, runs)
    results, tables = _runs.places(out, f"{name}.games.jsonl", f"{name}.json", resume)
    where = dict(results=results, resume=resume, tables=tables, progress=progress)
    cluster = _Ray(address, workers)

    def train(run: _yard.Run) -> None:
        cluster.join()
        _trainings.train_elsewhere(run, spec["runs"], progress, _submit_slice, _wait_slices)
        spec["models"] = _trainings.models(run, spec["runs"])

    return _play(spec, cluster, train=train, **where)


#: How long a slice of a training takes.
SLICE_SECONDS = 60.0


def _slice(
    version: str,
    described: _trainings.Described,
    files: Mapping[str, _trainings.Files],
    seconds: float,
) -> tuple[_trainings.Files, bool]:
    """Train a slice on a worker."""
    _same_version(version)
    with tempfile.TemporaryDirectory(prefix="yard-training-") as folder:
        return _trainings.train_slice(described, files, seconds, Path(folder))


def _submit_slice(described: _trainings.Described, files: Mapping[str, _trainings.Files]) -> Any:
    task: Any = ray.remote(num_cpus=1, max_retries=0)(_slice)
    return task.remote(yard.__version__, described, files, SLICE_SECONDS)


def _wait_slices(tasks: list[Any]) -> list[tuple[Any, tuple[_trainings.Files, bool] | None]]:
    done, _ = ray.wait(tasks, num_returns=1, timeout=0.5)
    return [(task, _Cluster._got(task)) for task in done]


def self_play(
    rules: str | yard.Rules = "classic",
    agent: Any = "pimbot:playouts=300,locations=none",
    games: int = 1000,
    seed: int = 1,
    *,
    out: str | os.PathLike[str],
    learn: str | None = None,
    resume: bool = False,
    address: str | None = None,
    workers: int | None = None,
    progress: bool = False,
) -> Report:
    """Let an agent play both sides on a cluster, to learn from its games.

    The folder ``out`` gets games.jsonl and records/, as ``yard match --results --records`` writes
    them. With ``learn`` "location-tables" or "move-model" it also gets location-tables.toml or
    move-model.toml, with the bytes of ``yard train location-tables`` and ``yard train move-model``.
    """
    if learn not in (None, "location-tables", "move-model"):
        raise yard.YardError(f'learn is "location-tables" or "move-model", not {learn!r}')
    folder = Path(out)
    folder.mkdir(parents=True, exist_ok=True)
    records = folder / "records"
    spec = dict(kind="match", rules=rules, x=agent, detectives=agent, games=games, seed=seed)
    where = dict(results=folder / "games.jsonl", records=records, resume=resume)
    report = _play(spec, _Ray(address, workers), progress=progress, **where)
    if learn is not None:
        texts = [(records / f"game-{n:06}.txt").read_text() for n in range(1, games + 1)]
        learned = _yard.learn(learn, rules, agent, seed, texts)
        _runs.write(folder, [(f"{learn}.toml", learned.encode())])
    return report
