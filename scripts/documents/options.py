"""Checks that every command in the documents exists, with every option that is shown.

The guides' commands are run (commands.py). Everywhere else, in blocks and in the text, `yard …` is held against
`yard … --help`, and a script, example, test or crate that a command names must be there.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

from markdown import CODE_SPAN, ROOT, blocks, tracked, without_code

SHELLS = {"sh", "console", "bash", "shell", "text", ""}
# A word that stands for something, or a part left out: NAME, <NAME>, [..], {..}, …
STANDS_FOR = re.compile(r"^[A-Z][A-Z0-9_|.:-]*$|[<>{}…*]|^\[|\.\.\.?$|^\.\.")
OPTION = re.compile(r"--?[A-Za-z][a-z0-9-]*")
ENDS = re.compile(r"\s(?:#|&&|\|\||\||;|>|<|&)\s.*|\s#.*|;\s.*|\s>\S.*")
SETTING = re.compile(r"^[A-Z_]+=\S*$")
# Folders of the repository in which a command's own files lie.
OURS = ("scripts/", "research/scripts/", "examples/", "web/tests/", "python/tests/", "python/examples/")


class Helps:
    """What `yard --help` says of each command."""

    def __init__(self, program: str) -> None:
        self.program = program

    @cache  # noqa: B019: one program, a few dozen commands
    def text(self, path: tuple[str, ...]) -> str:
        done = subprocess.run(
            [self.program, *path, "--help"], capture_output=True, text=True, check=False
        )
        return done.stdout if done.returncode == 0 else ""

    def commands(self, path: tuple[str, ...]) -> set[str]:
        part = re.search(r"^Commands:\n(.*?)(?:\n\n|\Z)", self.text(path), re.M | re.S)
        return set(re.findall(r"^  ([a-z][a-z-]*)", part[1], re.M)) if part else set()

    def options(self, path: tuple[str, ...]) -> set[str]:
        lines = re.findall(r"^ +(-.*)$", self.text(path), re.M)
        found = {option for line in lines for option in OPTION.findall(line.split("  ")[0])}
        return found | {"--help", "-h", "--version", "-V"}


def fault_of_yard(words: list[str], helps: Helps) -> str | None:
    """What is wrong with the words after `yard`."""
    path: tuple[str, ...] = ()
    known = helps.options(path)
    for place, word in enumerate(words):
        word = word.strip("[]()`,.;:'\"")
        names = helps.commands(path)
        if word in names and word != "help":
            path = (*path, word)
            known = known | helps.options(path)
        elif word.startswith("-") and OPTION.fullmatch(word.split("=")[0]):
            if word.split("=")[0] not in known:
                return f"`yard {' '.join(path)}` has no option {word.split('=')[0]}"
        elif place == 0 and word and re.fullmatch(r"[a-z-]+", word) and word != "help":
            return f"there is no command `yard {word}`"
    return None


def fault_of_cargo(words: list[str]) -> str | None:
    """What is wrong with a crate, an example or a test that a cargo command names."""
    pairs = list(zip(words, words[1:], strict=False))
    for flag, name in pairs:
        if STANDS_FOR.search(name):
            continue
        if flag in ("-p", "--package") and not crate(name):
            return f"there is no crate {name}"
        for option, folder in (("--example", "examples"), ("--test", "tests"), ("--bench", "benches")):
            places = [*ROOT.glob(f"crates/*/{folder}/{name}.rs"), *ROOT.glob(f"crates/*/{folder}/{name}/")]
            if flag == option and not places:
                return f"there is no {folder}/{name}.rs"
    return None


def crate(name: str) -> bool:
    return (ROOT / "crates" / name).is_dir() or name in ("yard-python", "my-bot")


def fault_of(command: str, helps: Helps, folder: Path = ROOT) -> str | None:
    """What is wrong with one command of a page that lies in `folder`."""
    words = ENDS.sub("", command.strip()).split()
    while words and (SETTING.match(words[0]) or words[0] in ("sudo", "time", "nice", "exec")):
        words = words[1:]
    if not words:
        return None
    first = words[0].removeprefix("./")
    if first == "yard" or first.endswith(("/yard", "\\yard")):
        return fault_of_yard(words[1:], helps)
    if first == "cargo":
        if words[1:2] == ["run"] and "--" in words and "-p" not in words and "--example" not in words:
            return fault_of_yard(words[words.index("--") + 1 :], helps)
        return fault_of_cargo(words)
    if first in ("python3", "python", "bash", "sh", "node") and len(words) > 1:
        first = words[1].removeprefix("./")
    there = (ROOT / first).exists() or (folder / first).exists()
    if first.startswith(OURS) and not STANDS_FOR.search(first) and not there:
        return f"there is no {first}"
    return None


def shown(text: str) -> list[tuple[int, str]]:
    """Every command of a page with its line: those in blocks, and those in the text between backticks."""
    found: list[tuple[int, str]] = []
    for block in blocks(text):
        if block.info.split(",")[0].strip() not in SHELLS:
            continue
        kept = ""
        for number, line in enumerate(block.lines, block.line + 1):
            bare = line.removeprefix("$ ")
            is_command = line.startswith("$ ") or block.info in ("sh", "bash", "shell") or kept
            if is_command:
                kept += bare.removesuffix("\\").rstrip() + " "
                if not bare.endswith("\\"):
                    found += [(number, part) for part in kept.split(" && ")]
                    kept = ""
    plain = "\n".join(without_code(text, spans=False))
    for span in CODE_SPAN.finditer(plain):
        words = " ".join(span[0].strip("`").split())
        if re.match(r"(?:[A-Z_]+=\S+ )?(?:\./)?(?:yard|cargo|scripts/\S+|research/scripts/\S+|python3?) ?", words):
            found.append((plain.count("\n", 0, span.start()) + 1, words))
    return found


def faults(page: Path, helps: Helps) -> tuple[list[str], int]:
    text = (ROOT / page).read_text(encoding="utf-8")
    commands = shown(text)
    folder = (ROOT / page).parent
    wrong = [(line, command, fault_of(command, helps, folder)) for line, command in commands]
    told = [f"{page}:{line}: {what}: {command}" for line, command, what in wrong if what]
    return told, len(commands)


def main() -> int:
    helps = Helps(os.environ.get("YARD_BIN", "yard"))
    if not helps.commands(()):
        sys.exit("YARD_BIN is no yard")
    found, checked = [], 0
    pages = tracked()
    for page in pages:
        wrong, count = faults(page, helps)
        found += wrong
        checked += count
    print("\n".join(found), end="\n" if found else "", file=sys.stderr)
    print(f"names and options of {checked} commands on {len(pages)} pages, {len(found)} faults")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
