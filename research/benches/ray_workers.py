"""Games a second on a local Ray cluster with 1, 2 and 4 workers.

    python research/benches/ray_workers.py

The same match each time, begun anew in a new cluster of that many processors. Starting the cluster and the
workers is not counted: a first, short match does that. The load of the machine is told, since workers can
only be as fast as the cores that are free.
"""

from __future__ import annotations

import argparse
import os
import time

import ray

import yard.ray


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--workers", nargs="*", type=int, default=[1, 2, 4])
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--x", default="lookahead")
    parser.add_argument("--detectives", default="lookahead")
    given = parser.parse_args()
    print(
        f"{os.cpu_count()} cores, classic, {given.x} against {given.detectives}, {given.games} games\n"
    )
    print(
        "| workers | seconds | games a second | worker s a game | times one worker | load before |"
    )
    print("|---|---|---|---|---|---|")
    first = None
    for workers in given.workers:
        ray.init("local", num_cpus=workers, include_dashboard=False, log_to_driver=False)
        yard.ray.match("classic", given.x, given.detectives, 20 * workers, seed=2)
        load, begin = os.getloadavg()[0], time.perf_counter()
        yard.ray.match("classic", given.x, given.detectives, given.games, seed=1)
        seconds = time.perf_counter() - begin
        rate = given.games / seconds
        first = first or rate
        print(
            f"| {workers} | {seconds:.1f} | {rate:.1f} | {workers * seconds / given.games:.4f} "
            f"| {rate / first:.2f} | {load:.1f} |",
            flush=True,
        )
        ray.shutdown()


if __name__ == "__main__":
    main()
