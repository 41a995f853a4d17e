"""What a ready card does at each start (``systemd/whist-table-hotspot.service``), and ``whist-table hotspot``.

It asks nothing. It follows ``whist-table.txt``, makes name and password of the table's own Wi-Fi where there are none
yet, and opens that Wi-Fi where no network is found in time.
"""

from __future__ import annotations

import argparse
import logging
import os
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from device.hotspot.network import ADDRESS, HOTSPOT, JOINED, Network, code_of, drawn, hotspot_file, joined_file
from device.hotspot.network import network_in as in_file
from device.hotspot.notice import HOST, SIGN, blocks, for_the_host, on_screen, two_codes
from device.hotspot.wishes import FILE, Wishes, read_wishes
from device.settings.address import phones_address
from device.settings.errors import CommandError
from device.settings.host_key import kept_pin
from device.settings.settings import Page, Settings, SettingsError, load
from hardware.sheets import draw_hotspot_sign
from vision.input_files import contents
from vision.output_files import replace_whole
from web_ui.languages import Language, languages
from whist.phrases import phrase

log = logging.getLogger(__name__)

PATIENCE: Final = 20.0
"""Seconds in which a cable brings a network where no Wi-Fi is known, and"""
KNOWN_PATIENCE: Final = 120.0
"""where one is known: after a power cut a router starts more slowly than a Pi."""
OPENING: Final = 60.0
"""Seconds in which the table's own Wi-Fi must be open."""
REPORTING: Final = 180.0
"""Seconds in which the report must be written, and"""
ANSWER: Final = 30.0
"""any other program must be done; but"""
ENABLING: Final = 180.0
"""systemd may read all its units anew for it."""
MOST_BYTES: Final = 100_000
REPORT: Final = "whist-table-report.zip"
"""On the first partition: no hand and no name is in it (device.checks.report)."""
KIOSK: Final = "whist-table-kiosk.service"
PAPERS: Final = {"US": "letter", "CA": "letter", "MX": "letter"}
"""By country; elsewhere it is A4."""

Program = Callable[[Sequence[str], float], tuple[int, str]]
"""Runs a program at most so many seconds; its exit status and what it said."""


def run_program(words: Sequence[str], seconds: float) -> tuple[int, str]:
    """The real one; 127 where the program is not there, 124 where it does not end."""
    try:
        done = subprocess.run(
            words,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=seconds,
            check=False,
        )
    except FileNotFoundError:
        return 127, f"{words[0]} is not installed"
    except (OSError, subprocess.TimeoutExpired):
        return 124, f"{words[0]} does not answer"
    return done.returncode, (done.stderr.strip() or done.stdout.strip())


@dataclass
class Machine:
    """The machine on which it is done: its ``root`` folder, and what runs its programs."""

    root: Path = Path("/")
    program: Program = run_program
    wrong: list[str] = field(default_factory=list)
    """A sentence about each thing that went wrong."""

    @property
    def boot(self) -> Path:
        """The card's first partition (FAT): Raspberry Pi OS has it at /boot/firmware."""
        return self.root / "boot/firmware"

    @property
    def networks(self) -> Path:
        """NetworkManager's own folder of networks, for root alone."""
        return self.root / "etc/NetworkManager/system-connections"

    def do(self, *words: str, seconds: float = ANSWER) -> bool:
        """Run a program; whether it went well."""
        return self.program(words, seconds)[0] == 0

    def say(self, sentence: str) -> None:
        """Something went wrong that somebody should know, who looks at the log or at the screen."""
        log.warning("%s", sentence)
        self.wrong.append(sentence)

    def write(self, path: Path, data: bytes, mode: int) -> None:
        """A file, whole or not at all; left alone where it is so already, for each write wears the card."""
        try:
            if path.is_file() and contents(path, MOST_BYTES) == data:
                return
            path.parent.mkdir(parents=True, exist_ok=True)
            replace_whole(path, data, mode)
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or error
            self.say(phrase("{path} cannot be written ({why}).", path=path, why=why))

    def remove(self, path: Path) -> None:
        """No file there any more."""
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            self.say(phrase("{path} cannot be deleted ({why}).", path=path, why=error.strerror))

    def text(self, path: Path) -> str:
        """The text of a file; empty where there is none that can be read."""
        try:
            return contents(path, MOST_BYTES).decode("utf-8-sig", errors="replace")
        except (OSError, ValueError):
            return ""


