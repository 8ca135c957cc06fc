"""Writes docs/reference/routes.md, the reference of every request, from the server's openapi.json.

`--check` writes nothing and fails where the page is out of date.
"""

from __future__ import annotations

import json
import re
import sys
import textwrap
from typing import Any

from markdown import ROOT

PAGE = ROOT / "docs" / "reference" / "routes.md"
DOCUMENT = ROOT / "crates" / "yard-server" / "openapi.json"
GROUPS = [
    ("The server", r"^/(healthz|readyz|api/openapi)"),
    ("Rules, boards, agents and levels", r"^/api/(rules|agents|levels)"),
    ("Games", r"^/api/(games|import)"),
    ("Puzzles", r"^/api/puzzles"),
    ("Assistant", r"^/api/assist"),
    ("Lab", r"^/api/lab"),
    ("Solved boards", r"^/api/solutions"),
    ("The local network and other devices", r"^/api/(network|moving)"),
]
HEAD = """# Every request and answer

For people who write a client. Here you look up a request: what it takes, what it answers, and the
form of every object. [The server's API](api.md) explains games, seats, tokens, errors and the
socket; read it first.

This page is made from `openapi.json`, which a server also sends at `/api/openapi.json`. After a
change there, run `python3 scripts/documents/routes.py`.

A field marked with `?` may be missing. Every request can also fail with an [Error](#error).
"""


def load() -> dict[str, Any]:
    return json.loads(DOCUMENT.read_text(encoding="utf-8"))


def limits(schema: dict[str, Any]) -> str:
    """What a schema says about sizes."""
    least, most = schema.get("minimum"), schema.get("maximum")
    if least is not None and most is not None:
        return f" {least} to {most}"
    if least is not None:
        return f" from {least}"
    if most is not None:
        return f" up to {most}"
    if "maxLength" in schema:
        return f" of at most {schema['maxLength']} letters"
    return ""


def words(schema: dict[str, Any], depth: int = 0) -> str:
    """A schema in a few words, for a cell of a table."""
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[1]
        return f"[{name}](#{name.lower()})"
    if "const" in schema:
        return f"`{json.dumps(schema['const'])}`"
    if "enum" in schema:
        choices = [f"`{json.dumps(word)}`" for word in schema["enum"]]
        return " or ".join([", ".join(choices[:-1]), choices[-1]] if choices[1:] else choices)
    for kind in ("oneOf", "anyOf"):
        if kind in schema:
            return " or ".join(words(one, depth) for one in schema[kind])
    kinds = schema.get("type", "anything")
    kinds = kinds if isinstance(kinds, list) else [kinds]
    return " or ".join(one_kind(kind, schema, depth) for kind in kinds)


def one_kind(kind: str, schema: dict[str, Any], depth: int) -> str:
    if kind == "array":
        if "prefixItems" in schema:
            inner = ", ".join(words(one, depth + 1) for one in schema["prefixItems"])
            return f"list of exactly ({inner})"
        return f"list of ({words(schema['items'], depth + 1)})" if "items" in schema else "list"
    if kind == "object":
        return an_object(schema, depth)
    if kind == "string" and "format" in schema:
        return f"string ({schema['format']})"
    return kind + (limits(schema) if kind != "null" else "")


def an_object(schema: dict[str, Any], depth: int) -> str:
    fields = schema.get("properties")
    if not fields:
        more = schema.get("additionalProperties")
        return f"object, each value {words(more, depth + 1)}" if isinstance(more, dict) else "object"
    needed = set(schema.get("required", []))
    parts = [
        f"`{name}`{'' if name in needed else '?'}: {words(of, depth + 1)}"
        for name, of in fields.items()
    ]
    return "object with " + "; ".join(parts)


def cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def fields_table(schema: dict[str, Any]) -> list[str]:
    """An object as a table of its fields, with what is said about each."""
    needed = set(schema.get("required", []))
    said = any("description" in of for of in schema["properties"].values())
    lines = ["| field | form | meaning |", "|---|---|---|"] if said else ["| field | form |", "|---|---|"]
    for name, of in schema["properties"].items():
        mark = "" if name in needed else "?"
        meaning = f" {cell(of.get('description', ''))} |" if said else ""
        lines.append(f"| `{name}`{mark} | {cell(words(of))} |{meaning}")
    return lines


def form(schema: dict[str, Any]) -> list[str]:
    """A schema as lines of the page."""
    if schema.get("type") == "object" and schema.get("properties"):
        return fields_table(schema)
    return [wrapped(words(schema)[:1].upper() + words(schema)[1:] + ".")]


def parameters(found: list[dict[str, Any]]) -> list[str]:
    if not found:
        return []
    lines = ["| parameter | where | form | meaning |", "|---|---|---|---|"]
    for one in found:
        mark = "" if one.get("required") else "?"
        about = cell(one.get("description", ""))
        lines.append(
            f"| `{one['name']}`{mark} | {one['in']} | {cell(words(one['schema']))} | {about} |"
        )
    return [*lines, ""]


def contents(title: str, content: dict[str, Any]) -> list[str]:
    lines = []
    for kind, value in content.items():
        schema = value.get("schema", {})
        if kind != "application/json":
            lines += [f"{title}: text of type `{kind}`.", ""]
        elif schema.get("properties"):
            lines += [f"{title}:", "", *form(schema), ""]
        else:
            lines += [wrapped(f"{title}: {words(schema)}."), ""]
    return lines


def operation(method: str, path: str, about: dict[str, Any]) -> list[str]:
    lines = [f"### {method.upper()} {path}", "", sentence(about["summary"]), ""]
    if about.get("description"):
        lines += [wrapped(about["description"]), ""]
    if about.get("security"):
        optional = {} in about["security"]
        lines += [f"{'May carry' if optional else 'Needs'} the token of a seat.", ""]
    lines += parameters(about.get("parameters", []))
    if "requestBody" in about:
        lines += contents("Body", about["requestBody"]["content"])
    for status, answer in about["responses"].items():
        if status == "default":
            continue
        lines += contents(f"Answer {status}", answer.get("content", {})) or [
            f"Answer {status}: {answer['description']}",
            "",
        ]
    return lines


def wrapped(text: str) -> str:
    return textwrap.fill(text, 100, break_long_words=False, break_on_hyphens=False)


def sentence(text: str) -> str:
    return text if text.endswith((".", "?", "!")) else text + "."


def page(document: dict[str, Any]) -> str:
    lines = [HEAD]
    left = dict(document["paths"])
    for title, pattern in GROUPS:
        lines += [f"## {title}", ""]
        for path in [path for path in left if re.match(pattern, path)]:
            for method, about in left.pop(path).items():
                lines += operation(method, path, about)
    if left:
        sys.exit(f"scripts/documents/routes.py has no group for {', '.join(left)}")
    lines += ["## Objects", ""]
    for name, schema in sorted(document["components"]["schemas"].items()):
        lines += [f"### {name}", ""]
        if schema.get("description"):
            lines += [wrapped(schema["description"]), ""]
        lines += [*form(schema), ""]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).rstrip() + "\n"


def main(arguments: list[str]) -> int:
    text = page(load())
    if "--check" in arguments:
        if not PAGE.exists() or PAGE.read_text(encoding="utf-8") != text:
            print("docs/reference/routes.md is out of date: run scripts/documents/routes.py", file=sys.stderr)
            return 1
        print(f"routes.md has {text.count(chr(10) + '### ')} requests and objects, as openapi.json has")
        return 0
    PAGE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
