"""The tables and pictures of docs/research/findings.md."""

from __future__ import annotations

import json

from . import figures
from .results import DOCS, RESULTS, escapes, load, load_lines, percent, table, wrap

# Solved boards


def solved() -> str:
    """The value of n × n with two detectives, by the number of rounds."""
    rounds = [3, 6, 9, 12, 15, 18, 21, 24, 30]
    rows = []
    for game in load_lines("solutions/grids.jsonl"):
        size, detectives, length = (int(part) for part in game["rules"][5:].split(",")[:3])
        if detectives != 2:
            continue
        values = {part["rounds"]: part["detective_value"] for part in game["shorter"]}
        values[length] = game["detective_value"]
        cells = [f"{sum(values[n]) / 2:.4f}" if n in values else "–" for n in rounds]
        rows.append([f"{size}×{size}", *cells])
    return table(["rounds", *(str(n) for n in rounds)], rows)


def widest() -> str:
    """How far the bounds of a value in that table are apart at most."""
    gaps = []
    for game in load_lines("solutions/grids.jsonl"):
        if game["rules"].split(",")[1] == "2":
            gaps += [part["detective_value"] for part in game["shorter"]] + [
                game["detective_value"]
            ]
    return f"The bounds of a value are at most {max(high - low for low, high in gaps):.5f} apart."


def presets() -> str:
    names = {
        "grid5": "5×5, 2 detectives, 15 rounds",
        "grid5-30": "the same, 30 rounds",
        "glasses": "11 stations, 2 detectives, 5 rounds",
    }
    rows = []
    for game in load_lines("solutions/presets.jsonl"):
        low, high = game["detective_value"]
        rows.append(
            [
                f"`{game['rules']}`",
                names[game["rules"]],
                f"{low - 5e-6:.5f} to {min(1, high + 5e-6):.5f}",
            ]
        )
    return table(["rules", "game", "the detectives win"], rows)


def published_on_grid5() -> str:
    """The least and the most that detectives won in published tables on the same game."""
    figures = []
    for path in sorted((RESULTS / "reproduce").glob("*.json")):
        for cell in json.loads(path.read_text())["cells"]:
            judged = not cell.get("reading_of") and not cell.get("control_of")
            if cell.get("rules") == "grid5" and judged and cell.get("published") is not None:
                figures.append(cell["published"])
    return wrap(
        f"In the {len(figures)} published figures on this game that we have played, "
        f"the detectives win between {min(figures)} and {max(figures)} %."
    )


# Random rows


def random_rows() -> str:
    rows = []
    for name, rules, step in [
        ("grid5", "grid5", "forbidden"),
        ("grid5-enter", "research/rules/grid5-enter.toml", "allowed"),
        ("dash", "dash", "forbidden"),
        ("dash-enter", "research/rules/dash-enter.toml", "allowed"),
    ]:
        result = load(f"random/{name}.json")
        assert result["games"] == 100000 and result["seed"] == 1 and result["rules"] == rules
        rows.append(
            [
                "5×5, two detectives"
                if name.startswith("grid5")
                else "London, Dash et al.'s rules",
                step,
                percent(result["detective_rate"], result["ci95"]),
                f"`yard match --rules {rules} --games 100000 --seed 1`",
            ]
        )
    return table(["game", "step onto a detective", "detectives win", "command"], rows)


def random_all() -> str:
    rows = []
    for name in [
        "classic",
        "modern",
        "bristol",
        "dash",
        "grid5",
        "grid5-30",
        "grid7",
        "grid15",
        "glasses",
    ]:
        result = load(f"random/{name}.json")
        assert result["games"] == 100000 and result["seed"] == 1
        rows.append(
            [
                f"`{name}`",
                percent(result["detective_rate"], result["ci95"]),
                f"{result['mean_rounds']:.1f}",
            ]
        )
    return table(["rules", "detectives win", "mean length, log slots"], rows)


# The ladders

PUBLISHED_BY = {
    "random": "every paper's baseline",
    "lookahead": "Mortimer & Colfer",
    "paranoid": "Mortimer & Colfer",
    "paranoid-nw": "Nijssen & Winands 2012",
    "expectimax": "Nijssen & Winands 2012",
    "alphabeta": "Tulušák 2020, Sova 2021",
    "mcts-sova": "Sova 2021",
    "mcts-sova-distance": "Sova 2021",
    "mcts-gerza": "Gerža 2022",
    "pimbot": "Nijssen & Winands 2012",
    "dqn:model=hrklova": "Hrkľová 2023",
    "dqn:model=grid5": "ours, after Hrkľová 2023",
    "nash": "ours",
    "best": "ours",
}


