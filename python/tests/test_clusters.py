"""The files of docs/reference/clusters.md do what they say, as far as one machine can tell."""

import os
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FILES = ROOT / "examples" / "cluster"

TOURNAMENT = """
version = 1
name = "small"
rules = "grid5"
games = 10
mr_x = ["random"]
detectives = ["random", "lookahead"]
"""


def program():
    path = os.environ.get("YARD_BIN")
    if not path or not Path(path).exists():
        pytest.skip("YARD_BIN names no yard")
    return path


def test_the_page_links_every_file():
    page = (ROOT / "docs" / "reference" / "clusters.md").read_text()
    for path in FILES.iterdir():
        assert f"../examples/cluster/{path.name}" in page, path.name


def test_a_slurm_array_is_the_unbroken_tournament(tmp_path):
    yard = program()
    (tmp_path / "t.toml").write_text(TOURNAMENT)
    out = tmp_path / "runs"
    for task in (2, 3, 1):
        slurm = {"SLURM_ARRAY_TASK_ID": str(task), "SLURM_ARRAY_TASK_COUNT": "3"}
        subprocess.run(
            ["bash", FILES / "slurm.sbatch", tmp_path / "t.toml", out],
            env=os.environ | slurm | {"YARD": yard},
            check=True,
            capture_output=True,
        )
    parts = sorted(out.glob("shard-*/games.jsonl"))
    joined = tmp_path / "games.jsonl"
    subprocess.run([yard, "merge", *parts, "--out", joined], check=True, capture_output=True)
    whole = tmp_path / "whole"
    words = [yard, "tournament", tmp_path / "t.toml", "--out", whole, "--threads", "1"]
    subprocess.run(words, check=True, capture_output=True)
    assert joined.read_bytes() == (whole / "games.jsonl").read_bytes()


def commands(text):
    """The commands of a file that call yard, each in one line."""
    text = re.sub(r"\s+", " ", text)
    return re.findall(
        r"(?:exec yard|target/release/yard) ((?:match|reproduce|merge)[^|]*?--[^-]*)", text
    )


@pytest.mark.parametrize("name", ["kubernetes.yaml", "ci.yml"])
def test_the_other_files_can_be_read_and_name_real_options(name):
    yaml = pytest.importorskip("yaml")
    text = (FILES / name).read_text()
    assert yaml.safe_load(text)
    yard = program()
    known = {}
    for command in ("match", "reproduce", "merge"):
        told = subprocess.run([yard, command, "--help"], check=True, capture_output=True, text=True)
        known[command] = set(re.findall(r"--[a-z-]+", told.stdout))
    found = [line for line in commands(text) if line]
    assert found
    for line in found:
        command = line.split()[0]
        assert set(re.findall(r"--[a-z]+", line)) <= known[command], line
