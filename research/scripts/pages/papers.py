"""The tables of the pages on single papers, from what `yard reproduce` and its kin wrote."""

from __future__ import annotations

import re

from .cells import games, kept, mr_x, ours, plain, verdict
from .findings import exploit_london
from .nijssen import TABLES as NIJSSEN
from .results import RESULTS, ROOT, load, load_lines, table
from .solutions import TABLES as SOLUTIONS

# Dash et al.

LEARNERS = [
    "Mr X",
    "Mr X, one random generator",
    "detectives, one network",
    "detectives, one each",
    "both",
    "both",
    "both",
]


def dash_cells(number: int) -> dict[int, dict]:
    """The cells of an experiment, with controls that were played apart from it."""
    cells = kept(f"dash-{number}")
    apart = f"dash/controls/dash-{number}.json"
    if (RESULTS / apart).exists():
        for cell in load(apart)["cells"]:
            if cell["cell"] > 4:
                cells.setdefault(cell["cell"], cell)
    return cells


def dash_games(cell: dict) -> str:
    """The games of a cell, by training where there are several."""
    trainings = cell.get("trainings")
    return f"{len(trainings['games'])} × {trainings['games'][0]:,}" if trainings else games(cell)


def dash() -> str:
    rows = []
    for number, learner in enumerate(LEARNERS, 1):
        judged = dash_cells(number)[1]
        rows.append(
            [
                f"[{number}](../../research/results/reproduce/dash-{number}.md)",
                learner,
                f"{judged['published']:.1f}",
                ours(judged),
                dash_games(judged),
                verdict(judged),
            ]
        )
    return table(["experiment", "who learns", "published", "ours", "games", "verdict"], rows)


def dash_controls() -> str:
    rows = []
    for number in range(1, len(LEARNERS) + 1):
        cells = dash_cells(number)
        none = "as 1" if number == 2 else "–"
        shown = [ours(cells[at]) if at in cells else none for at in (5, 6, 3)]
        rows.append([str(number), f"{cells[1]['published']:.1f}", *shown])
    head = ["experiment", "published", "untrained", "untrained, step allowed"]
    return table([*head, "trained, step allowed"], rows)


def dash_phases() -> str:
    """Both phases of experiment 1 for networks that never learn, beside the published ones."""
    rows = []
    for number in (1, 2):
        plan = (ROOT / f"research/experiments/dash-{number}.toml").read_text(encoding="utf-8")
        shares = []
        for phase in ("training", "testing"):
            won, lost = map(int, re.findall(rf"^{phase} *= \[(\d+), (\d+)\]", plan, re.M)[0])
            shares.append(100 * won / (won + lost))
        rows.append([f"published, experiment {number}", *(f"{share:.1f}" for share in shares)])
    for seed, folder in enumerate(["", "-seed-2", "-seed-3"], 1):
        row = []
        for phase in ("metrics.csv", "metrics-testing.csv"):
            lines = (RESULTS / f"dash/dash-1-enter-control{folder}/{phase}").read_text().split()
            head, last = lines[0].split(","), lines[-1].split(",")
            found = dict(zip(head, last, strict=True))
            row.append(100 * (1 + int(found["performance"]) / int(found["games"])) / 2)
        rows.append([f"ours, learning rate 0, seed {seed}", *(f"{share:.1f}" for share in row)])
    return table(["networks", "training phase", "testing phase"], rows)


# Sova

READINGS = {
    "another reading (pairs)": "pairs",
    "another reading (Mr X may step onto a detective)": "step",
    "another reading (pairs, Mr X may step onto a detective)": "pairs and step",
    "another reading (one node a round)": "rounds",
}


def sova() -> str:
    rows = []
    for name in ("5.1", "5.2", "5.3", "5.4", "5.5", "5.6"):
        cells = kept(f"sova-{name}")
        for number, cell in cells.items():
            if cell.get("reading_of"):
                continue
            others = [
                f"{READINGS[other['reason']]} {100 * other['ours']['detective_rate']:.1f}"
                for other in cells.values()
                if other.get("reading_of") == str(number)
            ]
            rows.append(
                [
                    f"[{name}](../../research/results/reproduce/sova-{name}.md)",
                    f"`{plain(cell['x'])}`",
                    f"`{plain(cell['detectives'])}`",
                    f"{cell['published']:.1f}",
                    ours(cell),
                    verdict(cell),
                    ", ".join(others),
                ]
            )
    return table(
        ["table", "Mr X", "detectives", "published", "ours", "verdict", "other readings"], rows
    )


def sova_playouts() -> str:
    base, few = kept("sova-5.6"), kept("sova-5.6-playouts")
    pairs = {name: {"ours": load(f"grid15/paired-{name}.json")} for name in ("detectives", "mr-x")}
    rows = [
        ["30", "opposes", few[1], few[2], few[3]],
        ["100", "opposes", few[7], few[8], None],
        ["3,000", "opposes", base[1], base[2], base[3]],
        ["30", "pairs", few[4], few[5], few[6]],
        ["1,000", "pairs", None, pairs["detectives"], pairs["mr-x"]],
        ["3,000", "pairs", base[7], base[8], base[9]],
    ]
    written = [
        [*row[:2], *(f"{ours(cell)}, {games(cell)} games" if cell else "–" for cell in row[2:])]
        for row in rows
    ]
    head = ["playouts", "the other side", "search against search (48.5)"]
    return table(
        [*head, "search against a random Mr X (48.4)", "random detectives (26.7)"], written
    )