def start(machine: Machine, settings: Settings, pin: str) -> None:
    """Do all of it, in an order in which nothing depends on what may fail."""
    wishes, wrong = read_wishes(machine.text(machine.boot / FILE))
    for sentence in wrong:
        machine.say(sentence)
    own = own_network(machine)
    _join(machine, wishes)
    machine.do("nmcli", "connection", "reload")
    if wishes.country:
        machine.do("iw", "reg", "set", wishes.country)
    # Raspberry Pi OS keeps Wi-Fi switched off until it was told a country
    machine.do("rfkill", "unblock", "wlan")
    machine.do("nmcli", "radio", "wifi", "on")
    language = languages()[wishes.language]
    address = f"http://{ADDRESS}:{settings.page.port}"
    _leave_papers(machine, language, wishes, own, address, pin)
    _board(machine, wishes)
    _show(machine, [_way_in(own)], wishes)
    lines = _connect(machine, wishes, own, settings.page)
    _show(machine, lines, wishes)
    if wishes.report and not machine.do(
        "whist-table", "check", "--report", str(machine.boot / REPORT), seconds=REPORTING
    ):
        machine.say(phrase("{path} cannot be written ({why}).", path=machine.boot / REPORT, why="whist-table check"))


def own_network(machine: Machine) -> Network:
    """The table's own network: as it was made at the first start, or made now."""
    file = machine.networks / f"{HOTSPOT}.nmconnection"
    kept = in_file(machine.text(file))
    if kept is not None:
        return kept
    own = drawn()
    machine.write(file, hotspot_file(own).encode(), 0o600)
    return own


def _join(machine: Machine, wishes: Wishes) -> None:
    """The network of ``whist-table.txt``, or none of it any more."""
    file = machine.networks / f"{JOINED}.nmconnection"
    if wishes.wifi:
        machine.write(file, joined_file(Network(wishes.wifi, wishes.wifi_password)).encode(), 0o600)
    else:
        machine.remove(file)


def _leave_papers(machine: Machine, language: Language, wishes: Wishes, own: Network, address: str, pin: str) -> None:
    """The sign and the host's file on the first partition, for a table without a screen."""
    if not machine.boot.is_dir():
        return
    paper = PAPERS.get(wishes.country, "a4")
    sign = draw_hotspot_sign(paper, wishes.language, own.name, own.password, code_of(own), address)
    machine.write(machine.boot / SIGN, sign, 0o644)
    machine.write(machine.boot / HOST, for_the_host(language, own, address, pin).encode(), 0o600)


def _connect(machine: Machine, wishes: Wishes, own: Network, page: Page) -> list[str]:
    """Wait for a network, and open the own one where none comes; what the screen shows then."""
    wait = KNOWN_PATIENCE if _knows_wifi(machine) else PATIENCE
    if wishes.hotspot != "on" and machine.do("nm-online", "--quiet", f"--timeout={wait:.0f}", seconds=wait + ANSWER):
        address = phones_address(page)
        told = phrase("The table is in your network; its page: {address}", address=address or f":{page.port}")
        return [told, *(blocks(address) if address else [])]
    if wishes.hotspot == "off":
        return [phrase("No network is found, and the table opens none (hotspot = off in {file}).", file=FILE)]
    status, why = machine.program(("nmcli", "--wait", f"{OPENING:.0f}", "connection", "up", HOTSPOT), OPENING + ANSWER)
    if status:
        why = why.splitlines()[0] if why else "NetworkManager does not say why."
        machine.say(phrase("The table's own Wi-Fi could not be opened: {why}", why=why))
        return [_way_in(own)]
    address = f"http://{ADDRESS}:{page.port}"
    log.warning("The table has opened its own Wi-Fi, %s; its page: %s", own.name, address)
    return [
        _way_in(own),
        phrase("page: {address}", address=address),
        *two_codes(own, address),
        phrase("The host's PIN stands in {file} on the card's first partition.", file=HOST),
    ]


