"""The wheel that is built of this project holds all that it needs: sheets, settings, the page in Italian too."""

import os
import re
import shutil
import subprocess
import sys
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
Run = Callable[..., str]


@pytest.fixture(scope="module")
def installed(tmp_path_factory) -> Path:
    """The wheel, unpacked where no file of the checkout is beside it."""
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"  # a builder leaves its files in the folder that it is given
    for name in ("whist", "vision", "web_ui", "device", "hardware"):
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    build = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--quiet", "--wheel-dir", str(folder), str(source)]
    done = subprocess.run(build, capture_output=True, text=True, check=False)
    if re.search("NewConnectionError|name resolution|unreachable", done.stderr):
        pytest.skip("the package index cannot be reached, from which the wheel's builder comes")
    assert done.returncode == 0, done.stderr
    (wheel,) = folder.glob("whist_table-*.whl")
    unpack = [sys.executable, "-m", "pip", "install", "--no-deps", "--quiet", "--target", str(folder / "site")]
    subprocess.run([*unpack, str(wheel)], check=True)
    return folder


def command(folder: Path, *arguments: str) -> list[str]:
    """``whist-table`` of the wheel, not of this checkout."""
    begin = "import sys, device.commands.program as p; assert 'site' in p.__file__, p.__file__; sys.exit(p.main())"
    return [sys.executable, "-P", "-c", begin, *arguments]


def surroundings(folder: Path) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(folder / "site"), "HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}


def told(folder: Path, *arguments: str) -> str:
    run = subprocess.run(
        command(folder, *arguments), cwd=folder, env=surroundings(folder), capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    return run.stdout


def test_the_wheel_prints_its_settings_and_its_sheets(installed):
    assert "\n[camera]\n" in told(installed, "settings")
    told(installed, "print", "--out", "sheets", "--language", "it")
    assert len(list((installed / "sheets").glob("*.pdf"))) >= 3


def test_the_wheel_serves_its_page_in_italian_too(installed):
    serve = command(installed, "run", "--camera", "sim", "--port", "0", "--data", str(installed / "data"))
    with subprocess.Popen(
        serve, cwd=installed, env=surroundings(installed), stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        try:
            address = next(found[1] for line in process.stdout if (found := re.search(r"open at (http://\S+)", line)))
            for language, word in (("en", 'lang="en"'), ("it", 'lang="it"')):
                asked = urllib.request.Request(address, headers={"Accept-Language": language})
                page = urllib.request.urlopen(asked, timeout=30).read().decode()
                assert word in page
                for file in re.findall(r'(?:src|href)="(/static/[^"]+)"', page):
                    assert urllib.request.urlopen(address.rstrip("/") + file, timeout=30).status == 200
        finally:
            process.terminate()
