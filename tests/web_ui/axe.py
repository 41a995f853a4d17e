"""axe-core for tests: fetched from the npm registry by npm, of one version, and taken only with the right checksum."""

from __future__ import annotations

import base64
import hashlib
import os
import shutil
import subprocess
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

VERSION = "4.10.3"
SHA512 = "Xm7bpRXnDSX2YE2YFfBk2FnF0ep6tmG7xPh8iHee8MIcrgq762Nkce856dYtJYLkuIoYZvGfTs/PbZhideTcEg=="


class NoAxe(Exception):
    """axe-core cannot be had here; the text is one sentence."""


def source() -> str:
    """The script, from the cache (``WHIST_CACHE``, else the user's) or fetched; raises ``NoAxe``."""
    home = os.environ.get("WHIST_CACHE") or os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    folder = Path(home) / "whist-table"
    package = folder / f"axe-core-{VERSION}.tgz"
    if not package.exists():
        _fetch(folder)
    digest = base64.b64encode(hashlib.sha512(package.read_bytes()).digest()).decode()
    if digest != SHA512:
        package.unlink()
        raise NoAxe(f"axe-core {VERSION} came with another checksum and was thrown away")
    with tarfile.open(package) as archive:
        script = archive.extractfile("package/axe.min.js")
        assert script is not None
        return script.read().decode()


def _fetch(folder: Path) -> None:
    npm = shutil.which("npm")
    if npm is None:
        raise NoAxe("npm is not installed, so axe-core cannot be fetched (apt-get install npm)")
    folder.mkdir(parents=True, exist_ok=True)
    command = [npm, "pack", "--silent", f"axe-core@{VERSION}", "--pack-destination", str(folder)]
    try:
        subprocess.run(command, check=True, capture_output=True, timeout=120, cwd=folder)
    except (subprocess.SubprocessError, OSError) as error:
        raise NoAxe(f"npm could not fetch axe-core {VERSION} ({type(error).__name__})") from error


def violations(page: Page, script: str) -> list[str]:
    """What axe finds wrong with the page as it stands, one sentence each."""
    page.evaluate(script)
    found: list[dict[str, Any]] = page.evaluate("async () => (await axe.run()).violations")
    return [
        f"{rule['id']}: {node['html'][:200]} ({node['failureSummary'].splitlines()[-1].strip()})"
        for rule in found
        for node in rule["nodes"]
    ]


def narrow_and_wide(page: Page, script: str) -> Iterator[tuple[int, list[str]]]:
    """The width, and what axe finds wrong with the page then: narrow and dark, then wide and light."""
    for width, scheme in ((360, "dark"), (1280, "light")):
        page.set_viewport_size({"width": width, "height": 800})
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
        yield width, [f"{width} px, {scheme}: {fault}" for fault in violations(page, script)]