def _way_in(own: Network) -> str:
    return phrase("Wi-Fi: {name}   password: {password}", name=own.name, password=own.password)


def _knows_wifi(machine: Machine) -> bool:
    """Whether a Wi-Fi network is known that is not the own one."""
    status, told = machine.program(("nmcli", "--terse", "--fields", "TYPE,NAME", "connection", "show"), ANSWER)
    known = [line.partition(":")[2] for line in told.splitlines() if line.startswith("802-11-wireless:")]
    return status == 0 and any(name != HOTSPOT for name in known)


def _show(machine: Machine, lines: list[str], wishes: Wishes) -> None:
    """``lines`` above the log-in prompt of the screen."""
    shown = on_screen([*lines, *machine.wrong], languages()[wishes.language])
    machine.write(machine.root / "etc/issue.d/whist-table.issue", shown.encode(), 0o600)
    machine.do("agetty", "--reload")


def _board(machine: Machine, wishes: Wishes) -> None:
    """The board on the connected screen, in place of the log-in prompt, or that prompt again."""
    if not (machine.root / "etc/systemd/system" / KIOSK).is_file():
        if wishes.kiosk:
            machine.say(
                phrase("The board cannot be shown on this screen: it is not installed (sudo make install KIOSK=1).")
            )
        return
    on = machine.do("systemctl", "--quiet", "is-enabled", KIOSK)
    if wishes.kiosk:
        if not on:
            machine.do("systemctl", "--quiet", "enable", KIOSK, seconds=ENABLING)
        # also where it is on already: a start that was cut short may have left it so
        machine.do("systemctl", "--no-block", "start", KIOSK)
    elif on:
        machine.do("systemctl", "--quiet", "disable", "--now", KIOSK, seconds=ENABLING)
        machine.do("systemctl", "--no-block", "start", "getty@tty1.service")


def hotspot(options: argparse.Namespace) -> int:
    """``whist-table hotspot``: say name, password and codes of the table's own Wi-Fi; with ``--start`` do what a ready
    card does at its start. Raises ``CommandError``, one sentence."""
    machine = Machine(Path(os.environ.get("DESTDIR") or "/"))
    if os.geteuid() != 0 and "DESTDIR" not in os.environ:
        raise CommandError("the password of the table's own Wi-Fi is for root alone: sudo whist-table hotspot.")
    place = machine.root / "etc/whist-table/settings.toml"
    settings = load(place if place.is_file() else None) if not options.start else _settings(machine, place)
    if options.start:
        start(machine, settings, kept_pin(machine.root / "var/lib/whist-table", settings.page))
        return 0
    own = in_file(machine.text(machine.networks / f"{HOTSPOT}.nmconnection"))
    if own is None:
        raise CommandError("this machine has no Wi-Fi of its own: that comes with the ready card (systemd/README.md).")
    address = f"http://{ADDRESS}:{settings.page.port}"
    print(f"{own.name}   {own.password}   {address}", *two_codes(own, address), sep="\n")
    return 0


def _settings(machine: Machine, place: Path) -> Settings:
    """Settings that are wrong keep nobody out of the table's Wi-Fi; what is wrong the table itself says."""
    try:
        return load(place if place.is_file() else None)
    except SettingsError as error:
        machine.say(str(error))
        return Settings()
