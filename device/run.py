"""``whist-table run``: the program itself, wired together."""

from __future__ import annotations

import argparse
import fcntl
import logging
import os
import secrets
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Final

from flask import Flask

from device.checks.check import Running
from device.checks.running import TableCheck
from device.company.at_holders import AtHolders
from device.company.characters import Company
from device.company.fans import Fans
from device.company.thinking import Thinker
from device.first_time.steps import FirstTime
from device.home.home import Home
from device.journal.journal import JOURNAL, JournalError
from device.journal.player_names import PlayerNames
from device.journal.scribe import Scribe
from device.keeper.cameras import open_camera
from device.keeper.eyes import Eyes, GameWatcher
from device.keeper.keeper import Keeper
from device.keeper.kept_pack import KeptPack
from device.keeper.kept_seen import KeptSeen
from device.keeper.live_picture import LivePicture
from device.keeper.notify import Notifier
from device.keeper.power import Power
from device.keeper.shaded_camera import ShadedCamera
from device.lights.buttons import pressed
from device.lights.legend import legend
from device.lights.panel import Panel
from device.limits import ENOUGH, TooFewFiles, room_for_connections
from device.link.link import Link
from device.records.feed import PublicFeed
from device.records.history import PastMatches
from device.records.pars import Judge
from device.records.statistics import Outcomes
from device.settings import settings as settings_file
from device.settings.address import checked_port, phones_address, typed_here
from device.settings.changing import SettingsFile
from device.settings.errors import CommandError
from device.settings.game_choice import check_seed, chosen_game, is_another
from device.settings.host_key import host_key
from device.settings.house import House
from device.settings.profiles import open_reader
from device.settings.settings import IN_USE, Settings
from device.settings.time_limits import Pace
from device.simulated.camera import simulated_camera
from device.simulated.desk import GameDesk
from device.simulated.persons import SimulatedPersons
from vision.camera.kinds import parse_camera
from vision.camera.protocol import Camera, CameraError
from vision.packs.faces import DESIGNS, Pack
from vision.simulated.scene import SimulatedTable
from vision.simulated.workmanship import workmanship
from web_ui.app import create_app
from web_ui.server import Server, serve
from whist.messages.requests import NewGame
from whist.rules.options import AndroidOptions
from whist.rules.refusals import Refused
from whist.table.state.seats import PERSONS

log = logging.getLogger(__name__)

LINK_NEW: Final = "new"
"""After ``--link``: the match is hosted here."""
LIVE_STILL_LOOKS: Final = 3
"""Looks for which a real table must lie still before what it shows is believed, and"""
LIVE_REST: Final = 0.19
"""how many seconds that must be at least: hands pause over cards."""
LIVE_LOOKS: Final = 15.0
"""Looks a second at most at a real table; the Pi camera gives 14."""
SIMULATED_STILL_LOOKS: Final = 2
"""The same on the simulated table, where cards jump to their places."""
SIMULATED_LOOKS: Final = 10.0
"""Looks a second there, each of which has to be drawn."""


def run_table(options: argparse.Namespace) -> int:
    """Open the table and serve its page until SIGINT or SIGTERM; raises ``CommandError`` when it cannot be opened."""
    settings = _settings(options)
    try:
        connections = room_for_connections()
    except TooFewFiles as error:
        raise CommandError(str(error)) from error
    if connections < ENOUGH:
        say(f"the system lets the table open few files: its page has {connections} connections, for all devices.")
    folder = settings.data_folder()
    try:
        folder.mkdir(0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise CommandError(
            f"the data folder {folder} cannot be made ({error.strerror}); name another with --data."
        ) from error
    with ExitStack() as stack:
        stack.enter_context(only_one(folder))
        choice = None if options.game is None else chosen_game(options)
        linked = choice if options.link == LINK_NEW else None
        if options.link is not None and (choice is None) == (options.link == LINK_NEW):
            raise CommandError(f"--link {LINK_NEW} goes with --game, and --link CODE without: the host has chosen it.")
        notifier = Notifier()
        file = _file(options)
        again = Again()
        opened = open_table(
            settings,
            folder,
            stack,
            choice if linked is None else None,
            free_seats=options.free_seats,
            notifier=notifier,
            file=file,
            again=again.ask,
        )
        if options.link is not None:
            begin_link(opened.link, options.link, linked)
        try:
            _serve_until_told(opened, settings, notifier, connections)
        except OSError as error:
            raise CommandError(str(error)) from error
    return again.begin() if again.asked else 0


def begin_link(link: Link, code: str, choice: NewGame | None) -> None:
    """Host the match of ``choice``, or without one join that of ``code``; raises ``CommandError``."""
    try:
        if choice is None:
            link.join(code)
            say("waiting for the table that hosts the match …")
        else:
            codes = link.invite(choice)
            if not sys.stdout.isatty():  # a service's words go into a log, which is no place for the key to a match
                say("the others join this match by the codes that the page Host shows.")
                return
            for number, one in enumerate(codes, 2):
                say(f"household {number} joins this match by the code {one}")
    except Refused as error:
        raise CommandError(str(error)) from error


class Again:
    """The program started again by itself, as the host asks for it on the page: by systemd where it is a service, else
    in the same process."""

    SOON: Final = 0.5
    """Seconds until the page that asked has its answer."""
    STATUS: Final = 75
    """The exit status that asks systemd for it (whist-table.service)."""

    def __init__(self) -> None:
        self.asked = False

    def ask(self) -> None:
        """End the program in the usual way, and then begin it again."""
        self.asked = True
        threading.Timer(self.SOON, os.kill, (os.getpid(), signal.SIGTERM)).start()

    def begin(self) -> int:
        """Begin it, with the arguments that it was given; the exit status where systemd does so."""
        say("starting again …")
        if "NOTIFY_SOCKET" in os.environ:
            return self.STATUS
        sys.stderr.flush()
        os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])


