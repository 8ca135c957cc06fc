"""The checks of the documents find what they must find, and nothing else."""

import os
import tempfile
import unittest
from pathlib import Path

import commands
import labels
import links
import markdown
import options
import prose

PAGE = Path("docs/guide/play.md")


class Markdown(unittest.TestCase):
    def test_blocks_with_directives_and_indentation(self):
        text = "- item\n\n  <!-- stdin: a\\nb -->\n  ```console\n  $ yard\n    deep\n  ```\n\n```text\nx\n```\n"
        first, second = markdown.blocks(text)
        self.assertEqual(first.directives, [("stdin", "a\\nb")])
        self.assertEqual(first.lines, ["$ yard", "  deep"])
        self.assertEqual((second.info, second.directives), ("text", []))

    def test_links_stand_outside_code(self):
        text = (
            "[a](b.md) `[c](d.md)`\n```\n[e](f.md)\n```\n[two\nlines](g.md#h) <https://x.org/y>\n"
        )
        self.assertEqual(markdown.links(text), [(1, "b.md"), (6, "g.md#h"), (6, "https://x.org/y")])

    def test_a_picture_within_a_link(self):
        self.assertEqual(markdown.links("[![p](p.png)](q.md)"), [(1, "p.png"), (1, "q.md")])

    def test_anchors_are_those_of_github(self):
        text = "# The `yard` command\n## What's new?\n## Twice\n## Twice\n## Hrkľová 2023, 5.3\n"
        expected = {"the-yard-command", "whats-new", "twice", "twice-1", "hrkľová-2023-53"}
        self.assertEqual(markdown.anchors(text), expected)


class Links(unittest.TestCase):
    def test_faults(self):
        good = [
            "../reference/rules.md",
            "../reference/rules.md#9-presets",
            "#the-game-in-one-minute",
            "https://x.org",
            "mailto:a@b.c",
        ]
        self.assertEqual([links.fault_of(PAGE, link) for link in good], [None] * len(good))
        bad = [
            "../NOPE.md",
            "../reference/rules.md#nope",
            "#nope",
            "https://",
            "/reference/rules.md",
            "../../../x",
            "ftp://x.org",
        ]
        for link in bad:
            self.assertIsNotNone(links.fault_of(PAGE, link), link)


class Labels(unittest.TestCase):
    def test_buttons_have_the_names_of_the_page(self):
        texts = ["Play as Mr X", "More: one screen"]
        self.assertEqual(
            labels.faults_of(
                PAGE, "Click *Play as\nMr X*, then *More*. **Bold** is no name.", texts
            ),
            [],
        )
        (fault,) = labels.faults_of(PAGE, "One.\n\nClick *Play as Mr Y*.", texts)
        self.assertIn(":3:", fault)


class Prose(unittest.TestCase):
    def check(self, text, page="docs/X.md"):
        return prose.faults_of(Path(page), text)

    def test_long_sentences(self):
        self.assertEqual(self.check("\n".join(["Short one."] * 30)), [])
        self.assertEqual(len(self.check("\n".join(["one two three"] * 13))), 1)

    def test_stilted_and_doubled_words(self):
        self.assertEqual(len(self.check("It is done anew.")), 1)
        self.assertEqual(len(self.check("It is is so.")), 1)
        self.assertEqual(self.check("`anew` is code. So is\n```\nthe the\n```\n"), [])

    def test_wide_lines(self):
        self.assertEqual(len(self.check("ab cd. " * 20)), 1)
        self.assertEqual(self.check("| " + "ab cd. " * 20 + "|"), [])

    def test_what_a_command_printed_is_left_alone(self):
        wide = "ab cd. " * 20
        self.assertEqual(self.check(f"<!-- tally -->\n{wide}\n<!-- end of the tally -->\n"), [])
        after = f"<!-- tally -->\n\n<!-- end of the tally -->\n{wide}"
        self.assertEqual([fault.split(":")[1] for fault in self.check(after)], ["4"])

    def test_guides_open_with_their_readers(self):
        page = "docs/guide/x.md"
        self.assertEqual(self.check("# A\n\nFor players. At the end you can play.\n", page), [])
        self.assertEqual(len(self.check("# A\n\nThis page explains.\n", page)), 1)


