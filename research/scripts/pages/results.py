"""Reads what the commands printed, and writes it as text and tables."""

from __future__ import annotations

import json
import textwrap
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
RESULTS = ROOT / "research" / "results"
DOCS = ROOT / "docs"


def load(name: str):
    return json.loads((RESULTS / name).read_text(encoding="utf-8"))


def load_lines(name: str) -> list[dict]:
    return [json.loads(line) for line in (RESULTS / name).read_text(encoding="utf-8").splitlines()]


def table(head: list[str], rows: list[list[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(row) + " |" for row in lines)


def wrap(text: str) -> str:
    return textwrap.fill(text, 98, break_long_words=False, break_on_hyphens=False)


def percent(rate: float, ci: list[float]) -> str:
    return f"{100 * rate:.1f} % ({100 * ci[0]:.1f} to {100 * ci[1]:.1f})"


def escapes(cell: dict) -> tuple[float, list[float]]:
    """Mr X's share of the games of a cell, with its interval."""
    low, high = cell["ci95"]
    return 1 - cell["detective_rate"], [1 - high, 1 - low]
