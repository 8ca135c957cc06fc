"""Trains the networks behind published tables before the tables are played.

A training depends on its plan alone: threads, machines and interruptions change nothing in its
bytes. It lives in a folder of its own among the runs, with a checkpoint, and goes on from there.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from yard import _yard
from yard._progress import progress_bar
from yard._report import Interrupted, Report

#: A training as it travels: preset, games, seed, the model that it goes on from, its folder.
Described = tuple[str, int | None, int | None, str | None, str]
#: The files of a training by name.
Files = dict[str, bytes]


def runs_folder(given: str | os.PathLike[str] | None = None) -> Path:
    """Find the folder of trainings: the given one, that of YARD_RUNS, or ``runs``."""
    return Path(given) if given is not None else Path(os.environ.get("YARD_RUNS") or "runs")


def train(run: _yard.Run, runs: Path, threads: int | None, progress: bool) -> None:
    """Bring all trainings that a run needs to their end, one after the other."""
    for described in run.trainings:
        training = _yard.Training(described, runs)
        done, total = training.games
        if not training.finished:
            with progress_bar(total, f"games of {described[4]}", progress, done) as advance:
                try:
                    training.train(threads, advance)
                except KeyboardInterrupt:
                    raise Interrupted(stopped(training, described, runs)) from None
        run.trained(training)


def stopped(training: _yard.Training, described: Described, runs: Path) -> Report:
    """Tell how far a training is; the same call goes on with it."""
    games, total = training.games
    folder = str(runs / described[4])
    return Report({"training": described[0], "games": games, "all_games": total, "folder": folder})


class _Enough(Exception):
    """A slice of a training is over."""


def train_slice(
    described: Described, files: Mapping[str, Files], seconds: float, folder: Path
) -> tuple[Files, bool]:
    """Train for some seconds in an empty folder; tell the files then, and whether it is finished.

    ``files`` are those of this training so far, and of the one that it goes on from, by folder.
    """
    for name, own in files.items():
        write_files(folder / name, own)
    training = _yard.Training(described, folder)
    end = time.monotonic() + seconds

    def enough(_: int) -> None:
        if time.monotonic() > end:
            raise _Enough

    try:
        training.train(1, enough)
    except _Enough:
        pass
    return read_files(folder / described[4]), training.finished


def read_files(folder: Path) -> Files:
    """Read the files of a training."""
    if not folder.is_dir():
        return {}
    names = (path for path in sorted(folder.iterdir()) if path.is_file() and path.name[0] != ".")
    return {path.name: path.read_bytes() for path in names}


def write_files(folder: Path, files: Files) -> None:
    """Write the files of a training, the checkpoint last, since all others follow from it."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in sorted(files, key=lambda name: name == "state.safetensors"):
        part = folder / f".{name}.part"
        part.write_bytes(files[name])
        part.replace(folder / name)


def models(run: _yard.Run, runs: Path) -> dict[str, Files]:
    """Read the models of a run's trainings, which its workers need, by folder."""
    found: dict[str, Files] = {}
    for described in run.trainings:
        paths = _yard.Training(described, runs).models
        found[described[4]] = {Path(path).name: Path(path).read_bytes() for path in paths}
    return found


def train_elsewhere(
    run: _yard.Run,
    runs: Path,
    progress: bool,
    submit: Callable[[Described, Mapping[str, Files]], Any],
    wait: Callable[[list[Any]], list[tuple[Any, tuple[Files, bool] | None]]],
) -> None:
    """Let workers train side by side, in slices; after each the files are here, so nothing can be lost.

    A slice that is lost with its worker is trained again from the files that are here.
    """
    waiting = {described[4]: described for described in run.trainings}
    order = list(waiting)
    games = {name: _yard.Training(waiting[name], runs).games for name in order}
    total = sum(most for _, most in games.values())
    with progress_bar(total, "games of trainings", progress) as advance:
        _slices(waiting, order, runs, submit, wait, advance)
    for described in run.trainings:
        run.trained(_yard.Training(described, runs))


def _slices(
    waiting: dict[str, Described],
    order: list[str],
    runs: Path,
    submit: Callable[[Described, Mapping[str, Files]], Any],
    wait: Callable[[list[Any]], list[tuple[Any, tuple[Files, bool] | None]]],
    advance: Callable[[int], None] | None,
) -> None:
    """Train slices until nothing waits."""
    under_way: dict[Any, str] = {}
    done: dict[str, int] = {}
    losses = 0
    while waiting:
        for name in order:
            needs = _start_of(waiting[name]) if name in waiting else None
            if name not in waiting or name in under_way.values() or needs in waiting:
                continue
            training = _yard.Training(waiting[name], runs)
            done[name] = training.games[0]
            if training.finished:
                del waiting[name]
            else:
                needed = [name] if needs is None else [name, needs]
                files = {one: read_files(runs / one) for one in needed}
                under_way[submit(waiting[name], files)] = name
        for task, told in wait(list(under_way)) if under_way else ():
            name = under_way.pop(task)
            if told is None:
                losses += 1
                if losses > 5 * len(order):
                    raise _yard.YardError("workers are lost again and again; is one too small?")
                continue
            losses = 0
            write_files(runs / name, told[0])
        if advance is not None:
            advance(sum(done.values()))


def _start_of(described: Described) -> str | None:
    """Tell the folder of the training whose model this one goes on from."""
    return None if described[3] is None else described[3].split("/")[1]
