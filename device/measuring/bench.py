"""``whist-table bench``: the project's own figures, each from a run made here and now."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from device.measuring.delay import measure
from device.measuring.slower import measure_as
from device.settings.errors import CommandError
from device.simulated.acting import AtHolder, players_at
from device.simulated.matches import hands_at, play_match
from device.simulated.players import Player
from device.simulated.rehearsal import Stuck, rehearse
from vision.measuring.photographs import run
from vision.output_files import OutputError
from vision.packs.faces import DESIGNS, Pack
from vision.reader.reader import ModelError, PictureError, Reader
from vision.simulated.camera import SimulatedCamera
from vision.simulated.scene import SimulatedTable
from vision.watch.watcher import Watcher
from whist.games import GAMES, rules_of
from whist.messages.events import HandScored
from whist.records.columns import batch_of
from whist.records.playouts import TOGETHER, play_outs
from whist.rules.base import Rules
from whist.rules.standing import Standing
from whist.table.table import Table

_DEALS: Final = 3
"""Simulated deals unless a number is given."""
_SECONDS: Final = 1.0
"""Of processor time for each figure of the rules."""


def print_figures(options: argparse.Namespace) -> int:
    """Reading accuracy on labelled photographs, then whole deals through pixels with the delay of cards and the cost of
    looking, then play-outs per second.

    Where photographs are named and no number of deals, the photographs are all.
    """
    if options.model is not None:
        return _as(options)
    if options.deals is not None and options.deals < 0:
        raise CommandError(f"--deals is {options.deals}; give 0 or more.")
    folders = options.photos or list(_outside())
    if not folders and (options.json or options.spoiled or options.mistakes):
        raise CommandError("there are no photographs; name a folder with a labels.json by --photos.")
    try:
        reader = Reader()
        if folders:
            run(
                folders,
                reader,
                spoiled=options.spoiled,
                mistakes_too=options.mistakes,
                out=options.json,
                quiet=not sys.stderr.isatty(),
            )
        else:
            print("photographs: none; name a folder with a labels.json by --photos, or set WHIST_OUTSIDE")
    except (ModelError, PictureError, OutputError) as error:
        raise CommandError(str(error)) from error
    if options.photos and options.deals is None:
        return 0
    deals = _DEALS if options.deals is None else options.deals
    for number in range(deals):
        print(_deal(reader, seed=1000 + number, design=list(DESIGNS)[number % len(DESIGNS)]), flush=True)
    if deals:
        print(_delay(reader), flush=True)
    print(_table(), flush=True)
    for game in GAMES:
        print(_play_outs(game), flush=True)
    return 0


def _as(options: argparse.Namespace) -> int:
    """Delay and idle load as a Raspberry Pi would have them."""
    if options.photos or options.deals is not None:
        raise CommandError("--as measures cards at the table alone; leave --photos and --deals away.")
    try:
        for line in measure_as(options.model, Reader()):
            print(line, flush=True)
    except ModelError as error:
        raise CommandError(str(error)) from error
    except Stuck as stuck:
        raise CommandError(f"stuck. {stuck}") from stuck
    return 0


def _outside() -> Iterator[Path]:
    root = os.environ.get("WHIST_OUTSIDE")
    if root:
        yield from sorted(labels.parent for labels in Path(root).glob("photos/*/labels.json"))


def _deal(reader: Reader, seed: int, design: str) -> str:
    scene = SimulatedTable()
    table = Table("android")
    hands = hands_at(table, scene, seed)
    camera = SimulatedCamera(scene, Pack.drawn(design), seed=seed)
    started = time.process_time()
    try:
        report = play_match(table, hands, camera, Watcher(reader), seed)
    except Stuck as stuck:
        return f"deal {seed}, {design}: stuck. {stuck}"
    seconds = time.process_time() - started
    hand = next(event for event in report.events if isinstance(event, HandScored))
    return (
        f"deal {seed}, {design}: points {list(hand.points)}, {report.questions} questions asked, "
        f"{seconds:.1f} s of processor time"
    )


def _delay(reader: Reader) -> str:
    try:
        return str(measure(reader))
    except Stuck as stuck:
        return f"delay: stuck. {stuck}"


def _players(table: Table, seed: int) -> list[Player | AtHolder]:
    return players_at(lambda: table, seed)


def _table() -> str:
    """Whole deals per second by the rules of the table alone, with eyes that never doubt."""
    started = time.process_time()
    deals = 0
    while time.process_time() - started < _SECONDS:
        table = Table("android")
        hands = hands_at(table, SimulatedTable(), deals)
        rehearse(table, hands, _players(table, deals), hands.perfect_view)
        deals += 1
    return f"rules: {deals / (time.process_time() - started):.1f} deals a second of processor time"


def _play_outs(game: str) -> str:
    """Hands of one game, for four where it can be, played out at random: the first that has as many cards as any."""
    rules = rules_of(game, None, min(4, rules_of(game).most))
    standing = replace(rules.first_standing(), number=max(range(1, 14), key=rules.hand_size))
    clear = f"{_rate(rules, standing, clear=True):,.0f} random hands a second by the clear rules"
    batch = f", {_rate(rules, standing, clear=False):,.0f} in batches" if batch_of(rules) else ""
    return f"{game}, {rules.players} players: {clear}{batch}"


def _rate(rules: Rules[Any], standing: Standing, clear: bool) -> float:
    """Hands per second of processor time."""
    each = 20 if clear else TOGETHER
    started, hands = time.process_time(), 0
    while (used := time.process_time() - started) < _SECONDS:
        hands += play_outs(rules, each, hands, standing, clear).hands
    return hands / used
