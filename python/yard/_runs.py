"""Plays runs of many games: hands out batches, keeps what is finished, goes on after an end.

A run is a list of games that depend on their numbers alone, so it does not matter who plays which, or in
what order. Locally threads play them; `yard.ray` lets a cluster do it with the same code.
"""

from __future__ import annotations

import concurrent.futures
import json
import os
import tempfile
from collections import deque
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Protocol

from yard import _trainings, _yard
from yard._progress import progress_bar
from yard._report import Interrupted, Report

Games = list[tuple[int, int]]
#: The lines and records of finished games, and the seconds that they took.
Played = tuple[list[tuple[str, str | None]], float]

#: A batch takes at least this long, so that handing it out costs next to nothing.
LEAST_SECONDS = 0.1
#: What a batch should take.
GOAL_SECONDS = 0.5
#: A batch that was lost so often with its worker is not handed out again.
MOST_LOSSES = 5


class Pool(Protocol):
    """Who plays batches of games."""

    def size(self) -> int:
        """Tell how many batches may be under way."""

    def submit(self, games: Games) -> Any:
        """Begin a batch; the answer stands for it."""

    def wait(self, batches: list[Any]) -> list[tuple[Any, Played | None]]:
        """Wait a little; tell the batches that are finished, with None for one that was lost."""

    def stop(self, batches: list[Any]) -> list[tuple[Any, Played | None]]:
        """Begin no more games; tell what is finished of the batches."""


