"""Scotland Yard for research: rules, agents, exact values and fast environments.

>>> import yard
>>> game = yard.Game("classic", seed=1)
>>> agent = yard.agent("lookahead")
>>> game.play(agent.choose(game.mr_x_view()))
>>> len(game.detective_view().candidates()) > 1
True
"""

from __future__ import annotations

import json
import operator
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from yard import _runs, _trainings, _yard
from yard._progress import progress_bar
from yard._report import Belief, Candidates, Drawing, Interrupted, Report
from yard._yard import (
    Agent,
    AgentFailed,
    Board,
    DetectiveView,
    Env,
    Game,
    IllegalMove,
    MrXView,
    Record,
    Rules,
    YardError,
    __version__,
    parse_move,
    preset_names,
    rules,
)

if TYPE_CHECKING:
    import networkx

__all__ = [
    "Agent",
    "AgentFailed",
    "Belief",
    "Board",
    "Candidates",
    "DetectiveView",
    "Drawing",
    "Env",
    "Game",
    "IllegalMove",
    "Interrupted",
    "MrXView",
    "Record",
    "Report",
    "Rules",
    "YardError",
    "__version__",
    "agent",
    "agents",
    "belief",
    "board",
    "candidates",
    "curves",
    "exploit",
    "match",
    "parse_move",
    "policy",
    "preset_names",
    "published",
    "reproduce",
    "rules",
    "solve",
    "sprt",
    "tournament",
    "write_efg",
]


def agent(spec: str, seed: int = 1) -> Agent:
    """Make one of Yard's agents from a text such as ``"pimbot:playouts=3000"``."""
    return Agent(spec, seed)


def agents() -> list[dict[str, Any]]:
    """List all agents: name, sides, what they do, where they come from."""
    return _yard.agent_table()


def match(
    rules: str | Rules = "classic",
    x: Any = "random",
    detectives: Any = "random",
    games: int = 1000,
    seed: int = 1,
    threads: int | None = None,
    progress: bool = False,
    *,
    results: str | os.PathLike[str] | None = None,
    records: str | os.PathLike[str] | None = None,
    resume: bool = False,
) -> Report:
    """Play many games and report the score, with the keys of ``yard match --json``.

    ``x`` and ``detectives`` are texts, agents of ours, or your own: an object with
    ``choose(view)`` that returns a move as text, or a class of such objects. A class is made
    anew for each thread; all games of an object are played by one thread. Game ``i`` depends on
    the seed and ``i`` alone, so any number of threads gives the same result.

    ``results`` names a file to which every finished game is added at once; ``resume=True`` goes on
    with it. ``records`` names a folder for one record of each game. After Ctrl-C `Interrupted`
    tells the games that are finished.

    >>> import yard
    >>> class First:
    ...     def choose(self, view):
    ...         return view.moves()[0]
    >>> yard.match("grid5", x=First, detectives="random", games=20)["games"]
    20
    """
    if results is not None or records is not None:
        spec = dict(kind="match", rules=rules, x=x, detectives=detectives, games=games, seed=seed)
        where = dict(results=results, records=records, resume=resume, progress=progress)
        return _local(spec, threads, **where)
    if resume:
        raise YardError("resume=True needs the file with the games: results=")
    with progress_bar(games, "games", progress) as advance:
        found = _yard.play_match(rules, x, detectives, games, seed, threads, advance)
    stopped = found.pop("interrupted", False)
    text = json.dumps(found)
    report = Report(found, lambda: _yard.capture_svg(rules, x, detectives, seed, text))
    if stopped:
        raise Interrupted(report)
    return report


def _local(spec: Mapping[str, Any], threads: int | None, **where: Any) -> Report:
    pool = lambda run, records: _runs.Threads(run, threads, records)  # noqa: E731
    return _runs.play(spec, pool=pool, **where)


