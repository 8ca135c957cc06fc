"""A tournament on a Ray cluster.

    ray job submit --working-dir . -- python examples/cluster/ray_tournament.py tournament.toml runs/mine

Run by itself it starts a cluster on this machine. The folder must be one that the driver keeps: with
`ray job submit` the driver runs on the head node. A second start goes on where the first was stopped.
"""

import argparse
from pathlib import Path

import yard.ray

parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
parser.add_argument("tournament", type=Path)
parser.add_argument("out", type=Path)
parser.add_argument("--address", help="of the cluster, such as auto or ray://head:10001")
parser.add_argument("--games", type=int, help="games of each cell, where it differs from the file")
given = parser.parse_args()

table = yard.ray.tournament(
    given.tournament,
    out=given.out,
    address=given.address,
    games=given.games,
    resume=(given.out / "games.jsonl").exists(),
    progress=True,
)
print(table.rates())
