"""The tables of docs/research/solutions.md."""

from __future__ import annotations

import math

from . import findings
from .results import load_lines, table

ROUNDS = [3, 6, 9, 12, 15, 18, 21, 24, 30]


def values() -> str:
    rows = []
    for game in load_lines("solutions/grids.jsonl"):
        size, detectives, length = (int(part) for part in game["rules"][5:].split(",")[:3])
        found = {part["rounds"]: part["detective_value"] for part in game["shorter"]}
        found[length] = game["detective_value"]
        rows.append(
            [
                f"{size}×{size}",
                str(detectives),
                *(f"{sum(found[n]) / 2:.4f}" if n in found else "–" for n in ROUNDS),
            ]
        )
    return table(["board", "detectives", *map(str, ROUNDS)], rows)


def effort() -> str:
    """The work behind the longest game of each board."""
    rows = []
    for game in load_lines("solutions/grids.jsonl"):
        if game["seconds"] >= 1:
            size, detectives, length = game["rules"][5:].split(",")[:3]
            rows.append(
                [
                    f"{size}×{size}, {detectives} detectives, {length} rounds",
                    f"{game['segments']:,}",
                    f"{game['seconds']:.1f}",
                    f"{game['peak_mib']:.0f}",
                ]
            )
    return table(["game, with all shorter ones", "segments", "s", "MiB"], rows)


def presets() -> str:
    rows = []
    for game in load_lines("solutions/presets.jsonl"):
        low, high = game["detective_value"]
        bounds = f"{math.floor(1e5 * low) / 1e5:.5f} to {min(1, math.ceil(1e5 * high) / 1e5):.5f}"
        rows.append(
            [
                f"`{game['rules']}`",
                bounds,
                f"{game['segments']:,}",
                f"{game['seconds']:.1f}",
                f"{game['peak_mib']:.0f}",
            ]
        )
    return table(["rules", "the detectives win", "segments", "s", "MiB"], rows)


def response(line: dict) -> str:
    """A value; a lower bound is rounded down."""
    if line["kind"] == "exact":
        return f"{line['value']:.4f}"
    return f"≥ {math.floor(1e4 * line['value']) / 1e4:.4f}"


def responses() -> str:
    return findings.responses(response)


TABLES = {"values": values, "effort": effort, "presets": presets, "responses": responses}