def london() -> tuple[dict, dict]:
    """Agent to share and interval: Mr X against `best`'s detectives, and detectives against `best`'s Mr X."""
    data = load("ladder/table.json")
    last_row, last_column = data["detectives"].index("best"), data["mr_x"].index("best")
    mr_x = {name: escapes(data["cells"][last_row][i]) for i, name in enumerate(data["mr_x"])}
    team = {name: data["cells"][i][last_column] for i, name in enumerate(data["detectives"])}
    return mr_x, {name: (cell["detective_rate"], cell["ci95"]) for name, cell in team.items()}


def by_strength(one: dict, other: dict) -> list[str]:
    names = list(dict.fromkeys([*one, *other]))
    return sorted(
        names, key=lambda name: (other.get(name, one.get(name))[0], one.get(name, (0,))[0])
    )


def ladder() -> str:
    mr_x, team = london()
    rows = []
    for name in reversed(by_strength(mr_x, team)):
        cells = [percent(*side[name]) if name in side else "–" for side in (mr_x, team)]
        rows.append([f"`{name}`", PUBLISHED_BY[name], *cells])
    return table(["agent", "published by", "as Mr X: escapes", "as detectives: catch"], rows)


def small_board() -> tuple[dict, dict]:
    """Every method against perfect play on 5×5 with six rounds: share of the games won by each side."""
    mr_x, team = {}, {}
    for path in sorted((RESULTS / "solutions" / "nash").glob("*.json")):
        result = json.loads(path.read_text())
        assert result["rules"] == "grid:5,2,6" and result["games"] == 10000
        if path.name.startswith("x-"):
            mr_x[result["x"]] = escapes(result)
        else:
            team[result["detectives"]] = (result["detective_rate"], result["ci95"])
    return mr_x, team


def grid_ladder() -> str:
    mr_x, team = small_board()
    rows = []
    for name in reversed(by_strength(mr_x, team)):
        cells = [percent(*side[name]) if name in side else "–" for side in (mr_x, team)]
        rows.append([f"`{name}`", PUBLISHED_BY[plain(name)], *cells])
    return table(
        ["agent", "published by", "as Mr X: escapes `nash`", "as detectives: catch `nash`"], rows
    )


# Exploitability


SEATS = [
    ("glasses", "mr-x"),
    ("glasses", "detectives"),
    ("grid5", "mr-x"),
    ("grid5", "detectives"),
]


def responses(written) -> str:
    """What a best response wins from each agent in each seat. `written` makes text of a line."""
    found: dict[str, dict] = {}
    for line in [*load_lines("solutions/exploit.jsonl"), *load_lines("learning/exploit.jsonl")]:
        if shown := written(line):
            found.setdefault(line["agent"], {})[line["rules"], line["side"]] = shown
    rows = [[f"`{agent}`", *(by.get(seat, "–") for seat in SEATS)] for agent, by in found.items()]
    names = [f"`{rules}`, {'Mr X' if side == 'mr-x' else side}" for rules, side in SEATS]
    return table(["agent", *names], rows)


def exploit_small() -> str:
    return responses(lambda line: f"{line['value']:.4f}" if line["kind"] == "exact" else "")


def exploit_london() -> str:
    rows = []
    for result in load_lines("exploit/london.jsonl"):
        side = "Mr X" if result["side"] == "mr-x" else "detectives"
        found = percent(result["value"], result["ci95"])
        share = baseline(result)
        instead = "–" if share is None else percent(*share)
        rows.append([side, f"`{result['agent']}`", found, str(result["games"]), instead])
    return table(["side", "agent", "its response wins", "games", "a small `best` wins instead"], rows)


def baseline(result: dict) -> tuple[float, list[float]] | None:
    """What `best` wins from that agent in the same seat, from the baselines."""
    for line in load_lines("exploit/baselines.jsonl"):
        seats = [line["x"], line["detectives"]]
        own, other = seats if result["side"] == "mr-x" else reversed(seats)
        if own == result["agent"] and other.startswith("best"):
            caught = line["detective_rate"], line["ci95"]
            return caught if result["side"] == "mr-x" else escapes(line)
    return None


# What reproduces


def tallied() -> list[str]:
    """What `yard reproduce --summary` printed: a sentence, a table by document, and one by table."""
    text = (DOCS / "research" / "experiments.md").read_text(encoding="utf-8")
    part = text.split("<!-- tally -->")[1].split("<!-- end of the tally -->")[0].strip()
    return part.split("\n\n")


def tally() -> str:
    sentence, by_document = tallied()[:2]
    whole, agreeing = at_full_length()
    assert f"{whole} of them at their published length" in sentence
    sure = f"Of the {whole} at full length {agreeing} agree."
    return wrap(sentence) + "\n\n" + by_document + "\n\n" + sure