def tournament(
    file: str | os.PathLike[str] | None = None,
    out: str | os.PathLike[str] | None = None,
    *,
    name: str = "tournament",
    rules: str | Rules = "classic",
    mr_x: list[Any] | None = None,
    detectives: list[Any] | None = None,
    games: int | None = None,
    seed: int | None = None,
    resume: bool = False,
    threads: int | None = None,
    progress: bool = False,
) -> Report:
    """Play every agent of one side against every agent of the other.

    ``file`` is a tournament file, as for ``yard tournament``; or name ``rules`` and two lists of
    agents, texts or your own. The folder ``out`` gets games.jsonl, to which every finished game is
    added at once, and the tables and pictures at the end; ``resume=True`` goes on with it.

    >>> import yard
    >>> class First:
    ...     def choose(self, view):
    ...         return view.moves()[0]
    >>> table = yard.tournament(
    ...     rules="grid5", mr_x=["random", First], detectives=["lookahead"], games=10
    ... )
    >>> table.rates().shape
    (1, 2)
    """
    spec = _runs.describe_tournament(file, name, rules, mr_x, detectives, games, seed)
    results, tables = _runs.places(out, "games.jsonl", "table.json", resume)
    where = dict(results=results, resume=resume, tables=tables, progress=progress)
    return _local(spec, threads, **where)


def sprt(
    a: Any,
    b: Any,
    rules: str | Rules = "classic",
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
    threads: int | None = None,
    progress: bool = False,
) -> Report:
    """Test whether agent ``a`` is better than ``b``, in as few games as that takes.

    Both play from the same deals: each is Mr X once and the detectives once, or, with ``side`` and
    ``against``, each plays that side against the same third agent. The hypotheses are in ``elo``,
    or in ``points`` of the win rate in per cent; docs/reference/statistics.md has the formulas.

    >>> import yard
    >>> yard.sprt("lookahead", "random", "grid5", points=(0, 20), seed=2)["verdict"]
    'accepted'
    """
    spec = _runs.describe_sprt(rules, a, b, side, against, elo, points, alpha, beta, pairs, seed)
    return _local(spec, threads, results=results, resume=resume, progress=progress)


def reproduce(
    name: str,
    *,
    games: int | None = None,
    cells: list[int] | None = None,
    seed: int | None = None,
    out: str | os.PathLike[str] | None = None,
    runs: str | os.PathLike[str] | None = None,
    resume: bool = False,
    threads: int | None = None,
    progress: bool = False,
) -> Report:
    """Play a published table again and set ours beside it; `published` lists them.

    ``games`` is the most games of a cell, ``cells`` names some of them, counted from 1. Networks
    that a table needs are trained first, in folders under ``runs`` (by default ``YARD_RUNS``, or
    "runs"), where ``yard reproduce`` finds them, too; ``games`` scales trainings down as well. After
    Ctrl-C the same call goes on with a training from where it was.

    >>> import yard
    >>> table = yard.reproduce("sova-5.1", games=20, cells=[1])
    >>> table["cells"][0]["ours"]["games"]
    20
    """
    spec = _runs.describe_table(name, games, cells, seed, runs)
    results, tables = _runs.places(out, f"{name}.games.jsonl", f"{name}.json", resume)
    where = dict(results=results, resume=resume, tables=tables, progress=progress)
    train = lambda run: _trainings.train(run, spec["runs"], threads, progress)  # noqa: E731
    return _local(spec, threads, train=train, **where)


def published() -> list[dict[str, Any]]:
    """List the published tables that `reproduce` plays."""
    keys = ("name", "title", "document", "cells", "games")
    return [dict(zip(keys, row, strict=True)) for row in _yard.published_tables()]


def solve(
    rules: str | Rules,
    precision: float = 0.001,
    out: str | os.PathLike[str] | None = None,
    *,
    threads: int | None = None,
    progress: bool = False,
) -> Report:
    """Solve a small game exactly: bounds of the detectives' win probability under best play.

    ``out`` names a file for the policy of both sides, by which ``nash:policy=FILE`` plays. What is
    finished is kept beside it meanwhile (``FILE.checkpoint``), so the same call goes on after Ctrl-C.

    >>> import yard
    >>> low, high = yard.solve("grid:3,1,4")["detective_value"]
    >>> low <= 0.3819 <= high
    True
    """
    with progress_bar(100, "%", progress) as advance:
        tell = None if advance is None else lambda share: advance(int(100 * share))
        return Report(_yard.solve(rules, precision, out, threads, tell))