@dataclass(frozen=True)
class OpenTable:
    """A table in play: the page's application, the table's keeper, the simulated table if there is one, the host's PIN,
    and the link with other tables."""

    app: Flask
    keeper: Keeper
    scene: SimulatedTable | None
    pin: str
    link: Link


def open_table(
    settings: Settings,
    folder: Path,
    stack: ExitStack,
    choice: NewGame | None = None,
    *,
    free_seats: bool = False,
    notifier: Notifier | None = None,
    file: Path | None = None,
    again: Callable[[], None] | None = None,
) -> OpenTable:
    """Wire journal, reader, lights, camera and page together and begin to look; ``stack`` closes all of it again.

    The game that was left off goes on, unless ``choice`` names another; without either it is Android Whist.
    ``free_seats`` forgets which phones sat where; ``notifier`` gets the signs of life of the eyes; ``file`` is where
    ``settings`` are from, ``again`` starts the program again. Raises ``CommandError`` with one sentence when a part
    cannot be had.
    """
    try:
        scribe, names = _kept(folder, stack, free_seats=free_seats)
        say("loading the card reader …")
        reader = open_reader(settings.reader.profile, folder)
        panel = Panel(settings)
        stack.callback(panel.close)
        power = Power.of_service()
        keeper = _keeper(settings, folder, scribe, names, panel, choice)
        panel.listen(partial(pressed, keeper, power))
        for warning in [*panel.warnings, *scribe.said, *([scribe.trouble] if scribe.trouble else [])]:
            say(warning)
        camera, scene = _camera(settings)
        company = Company(thinker(stack), settings.simulation.level)
        desk = None if scene is None else _desk(settings, keeper, scene, folder, company)
    except (JournalError, CameraError, Refused, ValueError) as error:
        raise CommandError(str(error)) from error
    _seat_players(settings, keeper, company, desk, stack)
    live = LivePicture(desk is not None, lambda: keeper.house()["picture"] == "on")
    stack.callback(live.close)
    still = (LIVE_STILL_LOOKS, LIVE_REST) if desk is None else (SIMULATED_STILL_LOOKS, 0.0)
    watcher = GameWatcher(keeper, reader, *still, live, KeptPack(folder / "pack-memory.npz"))
    looks = LIVE_LOOKS if desk is None else SIMULATED_LOOKS
    eyes = Eyes(keeper, watcher, ShadedCamera(camera, panel.strip), looks, notifier)
    eyes.start()
    stack.callback(eyes.stop)
    running = Running(eyes.picture if scene is None else lambda: None, panel)
    key, address = host_key(folder, settings.page), partial(phones_address, settings.page)
    check = TableCheck(settings, file, running)
    guide = FirstTime(keeper, eyes, watcher, panel, settings, simulated=scene is not None)
    stack.callback(guide.close)
    past = PastMatches(scribe, outcomes=Outcomes(folder / "statistics.json", Judge()), forget_name=keeper.forget_name)
    link, home = _others(settings, keeper, folder, address, stack)
    app = create_app(
        keeper,
        desk,
        seats_store=scribe.seats,
        key=key,
        address=address,
        check=check,
        guide=guide,
        history=past,
        seeing=live,
        lights=legend(panel, settings),
        power=power if power.is_there else None,
        fans=None if scene is not None else Fans(keeper, company, settings.reader.profile, folder),
        settings=SettingsFile(file, again, lambda: [] if home is None else home.troubles),
        feed=PublicFeed(keeper, scribe, past),
        linking=link,
        seen=KeptSeen(folder / "seen-places.json"),
    )
    return OpenTable(app, keeper, scene, key.pin, link)


def _kept(folder: Path, stack: ExitStack, *, free_seats: bool) -> tuple[Scribe, PlayerNames]:
    """The journal, and what people are called."""
    scribe = Scribe(folder / JOURNAL)
    stack.callback(scribe.close)
    names = PlayerNames(folder / "names.json")
    if free_seats:
        scribe.seats.clear()
        names.clear()
    return scribe, names


