"""``whist-table print`` as its users meet it."""

from __future__ import annotations

import argparse
import socket
from pathlib import Path

import cv2
import pypdfium2
import pytest

from device.commands import printing
from device.commands.cli import main, parser
from device.settings.address import own_address, typed_here
from device.settings.settings import Page
from hardware.drawing import PAPERS
from hardware.words import LANGUAGES

SHEETS = {
    "play-area",
    "corners",
    "camera",
    "alone",
    "holder-1",
    "holder-2",
    "holder-3",
    "holder-plan",
    "light-panel",
    "wiring",
    "rules",
    "qr",
}
EXAMPLE = "http://192.168.7.7:8081"


def sign(folder: Path) -> str:
    """What the sign's code says."""
    document = pypdfium2.PdfDocument(folder / "qr.pdf")
    try:
        return str(cv2.QRCodeDetector().detectAndDecode(document[0].render(scale=1.4).to_numpy())[0])
    finally:
        document.close()


@pytest.fixture
def in_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """This machine has an address in a network, and no settings file."""
    _route(monkeypatch, "192.168.7.7")


@pytest.fixture
def offline(monkeypatch: pytest.MonkeyPatch) -> None:
    """This machine is in no network."""
    _route(monkeypatch, None)


def _route(monkeypatch: pytest.MonkeyPatch, own: str | None) -> None:
    class Way:
        def __init__(self, *_: object) -> None: ...
        def __enter__(self) -> Way:
            return self

        def __exit__(self, *_: object) -> None: ...
        def connect(self, _: object) -> None:
            if own is None:
                raise OSError(101, "Network is unreachable")

        def getsockname(self) -> tuple[str | None, int]:
            return own, 4711

    monkeypatch.setattr(printing, "default_file", lambda: None)
    monkeypatch.setattr(socket, "socket", Way)


@pytest.mark.usefixtures("in_network")
def test_all_sheets_are_written_and_the_sign_has_the_machines_address(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "new" / "sheets"
    settings = tmp_path / "settings.toml"
    settings.write_text('[page]\nhost = "0.0.0.0"\nport = 8081\n')
    assert main(["print", "--out", str(folder), "--settings", str(settings)]) == 0
    assert {path.stem for path in folder.iterdir()} == SHEETS
    assert sign(folder) == EXAMPLE
    said = capsys.readouterr().out
    assert "100 mm" in said
    assert "--host" not in said


@pytest.mark.usefixtures("in_network")
def test_a_page_for_this_machine_alone_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["print", "--out", str(tmp_path)]) == 0
    assert (
        "http://192.168.7.7:8080; phones get there once the table runs with --host 0.0.0.0." in capsys.readouterr().out
    )


@pytest.mark.usefixtures("offline")
def test_without_a_network_the_sign_is_a_form(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["print", "--out", str(tmp_path)]) == 0
    assert sign(tmp_path) == ""
    assert "--address" in capsys.readouterr().out


@pytest.mark.usefixtures("offline")
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_paper_language_and_address(tmp_path: Path, paper: str) -> None:
    given = ["--paper", paper, "--language", "it", "--address", EXAMPLE]
    assert main(["print", "--out", str(tmp_path), *given]) == 0
    assert sign(tmp_path) == EXAMPLE
    document = pypdfium2.PdfDocument(tmp_path / "play-area.pdf")
    size = [length * 25.4 / 72 for length in document[0].get_size()]
    assert size == pytest.approx(PAPERS[paper], abs=0.1)
    assert "Tavolo da whist" in document[0].get_textpage().get_text_bounded()
    document.close()


