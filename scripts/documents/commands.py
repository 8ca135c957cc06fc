"""Runs the commands that the documents show and compares what they print.

A block marked `console` has commands after `$ ` and below each what it prints. `…` in what is shown stands for
anything: alone on a line for any number of lines, within a line for any text. Comments right above a block say
more:

    <!-- file: NAME -->        the block is no command: it is written to NAME
    <!-- before: COMMAND -->   run first, not shown
    <!-- small: COMMAND -->    run this instead, since the one shown takes too long; nothing is compared. A block
                               marked `sh` is run in this form only; options.py holds its lines against --help
    <!-- stdin: TEXT -->       what is typed, with \\n between lines
    <!-- server: COMMAND -->   run this, which must print an address; the page there is asked for; then it is stopped
    <!-- approximate -->       compare all but numbers: a training differs from processor to processor
    <!-- skip: REASON -->      not run

Each page has a folder of its own, in which `examples`, `research`, `python`, `crates` and `yard` (all of it) lead
to the repository. Blocks marked `pycon` are doctests. YARD_BIN is the program, YARD_PYTHON a Python with the package.
"""

from __future__ import annotations

import difflib
import os
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
import zlib
from pathlib import Path

from markdown import ROOT, Block, blocks, tracked

LIMIT = 120  # seconds for one command
LINKED = ["examples", "research", "python", "crates"]
DIRECTIVES = {"file", "before", "small", "stdin", "server", "approximate", "skip"}


class Failure(Exception):
    """What went wrong, for people."""


def shown(block: Block) -> list[tuple[str, list[str]]]:
    """The commands of a block, each with the lines shown below it."""
    found: list[tuple[str, list[str]]] = []
    for line in block.lines:
        if line.startswith("$ "):
            found.append((line[2:], []))
        elif found:
            found[-1][1].append(line.rstrip())
        else:
            raise Failure(f"the first line is no command: {line}")
    return found


def pattern_of(lines: list[str], approximate: bool) -> re.Pattern[str]:
    """A pattern that matches what `lines` show, with `…` for anything."""
    text = ""
    for line in lines:
        if line.strip() == "…":
            text += r"(?:.*\n)*?"
            continue
        part = ".*?".join(re.escape(piece) for piece in line.split("…"))
        if approximate:
            part = re.sub(r"(?:\d|\\\.)*\d", r"[\\d.]+", part)
        text += part + r"[ \t]*\n"
    return re.compile(text)


def compare(lines: list[str], printed: str, approximate: bool) -> None:
    """Fails where `printed` is not what is shown."""
    while lines and not lines[-1].strip():
        lines = lines[:-1]
    if not lines:
        return
    printed = "\n".join(line.rstrip() for line in printed.splitlines()) + "\n"
    if not pattern_of(lines, approximate).fullmatch(printed):
        diff = difflib.unified_diff(
            lines, printed.splitlines(), "shown", "printed", lineterm="", n=1
        )
        raise Failure("prints something else than is shown\n" + "\n".join(diff))


