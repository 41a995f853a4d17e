"""Evenings that were played, for tests and pictures of their page: a journal of matches at perfect tables."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from flask import Flask

from device.journal.journal import Journal
from device.journal.scribe import Scribe
from device.keeper.keeper import Keeper
from device.records.history import PastMatches
from device.records.statistics import Outcomes
from tests.web_ui.devices import Device
from tests.whist.driver import World
from tests.whist.family_driver import FamilyWorld
from web_ui.app import create_app
from web_ui.doors.doorkeeper import HostKey
from whist.messages import events as ev
from whist.rules.options import AndroidOptions

PIN = "271828"
NAMES = {"south": "Anna Maria", "north": "Bò", "west": "Carla", "east": "Dario"}


@dataclass
class Written:
    """A match to be written down: what the journal keeps of its choice, its events, and when it began."""

    options: dict[str, Any]
    events: Sequence[ev.Event]
    at: datetime
    names: dict[str, str]
    minutes: int = 47


def android(seed: int, at: datetime, deals: int = 99, **options: Any) -> Written:
    """A match of Android Whist, of up to so many deals."""
    chosen = AndroidOptions(**options)
    world, played = World(random.Random(seed), chosen), 0
    while not world.table.state.now.over and played < deals:
        world.deal()
        world.play_deal()
        played += 1
    return Written(asdict(chosen), world.table.events, at, {"south": "Anna Maria", "north": "Bò"})


def family(game: str, seed: int, at: datetime, hands: int = 3, **options: Any) -> Written:
    """Some hands of a match without holders."""
    world = FamilyWorld(random.Random(seed), game, options)
    world.play_match(hands)
    choice = {"game": game, "options": options, "players": None, "dealer": 0, "seed": 0}
    return Written(choice, world.table.events, at, NAMES)


def write_down(path: Path, matches: Sequence[Written]) -> None:
    """A journal of ``matches``, the last in play; their events are spread over their minutes."""
    journal = Journal(path)
    for number, match in enumerate(matches, 1):
        begun = match.at.timestamp()
        assert journal.begin_game(match.options, begun) == number
        journal.name_game(number, match.names)
        each = match.minutes * 60 / max(1, len(match.events))
        for first in range(0, len(match.events), 25):
            some = [event.to_json() for event in match.events[first : first + 25]]
            journal.append(number, first, some, begun + each * min(first + 25, len(match.events)))
        if number < len(matches):
            journal.finish_game(number, begun + match.minutes * 60)
    journal.close()


def evenings() -> list[Written]:
    """Three evenings: the first goes on after midnight; the last match is still on the table, in its second hand."""
    return [
        family("candid", 4, datetime(2026, 10, 3, 20, 15), target=250),
        android(7, datetime(2026, 10, 4, 0, 30), target=7, after_error="section2_only"),
        family("australian", 2, datetime(2026, 11, 7, 21, 0), 6),
        android(3, datetime(2026, 11, 20, 20, 5)),
        family("bid", 4, datetime(2026, 11, 20, 21, 30), 2),
        on_the_table(),
    ]


def on_the_table() -> Written:
    """A match with one hand over, and another one in play."""
    world = World(random.Random(4))
    world.deal()
    world.play_deal()
    world.deal()
    for _ in range(9):
        world.step()
    at = datetime(2026, 11, 20, 22, 40)
    return Written(asdict(world.options), world.table.events, at, {"south": "Anna Maria", "north": "Bò"})


class House:
    """A table with a past: its keeper, its journal, its pages, and the devices of host, South and a spectator."""

    def __init__(self, folder: Path, matches: Sequence[Written] | None = None, trusting: bool = True) -> None:
        self.path = folder / "journal.sqlite"
        write_down(self.path, evenings() if matches is None else matches)
        self.scribe = Scribe(self.path)
        self.keeper = Keeper(AndroidOptions(), self.scribe)
        outcomes = Outcomes(folder / "statistics.json")
        self.history = PastMatches(self.scribe, outcomes=outcomes, forget_name=self.keeper.forget_name)
        key = HostKey(PIN, trust_this_machine=trusting)
        self.app: Flask = create_app(self.keeper, seats_store=self.scribe.seats, key=key, history=self.history)
        self.host = Device(self.app, "127.0.0.1", "localhost:8080")
        self.south, self.spectator = Device(self.app, "192.168.1.30"), Device(self.app, "192.168.1.66")
        assert self.host.post("/host", {"pin": PIN}).status_code == 200
        self.code = self.host.get("/api/host").get_json()["code"]
        assert self.south.sit("south", self.code, "Anna Maria").status_code == 200

    def close(self) -> None:
        """Close the journal."""
        self.scribe.close()
