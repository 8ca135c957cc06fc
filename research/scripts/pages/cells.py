"""Cells of published tables, as text."""

from __future__ import annotations

from .results import load


def kept(name: str) -> dict[int, dict]:
    """The kept cells of a published table, by number."""
    return {cell["cell"]: cell for cell in load(f"reproduce/{name}.json")["cells"]}


def games(cell: dict) -> str:
    return f"{cell['ours']['games']:,}"


def ours(cell: dict) -> str:
    """Ours in per cent, with the spread between trainings or the interval of the games."""
    if trainings := cell.get("trainings"):
        return f"{trainings['mean']:.1f} ± {trainings['spread']:.1f}"
    low, high = cell["ours"]["ci95"]
    return f"{100 * cell['ours']['detective_rate']:.1f} ({100 * low:.1f} to {100 * high:.1f})"


def mr_x(cell: dict) -> str:
    """Mr X's wins in per cent with their interval."""
    low, high = cell["ours"]["ci95"]
    rate = 100 - 100 * cell["ours"]["detective_rate"]
    return f"{rate:.1f} ({100 - 100 * high:.1f} to {100 - 100 * low:.1f})"


def verdict(cell: dict) -> str:
    """What the cell says of its published figure; a tested cause links to what shows it."""
    if cell["agrees"]:
        return "agrees"
    if shown := cell.get("tested"):
        name, number = shown.split("#")
        page = name.removeprefix("reproduce/").removesuffix(".json")
        return (
            f"differs, [cause tested](../../research/results/reproduce/{page}.md) (cell {number})"
        )
    return "differs, open"


def plain(agent: str) -> str:
    return agent.split(":")[0]


def judged(cell: dict) -> list[str]:
    """The four columns of a judged cell: published, ours, games, verdict."""
    return [f"{cell['published']:.1f}", ours(cell), games(cell), verdict(cell)]
