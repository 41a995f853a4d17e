"""``whist-table update``: tells of a newer version of the installed table, and installs it by that version's own
installer, which turns back to the one in use where the newer one does not answer (systemd/README.md)."""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import tomllib
from importlib.metadata import version
from pathlib import Path
from typing import Final

from device.settings.errors import CommandError

TAG: Final = re.compile(r"refs/tags/(v?(\d{1,6})\.(\d{1,6})\.(\d{1,6}))$")
"""A tag that names a version, such as v0.2.0; others (trials, 1.0rc1) are not offered."""
ANSWER: Final = 30.0
"""Seconds in which the repository must say which versions it has."""
FETCH: Final = 600.0
"""Seconds in which one version must have come."""
ORIGIN: Final = "units/origin"
"""The file in an installed version's folder in which the installer writes where it came from."""

Version = tuple[int, int, int]


def update(options: argparse.Namespace) -> int:
    """Say which version is the newest and, without ``--check``, install it; the installer's exit status."""
    here = _numbers(version("whist-table"))
    source = options.source or _origin()
    newest = newest_tag(_git("ls-remote", "--tags", "--refs", "--", source, seconds=ANSWER))
    if newest is None:
        raise CommandError(f"{source} has no version; add --from and the address of the table's repository.")
    tag, number = newest
    if number <= here:
        print(f"Version {_said(here)} is in use, and the newest is {_said(number)}: there is nothing to do.")
        return 0
    if options.check:
        print(f"Version {_said(number)} is there; {_said(here)} is in use. Install it with: sudo whist-table update")
        return 0
    if os.geteuid() != 0 and "DESTDIR" not in os.environ:
        raise CommandError("installing changes the machine: sudo whist-table update.")
    print(f"Fetching version {_said(number)}; {_said(here)} is in use …", flush=True)
    with tempfile.TemporaryDirectory(prefix="whist-table-") as folder:
        checkout = Path(folder, "table")
        _git("clone", "--quiet", "--depth=1", f"--branch={tag}", "--", source, str(checkout), seconds=FETCH)
        _refuse_another(checkout, tag, number)
        installer = ["bash", str(checkout / "systemd/install.sh"), "install"]
        return subprocess.run(installer, cwd=checkout, stdin=subprocess.DEVNULL, check=False).returncode


def newest_tag(listed: str) -> tuple[str, Version] | None:
    """The highest version among the lines of ``git ls-remote --tags``: its tag and its number; None for none."""
    found = [match for line in listed.splitlines() if (match := TAG.search(line))]
    versions = [(match[1], (int(match[2]), int(match[3]), int(match[4]))) for match in found]
    return max(versions, key=lambda tagged: tagged[1], default=None)


def _origin() -> str:
    try:
        origin = Path(sys.prefix, ORIGIN).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        origin = ""
    if origin:
        return origin
    if not Path(sys.prefix, "units").is_dir():
        raise CommandError("this table was not installed as a service; in its checkout: git pull && make run.")
    raise CommandError("this table does not know where it came from; add --from and the address of its repository.")


def _refuse_another(checkout: Path, tag: str, number: Version) -> None:
    """A tag that holds another version would be offered again and again."""
    try:
        holds = tomllib.loads((checkout / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    except (OSError, ValueError, KeyError, TypeError):
        holds = None
    if not (checkout / "systemd/install.sh").is_file() or not isinstance(holds, str):
        raise CommandError(f"what is tagged {tag} is not this table; nothing was changed.")
    if _numbers(holds) != number:
        raise CommandError(f"what is tagged {tag} calls itself version {holds}; nothing was changed.")


def _git(*words: str, seconds: float) -> str:
    environment = {**os.environ, "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"}
    try:
        done = subprocess.run(
            ["git", *words],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=seconds,
            check=False,
            env=environment,
        )
    except FileNotFoundError as error:
        raise CommandError("git is missing: sudo apt install git.") from error
    except subprocess.TimeoutExpired as error:
        raise CommandError(f"the repository does not answer within {seconds:g} s; is there a network?") from error
    if done.returncode:
        why = next((x for x in done.stderr.splitlines() if x.startswith(("fatal:", "error:"))), "git does not say why")
        raise CommandError(f"the repository cannot be asked ({why.split(': ', 1)[-1].rstrip('.')}).")
    return done.stdout


def _numbers(text: str) -> Version:
    """The three numbers of a version; what follows them ("0.2.0rc1") counts for nothing."""
    found = re.match(r"(\d+)\.(\d+)\.(\d+)", text)
    return (int(found[1]), int(found[2]), int(found[3])) if found else (0, 0, 0)


def _said(number: Version) -> str:
    return ".".join(map(str, number))