# Mortimer & Colfer


def mortimer() -> str:
    cells, rows = kept("mortimer-1"), []
    levels = ["easy", "medium", "hard"]
    for number, cell in cells.items():
        team, alone = divmod(number - 1, 3)
        rows.append(
            [
                levels[alone],
                levels[team],
                f"{100 - cell['published']:.1f}",
                mr_x(cell),
                games(cell),
                verdict(cell),
            ]
        )
    return table(["Mr X", "detectives", "published", "ours", "games", "verdict"], rows)


def mortimer_search() -> str:
    rows = [["`paranoid:nodes=15000`, table 1", mr_x(kept("mortimer-1")[9]), "1,000"]]
    rows += [[f"`{cell['x']}`", mr_x(cell), games(cell)] for cell in kept("mortimer-4").values()]
    return table(["Mr X", "wins", "games"], rows)


def mortimer_tickets() -> str:
    rows = [
        [f"`{cell['detectives']}`", mr_x(cell), games(cell)] for cell in kept("mortimer-5").values()
    ]
    return table(["detectives", "Mr X (`lookahead`) wins", "games"], rows)


def mortimer_weights() -> str:
    rows = []
    for name in ("near-45", "near-180", "places-0", "places-8", "mean-40"):
        test = load(f"bristol/sprt-{name}.json")
        low, high = test["ci95"]
        score = f"{test['score']:.3f} ({low:.3f} to {high:.3f})"
        rows.append([f"`{name.replace('-', '=')}`", test["verdict"], str(test["pairs"]), score])
    return table(["changed", "verdict", "pairs", "score"], rows)


# Hrkľová


def hrklova_61() -> str:
    rows, names = [], {"alphabeta": "alpha-beta", "mcts": "MCTS", "mix": "both"}
    others = {
        (cell.get("reading_of") or cell.get("control_of"), cell["reason"]): cell
        for cell in load("learning/readings/hrklova-6.1.json")["cells"]
    }
    text, short = (
        "another reading: by the text, the step forbidden",
        "control: 300 games of training",
    )
    for number, cell in kept("hrklova-6.1").items():
        taught = cell["x"].split("6.1-")[1].split("/")[0]
        more = [others.get((str(number), reason)) for reason in (text, short)]
        rows.append(
            [
                names[taught],
                f"`{plain(cell['detectives'])}`",
                f"{cell['published']:.2f}",
                ours(cell),
                verdict(cell),
                *(ours(other) if other else "–" for other in more),
            ]
        )
    head = ["taught by", "detectives", "published", "ours", "verdict"]
    return table([*head, "by the text, step forbidden", "after 300 games"], rows)


def hrklova_66() -> str:
    cells, rows = kept("hrklova-6.6"), []
    for judged, paired, default in [
        (19, 7, 1),
        (20, 8, 3),
        (21, 9, 4),
        (22, 10, 6),
        (2, 0, 0),
        (5, 0, 0),
    ]:
        cell = cells[judged]
        more = [
            f"{100 * cells[at]['ours']['detective_rate']:.1f}" if at else "–"
            for at in (paired, default)
        ]
        rows.append(
            [
                f"`{plain(cell['x'])}`",
                f"`{plain(cell['detectives'])}`",
                f"{cell['published']:.2f}",
                ours(cell),
                games(cell),
                verdict(cell),
                *more,
            ]
        )
    head = ["Mr X", "detectives", "published", "ours", "games", "verdict"]
    return table([*head, "3,000 playouts, pairs", "3,000 playouts, default"], rows)


# Exploitability

SIDES = {"mr-x": "Mr X", "detectives": "detectives"}


def calibration() -> str:
    rows = []
    for line in load_lines("exploit/calibration.jsonl"):
        low, high = line["ci95"]
        rows.append(
            [
                f"`{line['rules']}`",
                SIDES[line["side"]],
                f"`{line['agent']}`",
                str(line["streams"]) if ":" in line["agent"] else "–",
                f"{line['exact']:.3f}",
                f"{line['value']:.3f} ({low:.3f} to {high:.3f})",
                f"{line['questions']:,}",
            ]
        )
    head = ["rules", "side", "agent", "streams", "exact", "search", "questions a game"]
    return table(head, rows)


PAGES = {
    "dash.md": {"dash": dash, "controls": dash_controls, "phases": dash_phases},
    "sova.md": {"sova": sova, "playouts": sova_playouts},
    "mortimer.md": {
        "mortimer": mortimer,
        "search": mortimer_search,
        "tickets": mortimer_tickets,
        "weights": mortimer_weights,
    },
    "hrklova.md": {"hrklova-6.1": hrklova_61, "hrklova-6.6": hrklova_66},
    "exploitability.md": {"calibration": calibration, "london": exploit_london},
    "nijssen.md": NIJSSEN,
    "solutions.md": SOLUTIONS,
}
