"""What an installed table is made of, to the last byte: `python -m tests.pinned` makes the lists in constraints/ anew.

For each Python and kind of machine that `make install` serves it asks pip for the newest wheels that fit together, and
writes their versions and hashes to `constraints/install-cp311-aarch64.txt` and its like; nothing is installed, and
nothing comes from source. `setup.sh install` takes what is listed there and no other file. Exit status 1 when a list
cannot be made; the one of before then stays. tests/test_pinned.py looks through them.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from tqdm import tqdm

from tests.wheels import BOOKWORM, ROOT, TRIXIE, System, asked, name_of, requirements

PCS = (System("Debian 12", "3.11", 36, "x86_64"), System("Debian 13", "3.13", 41, "x86_64"))
SYSTEMS = (BOOKWORM, TRIXIE, *PCS)
ROUNDS = 5


def list_of(system: System) -> Path:
    """The file that lists what is installed there."""
    return ROOT / "constraints" / f"install-{system.tag}.txt"


def wanted() -> list[str]:
    """What the program needs, and what pip needs to make a wheel of it."""
    return requirements() + list(tomllib.loads((ROOT / "pyproject.toml").read_text())["build-system"]["requires"])


def environment(system: System) -> dict[str, str]:
    """What markers of requirements are compared with there; pip compares with the machine on which it is asked."""
    return {
        "implementation_name": "cpython",
        "implementation_version": f"{system.python}.0",
        "os_name": "posix",
        "platform_machine": system.machine,
        "platform_python_implementation": "CPython",
        "platform_release": "",
        "platform_system": "Linux",
        "platform_version": "",
        "python_full_version": f"{system.python}.0",
        "python_version": system.python,
        "sys_platform": "linux",
    }


def needed(texts: list[str], system: System, extras: frozenset[str] = frozenset()) -> list[Requirement]:
    """Those of some requirements that hold there."""
    found = [Requirement(text) for text in texts]
    return [
        one
        for one in found
        if one.marker is None
        or any(one.marker.evaluate(environment(system) | {"extra": extra}) for extra in (extras or {""}))
    ]


def closure(items: dict[str, dict[str, Any]], roots: list[str], system: System) -> tuple[set[str], list[str]]:
    """The names of all that is needed there, and the requirements that nothing among ``items`` meets."""
    reached: set[str] = set()
    missing: list[str] = []
    ahead = needed(roots, system)
    while ahead:
        one = ahead.pop()
        name = canonicalize_name(one.name)
        if name not in items:
            missing.append(f"{one.name}{one.specifier}")
        elif name not in reached:
            reached.add(name)
            texts = items[name]["metadata"].get("requires_dist", [])
            ahead += needed(texts, system, frozenset(one.extras))
    return reached, missing


def pinned(system: System) -> list[str] | str:
    """The lines of the list, by name; pip's complaint where there can be none."""
    asking = wanted()
    for _ in range(ROUNDS):
        answer = asked(asking, system)
        if isinstance(answer, str):
            return answer
        items = {canonicalize_name(name_of(item)): item for item in answer}
        names, missing = closure(items, wanted(), system)
        if not missing:
            return [_line(name, items[name]) for name in sorted(names)]
        asking += missing  # needed there, and not here where pip is asked
    return f"it is not complete: {', '.join(missing)}"


def _line(name: str, item: dict[str, Any]) -> str:
    hashed = item["download_info"]["archive_info"]["hashes"]["sha256"]
    return f"{name}=={item['metadata']['version']} \\\n    --hash=sha256:{hashed}"


def main() -> int:
    status = 0
    for system in tqdm(SYSTEMS, desc="asking pip", disable=not sys.stderr.isatty()):
        lines = pinned(system)
        if isinstance(lines, str):
            print(f"{list_of(system).name} stays as it is: {lines}", file=sys.stderr)
            status = 1
            continue
        head = f"# What `make install` installs with Python {system.python} on {system.machine}"
        list_of(system).write_text("\n".join([f"{head}; made by `python -m tests.pinned`.", *lines]) + "\n")
        tqdm.write(f"{list_of(system).name}: {len(lines)} packages")
    return status


if __name__ == "__main__":
    sys.exit(main())
