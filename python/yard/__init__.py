"""Scotland Yard for research: rules, agents, exact values and fast environments.

>>> import yard
>>> game = yard.Game("classic", seed=1)
>>> agent = yard.agent("lookahead")
>>> game.play(agent.choose(game.mr_x_view()))
>>> len(game.detective_view().candidates()) > 1
True
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from yard import _yard
from yard._progress import progress_bar
from yard._yard import (
    Agent,
    AgentFailed,
    Board,
    DetectiveView,
    Env,
    Game,
    IllegalMove,
    MrXView,
    Rules,
    YardError,
    __version__,
    preset_names,
    rules,
)

if TYPE_CHECKING:
    import networkx

__all__ = [
    "Agent",
    "AgentFailed",
    "Board",
    "DetectiveView",
    "Env",
    "Game",
    "IllegalMove",
    "MrXView",
    "Rules",
    "YardError",
    "__version__",
    "agent",
    "agents",
    "belief",
    "board",
    "candidates",
    "exploit",
    "match",
    "preset_names",
    "rules",
    "solve",
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
) -> dict[str, Any]:
    """Play many games and report the score, with the keys of ``yard match --json``.

    ``x`` and ``detectives`` are texts, agents of ours, or your own: an object with
    ``choose(view)`` that returns a move as text, or a class of such objects. A class is made
    anew for each thread; all games of an object are played by one thread. Game ``i`` depends on
    the seed and ``i`` alone, so any number of threads gives the same result.

    >>> import yard
    >>> class First:
    ...     def choose(self, view):
    ...         return view.moves()[0]
    >>> yard.match("grid5", x=First, detectives="random", games=20)["games"]
    20
    """
    with progress_bar(games, "games", progress) as advance:
        return _yard.play_match(rules, x, detectives, games, seed, threads, advance)


def solve(rules: str | Rules, precision: float = 0.001) -> dict[str, Any]:
    """Solve a small game exactly: bounds of the detectives' win probability under best play.

    >>> import yard
    >>> low, high = yard.solve("grid:3,1,4")["detective_value"]
    >>> low <= 0.3819 <= high
    True
    """
    return _yard.solve(rules, precision)


def exploit(
    rules: str | Rules,
    x: Any = None,
    detectives: Any = None,
    games: int = 100,
    seed: int = 1,
    threads: int | None = None,
) -> dict[str, Any]:
    """Find the share of games that a best response wins from an agent.

    The answer is exact (``kind == "exact"``) for agents that can tell the chances of their moves
    on small boards. An agent of your own does so with a method ``chances(view)`` that returns
    ``{move: chance}``; it may look at nothing before Mr X was last seen. Yard's own searching
    agents are answered exactly there with their random streams fixed by what they see. Otherwise
    ``kind`` is ``"lower_bound"``: a search asks copies of the agent and plays ``games`` games, and
    ``ci95`` is the 95 % interval of the share that it wins.

    >>> import yard
    >>> yard.exploit("grid:3,1,4", detectives="random")["kind"]
    'exact'
    """
    return _yard.exploit(rules, x, detectives, games, seed, threads)


def candidates(record: str) -> list[int]:
    r"""Tell where Mr X can be at the end of a record, which may hide him.

    >>> import yard
    >>> yard.candidates("yard-record 1\nrules classic\nstart ? 26 29 50 53 91\n1 U?")
    [46, 67, 89]
    """
    return DetectiveView.from_record(record).candidates()


def belief(record: str) -> dict[int, float]:
    """Tell how likely Mr X is at each station at the end of a record, which may hide him."""
    return DetectiveView.from_record(record).belief()


def board(
    lines: Iterable[tuple[int, int, str]] | networkx.Graph,
    name: str = "mine",
    places: Mapping[int, tuple[float, float]] | None = None,
) -> Board:
    """Make a board from lines (station, station, kind), or from a networkx graph.

    Kinds are taxi, bus, underground and ferry. The edges of a graph have them in the attribute
    ``transport`` (taxi where it is missing); its nodes are numbers from 1 and may have a place
    ``pos``. Without places the stations are drawn in a circle.

    >>> import yard
    >>> ring = yard.board([(n, n % 6 + 1, "taxi") for n in range(1, 7)], name="ring")
    >>> ring.distance(1, 4)
    3
    """
    if hasattr(lines, "edges"):
        graph: Any = lines
        kind = "transport"
        found = [
            (int(a), int(b), str(data.get(kind, "taxi"))) for a, b, data in graph.edges(data=True)
        ]
        if places is None and all("pos" in data for _, data in graph.nodes(data=True)):
            places = {int(node): tuple(data["pos"]) for node, data in graph.nodes(data=True)}
    else:
        found = [(int(a), int(b), str(transport)) for a, b, transport in lines]
    return Board.from_toml(_board_toml(found, name, places))


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
