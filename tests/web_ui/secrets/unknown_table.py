"""The program but for its camera and its threads, with a browser for each person, and what people do at its table. What
was done once can be done again over other hidden cards."""

from __future__ import annotations

import contextlib
import itertools
import json
import logging
import random
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest import mock

from jinja2.bccache import Bucket, BytecodeCache

from device.journal.scribe import Scribe
from device.keeper.keeper import Keeper
from device.records.feed import PublicFeed
from device.records.history import PastMatches
from device.records.played import PlayedHand
from device.records.review_process import answer
from device.records.reviews import Reviews
from device.settings.time_limits import Pace
from device.simulated.desk import GameDesk
from device.simulated.hands import Hands
from tests.web_ui.seats import MemorySeats
from tests.web_ui.secrets.unknown_oracle import BOARD, Lying, is_blind
from vision.simulated.scene import SimulatedTable
from vision.watch.watcher import Watcher
from web_ui.app import create_app
from web_ui.streams import KEEP_ALIVE_S
from whist.cards import Card
from whist.games import GAMES
from whist.messages.events import Event
from whist.messages.observations import HolderShows, LaidCard, Observation, OutOfSight, Reading, TableShows
from whist.messages.requests import NewGame, request_of
from whist.rules.actions import Play
from whist.rules.refusals import Refused
from whist.table.state.seats import seat_of
from whist.table.table import Table

Swap = Mapping[Card, Card]
ANSWER = "what it really is"
"""In the place of a card of an answer: the one that really stands or lies there."""
LOGS = ("device", "web_ui", "whist", "vision")
KEPT = ("Content-Type", "Content-Length", "ETag", "Retry-After", "Location", "Vary", "Allow", "Accept-Ranges")


class AtOnce(Reviews):
    """Reviews that are there when they are asked for: how long one takes depends on the machine, and of a hand that is
    over no card is a secret."""

    def of(self, played: PlayedHand) -> dict[str, Any]:
        while (told := super().of(played))["state"] == "working":
            time.sleep(0.001)
        return told

    def _answer(self, record: str) -> bytes:
        return json.dumps(answer(json.loads(record))).encode()


@dataclass(frozen=True)
class Act:
    """Something that happens: ``kind`` is ask (a request of the browser of ``who``), hands (the simulated people's
    ``what`` of their cards), computer (a computer player chooses ``what``), look (of eyes with the doubts ``what``),
    blind (nothing is seen) or stand_up."""

    kind: str
    who: str = BOARD
    what: Any = None
    path: str = ""


@dataclass(frozen=True)
class Doubt:
    """A look at one card that is not sure: of a slot or of what lies there. ``belief`` is that in the right card and in
    ``other``; with neither it cannot be read."""

    place: Card | tuple[int, int]
    belief: tuple[float, float]
    other: Card