class Page:
    """A guide that is followed in a folder of its own."""

    def __init__(self, path: Path, home: Path) -> None:
        self.path = path
        self.home = home / path.with_suffix("").as_posix().replace("/", "-").removeprefix("docs-guide-")
        self.here = self.home
        self.run_count = self.skipped = 0
        self.clean()
        self.environment = self.prepare()

    def clean(self) -> None:
        """Empties the folder, except for what cargo has built there."""
        self.home.mkdir(parents=True, exist_ok=True)
        for entry in self.home.iterdir():
            if entry.is_symlink() or entry.is_file():
                entry.unlink()
            elif (entry / "target").is_dir():
                for inner in entry.iterdir():
                    if inner.name != "target":
                        shutil.rmtree(inner) if inner.is_dir() else inner.unlink()
            else:
                shutil.rmtree(entry)

    def prepare(self) -> dict[str, str]:
        for name in LINKED:
            (self.home / name).symlink_to(ROOT / name)
        (self.home / "yard").symlink_to(ROOT)
        programs = self.home / "bin"
        programs.mkdir()
        (programs / "yard").symlink_to(Path(os.environ["YARD_BIN"]).resolve())
        path = [str(programs)]
        if python := os.environ.get("YARD_PYTHON"):
            path.append(str(Path(python).absolute().parent))
        environment = {key: value for key, value in os.environ.items() if key != "CARGO_TARGET_DIR"}
        return environment | {
            "PATH": os.pathsep.join([*path, os.environ["PATH"]]),
            "YARD_DATA": str(self.home / "data"),
            "NO_COLOR": "1",
            # A bot of a guide is to be built fast.
            "CARGO_PROFILE_RELEASE_OPT_LEVEL": "0",
        }

    def run(self, command: str, typed: str | None = None) -> str:
        """What a command prints, errors included."""
        if command.startswith("cd "):
            self.here = self.here / command[3:].strip()
            return ""
        given = (typed + "\n").encode() if typed is not None else b""
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=self.here,
            env=self.environment,
            input=given,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=LIMIT,
            check=False,
        )
        printed = done.stdout.decode(errors="replace")
        if done.returncode != 0:
            raise Failure(f"ends with {done.returncode}:\n{printed}")
        return printed

    def serve(self, command: str) -> None:
        """Starts a server, asks for its page and stops it."""
        child = subprocess.Popen(
            ["bash", "-c", "exec " + command],
            cwd=self.here,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        assert child.stdout is not None
        try:
            printed, until = b"", time.monotonic() + LIMIT
            while not (address := re.search(rb"http://[^\s\"]+", printed)):
                ready, _, _ = select.select(
                    [child.stdout], [], [], max(0, until - time.monotonic())
                )
                more = os.read(child.stdout.fileno(), 65536) if ready else b""
                if not more:
                    raise Failure(
                        f"the server tells no address: {printed.decode(errors='replace')}"
                    )
                printed += more
            with urllib.request.urlopen(address[0].decode(), timeout=LIMIT) as page:
                if b"<title>" not in page.read():
                    raise Failure("the server answers with something else than a page")
        finally:
            child.send_signal(signal.SIGTERM)
            status = child.wait(LIMIT)
        if status != 0:
            raise Failure(f"the server ends with {status}")

    def follow(self, block: Block) -> None:
        """Does what one block says."""
        told = dict(block.directives)
        if unknown := set(told) - DIRECTIVES:
            raise Failure(f"unknown directive {', '.join(sorted(unknown))}")
        if "skip" in told:
            self.skipped += 1
            return
        for kind, text in block.directives:
            if kind == "before":
                self.run(text)
        if name := told.get("file"):
            (self.here / name).parent.mkdir(parents=True, exist_ok=True)
            (self.here / name).write_text("\n".join(block.lines) + "\n", encoding="utf-8")
        elif block.info == "console":
            self.follow_commands(block, told)
        elif block.info == "sh" and "small" in told:
            self.run_count += 1
            self.run(told["small"])

    def follow_commands(self, block: Block, told: dict[str, str]) -> None:
        for command, lines in shown(block):
            self.run_count += 1
            try:
                if "server" in told:
                    self.serve(told["server"])
                elif "small" in told:
                    self.run(told["small"])
                else:
                    typed = told.get("stdin")
                    printed = self.run(command, typed.replace("\\n", "\n") if typed else None)
                    compare(lines, printed, "approximate" in told)
            except Failure as failure:
                raise Failure(f"$ {command}\n{failure}") from None
            except subprocess.TimeoutExpired:
                raise Failure(f"$ {command}\ntakes longer than {LIMIT} s") from None

    def doctests(self) -> None:
        command = f"python3 -m doctest '{ROOT / self.path}'"
        try:
            self.run(command)
        except Failure as failure:
            raise Failure(f"the Python of this page {failure}") from None


def follow_page(path: Path, home: Path) -> tuple[list[str], str]:
    """The faults of a page, and a line about it."""
    faults = []
    begun = time.monotonic()
    page = Page(path, home)
    found = blocks((ROOT / path).read_text(encoding="utf-8"))
    for block in found:
        try:
            page.follow(block)
        except Failure as failure:
            faults.append(f"{path}:{block.line}: {failure}")
    if any(block.info == "pycon" for block in found):
        page.here = page.home
        try:
            page.doctests()
        except Failure as failure:
            faults.append(f"{path}: {failure}")
    seconds = time.monotonic() - begun
    return (
        faults,
        f"{path}: {page.run_count} commands run, {page.skipped} blocks skipped, {seconds:.0f} s",
    )


def is_followed(path: Path) -> bool:
    """Whether a page has commands to run: every guide, and others that show some."""
    found = blocks((ROOT / path).read_text(encoding="utf-8"))
    runs = any(block.info == "console" or "small" in dict(block.directives) for block in found)
    return runs or path.match("docs/guide/*.md")


def main(arguments: list[str]) -> int:
    # Not below the repository: cargo would take a crate there for one of ours.
    home = Path(tempfile.gettempdir()) / f"yard-guides-{os.getuid()}-{zlib.crc32(bytes(ROOT)):08x}"
    home.mkdir(mode=0o700, exist_ok=True)
    if home.stat().st_uid != os.getuid():
        sys.exit(f"{home} belongs to somebody else")
    pages = [Path(name) for name in arguments] or [path for path in tracked() if is_followed(path)]
    faults = []
    for path in pages:
        found, told = follow_page(path, home)
        faults += found
        print(told, flush=True)
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
