"""Clumsy people who cut for the deal (RULES S6):

    python -m tests.clumsy.cutting [--game GAME …|all] [--evenings N] [--seed S]

They lay any card anywhere, two at once, so that it can hardly be read, take it back, push it about, answer wrongly,
gather too early, say that another begins, and change their minds. After each act some person who is there has a button
by which the match can begin, and whoever does what the page says gets there too; the table from its events is the same;
who begins is who has cut the best card of those that the page shows.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, Final

from tests.clumsy.controls import offered
from tests.clumsy.running import arguments, run
from vision.simulated.places import seat_place
from whist.beginning.state import best_seats
from whist.beginning.table import BeginningTable
from whist.cards import Card
from whist.games import rules_class
from whist.messages.events import Event, event_from_json
from whist.messages.events_of_beginning import CutOnceMore, CutShows, FirstFound
from whist.messages.observations import LaidCard, OutOfSight, Reading, TableShows
from whist.messages.requests import NewGame, request_from_json
from whist.rules.refusals import Refused
from whist.tables import TableInPlay, begin, resume

ACTS: Final = (5, 15, 30, 60)
SPOTS: Final = ((0.0, 0.0), (10.0, 30.0), (70.0, 70.0), (-70.0, 70.0), (0.0, -61.0))
BELIEFS: Final = ((1.0, 0.0), (1.0, 0.0), (0.6, 0.3), (0.4, 0.5), (0.1, 0.05), (0.0, 0.0))


class Table:
    """A table of ``choice``, and what lies on it."""

    def __init__(self, choice: NewGame, rng: random.Random) -> None:
        self.choice, self.rng = choice, rng
        self.table: TableInPlay = begin(choice)
        self.lies: list[LaidCard] = []

    @property
    def view(self) -> dict[str, Any]:
        return self.table.public_view()

    def look(self) -> list[Event]:
        return self.table.apply(TableShows(tuple(self.lies)))

    def lay(self, card: Card, at: tuple[float, float], belief: tuple[float, float] = (1.0, 0.0)) -> None:
        others = [one for one in self.table.rules.pack() if one != card]
        pairs = sorted(((card, belief[0]), (self.rng.choice(others), belief[1])), key=lambda pair: -pair[1])
        self.lies.append(LaidCard(Reading(tuple(pair for pair in pairs if pair[1])), *at))

    def place_of(self, seat: int) -> tuple[float, float]:
        """Before a seat that cuts."""
        places = list(self.table.places)
        at = places.index(self.view["seats"][seat]["person"])
        x, y, _ = seat_place(at, len(places), self.rng)
        return x, y

    def free(self) -> Card:
        lying = {pair[0] for one in self.lies for pair in one.reading.belief[:1]}
        return self.rng.choice([card for card in self.table.rules.pack() if card not in lying])

    def ask(self, person: str, body: dict[str, Any]) -> list[Event]:
        return self.table.apply(request_from_json(self.table.seat_of(person), body, len(self.view["seats"])))

    def split(self) -> Table:
        other = Table.__new__(Table)
        other.choice, other.rng, other.lies = self.choice, random.Random(1), list(self.lies)
        other.table = self.again()
        other.look()
        return other

    def again(self) -> TableInPlay:
        return resume(self.choice, [event_from_json(event.to_json()) for event in self.table.events])


def clumsy_act(world: Table) -> str:
    """Somebody does something; its name."""
    rng = world.rng
    somebody = rng.choice(list(world.table.persons))
    ways: dict[str, Callable[[], object]] = {
        "lay": lambda: world.lay(world.free(), rng.choice(SPOTS), rng.choice(BELIEFS)),
        "cut": lambda: world.lay(world.free(), world.place_of(rng.choice(_cutting(world))), rng.choice(BELIEFS)),
        "take": lambda: world.lies and world.lies.pop(rng.randrange(len(world.lies))),
        "gather": lambda: world.lies.clear(),
        "push": lambda: world.lies and world.lies.append(_pushed(world.lies.pop(), rng.choice(SPOTS))),
        "button": lambda: _button(world, somebody),
        "nonsense": lambda: world.ask(somebody, rng.choice(_NONSENSE)),
        "dark": lambda: world.table.apply(OutOfSight(frozenset(world.table.parts))),
    }
    name = rng.choice(["lay", "cut", "cut", "cut", "take", "gather", "push", "button", "nonsense", "dark"])
    ways[name]()
    return name


_NONSENSE: Final[list[dict[str, Any]]] = [
    *({"first": 9}, {"cleared": True}, {"laid_by": 1}, {"redeal": True}, {"undo": True}, {"claim": 2}),
    *({"answer": "HA", "question": 1}, {"bid": "pass"}, {"in_step": "seen"}),
]


def _cutting(world: Table) -> list[int]:
    return [one["seat"] for one in world.view["seats"] if one["kind"] != "android"]


def _pushed(one: LaidCard, at: tuple[float, float]) -> LaidCard:
    return LaidCard(one.reading, *at)


def _button(world: Table, person: str) -> None:
    buttons = list(offered(world.table.view(world.table.seat_of(person))))
    if buttons:
        world.ask(person, world.rng.choice(buttons).request)


def _cut_there(world: Table) -> Iterator[tuple[int, Card]]:
    """The cut as the table knows it."""
    if isinstance(world.table, BeginningTable):
        shows = world.table._state.shows
        yield from zip(shows.seats, shows.cards, strict=True)


def obey(world: Table) -> None:
    """Do what the page says, until it is settled who begins."""
    for _ in range(60):
        if world.table.phase != "cut":
            return
        cut = world.view["cut"]
        if cut["clear"]:
            world.lies.clear()
        elif cut["missing"]:
            mine = world.place_of(cut["missing"][0])
            world.lies = [one for one in world.lies if (one.x - mine[0]) ** 2 + (one.y - mine[1]) ** 2 > 50**2]
            world.lay(Card("CDHS"[world.rng.randrange(4)], world.rng.choice("23456789TJQKA")), mine)
        else:
            world.lies.clear()  # more lie there than are asked for
        world.look()


def watched(world: Table, events: list[Event], before: dict[int, Card]) -> str | None:
    """What does not hold; None where all does. ``before`` is the cut as it lay there before ``events``."""
    shown = before
    for event in events:
        if isinstance(event, CutShows):
            shown = dict(zip(event.seats, event.cards, strict=True))
        elif (isinstance(event, FirstFound) and event.how == "cut") or (isinstance(event, CutOnceMore) and event.cards):
            best = best_seats(world.choice.options["cut"], [*shown], [*shown.values()])
            if best != ((event.seat,) if isinstance(event, FirstFound) else event.seats) or any(
                card.is_joker for card in shown.values()
            ):
                return f"untrue: {event} of {shown}"
    if isinstance(world.table, BeginningTable) and world.again() != world.table:
        return "journal: the table from its events is another one"
    if world.table.phase != "cut":
        return None
    persons = list(world.table.persons)
    named = [
        tap.request for tap in offered(world.table.view(world.table.seat_of(persons[-1]))) if "first" in tap.request
    ]
    if not named:
        return f"stuck: {world.view['prompt']}"
    other = world.split()
    other.ask(persons[-1], named[0])
    other.lies.clear()
    other.look()
    if other.table.phase != "deal":
        return f"stuck: {other.view['prompt']}"
    other = world.split()
    obey(other)
    return None if other.table.phase != "cut" else f"stuck: {other.view['prompt']}"


def play(game: str, seed: int) -> tuple[str | None, Counter[str]]:
    """A clumsy cut: what broke, if anything did, and what was done."""
    rng, counted, kind = random.Random(f"cutting {game} {seed}"), Counter[str](), rules_class(game)
    players = 2 if game == "android" else rng.randint(kind.fewest, min(kind.most, 7))
    options = {"first": "cut", "cut": rng.choice(["high", "low"])}
    holders = (rng.randrange(1, players),) if game != "android" and rng.random() < 0.3 else ()
    world = Table(NewGame(0, game, options, None if kind.fewest == kind.most else players, 0, seed, holders), rng)
    for _ in range(rng.choice(ACTS)):
        before, lay = len(world.table.events), dict(_cut_there(world))
        try:
            counted[f"act {clumsy_act(world)}"] += 1
        except (Refused, ValueError) as refused:
            counted["refused"] += 1
            if not str(refused):
                return "sentence: refused without a word", counted
        if rng.random() < 0.85:
            world.look()
        events = list(world.table.events[before:])
        counted["found"] += sum(isinstance(event, FirstFound) for event in events)
        counted["tied"] += sum(isinstance(event, CutOnceMore) and bool(event.cards) for event in events)
        if (broke := watched(world, events, lay)) is not None:
            return broke, counted
        if world.table.phase not in ("cut", "deal"):
            break  # what lies there is taken for the turned-up card: the match has begun
    return None, counted


if __name__ == "__main__":
    sys.exit(run(arguments(__doc__, 500).parse_args(), play))