class Commands(unittest.TestCase):
    def compare(self, shown, printed, approximate=False):
        try:
            commands.compare(shown.split("\n"), printed, approximate)
        except commands.Failure:
            return False
        return True

    def test_dots_stand_for_anything(self):
        printed = "one\ntwo 2.5 s\nthree\n"
        self.assertTrue(self.compare("one\n…", printed))
        self.assertTrue(self.compare("…\ntwo … s\n…", printed))
        self.assertTrue(self.compare("one\ntwo 2.5 s\nthree", printed))
        self.assertFalse(self.compare("one\nthree", printed))
        self.assertFalse(self.compare("one", printed))
        self.assertFalse(self.compare("…\ntwo 2.6 s\n…", printed))

    def test_approximate_leaves_numbers_free(self):
        self.assertTrue(self.compare("won 499, 49.9 %", "won 51, 5.1 %\n", approximate=True))
        self.assertFalse(self.compare("won 499, 49.9 %", "lost 51, 5.1 %\n", approximate=True))

    def follow(self, text):
        with tempfile.TemporaryDirectory() as folder:
            page = Path(folder) / "page.md"
            page.write_text(text)
            os.environ.setdefault("YARD_BIN", "/bin/true")
            faults, _ = commands.follow_page(page, Path(folder) / "home")
            return faults

    def test_pages_are_followed(self):
        text = (
            "<!-- file: a.txt -->\n```text\nhello\n```\n\n```console\n$ cat a.txt\nhello\n```\n\n"
            "<!-- before: mkdir b -->\n```console\n$ cd b\n$ cat ../a.txt\nhello\n```\n\n"
            "<!-- stdin: x\\ny -->\n```console\n$ cat\nx\ny\n```\n\n<!-- skip: no -->\n```console\n$ false\n```\n"
        )
        self.assertEqual(self.follow(text), [])

    def test_faults_name_their_line(self):
        (fault,) = self.follow("x\n\n```console\n$ echo 1\n2\n```\n")
        self.assertIn("page.md:3: $ echo 1", fault)
        self.assertEqual(len(self.follow("```console\n$ false\n```\n")), 1)
        self.assertEqual(len(self.follow("<!-- smal: true -->\n```console\n$ true\n```\n")), 1)


class FakeHelps(options.Helps):
    """A program with one command, which has a command of its own."""

    def __init__(self):
        super().__init__("")

    def text(self, path):
        if path == ("match",):
            return "Options:\n      --games <N>  How many\n  -o, --out <FILE>\n"
        if path == ("admin",):
            return "Commands:\n  list  Lists\n\nOptions:\n      --data <DIR>\n"
        if path == ("admin", "list"):
            return "Options:\n      --all\n"
        return "Commands:\n  match  Play\n  admin  Look after\n  help   Print\n\nOptions:\n      --json\n"


class Options(unittest.TestCase):
    def check(self, command):
        return options.fault_of(command, FakeHelps())

    def test_good_commands(self):
        for command in [
            "yard",
            "yard match --games 5 --json # why",
            "A=1 ./yard match -o x | grep --nope y",
            "yard admin list --all --data d",
            "yard COMMAND --help",
            "cargo run --release -- match --games=5",
            "cargo test -p yard-core --test perft",
            "scripts/docs links",
            "grep --nope x",
        ]:
            self.assertIsNone(self.check(command), command)

    def test_bad_commands(self):
        for command in [
            "yard mach",
            "yard match --game 5",
            "yard admin list --games 5",
            "cargo run --release -- match --gmaes 5",
            "cargo test -p yard-corn",
            "cargo test -p yard-core --test nope",
            "scripts/nope",
        ]:
            self.assertIsNotNone(self.check(command), command)

    def test_commands_are_found_in_blocks_and_text(self):
        text = "Say `yard match\n--games 5`.\n\n```sh\nyard a && yard b \\\n  --c\n```\n"
        self.assertEqual(
            [(line, " ".join(command.split())) for line, command in options.shown(text)],
            [(6, "yard a"), (6, "yard b --c"), (1, "yard match --games 5")],
        )


if __name__ == "__main__":
    unittest.main(verbosity=0)
