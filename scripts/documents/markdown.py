"""What the checks need to know of Markdown: code blocks, headings, links and prose."""

from __future__ import annotations

import re
import subprocess
import unicodedata
from dataclasses import dataclass, field
from fnmatch import fnmatch
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

FENCE = re.compile(r"^(?P<indent>\s*)(?P<marks>`{3,}|~{3,})\s*(?P<info>[^`]*)$")
HEADING = re.compile(r"^(#{1,6})\s+(.*?)\s*#*\s*$")
DIRECTIVE = re.compile(r"^\s*<!--\s*(?P<kind>[a-z]+)(?::\s*(?P<text>.*?))?\s*-->\s*$")
LINK = re.compile(
    r"!?\[(?:[^\[\]]|\[[^\[\]]*\]|!\[[^\]]*\]\([^)]*\))*\]\(\s*<?([^)<>\s]*)>?(?:\s+\"[^\"]*\")?\s*\)"
)
INNER = re.compile(r"!\[[^\]]*\]\(\s*([^)\s]*)\s*\)")
DEFINITION = re.compile(r"^ {0,3}\[[^\]\n]+\]:[ \t]*<?(\S+?)>?[ \t]*$", re.M)
AUTOLINK = re.compile(r"<(https?://[^<>\s]+)>")
HTML_LINK = re.compile(r"""<(?:a|img|source)\b[^>]*?\b(?:href|src)=["']([^"']+)["']""")
ANCHOR = re.compile(r"""<[a-z]+\b[^>]*?\b(?:id|name)=["']([^"']+)["']""")
CODE_SPAN = re.compile(r"(`+)(?:(?!\1).)+?\1(?!`)", re.S)


@dataclass
class Block:
    """A fenced block, with the directives in the comments right above it."""

    line: int
    info: str
    lines: list[str]
    directives: list[tuple[str, str]] = field(default_factory=list)


def tracked(pattern: str = "*.md") -> list[Path]:
    """The files that git knows or would add, as paths from the root; without git, those that are there."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z", "--", pattern]
    try:
        done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    except (OSError, subprocess.CalledProcessError):
        return sorted(path for path in walk(ROOT) if fnmatch(path.as_posix(), pattern))
    names = {Path(name) for name in done.stdout.split("\0") if name}
    return sorted(path for path in names if (ROOT / path).exists())


def walk(folder: Path) -> list[Path]:
    """The files below a folder, without what is built, installed or hidden."""
    found: list[Path] = []
    for path in sorted(folder.iterdir()):
        built = (
            path.name in ("target", "runs", "dist", "node_modules")
            or (path / "CACHEDIR.TAG").exists()
        )
        if (
            path.is_dir()
            and not built
            and (not path.name.startswith(".") or path.name == ".github")
        ):
            found += walk(path)
        elif path.is_file():
            found.append(path.relative_to(ROOT))
    return found


def blocks(text: str) -> list[Block]:
    """All fenced blocks of a page."""
    found: list[Block] = []
    pending: list[tuple[str, str]] = []
    fence: re.Match[str] | None = None
    for number, line in enumerate(text.splitlines(), 1):
        mark = FENCE.match(line)
        if fence is not None:
            closes = mark and not mark["info"] and mark["marks"].startswith(fence["marks"])
            if closes:
                fence = None
            else:
                indent = len(fence["indent"])
                found[-1].lines.append(line[indent:] if not line[:indent].strip() else line)
        elif mark:
            fence = mark
            found.append(Block(number, mark["info"].strip(), [], pending))
            pending = []
        elif directive := DIRECTIVE.match(line):
            pending = [*pending, (directive["kind"], directive["text"] or "")]
        elif line.strip():
            pending = []
    return found


def without_code(text: str, spans: bool = True) -> list[str]:
    """The lines of a page with blocks and comments (and code spans) blanked: every character keeps its place."""
    lines: list[str] = []
    fence: re.Match[str] | None = None
    for line in text.split("\n"):
        mark = FENCE.match(line)
        if fence is not None:
            if mark and not mark["info"] and mark["marks"].startswith(fence["marks"]):
                fence = None
            lines.append(" " * len(line))
        elif mark:
            fence = mark
            lines.append(" " * len(line))
        else:
            lines.append(line)
    joined = "\n".join(lines)

    def blank(match: re.Match[str]) -> str:
        return re.sub(r"[^\n]", " ", match[0])

    joined = re.sub(r"<!--.*?-->", blank, joined, flags=re.S)
    if spans:
        # A span never crosses an empty line.
        joined = "\n\n".join(CODE_SPAN.sub(blank, part) for part in joined.split("\n\n"))
    return joined.split("\n")


def slug(heading: str) -> str:
    """The anchor that GitHub and mdBook make of a heading."""
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", heading)
    text = re.sub(r"<[^>]+>", "", text).replace("`", "").replace("*", "")
    kept = []
    for char in text.strip().lower():
        if char in " -_" or unicodedata.category(char)[0] in "LNM":
            kept.append("-" if char == " " else char)
    return "".join(kept)


def anchors(text: str) -> set[str]:
    """Every anchor of a page."""
    found: set[str] = set()
    times: dict[str, int] = {}
    lines = without_code(text, spans=False)
    for line in lines:
        if heading := HEADING.match(line):
            name = slug(heading[2])
            again = times.get(name, 0)
            times[name] = again + 1
            found.add(f"{name}-{again}" if again else name)
        found.update(ANCHOR.findall(line))
    return found


def links(text: str) -> list[tuple[int, str]]:
    """Every link and picture of a page with its line."""
    plain = "\n".join(without_code(text))
    found = {(plain.count("\n", 0, start) + 1, plain[start:end]) for start, end in link_spans(text)}
    return sorted(found)


def link_spans(text: str) -> list[tuple[int, int]]:
    """Where the targets of links and pictures begin and end."""
    plain = "\n".join(without_code(text))
    patterns = (LINK, INNER, AUTOLINK, HTML_LINK, DEFINITION)
    return sorted({match.span(1) for pattern in patterns for match in pattern.finditer(plain)})