def _keeper(
    settings: Settings, folder: Path, scribe: Scribe, names: PlayerNames, panel: Panel, choice: NewGame | None
) -> Keeper:
    """Who keeps the table: with the game that was left off, or the one of ``choice``."""
    keeper = Keeper(
        choice or AndroidOptions(**asdict(settings.game)),
        scribe,
        panel,
        pace=Pace(folder / "time-limits.json"),
        names=names,
        house=House(folder / "house.json"),
    )
    if choice is not None and choice.game != keeper.public_view()["game"]:
        keeper.new_game(choice)
    elif choice is not None and is_another(choice, keeper.table):
        say("the match that was left off goes on with its own options; another is begun on the page.")
    return keeper


def _seat_players(
    settings: Settings, keeper: Keeper, company: Company, desk: GameDesk | None, stack: ExitStack
) -> None:
    """Begin with the computer players at holders, and with the persons of the simulated table."""
    speed = 1.0 if desk is None else settings.simulation.speed
    at_holders = AtHolders(keeper, company, thinker(stack), settings.simulation.seed, speed)
    at_holders.start()
    stack.callback(at_holders.stop)
    if desk is not None:
        persons = SimulatedPersons(keeper, desk, settings.simulation.speed)
        persons.start()
        stack.callback(persons.stop)


def _others(
    settings: Settings, keeper: Keeper, folder: Path, address: Callable[[], str | None], stack: ExitStack
) -> tuple[Link, Home | None]:
    """Who is told of the table: other households' tables, and Home Assistant where the settings say so."""
    link = Link(settings.mqtt, keeper, folder)
    stack.callback(link.close)
    home = Home(settings.mqtt, keeper, folder, address) if settings.mqtt.enabled else None
    if home is not None:
        stack.callback(home.close)
    return link, home


def thinker(stack: ExitStack) -> Thinker:
    """A process for computer players to think in, begun when it is first needed; ``stack`` ends it."""
    one = Thinker()
    stack.callback(one.close)
    return one


def _desk(settings: Settings, keeper: Keeper, scene: SimulatedTable, folder: Path, company: Company) -> GameDesk:
    plays = settings.simulation.plays_itself
    by_themselves: set[str] = {person for person in PERSONS if plays in (person, "both")}
    return GameDesk(keeper, scene, settings.simulation.seed or None, folder, by_themselves, company)


def say(sentence: str) -> None:
    """Tell whoever started the program what it is doing."""
    print(f"whist-table: {sentence}", flush=True)


def _file(options: argparse.Namespace) -> Path | None:
    named: Path | None = options.settings
    return named or settings_file.default_file()


def _settings(options: argparse.Namespace) -> Settings:
    """The settings file with what the command line says instead."""
    settings = settings_file.load(_file(options))
    if options.camera is not None:
        try:
            parse_camera(options.camera)
        except ValueError as error:
            raise CommandError(f"--camera {options.camera}: {error}") from error
        settings = replace(settings, camera=replace(settings.camera, kind=options.camera))
    page = settings.page
    page = replace(page, host=page.host if options.host is None else options.host)
    if options.port is not None:
        page = replace(page, port=checked_port(options.port))
    if options.data is not None:
        settings = replace(settings, data=replace(settings.data, folder=str(options.data)))
    if options.profile is not None:
        settings = replace(settings, reader=replace(settings.reader, profile=options.profile))
    check_seed(options.seed)
    if options.seed is not None:
        settings = replace(settings, simulation=replace(settings.simulation, seed=options.seed))
    if options.perfect:
        settings = replace(settings, simulation=replace(settings.simulation, perfect=True))
    if settings.simulation.design not in DESIGNS:
        raise CommandError(
            f"there is no pack design {settings.simulation.design!r}; write one of "
            f"{', '.join(DESIGNS)} under [simulation]."
        )
    return replace(settings, page=page)


def _camera(settings: Settings) -> tuple[Camera, SimulatedTable | None]:
    """The camera, and the simulated table where there is no real one."""
    camera = open_camera(settings.camera)
    if camera is not None:
        return camera, None
    simulation = settings.simulation
    seed = simulation.seed or secrets.randbelow(2**32)
    scene = SimulatedTable(seed, workmanship(simulation.perfect))
    say("no camera, so the cards lie on a simulated table.")
    return simulated_camera(scene, Pack.drawn(simulation.design), seed), scene


def _serve_until_told(opened: OpenTable, settings: Settings, notifier: Notifier, connections: int) -> None:
    def ready(server: Server) -> None:
        address = typed_here(settings.page.host, server.port)
        say(f"the table is open at {address}")
        if sys.stdout.isatty():  # a service's words go into a log, which is no place for it
            say(f"the host's PIN is {opened.pin}")
        notifier.ready(address)

    serve(opened.app, settings.page.host, settings.page.port, connections=connections, ready=ready)
    notifier.stopping()
    say("closed; the game is kept.")


@contextmanager
def only_one(folder: Path) -> Iterator[None]:
    """Hold ``folder`` for this process; raises ``CommandError`` when another one plays there already. Where nothing can
    be written there is nothing to hold."""
    try:
        lock = (folder / IN_USE).open("w")
    except OSError as error:
        log.warning("The folder %s cannot be held for this table alone: %s.", folder, error.strerror)
        yield
        return
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise CommandError(
                f"another whist-table keeps its games in {folder}; stop it, or name another folder with --data."
            ) from error
        yield