def at_full_length() -> tuple[int, int]:
    """How many judged cells have at least as many games as published, and how many of those agree."""
    whole = []
    for path in sorted((RESULTS / "reproduce").glob("*.json")):
        for cell in json.loads(path.read_text())["cells"]:
            judged = not cell.get("reading_of") and not cell.get("control_of")
            if not judged or cell.get("published") is None:
                continue
            if cell["ours"]["games"] >= cell["published_games"]:
                whole.append(cell["agrees"])
    return len(whole), sum(whole)


def tally_of(name: str) -> list[str]:
    """The counts of one published table."""
    for row in tallied()[2].splitlines():
        found, *counts = (part.strip() for part in row.strip("|").split("|"))
        if found == name:
            return counts
    raise ValueError(f"the tally has no {name}")


# Pictures


def solved_lines() -> dict[str, list[tuple[int, float]]]:
    """The value of n × n with two detectives over the number of rounds."""
    lines = {}
    for game in load_lines("solutions/grids.jsonl"):
        size, detectives, length = (int(part) for part in game["rules"][5:].split(",")[:3])
        if detectives == 2:
            values = {part["rounds"]: part["detective_value"] for part in game["shorter"]}
            values[length] = game["detective_value"]
            every_third = sorted(n for n in values if n % 3 == 0)
            lines[f"{size} × {size}"] = [(n, sum(values[n]) / 2) for n in every_third]
    return lines


def plain(name: str) -> str:
    return name if name.startswith("dqn") else name.split(":")[0]


def ladder_picture(title: str, mr_x: dict, team: dict, perfect=None) -> str:
    rows = [(name, PUBLISHED_BY[plain(name)]) for name in reversed(by_strength(mr_x, team))]
    short = {name: name.split(":playouts")[0].split(":nodes")[0] for name, _ in rows}
    sides = [
        ("as Mr X: escapes", {short[name]: share for name, share in mr_x.items()}, False),
        ("as detectives: catch Mr X", {short[name]: share for name, share in team.items()}, True),
    ]
    named = [(short[name], source) for name, source in rows]
    return figures.dots(title, named, sides, "games won, per cent", perfect)


def exploit_picture() -> str:
    known, ordinary, rows = {}, {}, []
    for result in load_lines("exploit/london.jsonl"):
        side = "Mr X" if result["side"] == "mr-x" else "detectives"
        label = f"{result['agent']} as {side}"
        rows.append((label, f"{result['games']} games"))
        known[label] = (result["value"], result["ci95"])
        if (share := baseline(result)) is not None:
            ordinary[label] = share
    sides = [("its response wins", known, False), ("a small best wins", ordinary, True)]
    title = "London: what a response that knows the agent wins, and what a small best wins"
    return figures.dots(title, rows, sides, "games won from the agent, per cent")


def tally_picture() -> str:
    rows = []
    for row in tally().split("\n\n")[1].splitlines()[2:-1]:
        name, *counts = (part.strip() for part in row.strip("|").split("|"))
        cells, played, _, agree, tested, unknown, _ = map(int, counts)
        if cells:
            rows.append((name, [agree, tested, unknown, cells - played]))
    kinds = [
        ("agree", "one", 1),
        ("cause tested", "three", 1),
        ("open", "two", 1),
        ("not played", "two", 0),
    ]
    return figures.bars("Published figures by verdict", rows, kinds)


def pictures() -> dict[str, str]:
    fair = load_value("grid:5,2,6")
    return {
        "solved.svg": figures.curves(
            "Games won by two perfect detectives", solved_lines(), "rounds", "games won, per cent"
        ),
        "ladder.svg": ladder_picture(
            "London: the published methods against the strongest of the other side", *london()
        ),
        "small-board.svg": ladder_picture(
            "5×5, six rounds: the published methods against perfect play",
            *small_board(),
            [(1 - fair, "one"), (fair, "two")],
        ),
        "exploit.svg": exploit_picture(),
        "tally.svg": tally_picture(),
    }


def load_value(rules: str) -> float:
    """The middle of the bounds of a solved grid, which may be a shorter game of a longer one."""
    size, detectives, rounds = rules[5:].split(",")
    for game in load_lines("solutions/grids.jsonl"):
        if game["rules"][5:].split(",")[:2] == [size, detectives]:
            values = {part["rounds"]: part["detective_value"] for part in game["shorter"]}
            return sum(values[int(rounds)]) / 2
    raise ValueError(f"{rules} is not solved")


TABLES = {
    "solved": solved,
    "widest": widest,
    "presets": presets,
    "published-on-grid5": published_on_grid5,
    "random-rows": random_rows,
    "random-all": random_all,
    "ladder": ladder,
    "grid-ladder": grid_ladder,
    "exploit-small": exploit_small,
    "exploit-london": exploit_london,
    "tally": tally,
}
