"""Shells complete commands, options and their values: asked of a real bash."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from device.commands.cli import main
from device.commands.completion import SHELLS

ASKED = [
    ("re", "read replay review restore"),
    ("run --ca", "--camera"),
    ("run --game c", "classic candid"),
    ("bot --level ", "easy club strong"),
    ("settings --camera", ""),
]
ASK = """
source "$1"; shift
COMP_WORDS=(whist-table "$@"); COMP_CWORD=$#
$(complete -p whist-table | sed 's/.*-F \\([^ ]*\\).*/\\1/')
echo "${COMPREPLY[@]}"
"""


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    told = subprocess.run([sys.executable, "-m", "device.commands.program", "completion", "bash"], capture_output=True)
    assert (told.returncode, told.stderr) == (0, b"")
    file = tmp_path_factory.mktemp("completion") / "whist-table"
    file.write_bytes(told.stdout)
    return file


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
@pytest.mark.parametrize(("typed", "offered"), ASKED)
def test_bash_completes(typed: str, offered: str, script: Path) -> None:
    told = subprocess.run(["bash", "-c", ASK, "ask", script, *typed.split(" ")], capture_output=True, text=True)
    assert (sorted(told.stdout.split()), told.stderr) == (sorted(offered.split()), "")


@pytest.mark.parametrize("shell", SHELLS)
def test_every_command_is_in_it(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", shell]) == 0
    told = capsys.readouterr().out
    assert all(command in told for command in ("run", "read", "simulate", "watch", "enrol", "completion"))
