"""The tables of docs/research/nijssen.md."""

from __future__ import annotations

from .cells import games, judged, kept, ours, verdict
from .findings import tally_of
from .results import table

POLICIES = ["MM", "MC", "random"]


def short(cell: dict) -> str:
    """Published and ours in a few characters; the number of games where it is not 100."""
    sign = "≈" if cell["agrees"] else "≠"
    more = "" if cell["ours"]["games"] == 100 else f" ({games(cell)} games)"
    return f"{cell['published']:.1f} {sign} {100 * cell['ours']['detective_rate']:.1f}{more}"


VARIES = {
    "nijssen-7.3": "playout policies",
    "nijssen-7.4": "one tree or several",
    "nijssen-7.5": "categorization against `pimbot`'s Mr X",
    "nijssen-7.6": "categorization against the paranoid hider",
    "nijssen-7.9": "coalition reduction",
    "nijssen-7.10": "coalition reduction by playouts",
    "nijssen-7.11": "all enhancements; minimax players",
}


def tally() -> str:
    rows = [
        [name.removeprefix("nijssen-"), what, *tally_of(name)[:6]] for name, what in VARIES.items()
    ]
    head = ["table", "what it varies", "figures", "played", "at full length", "agree"]
    return table([*head, "cause tested", "open"], rows)


def policies() -> str:
    cells = kept("nijssen-7.3")
    rows = []
    for block, playouts in enumerate(["3,000", "7,500", "15,000"]):
        for row, policy in enumerate(POLICIES):
            first = 9 * block + 3 * row + 1
            rows.append([playouts, policy, *(short(cells[at]) for at in range(first, first + 3))])
    return table(["playouts", "detectives", *(f"Mr X {policy}" for policy in POLICIES)], rows)


def trees() -> str:
    cells, rows = kept("nijssen-7.4"), []
    kinds = ["one tree", "separate trees", "majority vote"]
    for number in range(1, 7):
        cell = cells[number]
        playouts = "with rules" if number < 4 else "random"
        rows.append(
            [
                playouts,
                kinds[(number - 1) % 3],
                *judged(cell),
            ]
        )
    return table(["playouts", "detectives", "published", "ours", "games", "verdict"], rows)


def categories() -> str:
    searched, paranoid = kept("nijssen-7.5"), kept("nijssen-7.6")
    names = ["nothing"]
    for kind in ("minimum distance", "mean distance", "station"):
        for how in ("general", "detailed"):
            names += [f"{kind}, {how}, {steps}" for steps in ("1 step", "2 steps")]
    rows = [
        [name, short(searched[at]), short(paranoid[at]) if at in paranoid else "–"]
        for at, name in enumerate(names, 1)
    ]
    return table(["guesses by", "7.5: `pimbot`'s Mr X", "7.6: paranoid hider"], rows)


def coalition() -> str:
    cells = kept("nijssen-7.9")
    rows = []
    for row, r in enumerate(["0", "0.1", "0.2", "0.3", "0.5", "1"]):
        numbers = [2 * row + 1, 2 * row + 2, 2 * row + 13, 2 * row + 14]
        rows.append([r, *(short(cells[at]) for at in numbers)])
    head = ["r", "`pimbot`'s Mr X", "with categories", "paranoid hider", "with categories"]
    return table(head, rows)


def by_playouts() -> str:
    cells = sorted(
        (cell for cell in kept("nijssen-7.10").values() if cell["cell"] not in range(15, 21)),
        key=lambda cell: (playouts_of(cell), reduction_of(cell)),
    )
    rows = []
    for cell in cells:
        judged = cell["published"] is not None
        rows.append(
            [
                f"{playouts_of(cell):,}",
                f"{reduction_of(cell):g}",
                f"{cell['published']:.1f}" if judged else "–",
                ours(cell),
                games(cell),
                verdict(cell) if judged else "–",
            ]
        )
    return table(["playouts", "r", "published", "ours", "games", "verdict"], rows)


def setting(cell: dict, name: str) -> float:
    parts = dict(part.split("=") for part in cell["detectives"].split(":")[1].split(","))
    return float(parts[name])


def playouts_of(cell: dict) -> int:
    return int(setting(cell, "playouts"))


def reduction_of(cell: dict) -> float:
    """Coalition reduction, which is 0.1 where nothing is said."""
    return setting(cell, "reduction") if "reduction" in cell["detectives"] else 0.1


def everything() -> str:
    rows = []
    for number, cell in kept("nijssen-7.11").items():
        if number > 4:
            continue
        rows.append(
            [
                f"`{cell['x'].split(':')[0]}`",
                f"`{cell['detectives'].split(':')[0]}`",
                *judged(cell),
            ]
        )
    return table(["Mr X", "detectives", "published", "ours", "games", "verdict"], rows)


def causes() -> str:
    """The cells whose cause was tested: ours as judged, and ours with the one thing changed."""
    changed = {
        ("nijssen-7.10", 1): "unvisited moves wait their turn (`unvisited=history`, both sides)",
        ("nijssen-7.4", 4): "Mr X without his move filter (`filter=off`)",
        ("nijssen-7.11", 3): "Mr X without his move filter (`filter=off`)",
    }
    rows = []
    for (name, number), what in changed.items():
        cells = kept(name)
        cell = cells[number]
        file, shown = cell["tested"].split("#")
        then, short_name = cells[int(shown)], name.removeprefix("nijssen-")
        assert file == f"reproduce/{name}.json" and then["agrees"]
        rows.append(
            [
                f"[{short_name}](../../research/results/reproduce/{name}.md), cell {number}",
                f"{cell['published']:.1f}",
                f"{ours(cell)}, {games(cell)} games",
                what,
                f"{ours(then)}, {games(then)} games (cell {shown})",
            ]
        )
    return table(["cell", "published", "ours", "changed", "ours then"], rows)


TABLES = {
    "tally": tally,
    "policies": policies,
    "trees": trees,
    "categories": categories,
    "coalition": coalition,
    "by-playouts": by_playouts,
    "everything": everything,
    "causes": causes,
}
