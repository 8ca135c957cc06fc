"""Runs the steps of a Containerfile in an empty root, where no builder of containers is at hand.

Only what our own file uses is known: FROM scratch, COPY [--chown=U:G], USER, WORKDIR, ENV, ENTRYPOINT and CMD in their JSON form,
and EXPOSE, VOLUME and STOPSIGNAL, which change nothing here. Any other step is an error. The program then runs with that
folder as its root, as that user, with that environment and nothing else: no /proc, /dev, /tmp or /etc, no open files.
"""

import json
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

IDLE = {"EXPOSE", "VOLUME", "STOPSIGNAL"}


class Container:
    """A root folder made by the steps of a Containerfile, and how its program starts."""

    def __init__(self, containerfile: Path, root: Path):
        self.root = root
        self.context = containerfile.parent
        self.user, self.folder, self.env, self.entry, self.cmd = (0, 0), "/", {}, [], []
        root.mkdir()
        for line in containerfile.read_text().splitlines():
            if line and not line.startswith("#"):
                word, _, rest = line.partition(" ")
                self.step(word, rest)

    def step(self, word: str, rest: str) -> None:
        if word == "FROM" and rest == "scratch":
            return
        if word == "COPY":
            self.copy(rest)
        elif word == "USER":
            user, group = rest.split(":")
            self.user = (int(user), int(group))
        elif word == "WORKDIR":
            self.folder = rest
            self.inside(rest).mkdir(exist_ok=True)
        elif word == "ENV":
            self.env.update(part.split("=", 1) for part in shlex.split(rest))
        elif word == "ENTRYPOINT":
            self.entry = json.loads(rest)
        elif word == "CMD":
            self.cmd = json.loads(rest)
        elif word not in IDLE:
            sys.exit(f"unknown step of the Containerfile: {word} {rest}")

    def inside(self, path: str) -> Path:
        return self.root / path.lstrip("/")

    def copy(self, rest: str) -> None:
        *options, source, target = shlex.split(rest)
        owner = (0, 0)
        for option in options:
            assert option.startswith("--chown="), option
            owner = tuple(int(number) for number in option.removeprefix("--chown=").split(":"))
        source, target = self.context / source, self.inside(target)
        if source.is_dir():
            shutil.copytree(source, target)
        else:
            shutil.copy(source, target)
        if os.geteuid() == 0:
            os.chown(target, *owner)

    def start(self, *arguments: str, **pipes) -> subprocess.Popen:
        """The program, with arguments in the place of CMD if there are any."""
        command = [*self.entry, *(arguments or self.cmd)]
        if os.geteuid() == 0:
            return subprocess.Popen(command, env=self.env, preexec_fn=self.enter, close_fds=True, **pipes)
        # Without root a namespace of one's own gives the right to change the root; the user stays who he is.
        words = ["unshare", "--map-root-user", f"--root={self.root}", f"--wd={self.folder}", "--", *command]
        unshare = shutil.which("unshare") or "unshare"
        return subprocess.Popen(words, executable=unshare, env=self.env, close_fds=True, **pipes)

    def enter(self) -> None:
        os.chroot(self.root)
        os.chdir(self.folder)
        os.setgroups([])
        os.setgid(self.user[1])
        os.setuid(self.user[0])