@pytest.mark.usefixtures("offline")
def test_pins_of_the_settings_reach_the_drawing(tmp_path: Path) -> None:
    settings = tmp_path / "settings.toml"
    settings.write_text("[lights.trump]\nhearts = 18\n[strip]\nenabled = true\n")
    assert main(["print", "--out", str(tmp_path / "out"), "--settings", str(settings)]) == 0
    assert {path.stem for path in (tmp_path / "out").iterdir()} == SHEETS | {"strip"}
    document = pypdfium2.PdfDocument(tmp_path / "out" / "wiring.pdf")
    page = document[0].get_textpage()
    found, _ = page.search("trump hearts").get_next()
    hearts = page.get_charbox(found)
    found, _ = page.search("GPIO 18", match_whole_word=True).get_next()
    assert page.get_charbox(found)[1] == pytest.approx(hearts[1], abs=12), "hearts are drawn in the row of GPIO 18"
    document.close()


@pytest.mark.usefixtures("in_network")
@pytest.mark.parametrize(
    ("page", "address"),
    [
        (Page(), "http://192.168.7.7:8080"),
        (Page("0.0.0.0", 80), "http://192.168.7.7:80"),
        (Page("::", 8080), "http://192.168.7.7:8080"),
        (Page("localhost", 8080), "http://192.168.7.7:8080"),
        (Page("10.1.2.3", 8080), "http://10.1.2.3:8080"),
        (Page("fd00::5", 8080), "http://[fd00::5]:8080"),
        (Page("whist.local", 8080), "http://whist.local:8080"),
        (Page("0.0.0.0", 0), None),
    ],
)
def test_own_address(page: Page, address: str | None) -> None:
    assert own_address(page) == address


def test_in_its_own_wifi_no_way_leads_out_and_yet_it_knows_its_address(monkeypatch: pytest.MonkeyPatch) -> None:
    class Way:
        def __init__(self, *_: object) -> None: ...
        def __enter__(self) -> Way:
            return self

        def __exit__(self, *_: object) -> None: ...
        def connect(self, there: tuple[str, int]) -> None:
            if not there[0].startswith("10.42.0."):
                raise OSError(101, "Network is unreachable")

        def getsockname(self) -> tuple[str, int]:
            return "10.42.0.1", 4711

    monkeypatch.setattr(socket, "socket", Way)
    assert own_address(Page("0.0.0.0", 8080)) == "http://10.42.0.1:8080"


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("127.0.0.1", "http://localhost:8080"),
        ("::", "http://localhost:8080"),
        ("::1", "http://[::1]:8080"),
        ("192.168.1.20", "http://192.168.1.20:8080"),
    ],
)
def test_the_address_that_is_printed_can_be_typed(host: str, address: str) -> None:
    assert typed_here(host, 8080) == address


def test_own_address_of_this_very_machine_is_numbers_or_none() -> None:
    address = own_address(Page())
    assert address is None or socket.inet_aton(address.removeprefix("http://").removesuffix(":8080"))


@pytest.mark.usefixtures("offline")
@pytest.mark.parametrize(
    ("given", "words"),
    [
        (["--address", "192.168.1.20"], "no address that a phone can open"),
        (["--out", "a-file"], "--out"),
        (["--out", "a-file/below"], "--out"),
        (["--settings", "missing.toml"], "missing.toml"),
    ],
)
def test_one_sentence_and_nothing_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], given: list[str], words: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a-file").write_text("kept")
    assert main(["print", *given]) == 1
    error = capsys.readouterr().err
    assert words in error
    assert error.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["a-file"]
    assert Path("a-file").read_text() == "kept"


@pytest.mark.usefixtures("offline")
def test_a_sheet_that_cannot_be_written_is_refused_before_any_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "qr.pdf").mkdir()
    assert main(["print", "--out", str(tmp_path)]) == 1
    assert "qr.pdf is a folder" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["qr.pdf"]


def test_the_command_offers_every_paper_and_language() -> None:
    commands = next(a for a in parser()._actions if isinstance(a, argparse._SubParsersAction))
    offered = {action.dest: action.choices for action in commands.choices["print"]._actions}
    assert set(offered["paper"]) == set(PAPERS)
    assert set(offered["language"]) == set(LANGUAGES)
