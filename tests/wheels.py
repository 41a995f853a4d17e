"""Whether everything that the table needs comes ready-made for a Pi: `python -m tests.wheels`.

pip is asked what it would install on each Raspberry Pi OS from wheels alone, with the constraints that `setup.sh` uses
there, and the answer is printed as a table. Nothing is installed. Exit status 1 when something is missing.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tqdm import tqdm

ROOT = Path(__file__).parents[1]


@dataclass(frozen=True)
class System:
    """A Debian or Raspberry Pi OS, 64 bit."""

    name: str
    python: str
    glibc: int
    """Minor version of glibc 2."""
    machine: str = "aarch64"
    constraints: str | None = None
    """What `setup.sh` adds there, as a file of the project."""

    @property
    def tag(self) -> str:
        """As ``cp311-aarch64``."""
        return f"cp{self.python.replace('.', '')}-{self.machine}"


BOOKWORM = System("bookworm, cp311", "3.11", 36, constraints="constraints/bookworm-pi.txt")
TRIXIE = System("trixie, cp313", "3.13", 41)
SYSTEMS = (BOOKWORM, TRIXIE)
"""Each Raspberry Pi OS."""


def requirements() -> list[str]:
    """What pyproject.toml says that the program needs."""
    return list(tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"])


def asked(wanted: list[str], system: System) -> list[dict[str, Any]] | str:
    """What pip would install, each as its report has it; its complaint in one line when it cannot."""
    platforms = [f"manylinux2014_{system.machine}"]
    platforms += [f"manylinux_2_{minor}_{system.machine}" for minor in range(17, system.glibc + 1)]
    limits = [] if system.constraints is None else ["--constraint", str(ROOT / system.constraints)]
    with tempfile.TemporaryDirectory() as nowhere:
        done = subprocess.run(
            [sys.executable, "-m", "pip", "install", "--dry-run", "--quiet", "--report", "-", "--target", nowhere]
            + ["--only-binary", ":all:", "--python-version", system.python, "--implementation", "cp"]
            + [word for platform in platforms for word in ("--platform", platform)]
            + [*limits, *wanted],
            capture_output=True,
            text=True,
            check=False,
        )
    if done.returncode:
        errors = [line for line in done.stderr.splitlines() if line.startswith("ERROR")]
        return (errors or done.stderr.splitlines() or ["pip said nothing"])[-1]
    return list(json.loads(done.stdout)["install"])


def name_of(item: dict[str, Any]) -> str:
    """The name of a package, as it is compared."""
    return str(item["metadata"]["name"]).lower().replace("_", "-").replace(".", "-")


def _wheel(item: dict[str, Any]) -> tuple[str, str]:
    tags = item["download_info"]["url"].rsplit("/", 1)[1].removesuffix(".whl").split("-")[-3:]
    return str(item["metadata"]["version"]), "pure Python" if tags[-1] == "any" else f"{tags[0]}-{tags[1]}"


def main() -> int:
    found = {}
    for system in tqdm(SYSTEMS, desc="asking pip", disable=not sys.stderr.isatty()):
        answer = asked(requirements(), system)
        if isinstance(answer, str):
            print(f"{system.name}: not all of it comes as wheels. {answer}")
            for wanted in requirements():
                alone = asked([wanted], system)
                print(f"  {wanted}: {alone if isinstance(alone, str) else 'there'}")
        else:
            found[system.name] = {name_of(item): _wheel(item) for item in answer}
    print("| package | " + " | ".join(found) + " |")
    print("| --- |" + " --- |" * len(found))
    for name in sorted({name for answer in found.values() for name in answer}):
        wheels = (answer.get(name) for answer in found.values())
        print(f"| {name} | " + " | ".join("not needed" if w is None else f"{w[0]}, {w[1]}" for w in wheels) + " |")
    return int(len(found) < len(SYSTEMS))


if __name__ == "__main__":
    sys.exit(main())
