"""The command line: ``whist-table COMMAND``."""

from __future__ import annotations

import argparse
import logging
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from device.commands import commands
from device.commands.completion import SHELLS, completed
from device.logs import log_to_stderr
from device.settings.errors import CommandError
from device.settings.settings import SettingsError
from vision.camera.kinds import WAYS
from whist.games import GAMES

_Add = Callable[..., argparse.ArgumentParser]
"""Adds a command's parser by its name."""
DATA: Final = "folder of games and profiles (the usual one)"
"""What ``--data`` is, for whatever command."""


def parser() -> argparse.ArgumentParser:
    """The command line's parser."""
    top = argparse.ArgumentParser(prog="whist-table", description="Camera, cards, lights and page of the whist table.")
    top.add_argument("-v", "--verbose", action="store_true", help="say more of what is being done")
    subcommands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for command in (
        _run,
        _pin,
        _read,
        _simulate,
        _watch,
        _enrol,
        _replay,
        _bot,
        _review,
        _export,
        _import,
        _print,
        _backup_and_restore,
        _update,
        _hotspot,
        _club,
        _lights,
        _settings,
        _completion,
        _check,
        _bench,
    ):
        command(subcommands.add_parser)
    return top


def _run(add: _Add) -> None:
    run = add("run", help="open the table: camera, page and lights")
    run.add_argument("--camera", metavar="|".join(WAYS), help="where pictures come from")
    run.add_argument("--host", help="address to serve the page at (127.0.0.1: this machine alone)")
    run.add_argument("--port", type=int, help="port of the page (8080)")
    run.add_argument("--data", type=Path, metavar="DIR", help=DATA)
    run.add_argument(
        "--settings",
        type=Path,
        metavar="FILE",
        help="settings file (whist-table settings prints one)",
    )
    run.add_argument(
        "--free-seats", action="store_true", help="free every place: people sit down anew, on other phones too"
    )
    run.add_argument("--seed", type=int, help="seed of the simulated table")
    run.add_argument("--perfect", action="store_true", help="a simulated table without a fault, not one laid by hand")
    run.add_argument("--profile", metavar="NAME|FILE", help="the pack in use, as taught with enrol")
    run.add_argument("--link", metavar="new|CODE", help="link tables: host a match of households, or join one by code")
    _game_options(run, None, "the game to play; a match of it that was left off goes on, with its own options")
    run.set_defaults(do=commands.run)


def _pin(add: _Add) -> None:
    pin = add("pin", help="say the host's PIN, which the page asks for")
    pin.add_argument("--new", action="store_true", help="draw another one")
    pin.add_argument("--data", type=Path, metavar="DIR", help=DATA)
    pin.add_argument("--settings", type=Path, metavar="FILE", help="settings file (the usual one)")
    pin.set_defaults(do=commands.pin)


def _read(add: _Add) -> None:
    read = add("read", help="read the cards in photographs")
    read.add_argument("photos", nargs="+", type=Path, metavar="PHOTO", help="photographs of cards")
    read.add_argument("--json", action="store_true", help="one object a line")
    read.add_argument(
        "--overlay", type=Path, metavar="OUT", help="draw what was read: a file for one photograph, a folder for more"
    )
    _profile_options(read)
    read.set_defaults(do=commands.read)


def _simulate(add: _Add) -> None:
    simulate = add("simulate", help="write camera pictures of played deals")
    simulate.add_argument("folder", type=Path, metavar="DIR", help="folder to write to")
    _game_options(simulate, "android")
    simulate.add_argument("--deals", type=int, default=1, help="how many deals (1)")
    simulate.add_argument("--seed", type=int, default=1, help="the same seed writes the same pictures (1)")
    simulate.add_argument("--design", choices=commands.DESIGNS, help="design of the drawn pack (default: by the seed)")
    simulate.add_argument("--faces", type=Path, metavar="DIR", help="52 to 54 pictures named by card code (HT.png)")
    simulate.add_argument("--faults", metavar="NAME,…", help="what goes wrong (docs/faults.md); all: at random")
    simulate.add_argument(
        "--holders", metavar="SEAT,…", help="these seats (0, 1, … or north, …) are computer players' holders"
    )
    simulate.add_argument("--perfect", action="store_true", help="a table without a fault, not one laid by hand")
    simulate.set_defaults(do=commands.simulate)


def _watch(add: _Add) -> None:
    watch = add("watch", help="follow a folder of frames and print what happened")
    watch.add_argument("folder", type=Path, metavar="DIR", help="folder of pictures, as simulate writes it")
    watch.add_argument("--json", action="store_true", help="one object a line")
    _profile_options(watch)
    watch.set_defaults(do=commands.watch)