class _Compiled(BytecodeCache):
    """The templates, compiled once for all tables."""

    def __init__(self) -> None:
        self._known: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if bucket.key in self._known:
            bucket.bytecode_from_string(self._known[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._known[bucket.key] = bucket.bytecode_to_string()


_COMPILED = _Compiled()


class Eyes(Watcher):
    """Its pictures say which card they show."""

    def __init__(self, program: Program) -> None:
        self.picture = b""  # type: ignore[assignment]
        self._program = program

    def cut_slot(self, holder: int, slot: int) -> bytes | None:
        return f"slot {self._program.slots(holder)[slot]}".encode()

    def cut_laid(self, x: float, y: float) -> bytes | None:
        face_up = [one for one in self._program.hands.scene.scene().laid if one.face_up]
        nearest = min(face_up, key=lambda one: (one.x - x) ** 2 + (one.y - y) ** 2)
        return f"lies {nearest.card}".encode()


FEED = "/api/v1/events"
"""The stream of public events."""


class Program:
    """One table in play. ``swaps`` are the cards that change places in each deal (1…), ``before`` what was played
    before; with a ``journal`` past matches are told too."""

    def __init__(
        self,
        choice: NewGame,
        seed: int,
        swaps: Mapping[int, Swap] | None = None,
        language: str = "",
        before: Sequence[Event] = (),
        journal: Path | None = None,
    ) -> None:
        self.now = 0.0
        self.swaps, self.seed, self.deals = swaps or {}, seed, 0
        self.said: list[str] = []
        clock = SimpleNamespace(monotonic=lambda: self.now)
        drawn = itertools.count(10_000)
        self._frozen = contextlib.ExitStack()
        self._frozen.enter_context(mock.patch("web_ui.streams.time", clock))
        self._frozen.enter_context(mock.patch("web_ui.doors.codes.draw", side_effect=lambda length: str(next(drawn))))
        self._listen()
        self._scribe = Scribe(journal, now=lambda: 0.0)
        self.keeper = Keeper(choice, self._scribe, clock=lambda: 0.0, pace=Pace(None, lambda: self.now))
        if before:
            self.keeper.table = Table.from_events(before)
            self.keeper._written = len(before)
        self.keeper.wait = self._wait  # type: ignore[method-assign]
        self.desk = GameDesk(self.keeper, SimulatedTable(seed), seed, Path("/nowhere"), set())
        self._remember_nothing()
        past = PastMatches(self._scribe, AtOnce())
        self.app = create_app(
            self.keeper,
            self.desk,
            seats_store=MemorySeats(),
            history=None if journal is None else past,
            feed=PublicFeed(self.keeper, self._scribe, past),
            **self._more_of_page(),
        )
        self.app.jinja_env.bytecode_cache = _COMPILED
        self.persons = tuple(self.keeper.persons())
        self.browsers = {who: self.app.test_client() for who in (*self.persons, BOARD)}
        self.headers = {"Accept-Language": language} if language else {}
        for person in self.persons:
            self.ask(person, f"/seats/{person}", {})

    def _more_of_page(self) -> dict[str, Any]:
        """What else the page is made with."""
        return {}

    def close(self) -> None:
        """Give back what was held still."""
        for name in LOGS:
            logging.getLogger(name).removeHandler(self._handler)
            logging.getLogger(name).setLevel(logging.NOTSET)
        self._scribe.close()
        self._frozen.close()

    def _listen(self) -> None:
        self._handler = logging.Handler(logging.INFO)
        self._handler.emit = lambda record: self.said.append(record.getMessage())  # type: ignore[method-assign]
        for name in LOGS:
            logging.getLogger(name).addHandler(self._handler)
            logging.getLogger(name).setLevel(logging.INFO)

    def _wait(self, after: int, timeout: float) -> int:
        """As if time passed at once when nothing happens."""
        if self.keeper.version <= after:
            self.now += KEEP_ALIVE_S + 1.0
        return self.keeper.version

    def _remember_nothing(self) -> None:
        hands = self.hands
        if hands._memory is not None:
            hands._memory = None
            hands.deal = self._dealing(hands.deal)  # type: ignore[method-assign, assignment]

    # -- where the cards are -------------------------------------------------------------------------------------------

    @property
    def hands(self) -> Hands:
        """The simulated people's hands."""
        return self.desk.desk()._hands

    def slots(self, holder: int) -> list[Card | None]:
        """What stands in a holder."""
        return self.hands.slots(holder)

    @property
    def swap(self) -> Swap:
        """The cards that change places in this deal."""
        return self.swaps.get(self.deals, {})

    def _dealing(self, deal: Any) -> Any:
        def dealt(*given: Any) -> None:
            deal(*given)
            self.deals += 1
            hands, swap = self.hands, self.swap
            hands.hands = [[swap.get(card, card) for card in own] for own in hands.hands]
            hands.stock = [swap.get(card, card) for card in hands.stock]
            for holder in hands.holders:
                hands.scene.rack(holder, [card and swap.get(card, card) for card in hands.slots(holder)])

        return dealt

    def lying(self) -> Lying:
        """Where all cards are."""
        hands, view = self.hands, self.keeper.public_view()
        open_now = [one.card for one in hands.scene.scene().laid if one.face_up]
        facing = hands.holders if self.keeper.table.androids else ()  # a computer player's face nobody (RULES S1)
        holders = {holder: hands.slots(holder) for holder in facing}
        own = {person: hands.hands[self._dealt_to(person)] for person in self.persons}
        blind = view["game"] == "australian" and is_blind(len(own), view["deal"], len(view["calls"]))
        takes = hands.has_kitty and hands.rules.options.bidder_gets_kitty and not hands.kitty_waits() and hands.stock
        declares = view["declarer"] if takes else None
        declarer = None if declares is None else self.keeper.table.places[declares]
        taker = declarer if declarer in self.persons else None  # into a computer player's holder it goes unseen
        looked_at = self._looked_at()
        return Lying(own, holders, hands.stock, open_now, blind=blind, taker=taker, looked_at=looked_at)

    def _dealt_to(self, person: str) -> int:
        """The seat of a person in the hand that was dealt last."""
        table = self.keeper.table
        return seat_of(person, self.hands.dealer) if table.androids else table.seat_of(person)

    def _looked_at(self) -> dict[str, list[Card]]:
        """The cards of holders that each person has to look at now: to move one, and to say what stands in a slot."""
        table, looked = self.keeper.table, dict[str, list[Card]]()
        card = table.state.holders.to_move  # type: ignore[union-attr]
        for person in self.persons:
            asked = self.keeper.private_view(person)["questions"]
            slots = [(one["holder"], one["slot"]) for one in asked if one["slot"] is not None]
            there = [self.slots(holder)[slot] for holder, slot in slots]
            looked[person] = [one for one in (*there, card) if one is not None]
        return looked

    # -- what happens --------------------------------------------------------------------------------------------------

    def do(self, act: Act) -> tuple[Any, ...]:
        """Let ``act`` happen; what its maker is told."""
        told = self._done(act)
        self._remember_nothing()
        return told

    def _done(self, act: Act) -> tuple[Any, ...]:
        if act.kind == "ask":
            return self.ask(act.who, act.path, self._told(act))
        if act.kind == "stand_up":
            self.ask(act.who, f"/seats/{act.who}/leave", {})
            return self.ask(act.who, f"/seats/{act.who}", {"name": act.what})[:1]
        if act.kind == "hands":
            name, *given = act.what
            try:
                getattr(self, f"_{name}")(*given)
            except ValueError as error:
                return ("cannot", str(error).split()[0])
            self.keeper.touch()
            return ("done",)
        if act.kind == "computer":
            return self._chosen(act.what)
        seen: Sequence[Observation] = [OutOfSight(frozenset(act.what))] if act.kind == "blind" else self._seen(act.what)
        self._looked(seen)
        return ()

    def _looked(self, seen: Sequence[Observation]) -> None:
        """Eyes have looked and tell what they saw."""
        self.keeper.see(seen)
        self.keeper.illustrate(Eyes(self))

    def ask(self, who: str, path: str, body: Any = None, method: str = "POST", **more: Any) -> tuple[Any, ...]:
        """A request of the browser of ``who``: status, headers and bytes of the answer."""
        given = {"json": body} if method == "POST" else {}
        headers = self.headers | more
        answer = self.browsers[who].open(path, method=method, headers=headers, **given)
        assert answer.status_code < 500, (method, path, body, self.said)
        kept = tuple((name, answer.headers.get(name)) for name in KEPT)
        return answer.status_code, kept, answer.data

    def _chosen(self, action: Any) -> tuple[Any, ...]:
        """What a computer player does; of cards that have changed places it chooses the one in the same slot."""
        if isinstance(action, Play):
            action = replace(action, card=self.swap.get(action.card, action.card))
        asked = request_of(action)
        assert asked is not None
        with contextlib.suppress(Refused):
            self.keeper.ask(asked, 0.0)
        return ()

    def _told(self, act: Act) -> Any:
        if isinstance(act.what, dict) and act.what.get("answer") == ANSWER:
            holder, slot = act.what["slot"]
            return {"answer": str(self.slots(holder)[slot]), "question": act.what["question"]}
        return act.what

    def _seen(self, doubts: Sequence[Doubt]) -> list[Observation]:
        seen = self.hands.perfect_view()
        for doubt in doubts:
            seen = [self._doubted(one, doubt) for one in seen]
        return seen

    def _doubted(self, seen: Observation, doubt: Doubt) -> Observation:
        right, wrong = doubt.belief
        if isinstance(doubt.place, tuple):
            holder, slot = doubt.place
            if not isinstance(seen, HolderShows) or seen.holder != holder or seen.slots[slot] is None:
                return seen
            other = self.swap.get(doubt.other, doubt.other)
            slots = [_unsure(one, right, wrong, other) if at == slot else one for at, one in enumerate(seen.slots)]
            return replace(seen, slots=tuple(slots))
        if not isinstance(seen, TableShows):
            return seen
        cards = [_laid_unsure(one, doubt) if one.reading.best == doubt.place else one for one in seen.cards]
        return TableShows(tuple(cards))

    # the simulated people's hands, where no page moves them

    def _open(self) -> None:
        if self.hands.opened:
            self.hands.bury_top()
        self.hands.open()

    def _kitty(self, seat: int, away: Sequence[Card]) -> None:
        hands = self.hands
        hands.take_kitty(seat)
        if away:
            laid = [self.swap.get(card, card) for card in away]
            held = [*hands.hands[seat], *hands.stock]
            hands.stock, hands.hands[seat] = laid, [card for card in held if card not in laid]

    def _gather(self, winner: int | None) -> None:
        self.hands.gather(winner)

    def _nudge(self, card: Card) -> None:
        self.hands.nudge(card)

    def _take_back(self, card: Card) -> None:
        self.hands.take_back(card)

    def _throw_in(self) -> None:
        self.hands.throw_in()

    def _change_slots(self, holder: int, one: int, other: int) -> None:
        slots = self.slots(holder)
        slots[one], slots[other] = slots[other], slots[one]
        self.hands.scene.rack(holder, slots)

    # -- what is told --------------------------------------------------------------------------------------------------

    def stream(self, who: str, path: str = "") -> Iterator[bytes]:
        """What the page of ``who`` is told, for ever, or what the stream ``path`` tells them; each time that nothing
        more is told, ``b""``."""
        path = path or (f"/events/{who}" if who else "/events")
        while True:
            answer = self.browsers[who].get(path, headers=self.headers)
            for message in answer.iter_encoded():
                yield b"" if message.startswith(b":") else message
            yield f"ends {answer.status_code} ".encode()

    def pages(self) -> list[str]:
        """Every address that can be asked for, but for files and streams."""
        persons = (*self.persons, "southwest" if "southwest" not in self.persons else "south")
        found = []
        for rule in self.app.url_map.iter_rules():
            if "GET" not in (rule.methods or ()) or rule.endpoint == "static" or rule.rule in STREAMS:
                continue
            values = [persons if name == "person" else NUMBERS[name] for name in sorted(rule.arguments)]
            for chosen in itertools.product(*values):
                address = rule.rule
                for name, value in zip(sorted(rule.arguments), chosen, strict=True):
                    address = _filled(address, name, value)
                found.append(address)
        return sorted(set(found))


STREAMS = ("/events", "/events/<person>", FEED)
NUMBERS: Mapping[str, Sequence[Any]] = {
    "number": range(1, 5),
    "hand": range(3),
    "to": ("csv", "json", "pbn", "xml"),
    "game": GAMES,
}
"""What is asked for in an address, by the name of the part: guesses where it is a number."""


def _filled(address: str, name: str, value: Any) -> str:
    before, _, after = address.partition(f"{name}>")
    return f"{before[: before.rindex('<')]}{value}{after}"


def _unsure(reading: Reading | None, right: float, wrong: float, other: Card) -> Reading | None:
    if reading is None or reading.best in (None, other):
        return reading
    assert reading.best is not None
    pairs = sorted(((reading.best, right), (other, wrong)), key=lambda pair: -pair[1])
    return Reading(tuple((card, p) for card, p in pairs if p))


def _laid_unsure(laid: LaidCard, doubt: Doubt) -> LaidCard:
    reading = _unsure(laid.reading, *doubt.belief, doubt.other)
    assert reading is not None
    return replace(laid, reading=reading)


def any_of(rng: random.Random, things: Sequence[Any]) -> Any:
    """One of ``things``, None of none."""
    return rng.choice(things) if things else None
