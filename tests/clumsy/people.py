"""What clumsy people do. An act is plain data, so that an evening can be played again, whole or shortened."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from typing import Any, Final

from tests.clumsy.controls import offered
from tests.clumsy.leads import helpful, next_acts
from tests.clumsy.world import World
from tests.whist.family_driver import direction
from whist.cards import FULL_PACK, PACK, Card
from whist.messages.observations import Reading
from whist.rules.commands import SECTION_1, SECTION_2

Act = tuple[Any, ...]
"""The name of what is done, and with what: cards and places as plain values."""

MAY_LIE: Final = frozenset(("answer", "laid_by", "in_step", "correct", "claim", "scores", "undo", "choose", "redeal"))
"""What may say what is not so, or take back what was."""
SPOTS: Final = ((0.0, 0.0), (10.0, 30.0), (0.0, -92.0), (0.0, 92.0), (-92.0, 0.0), (92.0, 0.0), (70.0, 70.0))
"""Places where people lay a card that is not laid before themselves."""


def do(world: World, act: Act) -> None:
    """Let ``act`` happen; raises ``Refused`` or ``ValueError`` where it cannot."""
    name, *given = act
    _DOES[name](world, *given)


def _honest(world: World, seed: int) -> None:
    """Somebody does what the page asks for."""
    steps = [*helpful(world), *(step for _, step in next_acts(world, random.Random(seed)))]
    if not steps:
        raise ValueError("nobody knows what to do")
    steps[0](world)


def _lay(world: World, person: str, code: str, at: Any = None) -> None:
    world.lay(person, Card.parse(code), tuple(at) if at else None)
    world.spoiled |= at is not None  # it may lie before another, who is thought to have laid it


def _move(world: World, person: str, code: str, at: Any = None) -> None:
    world.move(person, Card.parse(code), tuple(at) if at else None)


def _gather(world: World, codes: Sequence[str]) -> None:
    world.gather([Card.parse(code) for code in codes])


def _ask(world: World, person: str, body: dict[str, Any]) -> None:
    if any(
        key in body for key in ("answer", "laid_by", "in_step", "laid", "correct", "claim", "scores", "undo", "choose")
    ):
        world.lied = True  # or may have
    if body.keys() & {"redeal", "game"}:
        world.lied = True
    world.ask(person, body)


def _unsure(world: World, code: str, other: str, belief: Sequence[float]) -> None:
    card = Card.parse(code)
    if card not in world.loose():
        raise ValueError("it does not lie there")
    pairs = sorted(((card, belief[0]), (Card.parse(other), belief[1])), key=lambda pair: -pair[1])
    world.doubt(card, Reading(tuple(pair for pair in pairs if pair[1])))


_DOES: Final[dict[str, Callable[..., None]]] = {
    "honest": _honest,
    "lay": _lay,
    "move": _move,
    "take back": lambda world, code: world.take_back(Card.parse(code)),
    "push": lambda world, code, at: world.put(Card.parse(code), tuple(at)),
    "uncover": lambda world, code: world.uncover(Card.parse(code)),
    "take up": lambda world: world.take_up(),
    "gather": _gather,
    "lay again": lambda world, code: world.lay_again(Card.parse(code)),
    "swap slots": lambda world, holder, one, other: world.swap_slots(holder, one, other),
    "ask": _ask,
    "unsure": _unsure,
}


class People:
    """Who draws the acts of an evening. ``clumsy`` is the share of what nobody does who only wants to play."""

    def __init__(self, world: World, rng: random.Random, clumsy: float) -> None:
        self.world, self.rng, self.clumsy = world, rng, clumsy
        self._last: Act | None = None

    def next(self) -> Act:
        """The next act."""
        rng = self.rng
        if rng.random() < self.clumsy:
            act = rng.choice(self._ways())()
            if act is not None:
                self._last = act
                return act
        return ("honest", rng.randrange(10**6))

    def _ways(self) -> list[Callable[[], Act | None]]:
        ways = [self._lay] * 6 + [self._take_back] * 2 + [self._gather] * 2 + [self._offered] * 5 + [self._nonsense] * 2
        ways += [self._again, self._push, self._unsure, self._take_up, self._mend, self._lay_again]
        ways += [self._move, self._move] if self.world.holders else []
        return ways + ([self._command] if self.world.android else []) + ([self._swap] if self.world.holders else [])

    def _somebody(self) -> str:
        return self.rng.choice(list(self.world.persons))

    def _place(self) -> tuple[float, float] | None:
        return self.rng.choice(SPOTS) if self.rng.random() < 0.25 else None

    def _lay(self) -> Act | None:
        own = self.world.own(person := self._somebody())
        return ("lay", person, str(self.rng.choice(own)), self._place()) if own else None

    def _move(self) -> Act | None:
        person = self._somebody()
        cards = [card for holder in self.world.within_reach(person) for card in self.world.slots(holder) if card]
        return ("move", person, str(self.rng.choice(cards)), self._place()) if cards else None

    def _take_back(self) -> Act | None:
        laid = self.world.loose()
        return ("take back", str(self.rng.choice(laid))) if laid else None

    def _gather(self) -> Act | None:
        laid = [str(card) for card in self.world.loose()]
        if not laid:
            return None
        return ("gather", self.rng.sample(laid, self.rng.randint(1, len(laid))) if self.rng.random() < 0.5 else laid)

    def _push(self) -> Act | None:
        laid = self.world.lying()
        if not laid:
            return None
        spots = [*SPOTS, *(_before(seat, self.world.players) for seat in range(self.world.players))]
        return ("push", str(self.rng.choice(laid)), self.rng.choice(spots))

    def _take_up(self) -> Act | None:
        return ("take up",) if self.world.beside() and not self.world.hands.stock and self.rng.random() < 0.5 else None

    def _lay_again(self) -> Act | None:
        return ("lay again", str(self.rng.choice(self.world.pile))) if self.world.pile else None

    def _swap(self) -> Act | None:
        return ("swap slots", self.rng.choice(self.world.holders), self.rng.randrange(13), self.rng.randrange(13))

    def _unsure(self) -> Act | None:
        laid = self.world.loose()
        if not laid:
            return None
        belief = self.rng.choice(((0.5, 0.4), (0.4, 0.5), (0.1, 0.05), (0.0, 0.95), (0.0, 0.5)))
        return ("unsure", str(self.rng.choice(laid)), str(self.rng.choice(PACK)), belief)

    def _again(self) -> Act | None:
        """The same button is pressed twice."""
        return self._last if self._last is not None and self._last[0] == "ask" else None

    def _offered(self) -> Act | None:
        """Any button that the page shows, be it the right one or not."""
        person = self._somebody()
        buttons = list(offered(self.world.view(person)))
        return ("ask", person, self.rng.choice(buttons).request) if buttons else None

    def _command(self) -> Act | None:
        return ("ask", self._somebody(), {"command": self.rng.choice((*SECTION_1, *SECTION_2))})

    def _mend(self) -> Act | None:
        rng, view = self.rng, self.world.public
        seats = len(view["seats"])
        card, trick = str(rng.choice(FULL_PACK)), rng.randint(1, view["tricks_done"] + 1)
        if rng.random() < 0.5 and self.world.pile:
            card = str(rng.choice(self.world.pile))
        sides = len(view["scores"])
        bodies: list[dict[str, Any]] = [
            {"correct": card, "trick": trick, "of": rng.randrange(seats)},
            {"scores": [rng.randrange(5) for _ in range(sides)]},
            {"claim": rng.randrange(4)},
        ]
        return ("ask", self._somebody(), rng.choice(bodies))

    def _nonsense(self) -> Act | None:
        rng, seats = self.rng, self.world.players
        card = str(rng.choice(FULL_PACK))
        bodies: list[dict[str, Any]] = [
            {"undo": True},
            {"agree": rng.random() < 0.5},
            {"laid_by": rng.randrange(seats)},
            {"in_step": rng.choice(("seen", "believed"))},
            {"expose": card},
            {"demand": card},
            {"hcp": rng.randrange(20)},
            {"bid": rng.choice(("pass", "7NT", "4up", 2))},
            {"choose": rng.choice("CDHS")},
            {"answer": card, "question": rng.randint(1, 9)},
        ]
        if rng.random() < 0.02:
            bodies = [{"redeal": True}]
        return ("ask", self._somebody(), rng.choice(bodies))


def _before(seat: int, players: int) -> tuple[float, float]:
    angle = direction(seat, players)
    return (90.0 * math.cos(angle), 90.0 * math.sin(angle))
