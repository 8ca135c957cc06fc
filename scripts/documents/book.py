"""Makes a book of the pages with mdBook, and checks every link of what comes out.

mdBook wants all pages in one folder, and copies only what is there. So the pages in docs/SUMMARY.md are copied
to `src`, those outside docs/ below `src/files`, with every picture and file that they link. Links are changed
accordingly. A page that is not in the book, and a source file, become text that a browser shows; a link to a
folder becomes plain text.
"""

from __future__ import annotations

import os
import posixpath
import re
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from markdown import ROOT, link_spans, links, tracked

SHOWN = {".svg", ".png", ".jpg", ".gif", ".webp", ".html", ".pdf"}  # what a browser shows as it is
DOCS = ROOT / "docs"


def chapters() -> list[Path]:
    """The pages that docs/SUMMARY.md names, in its order."""
    targets = [target for _, target in links((DOCS / "SUMMARY.md").read_text(encoding="utf-8"))]
    return [(DOCS / target).resolve() for target in targets]


def left_out(found: list[Path]) -> list[Path]:
    """Pages below docs/ that docs/SUMMARY.md does not name, and that have not moved elsewhere."""
    mine = {ROOT / page for page in tracked("docs/*.md")} - {DOCS / "SUMMARY.md", *found}
    return sorted(page for page in mine if "<!-- moved -->" not in page.read_text(encoding="utf-8"))


def title_of(page: Path) -> str:
    """The first heading of a page."""
    first = re.search(r"^# +(.+)$", page.read_text(encoding="utf-8"), re.M)
    return first[1] if first else page.stem


def place(path: Path, pages: set[Path]) -> str:
    """Where a file of the repository lies in the book."""
    inside = path.is_relative_to(DOCS)
    name = (
        path.relative_to(DOCS).as_posix()
        if inside
        else "files/" + path.relative_to(ROOT).as_posix()
    )
    if path in pages:  # the README of a folder is what its address shows
        return re.sub(r"(^|/)README\.md$", r"\1index.md", name)
    return name if path.suffix in SHOWN else name.removesuffix(".md") + ".txt"


class Stage:
    """The copy from which mdBook works."""

    def __init__(self, home: Path, pages: list[Path]) -> None:
        self.home = home
        self.pages = set(pages)
        self.copied: set[Path] = set()

    def target(self, page: Path, target: str) -> str | None:
        """What a link of a page leads to in the book; None where there is nothing."""
        parts = urlsplit(target)
        if parts.scheme or not parts.path:
            return target
        there = (page.parent / unquote(parts.path)).resolve()
        if not there.is_file():
            return None
        if there not in self.pages:
            self.copy(there)
        here = posixpath.dirname(place(page, self.pages))
        relative = posixpath.relpath(place(there, self.pages), here or ".")
        return relative + (f"#{parts.fragment}" if parts.fragment and there in self.pages else "")

    def copy(self, path: Path) -> None:
        if path not in self.copied:
            self.copied.add(path)
            there = self.home / "src" / place(path, self.pages)
            there.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, there)

    def write(self, page: Path, name: str) -> None:
        text = page.read_text(encoding="utf-8")
        for start, end in reversed(link_spans(text)):
            new = self.target(page, text[start:end])
            if new is not None:
                text = text[:start] + new + text[end:]
            else:  # a folder: [text](target) becomes text
                text = re.sub(r"\[([^\[\]]*)\]\($", r"\1", text[:start]) + text[end + 1 :]
        there = self.home / "src" / name
        there.parent.mkdir(parents=True, exist_ok=True)
        there.write_text(text, encoding="utf-8")


class Page(HTMLParser):
    """The links and the anchors of a page of the book."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.anchors: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for key, value in attrs:
            if value and key in ("id", "name"):
                self.anchors.add(value)
            if value and (tag, key) in (
                ("a", "href"),
                ("img", "src"),
                ("script", "src"),
                ("link", "href"),
            ):
                self.links.append(value)


def check_html(html: Path) -> list[str]:
    """Links of the built book that lead nowhere."""
    pages = {
        path: Page(path.read_text(encoding="utf-8"))
        for path in sorted(html.rglob("*.html"))
        if "files/research/results" not in path.as_posix() or path.name == "index.html"
    }
    faults = []
    for path, page in pages.items():
        if path.name in ("404.html", "toc.html"):  # these begin at the root of the site
            continue
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or link == "#":
                continue
            there = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if there.is_dir():
                there = there / "index.html"
            wanted = unquote(parts.fragment)
            if not there.exists() or (
                wanted and there in pages and wanted not in pages[there].anchors
            ):
                faults.append(f"{path.relative_to(html)}: {link} leads nowhere")
    return faults


def check_stage(source: Path) -> list[str]:
    """Links of the copied pages that lead nowhere; mdBook itself says nothing about them."""
    faults = []
    for page in sorted(source.rglob("*.md")):
        for line, target in links(page.read_text(encoding="utf-8")):
            parts = urlsplit(target)
            if (
                not parts.scheme
                and parts.path
                and not (page.parent / unquote(parts.path)).is_file()
            ):
                faults.append(
                    f"{page.relative_to(source)}:{line}: {target} leads nowhere in the book"
                )
    return faults


def stage_all(source: Path) -> tuple[Stage, list[str]]:
    """Copies every page of the book; tells which are named twice and which links lead nowhere."""
    found = chapters()
    twice = sorted({page for page in found if found.count(page) > 1})
    others = left_out(found)
    shutil.rmtree(source, ignore_errors=True)
    stage = Stage(source, found + others)
    for page in found + others:
        stage.write(page, place(page, stage.pages))
    stage.write(DOCS / "SUMMARY.md", "SUMMARY.md")
    with (source / "src" / "SUMMARY.md").open("a", encoding="utf-8") as summary:
        for number, page in enumerate(others):
            print(f"docs/SUMMARY.md lacks {page.relative_to(ROOT)}; it comes last in the book")
            summary.write("" if number else "\n# Other pages\n\n")
            summary.write(f"- [{title_of(page)}]({place(page, stage.pages)})\n")
    for name in ("book.toml", "book.css"):
        shutil.copyfile(DOCS / name, source / name)
    faults = [f"docs/SUMMARY.md has {page.relative_to(ROOT)} twice" for page in twice]
    return stage, faults + check_stage(source / "src")


def build(source: Path, html: Path) -> list[str]:
    """Lets mdBook work; tells why it failed, or which links lead nowhere."""
    shutil.rmtree(html, ignore_errors=True)
    command = [os.environ.get("MDBOOK", "mdbook"), "build", str(source), "--dest-dir", str(html)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0 or "ERROR" in done.stderr:
        return [done.stderr]
    for line in done.stderr.splitlines():
        if "WARN" in line:
            print(line, file=sys.stderr)
    return check_html(html)


def main(arguments: list[str]) -> int:
    home = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")).resolve() / "documents"
    stage, faults = stage_all(home / "book")
    if not faults and "--stage" not in arguments:
        faults = build(home / "book", home / "html")
    print("\n".join(faults), end="\n" if faults else "", file=sys.stderr, flush=True)
    print(
        f"{len(stage.pages)} pages and {len(stage.copied)} files in {home}/html, {len(faults)} faults"
    )
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
