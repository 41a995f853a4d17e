"""The running program, asked everything that its own document offers by Schemathesis: right and wrong, thousands of
times, it answers as the document says. The stream never ends, so it is read in ``test_api``."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest

from tests.web_ui.api.shapes import holds
from tests.web_ui.pages.past import android, family, on_the_table, write_down

ROOT = Path(__file__).parents[3]
EACH = "40"
"""Tries of each address."""


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """Where the program serves its page, with two matches that are over and one in play."""
    matches = [android(7, datetime(2026, 11, 1, 20), target=5), family("classic", 5, datetime(2026, 11, 3, 20), 99)]
    write_down(tmp_path / "journal.sqlite", [*matches, on_the_table()])
    settings = tmp_path / "settings.toml"
    settings.write_text('[simulation]\nplays_itself = "none"\nseed = 7\n')
    command = ["run", "--camera", "sim", "--port", "0", "--data", str(tmp_path), "--settings", str(settings)]
    program = subprocess.Popen(
        [sys.executable, "-m", "device.commands.cli", *command], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    try:
        assert program.stdout is not None
        found = next(match for line in program.stdout if (match := re.search(r"open at (http://\S+)", line)))
        yield found[1]
    finally:
        program.terminate()
        program.communicate(timeout=30)


def test_the_running_program_answers_as_its_document_says(address: str, tmp_path: Path) -> None:
    with urllib.request.urlopen(f"{address}/api/v1/matches", timeout=20) as answer:
        assert [match["number"] for match in holds("Matches", json.load(answer))["matches"]] == [2, 1]
    command = ["run", f"{address}/api/v1/openapi.json", "--exclude-path", "/api/v1/events", "--checks", "all"]
    command += ["--max-examples", EACH, "--generation-deterministic"]
    command += ["--max-response-time", "20", "--request-timeout", "30", "--no-color", "--warnings", "off"]
    found = subprocess.run(
        [Path(sys.executable).with_name("schemathesis"), *command], cwd=tmp_path, capture_output=True, text=True
    )
    assert found.returncode == 0, found.stdout[-6000:] + found.stderr[-2000:]
    assert re.search(r"[1-9]\d{2,} (generated|passed|test cases)", found.stdout), found.stdout[-3000:]
