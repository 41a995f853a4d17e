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
from pathlib import Path
from typing import Any

from tqdm import tqdm

ROOT = Path(__file__).parents[1]

SYSTEMS = {
    "bookworm, cp311": ("3.11", 36, "constraints/bookworm-pi.txt"),
    "trixie, cp313": ("3.13", 41, "constraints/trixie-pi.txt"),
}
"""Python, minor version of glibc 2, and constraints (where there are any) of each Raspberry Pi OS, 64 bit."""


def requirements() -> list[str]:
    """What pyproject.toml says that the program needs."""
    return list(tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"])


def asked(wanted: list[str], python: str, glibc: int, constraints: str) -> dict[str, tuple[str, str]] | str:
    """Version and wheel of each package that pip would install; its complaint in one line when it cannot."""
    platforms = ["manylinux2014_aarch64", *(f"manylinux_2_{minor}_aarch64" for minor in range(17, glibc + 1))]
    limits = ["--constraint", str(ROOT / constraints)] if (ROOT / constraints).exists() else []
    with tempfile.TemporaryDirectory() as nowhere:
        done = subprocess.run(
            [sys.executable, "-m", "pip", "install", "--dry-run", "--quiet", "--report", "-", "--target", nowhere]
            + ["--only-binary", ":all:", "--python-version", python, "--implementation", "cp"]
            + [word for platform in platforms for word in ("--platform", platform)]
            + [*limits, *wanted],
            capture_output=True,
            text=True,
            check=False,
        )
    if done.returncode:
        errors = [line for line in done.stderr.splitlines() if line.startswith("ERROR")]
        return (errors or done.stderr.splitlines() or ["pip said nothing"])[-1]
    return {_name(item): _wheel(item) for item in json.loads(done.stdout)["install"]}


def _name(item: dict[str, Any]) -> str:
    return str(item["metadata"]["name"]).lower().replace("_", "-")


def _wheel(item: dict[str, Any]) -> tuple[str, str]:
    tags = item["download_info"]["url"].rsplit("/", 1)[1].removesuffix(".whl").split("-")[-3:]
    return str(item["metadata"]["version"]), "pure Python" if tags[-1] == "any" else f"{tags[0]}-{tags[1]}"


def main() -> int:
    found = {}
    for system, details in tqdm(SYSTEMS.items(), desc="asking pip", disable=not sys.stderr.isatty()):
        answer = asked(requirements(), *details)
        if isinstance(answer, str):
            print(f"{system}: not all of it comes as wheels. {answer}")
            for wanted in requirements():
                alone = asked([wanted], *details)
                print(f"  {wanted}: {alone if isinstance(alone, str) else 'there'}")
        else:
            found[system] = answer
    print("| package | " + " | ".join(found) + " |")
    print("| --- |" + " --- |" * len(found))
    for name in sorted({name for answer in found.values() for name in answer}):
        wheels = (answer.get(name) for answer in found.values())
        print(f"| {name} | " + " | ".join("not needed" if w is None else f"{w[0]}, {w[1]}" for w in wheels) + " |")
    return int(len(found) < len(SYSTEMS))


if __name__ == "__main__":
    sys.exit(main())
