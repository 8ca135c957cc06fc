"""Checks that buttons which the guides name, *in italics*, have that name in the page."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from markdown import ROOT, without_code

PAGES = ["docs/guide/play.md", "docs/guide/game-night.md", "docs/guide/assistant.md"]
ITALICS = re.compile(r"(?<![*\w])\*([^*]+)\*(?![*\w])")


def known() -> list[str]:
    """Everything that the page says in English."""
    return re.findall(r'"((?:[^"\\]|\\.)*)"', (ROOT / "web/i18n/en.js").read_text(encoding="utf-8"))


def faults_of(page: Path, text: str, texts: list[str]) -> list[str]:
    """Names that the page does not have; "More" stands for "More: one screen, …" too."""
    plain = "\n".join(without_code(text))
    found = []
    for match in ITALICS.finditer(plain):
        label = " ".join(match[1].split())
        if not any(said == label or said.startswith(label + ":") for said in texts):
            line = plain.count("\n", 0, match.start()) + 1
            found.append(f'{page}:{line}: the page in the browser has no "{label}"')
    return found


def main() -> int:
    texts = known()
    faults = [
        fault
        for page in PAGES
        for fault in faults_of(Path(page), (ROOT / page).read_text(encoding="utf-8"), texts)
    ]
    print("\n".join(faults), end="\n" if faults else "", file=sys.stderr, flush=True)
    print(f"names of buttons in {len(PAGES)} guides, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
