"""Checks every link and anchor between the Markdown files of the repository. Nothing is fetched."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path
from urllib.parse import unquote, urlsplit

from markdown import ROOT, anchors, links, tracked


@cache
def anchors_of(path: Path) -> set[str]:
    return anchors(path.read_text(encoding="utf-8"))


def fault_of(page: Path, target: str) -> str | None:
    """What is wrong with a link on a page (a path from the root), or None."""
    parts = urlsplit(target)
    if parts.scheme in ("http", "https"):
        return None if "." in parts.netloc or parts.hostname == "localhost" else "no host"
    if parts.scheme == "mailto":
        return None if "@" in parts.path else "no address"
    if parts.scheme:
        return f"unknown scheme {parts.scheme}"
    if parts.path.startswith("/"):
        return "begins with a slash, which means another place on every server"
    there = (ROOT / page).parent / unquote(parts.path) if parts.path else ROOT / page
    there = there.resolve()
    if not there.is_relative_to(ROOT):
        return "leads out of the repository"
    if not there.exists():
        return "leads nowhere"
    if (
        parts.fragment
        and there.suffix == ".md"
        and unquote(parts.fragment) not in anchors_of(there)
    ):
        return f"{there.relative_to(ROOT)} has no heading for #{parts.fragment}"
    return None


def main() -> int:
    pages = tracked()
    count, faults = 0, []
    for page in pages:
        for line, target in links((ROOT / page).read_text(encoding="utf-8")):
            count += 1
            if fault := fault_of(page, target):
                faults.append(f"{page}:{line}: {target}: {fault}")
    print("\n".join(faults), file=sys.stderr, end="\n" if faults else "")
    print(f"{count} links on {len(pages)} pages, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
