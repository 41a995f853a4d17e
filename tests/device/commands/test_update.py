"""``whist-table update`` against real repositories of git: which version is the newest, what is refused, and that the
installer of the newer one is what installs it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from device.commands.cli import main
from device.commands.update import newest_tag
from tests.systemd.test_install import ROOT, VERSION, Machine


class Repository:
    """A repository of git in ``folder``."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(exist_ok=True)
        self.git("init", "--quiet")

    def git(self, *words: str) -> None:
        named = ["-c", "user.name=Somebody", "-c", "user.email=somebody@example.org"]
        subprocess.run(["git", *named, *words], cwd=self.folder, check=True, capture_output=True)

    def tag(self, name: str) -> None:
        """What lies in the folder, as a commit with this tag."""
        self.git("add", "--all", "--force")
        self.git("commit", "--quiet", "--allow-empty", "--message", "Another one")
        self.git("tag", name)


@pytest.mark.parametrize(
    ("tags", "newest"),
    [
        ((), None),
        (("trial", "v1.0", "1.0.0rc1", "latest"), None),
        (("v0.1.0", "v0.2.0"), ("v0.2.0", (0, 2, 0))),
        (("v0.9.0", "v0.10.0", "0.2.0"), ("v0.10.0", (0, 10, 0))),
        (("1.0.0", "v0.99.99", "v2.0.0-beta"), ("1.0.0", (1, 0, 0))),
        (("v99999999999.0.0",), None),
    ],
)
def test_the_newest_is_told_by_number_not_by_letters(tags, newest):
    listed = "".join(f"{k:040x}\trefs/tags/{tag}\n" for k, tag in enumerate(tags))
    assert newest_tag(listed) == newest


def test_a_newer_version_is_told_of_and_installed_by_its_own_installer(tmp_path, capfd, monkeypatch):
    machine = Machine(tmp_path)
    machine.install()
    repository = Repository(machine.checkout)
    machine.lay_out(ROOT, "987.0.1")
    repository = Repository(machine.checkout)
    repository.tag("v987.0.1")
    monkeypatch.setenv("DESTDIR", str(machine.root))

    assert main(["update", "--check", "--from", str(machine.checkout)]) == 0
    assert "Version 987.0.1 is there" in capfd.readouterr().out
    assert machine.serving == f"{VERSION}-1"

    assert main(["update", "--from", str(machine.checkout)]) == 0
    assert machine.serving == "987.0.1-1"
    assert "The table is installed: 987.0.1-1" in capfd.readouterr().out
    origin = machine.root / "opt/whist-table/current/units/origin"
    assert origin.read_text().strip() == str(machine.checkout)  # the next update asks there


def test_a_newer_version_that_does_not_start_is_turned_back(tmp_path, capfd, monkeypatch):
    machine = Machine(tmp_path)
    machine.install()
    machine.lay_out(ROOT, "987.0.1")
    (machine.checkout / "new-is-broken").touch()
    Repository(machine.checkout).tag("v987.0.1")
    monkeypatch.setenv("DESTDIR", str(machine.root))
    assert main(["update", "--from", str(machine.checkout)]) == 1
    assert machine.serving == f"{VERSION}-1"
    assert "Going back to" in capfd.readouterr().err


def test_where_newer_versions_are_is_written_without_a_password(tmp_path):
    machine = Machine(tmp_path)
    repository = Repository(machine.checkout)
    repository.git("remote", "add", "origin", "https://someone:secret@example.org/table.git")
    machine.install()
    origin = machine.root / "opt/whist-table/current/units/origin"
    assert origin.read_text() == "https://example.org/table.git\n"


@pytest.mark.parametrize(
    ("tag", "holds", "says", "status"),
    [
        (None, "987.0.1", "has no version", 1),
        ("v0.0.1", "0.0.1", "there is nothing to do", 0),
        ("v987.0.2", "987.0.1", "calls itself version 987.0.1; nothing was changed", 1),
        ("v987.0.2", None, "is not this table; nothing was changed", 1),
    ],
)
def test_what_is_not_installed(tmp_path, capfd, monkeypatch, tag, holds, says, status):
    machine = Machine(tmp_path)
    if holds is None:
        machine.checkout = tmp_path / "another"
    else:
        machine.lay_out(ROOT, holds)
    repository = Repository(machine.checkout)
    (machine.checkout / "some-file").touch()
    if tag:
        repository.tag(tag)
    monkeypatch.setenv("DESTDIR", str(machine.root))
    assert main(["update", "--from", str(machine.checkout)]) == status
    said = capfd.readouterr()
    assert says in said.out + said.err
    assert "Traceback" not in said.err
    assert not (machine.root / "opt/whist-table").exists()


@pytest.mark.parametrize(
    ("prefix", "source", "path", "says"),
    [
        ("checkout", None, None, "git pull && make run"),
        ("installed", None, None, "does not know where it came from"),
        (None, "/nowhere/at/all", None, "the repository cannot be asked"),
        (None, "--upload-pack=touch x", None, "the repository cannot be asked"),
        (None, "ext::touch x", None, "the repository cannot be asked"),
        (None, "/nowhere/at/all", "", "git is missing"),
    ],
)
def test_what_cannot_be_asked_is_one_sentence(tmp_path, capfd, monkeypatch, prefix, source, path, says):
    (tmp_path / "checkout").mkdir()
    (tmp_path / "installed/units").mkdir(parents=True)
    if prefix:
        monkeypatch.setattr(sys, "prefix", str(tmp_path / prefix))
    if path is not None:
        monkeypatch.setenv("PATH", path)
    monkeypatch.chdir(tmp_path)
    assert main(["update", *([f"--from={source}"] if source else [])]) == 1
    said = capfd.readouterr().err
    assert says in said
    assert said.count("\n") == 1
    assert not (tmp_path / "x").exists()


def test_whoever_is_not_root_is_told_so(tmp_path, capfd, monkeypatch):
    machine = Machine(tmp_path)
    machine.lay_out(ROOT, "987.0.1")
    Repository(machine.checkout).tag("v987.0.1")
    monkeypatch.delenv("DESTDIR", raising=False)
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert main(["update", "--from", str(machine.checkout)]) == 1
    assert "sudo whist-table update" in capfd.readouterr().err
