"""Reads the pages as a strict but friendly editor: long sentences, stilted words, doubled words, wide lines."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from markdown import ROOT, tracked, without_code

HERE = Path(__file__).resolve().parent
WORDS_IN_A_SENTENCE = 36
WIDTH = 100
PRINTED = re.compile(r"<!-- tally -->.*?<!-- end of the tally -->", re.S)
DOUBLED = re.compile(r"\b(?!that\b|had\b)([a-z]+)\s+\1\b", re.I)
# Words are counted as a reader meets them: a code span or a link is as long as its text.
PICTURE = re.compile(r"!\[[^\]]*\]\([^)]*\)")
LINK = re.compile(r"\[((?:[^\[\]]|\[[^\]]*\])*)\]\([^)]*\)")


def read_list(name: str) -> list[str]:
    lines = (HERE / name).read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line.strip() and not line.startswith("#")]


def stilted() -> list[tuple[re.Pattern[str], str]]:
    pairs = [line.split("\t") for line in read_list("stilted.txt")]
    return [(re.compile(rf"\b(?:{phrase})\b", re.I), advice) for phrase, advice in pairs]


def is_prose(line: str) -> bool:
    """Whether a line is part of a paragraph or a list: no table, heading or picture."""
    text = line.strip()
    return bool(text) and not text.startswith(("|", "#", "![", "<"))


def paragraphs(text: str) -> list[tuple[int, str]]:
    """Paragraphs and items of lists with the line where each begins, without code blocks and tables."""
    found: list[tuple[int, str]] = []
    begun = False
    for number, line in enumerate(without_code(text, spans=False), 1):
        if not is_prose(line):
            begun = False
            continue
        item = re.match(r"\s*(?:[-*+]|\d+\.)\s+", line)
        if item or not begun:
            found.append((number, line[item.end() :] if item else line.strip()))
        else:
            found[-1] = (found[-1][0], found[-1][1] + " " + line.strip())
        begun = True
    return found


def sentences(paragraph: str) -> list[str]:
    text = LINK.sub(r"\1", PICTURE.sub("", paragraph))
    text = re.sub(r"`[^`]*`", "code", text).replace("*", "")
    text = re.sub(r"\b(e\.g|i\.e|etc|et al|vs|Dr|Mr|Mrs|No|cf)\.", r"\1", text)
    return [part for part in re.split(r"(?<=[.!?:;])[)\"”]*\s+", text) if part.strip()]


def unprinted(text: str) -> str:
    """The text with empty lines in place of what a command printed into the page."""
    return PRINTED.sub(lambda match: "\n" * match[0].count("\n"), text)


def faults_of(page: Path, text: str) -> list[str]:
    """Everything that an editor would mark."""
    text = unprinted(text)
    found: list[tuple[int, str]] = []
    phrases = stilted()
    lines = without_code(text)
    for number, (line, whole) in enumerate(zip(lines, text.splitlines(), strict=False), 1):
        for phrase, advice in phrases:
            if match := phrase.search(line):
                found.append((number, f'"{match[0]}": write {advice}'))
        if match := DOUBLED.search(line):
            found.append((number, f'"{match[0]}" is there twice'))
        breakable = is_prose(line) and " " in whole[:WIDTH].strip()
        if len(whole) > WIDTH and breakable and not LINK.search(whole[WIDTH - 40 :]):
            found.append((number, f"is {len(whole)} columns wide; wrap at {WIDTH}"))
    for number, paragraph in paragraphs(text):
        for sentence in sentences(paragraph):
            words = len(sentence.split())
            if words > WORDS_IN_A_SENTENCE:
                found.append((number, f'{words} words in a sentence: "{sentence[:60]}…"'))
    if page.match("docs/guide/*.md"):
        found += opening(text)
    return [f"{page}:{number}: {what}" for number, what in sorted(found)]


def opening(text: str) -> list[tuple[int, str]]:
    """A guide says first for whom it is and what its reader will be able to do."""
    parts = paragraphs(text)
    first = parts[0] if parts else (1, "")
    if first[1].startswith("For ") and "At the end" in first[1]:
        return []
    return [(first[0], 'a guide opens with "For …" and "At the end you …"')]


def pages() -> list[Path]:
    """Pages that people read from beginning to end; tables of results are not prose."""
    return [page for page in tracked() if not page.is_relative_to("research/results")]


def spelled() -> list[Path]:
    """What the spelling of is checked: the pages, and what the command and the page in the browser say."""
    return [*pages(), Path("web/i18n/en.js"), *tracked("crates/yard-cli/src/*.rs")]


def main(arguments: list[str]) -> int:
    if "--files" in arguments:
        print("\0".join(str(path) for path in spelled()), end="")
        return 0
    shown = []
    for page in pages():
        shown += faults_of(page, (ROOT / page).read_text(encoding="utf-8"))
    print("\n".join(shown), end="\n" if shown else "", file=sys.stderr, flush=True)
    print(f"{len(pages())} pages, {len(shown)} faults")
    return 1 if shown else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