class Pace:
    """Finds out how many games make a batch."""

    def __init__(self) -> None:
        """Begin without knowing anything."""
        self._games = 0
        self._seconds = 0.0

    def add(self, games: int, seconds: float) -> None:
        """Take in a finished batch; the latest count most."""
        self._games = self._games // 2 + games
        self._seconds = self._seconds / 2 + seconds

    def size(self, left: int, workers: int) -> int:
        """Tell how many games the next batch has: fewer towards the end, so that nobody waits long."""
        if self._games == 0:
            return 1
        each = max(self._seconds / self._games, 1e-7)
        least = max(1, round(LEAST_SECONDS / each + 0.5))
        goal = max(least, round(GOAL_SECONDS / each))
        return max(1, min(max(least, left // (2 * max(1, workers))), goal))


def make(spec: Mapping[str, Any]) -> _yard.Run:
    """Make a run from its description, which can be sent to other machines."""
    given = dict(spec)
    kind = given.pop("kind")
    if kind == "table":
        given["runs"] = _runs_of(given.pop("models", None), given["runs"])
    makers: dict[str, Callable[..., _yard.Run]] = {
        "match": _yard.Run.of_match,
        "tournament": _yard.Run.of_tournament_text,
        "agents": _yard.Run.of_agents,
        "sprt": _yard.Run.of_sprt,
        "table": _yard.Run.of_table,
    }
    return makers[kind](**given)


#: Folders with the models that came with a run from another machine.
_unpacked: list[tempfile.TemporaryDirectory[str]] = []


def _runs_of(models: Mapping[str, _trainings.Files] | None, runs: Path) -> Path:
    """Tell the folder of trainings; models that came from another machine get one of their own."""
    if models is None:
        return runs
    folder = tempfile.TemporaryDirectory(prefix="yard-models-")
    _unpacked[:] = [folder]
    for name, files in models.items():
        _trainings.write_files(Path(folder.name) / name, files)
    return Path(folder.name)


def describe_table(
    name: str,
    games: int | None,
    cells: list[int] | None,
    seed: int | None,
    runs: str | os.PathLike[str] | None,
) -> dict[str, Any]:
    """Describe a published table."""
    folder = _trainings.runs_folder(runs)
    return dict(kind="table", name=name, games=games, cells=cells, seed=seed, runs=folder)


class Threads:
    """Threads of this process. Games hold Python's lock only while an agent of Python's own thinks."""

    def __init__(self, run: _yard.Run, threads: int | None, records: bool) -> None:
        """Start the threads; one alone where an agent is a single Python object."""
        if threads is not None and threads < 1:
            raise _yard.YardError("threads must be at least 1")
        self._run = run
        self._records = records
        self._count = 1 if run.one_thread else threads or os.cpu_count() or 1
        self._pool = concurrent.futures.ThreadPoolExecutor(self._count, "yard")

    def size(self) -> int:
        """Two batches a thread, so that none waits for the next."""
        return 2 * self._count

    def submit(self, games: Games) -> concurrent.futures.Future[Played]:
        """Begin a batch."""
        return self._pool.submit(timed, self._run, games, self._records)

    def wait(
        self, batches: list[concurrent.futures.Future[Played]]
    ) -> list[tuple[Any, Played | None]]:
        """Wait a little for batches."""
        first = concurrent.futures.FIRST_COMPLETED
        done, _ = concurrent.futures.wait(batches, timeout=0.2, return_when=first)
        return [(batch, batch.result()) for batch in batches if batch in done]

    def stop(
        self, batches: list[concurrent.futures.Future[Played]]
    ) -> list[tuple[Any, Played | None]]:
        """Let the games under way end."""
        self._run.stop_playing()
        for batch in batches:
            batch.cancel()
        begun = [batch for batch in batches if not batch.cancelled()]
        return [(batch, batch.result()) for batch in begun if batch.exception() is None]

    def close(self) -> None:
        """End the threads."""
        self._run.stop_playing()
        self._pool.shutdown()


def timed(run: _yard.Run, games: Games, records: bool) -> Played:
    """Play games, and tell how long it took."""
    import time

    begin = time.perf_counter()
    played = run.play(games, records)
    return played, time.perf_counter() - begin


def drive(
    file: _yard.RunFile,
    pool: Pool,
    advance: Callable[[int], None] | None,
    keep: Callable[[str, str], None] | None,
) -> None:
    """Play all that is missing in a file, and add it there."""
    waiting = deque(file.missing())
    under_way: dict[Any, Games] = {}
    pace, losses = Pace(), 0
    try:
        while not file.finished():
            most = pool.size()
            while waiting and len(under_way) < most:
                size = pace.size(len(waiting), most)
                games = [waiting.popleft() for _ in range(min(size, len(waiting)))]
                under_way[pool.submit(games)] = games
            if not under_way:  # Nothing is left to play.
                break
            for batch, played in pool.wait(list(under_way)):
                games = under_way.pop(batch)
                if played is None:
                    losses += 1
                    if losses > MOST_LOSSES * max(1, most):
                        raise _yard.YardError("workers are lost again and again; is one too small?")
                    waiting.extendleft(reversed(games))
                    continue
                losses = 0
                pace.add(len(played[0]), played[1])
                enter(file, played, keep)
                if len(played[0]) < len(games):  # It was stopped in the middle.
                    done = {_place(line) for line, _ in played[0]}
                    waiting.extendleft(game for game in reversed(games) if game not in done)
            if advance is not None:
                advance(file.done)
        pool.stop(list(under_way))
    except BaseException:
        for _, played in pool.stop(list(under_way)):
            if played is not None:
                enter(file, played, keep)
        raise


def _place(line: str) -> tuple[int, int]:
    told = json.loads(line)
    return told["cell"], told["index"]


def enter(file: _yard.RunFile, played: Played, keep: Callable[[str, str], None] | None) -> None:
    """Add finished games to a file: the record first, since a game in the results is not played again."""
    for line, record in played[0]:
        if keep is not None and record is not None:
            keep(line, record)
    file.add([line for line, _ in played[0]])


def record_keeper(folder: str | os.PathLike[str] | None) -> Callable[[str, str], None] | None:
    """Write records as ``yard match --records`` does."""
    if folder is None:
        return None
    place = Path(folder)
    place.mkdir(parents=True, exist_ok=True)

    def keep(line: str, record: str) -> None:
        name = f"game-{_place(line)[1] + 1:06}.txt"
        part = place / f".{name}.part"
        part.write_text(record)
        part.replace(place / name)

    return keep


def play(
    spec: Mapping[str, Any],
    *,
    results: str | os.PathLike[str] | None = None,
    resume: bool = False,
    records: str | os.PathLike[str] | None = None,
    progress: bool = False,
    pool: Callable[[_yard.Run, bool], Any],
    tables: str | os.PathLike[str] | None = None,
    train: Callable[[_yard.Run], None] | None = None,
) -> Report:
    """Play a run to its end and report it.

    On Ctrl-C the games under way end, and what is finished is kept, written and told by `Interrupted`.
    """
    run = make(spec)
    if train is not None and run.trainings:
        train(run)
    run.ready()
    try:
        file = _yard.RunFile(run, None if results is None else Path(results), resume)
    except _yard.YardError as error:
        raise _yard.YardError(str(error).replace("--resume", "resume=True")) from None
    keep = record_keeper(records)
    workers = pool(run, keep is not None)
    interrupted = False
    try:
        total = file.done + len(file.missing())
        with progress_bar(total, "games", progress) as advance:
            try:
                drive(file, workers, advance, keep)
            except KeyboardInterrupt:
                interrupted = True
    finally:
        workers.close()
        file.close()
    if tables is not None:
        write(tables, file.tables())
    report = Report(json.loads(file.report()), file.svg)
    if interrupted:
        raise Interrupted(report)
    return report


def write(folder: str | os.PathLike[str], files: list[tuple[str, bytes]]) -> None:
    """Write files, each as a whole."""
    for name, data in files:
        path = Path(folder) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_name(f".{path.name}.part")
        part.write_bytes(data)
        part.replace(path)


def describe_tournament(
    file: str | os.PathLike[str] | None,
    name: str,
    rules: Any,
    mr_x: list[Any] | None,
    detectives: list[Any] | None,
    games: int | None,
    seed: int | None,
) -> dict[str, Any]:
    """Describe a tournament: that of a file, or of agents that are handed over."""
    if file is not None:
        if mr_x is not None or detectives is not None:
            raise _yard.YardError("name a file or agents, not both")
        path = Path(file)
        try:
            text = path.read_text()
        except OSError as error:
            raise _yard.YardError(f"{path}: {error.strerror}") from None
        folder = path.resolve().parent
        return dict(kind="tournament", text=text, folder=folder, games=games, seed=seed)
    if not mr_x or not detectives:
        raise _yard.YardError("name a tournament file, or agents: mr_x=[...], detectives=[...]")
    return dict(
        kind="agents",
        name=name,
        rules=rules,
        mr_x=mr_x,
        detectives=detectives,
        games=100 if games is None else games,
        seed=1 if seed is None else seed,
    )


def describe_sprt(
    rules: Any,
    a: Any,
    b: Any,
    side: str | None,
    against: Any,
    elo: tuple[float, float],
    points: tuple[float, float] | None,
    alpha: float,
    beta: float,
    pairs: int,
    seed: int,
) -> dict[str, Any]:
    """Describe a sequential test."""
    return dict(
        kind="sprt",
        rules=rules,
        a=a,
        b=b,
        side=side,
        against=against,
        bounds=list(elo if points is None else points),
        points=points is not None,
        alpha=alpha,
        beta=beta,
        pairs=pairs,
        seed=seed,
    )


def places(
    out: str | os.PathLike[str] | None, games: str, table: str, resume: bool
) -> tuple[Path | None, Path | None]:
    """Find the places of results and tables; a table without its games is left alone."""
    if out is None:
        if resume:
            raise _yard.YardError("resume=True needs the folder with the games: out=")
        return None, None
    folder = Path(out)
    folder.mkdir(parents=True, exist_ok=True)
    if (folder / table).exists() and not (folder / games).exists():
        raise _yard.YardError(
            f"{folder / table} exists, but its games do not; choose another place"
        )
    return folder / games, folder
