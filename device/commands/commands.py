"""What each command of the command line does; ``run``, ``read`` and ``bench`` have files of their own."""

from __future__ import annotations

import argparse
import json
from typing import Any

from device.checks.check import check_file, report, report_running
from device.keeper.followed_folder import watch_folder
from device.settings.errors import CommandError
from device.settings.game_choice import check_seed, chosen_game
from device.settings.profiles import reader_for
from device.settings.settings import default_file, example_file
from device.simulated.evening import WITH_FAULTS, UnknownFault, faults_of, simulate_evening
from device.simulated.matches import write_deals
from device.simulated.rehearsal import Stuck
from vision.camera.protocol import CameraError
from vision.packs.faces import DESIGNS, Pack, PackError
from vision.simulated.camera import SimulatedCamera
from vision.simulated.scene import SimulatedTable
from vision.simulated.workmanship import workmanship
from whist.players.levels import LEVELS
from whist.rules.commands import AndroidOptions
from whist.rules.refusals import Refused
from whist.tables import begin

__all__ = [
    "DESIGNS",
    "LEVELS",
    "CommandError",
    "backup",
    "bench",
    "bot",
    "check",
    "club",
    "export",
    "hotspot",
    "import_files",
    "lights",
    "pin",
    "print_sheets",
    "read",
    "replay",
    "restore",
    "review",
    "run",
    "settings",
    "simulate",
    "update",
    "watch",
]


def run(options: argparse.Namespace) -> int:
    """Open the table and serve its page until interrupted."""
    from device.run import run_table

    return run_table(options)


def club(options: argparse.Namespace) -> int:
    """Follow many tables and serve one ranking until interrupted."""
    from device.club.club import run_club

    return run_club(options)


def pin(options: argparse.Namespace) -> int:
    """Say the host's PIN."""
    from device.settings.host_key import say_pin

    return say_pin(options)


def settings(options: argparse.Namespace) -> int:
    """Print every setting with its default, explained."""
    print(example_file(), end="")
    return 0


def bench(options: argparse.Namespace) -> int:
    """Print the project's own figures."""
    from device.measuring.bench import print_figures

    return print_figures(options)


def read(options: argparse.Namespace) -> int:
    """Name the cards in photographs."""
    from device.commands.read import read_photographs

    return read_photographs(options)


def enrol(options: argparse.Namespace) -> int:
    """Teach the reader a pack."""
    from device.commands.enrol import enrol as learn_pack

    return learn_pack(options)


def simulate(options: argparse.Namespace) -> int:
    """Write frames of played deals with their truth and the people's taps."""
    if options.deals < 1:
        raise CommandError(f"--deals is {options.deals}; write at least one deal.")
    check_seed(options.seed)
    design = options.design or list(DESIGNS)[options.seed % len(DESIGNS)]
    try:
        faults = () if options.faults is None else faults_of(options.faults)
        choice = chosen_game(options)
        table = begin(choice)
        pack = Pack.from_folder(options.faces) if options.faces else Pack.drawn(design)
        for card in table.rules.pack():
            pack.face(card)  # a pack without a card that the game needs is refused before anything is written
        made = workmanship(options.perfect)
        scene = SimulatedTable(options.seed, made)
        camera = SimulatedCamera(scene, pack, seed=options.seed)
        if faults:
            if table.game not in WITH_FAULTS:
                raise CommandError("--faults are those of the table of Android Whist; leave --game or --faults out.")
            written = options.deals
            simulate_evening(options.folder, pack, written, options.seed, choice, faults, made)
        else:
            written = write_deals(options.folder, scene, camera, choice, options.deals, options.seed)
    except (PackError, Stuck, Refused, UnknownFault) as error:
        raise CommandError(str(error)) from error
    except OSError as error:
        why = f"{options.folder} cannot be written ({error.strerror})." if error.strerror else str(error)
        raise CommandError(why) from error
    print(f"{written} deal(s) written to {options.folder}; follow them with: whist-table watch {options.folder}")
    return 0


def watch(options: argparse.Namespace) -> int:
    """Follow a folder of frames and print each event, as one JSON object a line or in words."""
    try:
        for line in watch_folder(options.folder, AndroidOptions(), reader_for(options)):
            print(json.dumps(line) if options.json else _in_words(line), flush=True)
    except (CameraError, Refused) as error:
        raise CommandError(str(error)) from error
    return 0


def _in_words(line: dict[str, Any]) -> str:
    rest = ", ".join(f"{key} {value}" for key, value in line.items() if key not in ("event", "t") and value is not None)
    return f"{line['t']:8.1f} s  {line['event'].replace('_', ' ')}" + (f": {rest}" if rest else "")


def replay(options: argparse.Namespace) -> int:
    """Play recorded games through the rules."""
    from device.records.replay import replay_files

    return replay_files(options)


def bot(options: argparse.Namespace) -> int:
    """Play for other programs."""
    from device.commands.bot import answer_positions

    return answer_positions(options)


def review(options: argparse.Namespace) -> int:
    """Say what each card of played hands cost."""
    from device.records.review import review_files

    return review_files(options)


def export(options: argparse.Namespace) -> int:
    """Write played hands as PBN, CSV or JSON."""
    from device.records.export import export as write_hands

    return write_hands(options)


def import_files(options: argparse.Namespace) -> int:
    """Write the games of PBN files as game records."""
    from device.records.export import import_files as write_records

    return write_records(options)


def print_sheets(options: argparse.Namespace) -> int:
    """Write the sheets of hardware/ as PDF files."""
    from device.commands.printing import print_sheets as write_sheets

    return write_sheets(options)


def backup(options: argparse.Namespace) -> int:
    """Write games, profiles and settings into one file."""
    from device.commands.backup import backup as keep

    return keep(options)


def restore(options: argparse.Namespace) -> int:
    """Put a backup's games, profiles and settings in place."""
    from device.commands.backup import restore as bring_back

    return bring_back(options)


def update(options: argparse.Namespace) -> int:
    """Install a newer version, if there is one."""
    from device.commands.update import update as install_newer

    return install_newer(options)


def hotspot(options: argparse.Namespace) -> int:
    """Say how to get into the table's own Wi-Fi, or open it."""
    from device.hotspot.start import hotspot as open_hotspot

    return open_hotspot(options)


def lights(options: argparse.Namespace) -> int:
    """Walk through all lights, and the buttons if asked to."""
    from device.commands.try_lights import try_lights

    return try_lights(options)


def check(options: argparse.Namespace) -> int:
    """Say in plain words what is there, what is missing, and what to do."""
    if options.running:
        return report_running(options.settings or default_file())
    if options.report:
        from device.checks.report import write_report

        write_report(options.report, options.settings or default_file())
        print(
            f"{options.report} tells how camera and machine are. It shows no hand and names nobody: see for yourself."
        )
        return 0
    status = report(check_file(options.settings or default_file()))
    if options.hands:
        walk = argparse.Namespace(settings=options.settings, seconds=1.0, buttons=True, patience=15.0)
        status = max(status, lights(walk))
    return status
