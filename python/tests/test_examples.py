"""Examples and notebooks run from top to bottom, in a small form."""

import contextlib
import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import yard

pytest.importorskip("gymnasium")

#: Why the tests with PyTorch do not run everywhere; research/results/python/dqn.txt is what they give.
NO_TORCH = "PyTorch is not installed: from PyPI it takes 5.5 GB, as it comes with CUDA"

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = ROOT / "examples"
sys.path.insert(0, str(EXAMPLES))


def run(*words):
    done = subprocess.run(
        [sys.executable, *map(str, words)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_random_agents():
    pytest.importorskip("pettingzoo")
    out = run(EXAMPLES / "random_agents.py", "--games", "5", "--rules", "grid5", "glasses")
    assert out.count("\n") == 4 and "| glasses |" in out


def test_ppo_learns_and_tells_its_exploitability(tmp_path):
    import ppo

    words = ["--rules", "grid:3,1,3", "--updates", "8", "--every", "8", "--steps", "1024"]
    out = tmp_path / "curve.json"
    given = ppo.arguments([*words, "--envs", "64", "--hidden", "32", "--out", str(out)])
    first, last = ppo.train(given)
    assert 0 < last["exploitability"] < first["exploitability"] < 0.5
    assert out.with_suffix(".svg").read_text().startswith("<svg")
    run(EXAMPLES / "ppo.py", "--draw", out, "--out", tmp_path / "drawn.svg")
    assert "ppo on grid:3,1,3, seed 1" in (tmp_path / "drawn.svg").read_text()


def test_ppo_reads_a_view_as_the_environment_shows_it():
    import ppo

    rules = "grid:5,2,6"
    features = ppo.Features(rules)
    envs = yard.vector.make(rules, 8, seed=3, candidates=True)
    rows, infos = envs.reset()
    for _ in range(30):
        for at in range(8):
            game = envs.game(at)
            if game.over:
                continue
            view = game.mr_x_view() if infos["agent"][at] == 0 else game.detective_view()
            theirs, ours = (
                features.of_rows(rows[at : at + 1]),
                features.of_rows(features.row_of(view)),
            )
            assert (theirs == ours).all()
        rows, _, _, _, infos = envs.step(envs.sample())


def test_a_regularised_policy_gradient_runs():
    import ppo

    words = ["--rules", "grid:3,1,2", "--method", "mmd", "--updates", "2", "--every", "2"]
    curve = ppo.train(ppo.arguments([*words, "--steps", "256", "--envs", "32", "--hidden", "16"]))
    assert len(curve) == 2


def test_dqn_in_pytorch():
    pytest.importorskip("torch", reason=NO_TORCH)
    import dqn_torch

    given = dqn_torch.arguments(["--steps", "30", "--envs", "8", "--batch", "32", "--games", "20"])
    rows = dqn_torch.run(given)
    assert len(rows) == 3 and all(0 <= rate <= 1 for _, rate, _ in rows)


@pytest.mark.parametrize("path", sorted((ROOT / "notebooks").glob("*.ipynb")), ids=lambda p: p.stem)
def test_notebooks_run_from_top_to_bottom(path, monkeypatch):
    monkeypatch.setenv("YARD_EXAMPLES", str(EXAMPLES))
    monkeypatch.setenv("YARD_RULES", "grid:3,1,2")
    monkeypatch.setenv("YARD_UPDATES", "2")
    monkeypatch.setenv("YARD_STEPS", "30")
    monkeypatch.setenv("YARD_GAMES", "20")
    if "torch" in path.stem:
        pytest.importorskip("torch", reason=NO_TORCH)
    cells = json.loads(path.read_text())["cells"]
    names: dict[str, object] = {"__name__": "__main__"}
    with contextlib.redirect_stdout(io.StringIO()):
        for cell in cells:
            if cell["cell_type"] == "code":
                assert cell["outputs"] == [], "a notebook is kept without its outputs"
                exec(compile("".join(cell["source"]), path.name, "exec"), names)


def test_the_bots_of_the_protocol_play():
    """The bot with the package and the one without it, as programs."""
    for bot in ("bot_yard.py", "bot.py"):
        path = ROOT.parent / "examples" / bot
        command = f"process:{sys.executable} {path}"
        found = yard.match("grid5", command, "random", games=3, threads=1)
        assert found["fouls"] == 0, found
        found = yard.match("classic", "random", command, games=1, threads=1)
        assert found["fouls"] == 0, found
    assert os.path.exists(path)