def _enrol(add: _Add) -> None:
    enrol = add("enrol", help="teach the reader your pack")
    enrol.add_argument("photos", nargs="*", type=Path, metavar="PHOTO", help="photographs of all the cards, or folders")
    enrol.add_argument("--faces", type=Path, metavar="DIR", help="52 to 54 scans named by card code (HT.png)")
    enrol.add_argument("--camera", metavar="|".join(WAYS), help="show the cards to the camera")
    enrol.add_argument("--name", required=True, help="name of the profile, such as bicycle")
    enrol.add_argument("--replace", action="store_true", help="learn a pack anew that has a profile")
    enrol.add_argument("--alike", action="store_true", help="two of its cards may look the same to the reader")
    enrol.add_argument("--data", type=Path, metavar="DIR", help=DATA)
    enrol.add_argument("--settings", type=Path, metavar="FILE", help="settings file (the usual one)")
    enrol.set_defaults(do=commands.enrol)


def _replay(add: _Add) -> None:
    replay = add("replay", help="play recorded games through the rules")
    replay.add_argument("files", nargs="+", type=Path, metavar="FILE", help="files of game records")
    replay.add_argument("--json", action="store_true", help="one object a line")
    replay.add_argument("--legal", action="store_true", help="with the legal actions before each step")
    replay.set_defaults(do=commands.replay)


def _bot(add: _Add) -> None:
    bot = add("bot", help="a computer player for other programs: a position a line in, an answer out")
    bot.add_argument("--level", choices=list(commands.LEVELS), default="strong", help="how well it plays (strong)")
    bot.add_argument("--seed", type=int, default=0, help="the same seed gives the same answers (0)")
    bot.set_defaults(do=commands.bot)


def _review(add: _Add) -> None:
    review = add("review", help="say what each card of played hands cost")
    review.add_argument("files", nargs="+", type=Path, metavar="FILE", help="files of game records")
    review.add_argument("--json", action="store_true", help="one object a line")
    review.set_defaults(do=commands.review)


def _export(add: _Add) -> None:
    export = add("export", help="write played hands for other programs")
    export.add_argument("files", nargs="*", type=Path, metavar="FILE", help="files of game records")
    export.add_argument("--journal", type=Path, metavar="DIR", help="the games of the journal in this folder instead")
    export.add_argument("--to", choices=["pbn", "csv", "json"], required=True, help="bridge notation, sheet, records")
    export.add_argument("--out", type=Path, metavar="OUT", help="file to write; else they are printed")
    export.set_defaults(do=commands.export)


def _import(add: _Add) -> None:
    back = add("import", help="read game records out of files in bridge notation (PBN)")
    back.add_argument("files", nargs="+", type=Path, metavar="FILE", help="files in bridge notation")
    back.add_argument("--out", type=Path, metavar="OUT", help="file to write; else they are printed")
    back.set_defaults(do=commands.import_files)


def _print(add: _Add) -> None:
    sheets = add("print", help="write the sheets to print: markers, holders, light panel, signs")
    sheets.add_argument("--paper", choices=["a4", "letter"], default="a4", help="paper in the printer (a4)")
    sheets.add_argument("--language", choices=["en", "it"], default="en", help="language of the sheets (en)")
    sheets.add_argument("--out", type=Path, default=Path("sheets"), metavar="DIR", help="folder to write to (sheets)")
    sheets.add_argument("--address", metavar="URL", help="address on the sign (this machine's own)")
    sheets.add_argument("--settings", type=Path, metavar="FILE", help="settings file (the usual one)")
    sheets.set_defaults(do=commands.print_sheets)


def _backup_and_restore(add: _Add) -> None:
    keep = add("backup", help="keep games, profiles and settings in one file")
    keep.add_argument("file", type=Path, metavar="FILE", help="file to write, such as whist.zip")
    restore = add("restore", help="bring them back from such a file")
    restore.add_argument("file", type=Path, metavar="FILE", help="file that backup has written")
    restore.add_argument("--replace", action="store_true", help="even where games were played that are not in it")
    restore.add_argument("--only-games", action="store_true", help="leave profiles and settings as they are")
    for command, do in ((keep, commands.backup), (restore, commands.restore)):
        command.add_argument("--data", type=Path, metavar="DIR", help=DATA)
        command.add_argument("--settings", type=Path, metavar="FILE", help="settings file (the usual one)")
        command.set_defaults(do=do)


def _update(add: _Add) -> None:
    update = add("update", help="install a newer version of the installed table, if there is one")
    update.add_argument("--check", action="store_true", help="only say whether there is one")
    update.add_argument("--from", dest="source", metavar="REPOSITORY", help="where versions are (where this came from)")
    update.set_defaults(do=commands.update)


