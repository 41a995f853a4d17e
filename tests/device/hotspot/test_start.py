"""A ready card's starts on a machine of folders, whose programs are played."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from device.commands.cli import main
from device.hotspot import start as module
from device.hotspot.network import HOTSPOT, Network, network_in
from device.hotspot.notice import HOST, SIGN
from device.hotspot.start import KIOSK, KNOWN_PATIENCE, PATIENCE, REPORT, Machine, start
from device.settings.settings import Page, Settings

PROFILE = f"etc/NetworkManager/system-connections/{HOTSPOT}.nmconnection"
JOINED = "etc/NetworkManager/system-connections/whist-table-wifi.nmconnection"
SETTINGS = Settings(page=Page(host="0.0.0.0"))
PIN = "314159"


class Card:
    """A card in a folder, and what NetworkManager, systemd and the others say."""

    def __init__(self, root: Path) -> None:
        self.root = root
        (root / "boot/firmware").mkdir(parents=True)
        self.network = False
        self.known = [HOTSPOT]
        self.kiosk = False
        self.unit = root / "etc/systemd/system" / KIOSK
        self.unit.parent.mkdir(parents=True)
        self.unit.touch()
        self.enabling: tuple[int, str] = (0, "")
        self.hotspot: tuple[int, str] = (0, "")
        self.calls: list[str] = []

    def program(self, words: Sequence[str], seconds: float) -> tuple[int, str]:
        call = " ".join(words)
        self.calls.append(call)
        if words[0] == "nm-online":
            return (0 if self.network else 1), ""
        if "connection show" in call:
            return 0, "\n".join(["loopback:lo", *(f"802-11-wireless:{name}" for name in self.known)])
        if "connection up" in call:
            return self.hotspot
        if "is-enabled" in call:
            return (0 if self.kiosk else 1), ""
        if f"enable {KIOSK}" in call or f"disable --now {KIOSK}" in call:
            self.kiosk = "enable" in words
            return self.enabling
        return 0, ""

    def start(self, wishes: str = "", pin: str = PIN) -> Machine:
        (self.root / "boot/firmware/whist-table.txt").write_text(wishes)
        self.calls.clear()
        machine = Machine(self.root, self.program)
        start(machine, SETTINGS, pin)
        return machine

    def text(self, path: str) -> str:
        return (self.root / path).read_text()

    @property
    def own(self) -> Network:
        found = network_in(self.text(PROFILE))
        assert found is not None
        return found

    @property
    def screen(self) -> str:
        return self.text("etc/issue.d/whist-table.issue")

    def called(self, words: str) -> bool:
        return any(words in call for call in self.calls)


@pytest.fixture
def card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Card:
    monkeypatch.setattr(module, "phones_address", lambda page: f"http://192.168.7.7:{page.port}")
    return Card(tmp_path)


def test_the_first_start_asks_nothing_and_opens_its_own_wifi(card: Card) -> None:
    assert card.start().wrong == []
    assert card.called(f"connection up {HOTSPOT}")
    assert (card.root / PROFILE).stat().st_mode & 0o777 == 0o600
    for said in (card.own.name, card.own.password, "http://10.42.0.1:8080", "█"):
        assert said in card.screen
    assert PIN not in card.screen, "whoever sits before the screen is not the host for that"
    assert PIN in card.text(f"boot/firmware/{HOST}")
    assert (card.root / "boot/firmware" / SIGN).read_bytes().startswith(b"%PDF")
    assert not card.kiosk


def test_it_is_asked_for_after_wifi_was_switched_on_and_the_file_was_read(card: Card) -> None:
    card.start()
    order = ["connection reload", "rfkill unblock wlan", "radio wifi on", "nm-online", "connection up"]
    places = [next(k for k, call in enumerate(card.calls) if part in call) for part in order]
    assert places == sorted(places)


def test_a_second_start_keeps_name_and_password_and_writes_nothing_anew(card: Card) -> None:
    card.start()
    own = card.own
    files = [card.root / PROFILE, card.root / "boot/firmware" / SIGN, card.root / "boot/firmware" / HOST]
    before = [file.stat().st_ino for file in files]
    card.start()
    assert card.own == own
    assert [file.stat().st_ino for file in files] == before


def test_two_cards_have_nothing_in_common(tmp_path: Path) -> None:
    one, other = Card(tmp_path / "one"), Card(tmp_path / "other")
    for each in (one, other):
        each.start()
    assert one.own.password != other.own.password


def test_what_the_owner_has_changed_in_the_file_stays(card: Card) -> None:
    card.start()
    file = card.root / PROFILE
    file.write_text(file.read_text().replace(card.own.password, "my own words"))
    card.start()
    assert card.own.password == "my own words"
    assert "my own words" in card.screen


@pytest.mark.parametrize("damage", ["", "[wifi]\n", "\x00\x00"])
def test_a_file_that_a_power_cut_has_emptied_is_made_anew(card: Card, damage: str) -> None:
    card.start()
    (card.root / PROFILE).write_text(damage)
    assert card.start().wrong == []
    assert card.own.password in card.screen


@pytest.mark.parametrize(
    ("wishes", "network", "opened", "said"),
    [
        ("", False, True, "10.42.0.1"),
        ("", True, False, "in your network; its page: http://192.168.7.7:8080"),
        ("hotspot = on", True, True, "10.42.0.1"),
        ("hotspot = off", False, False, "opens none"),
        ("hotspot = off", True, False, "in your network"),
        ("language = it", True, False, "nella tua rete"),
    ],
)
def test_when_it_is_opened(card: Card, wishes: str, network: bool, opened: bool, said: str) -> None:
    card.network = network
    card.start(wishes)
    assert card.called("connection up") == opened
    assert said in card.screen


@pytest.mark.parametrize(("known", "patience"), [([HOTSPOT], PATIENCE), ([HOTSPOT, "home"], KNOWN_PATIENCE)])
def test_a_known_network_is_waited_for_longer(card: Card, known: list[str], patience: float) -> None:
    card.known = known
    card.start()
    assert card.called(f"nm-online --quiet --timeout={patience:.0f}")


@pytest.mark.parametrize("why", ["Error: No suitable device found.\nmore", ""])
def test_without_a_wifi_chip_one_sentence_says_so(card: Card, why: str) -> None:
    card.hotspot = (4, why)
    (sentence,) = card.start().wrong
    assert sentence.startswith("The table's own Wi-Fi could not be opened: ")
    assert "\n" not in sentence
    assert sentence.partition(": ")[2] in card.screen


def test_a_network_of_the_file_is_joined_and_forgotten(card: Card) -> None:
    card.start("wifi = Home\nwifi_password = come on in\n")
    assert "psk=come on in" in card.text(JOINED)
    assert (card.root / JOINED).stat().st_mode & 0o777 == 0o600
    assert "come on in" not in card.screen
    card.start()
    assert not (card.root / JOINED).exists()


@pytest.mark.parametrize(
    ("before", "wishes", "after"),
    [(False, "", False), (False, "kiosk = yes", True), (True, "kiosk = yes", True), (True, "kiosk = no", False)],
)
def test_the_board_on_the_screen_is_one_setting(card: Card, before: bool, wishes: str, after: bool) -> None:
    card.kiosk = before
    card.start(wishes)
    assert card.kiosk == after
    assert card.called(f"start {KIOSK}") == after
    assert card.called(f"enable {KIOSK}") == (after and not before)
    assert card.called("start getty@tty1.service") == (before and not after)


def test_a_board_that_is_not_installed_is_said(card: Card) -> None:
    card.unit.unlink()
    (sentence,) = card.start("kiosk = yes").wrong
    assert "sudo make install KIOSK=1" in sentence
    assert sentence in card.screen
    assert not card.called(f"start {KIOSK}")


def test_a_systemd_that_takes_its_time_is_no_reason_to_leave_the_board_out(card: Card) -> None:
    """Found on the emulated card: switching it on took longer than was waited for, and it was never started."""
    card.enabling = (124, "systemctl does not answer")
    assert card.start("kiosk = yes").wrong == []
    assert card.called(f"start {KIOSK}")


def test_a_wrong_line_is_on_the_screen_and_keeps_nothing_back(card: Card) -> None:
    card.start("kiosk = perhaps\n")
    assert "line 1: kiosk must be yes or no." in card.screen
    assert card.called("connection up")


@pytest.mark.parametrize(("wishes", "asked"), [("", False), ("report = no", False), ("report = yes", True)])
def test_a_report_is_left_where_it_is_wished_for(card: Card, wishes: str, asked: bool) -> None:
    card.start(wishes)
    assert card.called(f"whist-table check --report {card.root}/boot/firmware/{REPORT}") == asked


@pytest.mark.parametrize(("wishes", "set_to"), [("country = it", "iw reg set IT"), ("", "")])
def test_the_rules_of_a_country(card: Card, wishes: str, set_to: str) -> None:
    card.start(wishes)
    assert card.called("iw reg set") == bool(set_to)
    assert card.called(set_to)


def test_a_card_without_a_first_partition_starts_too(card: Card) -> None:
    (card.root / "boot/firmware").rmdir()
    machine = Machine(card.root, card.program)
    start(machine, SETTINGS, "")
    assert card.own.password in card.screen
    assert not (card.root / "boot/firmware").exists()


def test_a_disk_that_is_full_is_said_and_the_wifi_opens(card: Card, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(module, "replace_whole", full)
    wrong = card.start().wrong
    assert any("cannot be written (No space left on device)" in sentence for sentence in wrong)
    assert card.called("connection up")


def test_by_hand_it_says_name_password_and_codes(
    card: Card, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DESTDIR", str(card.root))
    assert main(["hotspot"]) == 1
    assert "has no Wi-Fi of its own" in capsys.readouterr().err
    card.start()
    assert main(["hotspot"]) == 0
    said = capsys.readouterr().out
    assert f"{card.own.name}   {card.own.password}   http://10.42.0.1:8080\n█" in said


def test_settings_that_are_wrong_keep_nobody_out(card: Card, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DESTDIR", str(card.root))
    monkeypatch.setattr(module, "run_program", card.program)
    monkeypatch.setattr(module.Machine, "do", lambda self, *words, seconds=1.0: card.program(words, seconds)[0] == 0)
    monkeypatch.setattr(
        module.Machine, "__init__", lambda self, root: self.__dict__.update(root=root, program=card.program, wrong=[])
    )
    (card.root / "etc/whist-table").mkdir(parents=True)
    (card.root / "etc/whist-table/settings.toml").write_text("[page]\nport = 'many'\n")
    assert main(["hotspot", "--start"]) == 0
    assert "settings.toml" in card.screen
    assert card.own.password in card.screen


def test_a_network_that_cannot_be_forgotten_keeps_the_own_one_from_nobody(tmp_path: Path) -> None:
    card = Card(tmp_path)
    (tmp_path / JOINED).mkdir(parents=True)  # no file that could be deleted
    machine = card.start()
    assert [str(sentence) for sentence in machine.wrong] == [f"{tmp_path / JOINED} cannot be deleted (Is a directory)."]
    assert card.called(f"connection up {HOTSPOT}")
