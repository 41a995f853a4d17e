"""Whole deals played by two simulated people: through pixels for tests and figures, or written down as frames."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from tqdm import tqdm

from device.simulated.android_people import PERSONS, Act, Person, Player, SimulatedHands, act_of, person_named
from device.simulated.chairs import AtHolder
from device.simulated.rehearsal import LOOKS_A_STATE, LOOKS_AT_A_DEAL, Recorder, Report, make_fresh, rehearse
from vision.camera.protocol import Camera
from vision.simulated.camera import SimulatedCamera
from vision.simulated.scene import SimulatedTable
from vision.watch.watcher import Watcher
from whist.beginning.table import BeginningTable
from whist.messages.events import Event, HandScored, TurnedUp
from whist.messages.observations import Observation
from whist.messages.requests import Command, NewGame
from whist.rules.actions import Play as PlayCard
from whist.rules.commands import AndroidOptions, partner
from whist.table.table import Table, computers_of


def perform(act: Act, table: Table | BeginningTable, person: Person, hands: SimulatedHands) -> list[Event]:
    """Do one act of a simulated person: a request to the table, or a move of cards that the camera must see."""
    seat = table.seat_of(person)
    if act.kind == "command":
        return list(table.apply(Command(partner(seat), act.text)))
    if act.kind == "play" and act.card is not None:
        return list(table.apply(PlayCard(seat, act.card)))
    if act.kind == "answer":
        return list(table.apply(act.answer(seat)))
    if act.kind == "lay" and act.card is not None:
        hands.lay(person, act.card)
    elif act.kind == "move" and act.card is not None:
        hands.move(person, act.card)
    elif act.kind == "cut" and act.card is not None:
        hands.cut(person_named(act.text or person), act.card)
    elif act.kind == "clear":
        hands.clear_cut()
    elif act.kind == "gather":
        hands.gather()
    elif act.kind == "deal":
        view = table.public_view()
        hands.deal(person_named(view["seats"][view["dealer"]]["person"]))
    return []


def tap(act: Act, seat: int) -> tuple[int, dict[str, Any]] | None:
    """What an act of the person at ``seat`` asks of the table, as a record has it: a human commands the partner (RULES
    A6), a computer player chooses the card that is then moved; None for what the camera sees."""
    if act.kind == "play":
        return seat, {"play": str(act.card)}
    return (partner(seat), {"command": act.text}) if act.kind == "command" else None


def players_at(table: Callable[[], Table | BeginningTable], seed: int) -> list[Player | AtHolder[Act]]:
    """The simulated persons who sit at a table, and the computer player whose cards stand in a holder."""
    there = table().persons
    return [Player(one, seed) if one in there else AtHolder(one, table, seed, act_of) for one in PERSONS]


def through_pixels(
    hands: SimulatedHands, camera: Camera, watcher: Watcher, seed: int, options: AndroidOptions, deals: int = 1
) -> Report:
    """Play ``deals`` deals in which the table knows only what ``watcher`` read from ``camera``'s pictures."""
    table = table_of(options, seed, holders_of(hands))

    def look() -> list[Observation]:
        return [seen for _ in range(LOOKS_A_STATE) for seen in watcher.tick(camera)]

    return rehearse(table, hands, players_at(lambda: table, seed), look, deals, perform=perform, tap=tap)


def begin_requests(folder: Path, options: AndroidOptions, seed: int, holders: Sequence[int] = ()) -> None:
    """Begin the record of what people ask for; whoever follows it knows of no match but one of two people whose first
    dealer was named, so that any other is chosen there first (RULES S1, S6)."""
    chosen = {"t": 0.0, "seat": 0, "request": _choice(options, seed, holders).to_json()}
    usual = options.first == "named" and not holders
    (folder / "requests.jsonl").write_text("" if usual else json.dumps(chosen) + "\n")


def table_of(options: AndroidOptions, seed: int, holders: Sequence[int] = ()) -> Table | BeginningTable:
    """The table of a match with these options, and computer players in the places of ``holders`` (0 South, 1 North)."""
    choice = _choice(options, seed, holders)
    return Table(options, computers_of(choice)) if options.first == "named" else BeginningTable(choice, options)


def holders_of(hands: SimulatedHands) -> tuple[int, ...]:
    """The places of computer players among these hands."""
    return () if hands.computer is None else (PERSONS.index(hands.computer),)


def _choice(options: AndroidOptions, seed: int, holders: Sequence[int]) -> NewGame:
    return NewGame(0, "android", options.to_json(), seed=seed, holders=tuple(holders))


def simulate(
    folder: Path,
    scene: SimulatedTable,
    camera: SimulatedCamera,
    deals: int,
    seed: int,
    options: AndroidOptions,
    computer: Person | None = None,
) -> None:
    """Write frames of ``deals`` played deals into ``folder`` (DESIGN's record formats)."""
    make_fresh(folder)
    with tqdm(total=deals * 150, unit="frame", desc="simulate", disable=None) as progress:
        hands = SimulatedHands(scene, seed, computer=computer)
        holders = holders_of(hands)
        begin_requests(folder, options, seed, holders)
        recorder = Recorder(folder, scene, camera, progress)
        table = table_of(options, seed, holders)
        last: list[list[Observation]] = [[]]
        dealt = [0]

        def look() -> list[Observation]:
            seen = hands.perfect_view()
            if seen != last[0]:
                last[0] = seen
                fresh, dealt[0] = hands.deals != dealt[0], hands.deals
                for _ in range(LOOKS_AT_A_DEAL if fresh else LOOKS_A_STATE):
                    recorder.frame()
            return seen

        players = players_at(lambda: table, seed)
        for deal in range(1, deals + 1):
            report = rehearse(table, hands, players, look, 1, recorder.request, perform=perform, tap=tap)
            hand = next(event for event in report.events if isinstance(event, HandScored))
            trump = next(event.card.suit for event in report.events if isinstance(event, TurnedUp))
            recorder.truth({"deal": deal, "trump": trump, "tricks": list(hand.tricks), "points": list(hand.points)})
            if table.public_view()["phase"] == "over":
                other = "north" if hands.dealer == "south" else "south"
                table = table_of(replace(options, first_dealer=other), seed, holders)
