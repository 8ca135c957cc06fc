"""The tables of docs/research/solutions.md."""

from __future__ import annotations

import math

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
                f"{game['segments']:,}",
                f"{game['seconds']:.1f}",
                f"{game['peak_mib']:.0f}",
            ]
        )
    head = ["board", "detectives", *(f"{n} rounds" for n in ROUNDS), "segments", "s", "MiB"]
    return table(head, rows)


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


def responses() -> str:
    found: dict[str, dict] = {}
    for line in [*load_lines("solutions/exploit.jsonl"), *load_lines("learning/exploit.jsonl")]:
        exact = line["kind"] == "exact"
        shown = (
            f"{line['value']:.4f}" if exact else f"≥ {math.floor(1e4 * line['value']) / 1e4:.4f}"
        )
        found.setdefault(line["agent"], {})[line["rules"], line["side"]] = shown
    seats = [
        ("glasses", "mr-x"),
        ("glasses", "detectives"),
        ("grid5", "mr-x"),
        ("grid5", "detectives"),
    ]
    rows = [[f"`{agent}`", *(by.get(seat, "–") for seat in seats)] for agent, by in found.items()]
    names = [f"`{rules}`, {'Mr X' if side == 'mr-x' else side}" for rules, side in seats]
    return table(["agent", *names], rows)


TABLES = {"values": values, "presets": presets, "responses": responses}