def policy(rules: str) -> Path:
    """Find the solved policy of a small game that comes with the package: a file.

    >>> import yard
    >>> agent = yard.agent(f"nash:policy={yard.policy('glasses')}")
    >>> game = yard.Game("glasses", seed=1)
    >>> sum(agent.chances(game.mr_x_view()).values())
    1.0
    """
    folder = Path(__file__).parent / "data"
    known = {file.stem: file for file in folder.glob("*.policy")}
    name = rules.replace(":", "-").replace(",", "-")
    if name not in known:
        raise YardError(f"no policy for {rules!r}; there are {', '.join(sorted(known))}")
    return known[name]


def exploit(
    rules: str | Rules,
    x: Any = None,
    detectives: Any = None,
    games: int = 100,
    seed: int = 1,
    threads: int | None = None,
    progress: bool = False,
) -> Report:
    """Find the share of games that a best response wins from an agent.

    The answer is exact (``kind == "exact"``) for agents that can tell the chances of their moves
    on small boards. An agent of your own does so with a method ``chances(view)`` that returns
    ``{move: chance}``; it may look at nothing before Mr X was last seen. Yard's own searching
    agents are answered exactly there with their random streams fixed by what they see. Otherwise
    ``kind`` is ``"lower_bound"``: a search asks copies of the agent and plays ``games`` games, and
    ``ci95`` is the 95 % interval of the share that it wins. After Ctrl-C `Interrupted` tells what
    the finished games say.

    >>> import yard
    >>> yard.exploit("grid:3,1,4", detectives="random")["kind"]
    'exact'
    """
    with progress_bar(100, "%", progress) as advance:
        tell = None
        if advance is not None:
            tell = lambda done, total: advance(100 * done // max(1, total))  # noqa: E731
        found = _yard.exploit(rules, x, detectives, games, seed, threads, tell)
    stopped = found.pop("interrupted", False)
    report = Report(found)
    if stopped:
        raise Interrupted(report)
    return report


def curves(
    curves: Mapping[str, Iterable[tuple[float, float]]],
    title: str,
    x: str = "games",
    note: str = "",
) -> Drawing:
    """Draw curves, each a name with its points (x, y), as a picture that a notebook shows.

    >>> import yard
    >>> picture = yard.curves({"ppo": [(0, 0.21), (1000, 0.18)]}, "Exploitability over training")
    >>> picture.svg().startswith("<svg")
    True
    """
    drawn = [(name, [(float(a), float(b)) for a, b in points]) for name, points in curves.items()]
    return Drawing(_yard.curves_svg(title, note, x, drawn))


def write_efg(
    rules: str | Rules,
    path: str | os.PathLike[str],
    most: int = 1_000_000,
    sets: bool = False,
    detectives: list[int] | None = None,
) -> dict[str, Any]:
    """Write the whole tree of a small game in Gambit's format, which OpenSpiel's ``efg_game`` reads.

    Player 1 is Mr X, player 2 the team; the winner gets 1, the loser -1. A tree of more than
    ``most`` nodes is refused. Tells the numbers of nodes and of information sets; with ``sets``
    also each set: player, number, and what is known there as a record. With ``detectives`` their
    start stations are not drawn: the part of the game that begins there.
    """
    nodes, count, known = _yard.write_efg(rules, path, most, sets, detectives or [])
    found: dict[str, Any] = {"nodes": nodes, "information_sets": list(count)}
    return found | {"sets": known} if sets else found


def candidates(record: str | DetectiveView | Record) -> Candidates:
    r"""Tell where Mr X can be at the end of a record, which may hide him, or in a view.

    >>> import yard
    >>> yard.candidates("yard-record 1\nrules classic\nstart ? 26 29 50 53 91\n1 U?")
    [46, 67, 89]
    """
    view = _view(record)
    return Candidates(view.candidates(), len(view.rules.board.stations), view.svg)


def belief(record: str | DetectiveView | Record) -> Belief:
    """Tell how likely Mr X is at each station, by the shipped model of how he moves.

    >>> import yard
    >>> game = yard.Game("grid5", seed=1)
    >>> game.play(game.moves()[0])
    >>> chances = yard.belief(game.detective_view())
    >>> round(sum(chances.values()), 3), chances.plane().shape
    (1.0, (25,))
    """
    view = _view(record)
    return Belief(view.belief(), len(view.rules.board.stations))


def _view(given: str | DetectiveView | Record) -> DetectiveView:
    if isinstance(given, DetectiveView):
        return given
    return DetectiveView.from_record(str(given))


def board(
    lines: Iterable[tuple[int, int, str]] | networkx.Graph,
    name: str = "mine",
    places: Mapping[int, tuple[float, float]] | None = None,
) -> Board:
    """Make a board from lines (station, station, kind), or from a networkx graph.

    Kinds are taxi, bus, underground and ferry. The edges of a graph have them in the attribute
    ``transport`` (taxi where it is missing). Its nodes are numbers from 1, which
    ``networkx.convert_node_labels_to_integers(graph, 1)`` makes, and may have a place ``pos``.
    Without places the stations are drawn in a circle.

    >>> import yard
    >>> ring = yard.board([(n, n % 6 + 1, "taxi") for n in range(1, 7)], name="ring")
    >>> ring.distance(1, 4)
    3
    """
    if hasattr(lines, "edges"):
        graph: Any = lines
        given = [(a, b, data.get("transport", "taxi")) for a, b, data in graph.edges(data=True)]
        if places is None and all("pos" in data for _, data in graph.nodes(data=True)):
            places = {node: tuple(data["pos"]) for node, data in graph.nodes(data=True)}
        alone = [node for node in graph.nodes if graph.degree(node) == 0]
        if alone:
            raise YardError(f"nobody can reach station {alone[0]}: it has no line")
    else:
        given = list(lines)
    found = [_line(line) for line in given]
    stations = range(1, max((max(a, b) for a, b, _ in found), default=0) + 1)
    missing = [station for station in stations if places is not None and station not in places]
    if missing:
        raise YardError(f"station {missing[0]} has no place")
    return Board.from_toml(_board_toml(found, name, places))


def _line(line: Any) -> tuple[int, int, str]:
    """Check a line of a board."""
    try:
        a, b, transport = line
        a, b = operator.index(a), operator.index(b)
    except (TypeError, ValueError):
        text = (
            'a line is (station, station, kind) such as (1, 8, "taxi"), stations are numbers from 1'
        )
        raise YardError(f"{text}, not {line!r}") from None
    if min(a, b) < 1:
        raise YardError(f"stations are numbers from 1, not {min(a, b)}; in {line!r}")
    return a, b, str(transport)


def _board_toml(
    lines: list[tuple[int, int, str]], name: str, places: Mapping[int, tuple[float, float]] | None
) -> str:
    by_kind: dict[str, list[str]] = {}
    for a, b, transport in lines:
        by_kind.setdefault(Board._transport(transport), []).append(f"[{a}, {b}]")
    stations = max((max(a, b) for a, b, _ in lines), default=0)
    text = [f"version = 1\nname = {_quoted(name)}\nstations = {stations}\n[lines]"]
    text += [f"{kind} = [{', '.join(pairs)}]" for kind, pairs in by_kind.items()]
    if places is not None:
        spots = [places[n] for n in range(1, stations + 1)]
        left, top = (min(spot[axis] for spot in spots) for axis in (0, 1))
        wide, high = (
            max(spot[axis] for spot in spots) - low for axis, low in ((0, left), (1, top))
        )
        scale = 1000 / max(wide, high, 1e-9)
        shown = ", ".join(f"[{(x - left) * scale:.1f}, {(y - top) * scale:.1f}]" for x, y in spots)
        text.append(f"[drawing]\nwidth = {wide * scale:.0f}\nheight = {high * scale:.0f}")
        text.append(f"places = [{shown}]")
    return "\n".join(text) + "\n"


def _quoted(text: str) -> str:
    """Write a text as TOML does."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