def _hotspot(add: _Add) -> None:
    hotspot = add("hotspot", help="say name, password and codes of the table's own Wi-Fi")
    hotspot.add_argument("--start", action="store_true", help="what a ready card does at each start")
    hotspot.set_defaults(do=commands.hotspot)


def _club(add: _Add) -> None:
    club = add("club", help="follow many tables and show one ranking")
    club.add_argument("tables", nargs="*", metavar="NAME=URL", help="tables, as East=http://table.local:8080")
    club.add_argument("--list", type=Path, metavar="FILE", help="file that names more of them, one a line")
    club.add_argument("--store", metavar="URL", help="database, as postgresql+psycopg://club@host/club (a SQLite file)")
    club.add_argument("--host", default="127.0.0.1", help="address to serve the ranking at (127.0.0.1: here alone)")
    club.add_argument("--port", type=int, default=8090, help="port of the ranking (8090)")
    club.set_defaults(do=commands.club)


def _lights(add: _Add) -> None:
    lights = add("lights", help="light one after the other and say what each means")
    lights.add_argument("--buttons", action="store_true", help="then wait for each button to be pressed")
    lights.add_argument("--seconds", type=float, default=1.0, help="how long each light burns (1)")
    lights.add_argument("--patience", type=float, default=20.0, help="seconds to wait for each button (20)")
    lights.add_argument("--settings", type=Path, metavar="FILE", help="settings file (the usual one)")
    lights.set_defaults(do=commands.lights)


def _settings(add: _Add) -> None:
    settings = add("settings", help="print every setting, explained, for a file of one's own")
    settings.set_defaults(do=commands.settings)


def _completion(add: _Add) -> None:
    completion = add("completion", help="print what lets a shell complete commands and options")
    completion.add_argument("shell", choices=SHELLS, help='eval "$(whist-table completion bash)" in ~/.bashrc does it')
    completion.set_defaults(do=lambda options: completed(parser(), options.shell))


def _check(add: _Add) -> None:
    check = add("check", help="say what is missing and what to do")
    check.add_argument("--settings", type=Path, metavar="FILE", help="settings file (the usual one)")
    check.add_argument("--hands", action="store_true", help="then light each light and ask for each button")
    check.add_argument("--running", action="store_true", help="only whether a table is open and its page answers")
    check.add_argument("--report", type=Path, metavar="FILE", help="a ZIP for whoever is to help: no hand, no name")
    check.set_defaults(do=commands.check)


def _bench(add: _Add) -> None:
    bench = add("bench", help="print the project's own figures")
    bench.add_argument("--photos", type=Path, action="append", metavar="DIR", help="folder of labelled photographs")
    bench.add_argument("--spoiled", action="store_true", help="read them dark, blurred, grey and so on too")
    bench.add_argument("--mistakes", action="store_true", help="say what was misread, photograph by photograph")
    bench.add_argument("--json", type=Path, metavar="OUT", help="write the figures of the photographs to a file too")
    bench.add_argument(
        "--deals", type=int, metavar="N", help="simulated deals to play through pixels (3; none with --photos)"
    )
    bench.add_argument(
        "--as",
        dest="model",
        choices=["pi4", "pi5"],
        help="only delay and idle load, as that Raspberry Pi would have them",
    )
    bench.set_defaults(do=commands.bench)


def _game_options(command: argparse.ArgumentParser, default: str | None, about: str = "the game to play") -> None:
    command.add_argument("--game", choices=GAMES, default=default, help=about)
    command.add_argument("--players", type=int, metavar="N", help="how many play, where the game leaves it open")
    command.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="a house rule of the game, as target=7"
    )


def _profile_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("--profile", metavar="NAME|FILE", help="the pack in use, as taught with enrol")
    command.add_argument("--data", type=Path, metavar="DIR", help=DATA)
    command.add_argument("--settings", type=Path, metavar="FILE", help="settings file (the usual one)")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; exit status 0, 1 (it failed, one sentence on stderr) or 2 (the command line is wrong)."""
    options = parser().parse_args(arguments)
    log_to_stderr(logging.INFO if options.verbose else logging.WARNING)
    try:
        return int(options.do(options))
    except (SettingsError, CommandError) as error:
        print(f"whist-table {options.command}: {error}", file=sys.stderr)
        return 1
    except MemoryError:
        print(f"whist-table {options.command}: there is too little memory; close other programs.", file=sys.stderr)
        return 1
    except BrokenPipeError:
        sys.stderr.close()
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    from device.commands.program import main as begin

    sys.exit(begin())
