"""The lists of what root installs: complete, with hashes, and as pyproject.toml wants it. No index is asked here."""

from __future__ import annotations

import importlib.metadata
import re

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from tests import pinned
from tests.pinned import ROOT, SYSTEMS, System, closure, list_of, needed, wanted

LINE = re.compile(r"([a-z0-9-]+)==([0-9][0-9a-z.]*) \\\n    --hash=sha256:[0-9a-f]{64}\n")


def listed(system: System) -> dict[str, Version]:
    """Name and version of each package on the list; nothing else stands there."""
    head, _, text = list_of(system).read_text().partition("\n")
    assert head == (
        f"# What `make install` installs with Python {system.python} on {system.machine}; "
        "made by `python -m tests.pinned`."
    )
    assert LINE.sub("", text) == ""
    found = LINE.findall(text)
    assert [name for name, _ in found] == sorted({name for name, _ in found})
    return {name: Version(version) for name, version in found}


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.tag)
def test_what_is_listed_is_what_is_wanted(system: System) -> None:
    versions = listed(system)
    for one in needed(wanted(), system):
        assert one.specifier.contains(versions[canonicalize_name(one.name)]), one


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.tag)
def test_all_that_the_packages_themselves_need_is_listed_and_nothing_else(system: System) -> None:
    """By what the packages say that the tests run with; the program is installed without looking for anything more."""
    versions, seen = listed(system), set()
    ahead = needed(wanted(), system)
    while ahead:
        one = ahead.pop()
        name = canonicalize_name(one.name)
        assert name in versions, f"{one} is missing in {list_of(system).name}: python -m tests.pinned"
        if name not in seen:
            seen.add(name)
            ahead += needed(importlib.metadata.requires(name) or [], system, frozenset(one.extras))
    assert set(versions) == seen


def test_the_list_for_a_pi_fits_what_comes_from_apt_there() -> None:
    versions = listed(pinned.BOOKWORM)
    for line in (ROOT / "constraints/bookworm-pi.txt").read_text().splitlines():
        if not line.startswith("#"):
            limit = Requirement(line)
            assert limit.specifier.contains(versions[limit.name]), line


def test_the_floors_leave_out_what_has_known_holes() -> None:
    floors = {Requirement(text).name: Requirement(text).specifier for text in wanted()}
    assert not floors["waitress"].contains("3.0.0")
    assert not floors["opencv-python-headless"].contains("4.8.0.76")


def test_every_file_that_is_named_is_there() -> None:
    named = re.findall(r"constraints/[\w.-]+\.txt", (ROOT / "tests/wheels.py").read_text())
    assert named
    assert not [name for name in named if not (ROOT / name).exists()]
    assert {path.name for path in (ROOT / "constraints").glob("install-*")} == {list_of(x).name for x in SYSTEMS}


def package(name: str, version: str, *requires: str) -> dict[str, object]:
    return {
        "metadata": {"name": name, "version": version, "requires_dist": list(requires)},
        "download_info": {"archive_info": {"hashes": {"sha256": "0" * 64}}},
    }


def test_what_is_needed_there_and_not_here_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """pip compares markers with the machine on which it is asked: what it adds too much goes, what lacks is asked."""
    there = System("there", "3.13", 41, "x86_64")
    index = {
        "a": package("a", "1", 'Later; python_version >= "3.13"', 'old; python_version < "3.13"', "c[more]"),
        "old": package("old", "1"),
        "c": package("c", "2", 'd; extra == "more"', 'e; extra == "other"'),
        "d": package("d", "3"),
        "later": package("Later", "4"),
    }
    rounds: list[list[str]] = []

    def asked(asking: list[str], system: System) -> list[dict[str, object]]:
        rounds.append(list(asking))
        return [item for name, item in index.items() if name != "later" or "Later" in asking]

    monkeypatch.setattr(pinned, "asked", asked)
    monkeypatch.setattr(pinned, "wanted", lambda: ["a>=1"])
    lines = pinned.pinned(there)
    assert [line.split("==")[0] for line in lines] == ["a", "c", "d", "later"]
    assert rounds == [["a>=1"], ["a>=1", "Later"]]
    assert closure({"a": package("a", "1", "x>=2")}, ["a"], there) == ({"a"}, ["x>=2"])
