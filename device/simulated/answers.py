"""What simulated people answer when the table asks, and say to what somebody proposes: what they have seen, and nothing
else."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, Final

from device.simulated.hands import ABOUT_THERE, Hands
from whist.cards import Card
from whist.messages.events import Proposed
from whist.messages.requests import Answer
from whist.rules.hand import Hand
from whist.tables import TableInPlay


def answer_to(question: Mapping[str, Any], view: Mapping[str, Any], hands: Hands) -> Answer | None:
    """What somebody says who has seen who laid which card, and looks where the table asks; None where they cannot say
    that."""
    look = _REMEMBERED.get(question["kind"], _lying)
    if not question["candidates"] and look is _lying:
        return None
    card = look(question, view, hands)
    if card is None and not question["may_be_none"]:
        return None
    return Answer(0, question["id"], card)


def _standing(question: Mapping[str, Any], view: Mapping[str, Any], hands: Hands) -> Card | None:
    """The card in a slot of a holder, by whoever looks at it."""
    holder, slot = int(question["holder"]), int(question["slot"])
    return hands.slots(holder)[slot]


def _moved(question: Mapping[str, Any], view: Mapping[str, Any], hands: Hands) -> Card | None:
    """The card that stands in that slot; where none does it has been moved, and lies there."""
    return _standing(question, view, hands) or _lying(question, view, hands)


def _lying(question: Mapping[str, Any], view: Mapping[str, Any], hands: Hands) -> Card | None:
    """The card that lies there: best a likely one that was not read, else one that was not, else the nearest, but where
    none may lie there beside those that were."""
    opened = view["turned_up"] or ()
    read = {play["card"] for play in view["trick"]} | ({opened} if isinstance(opened, str) else {*opened})
    near = _near(question, hands)
    unread = [card for card in near if str(card) not in read]
    likely = [card for card in (*unread, *near) if str(card) in question["candidates"]]
    nearest = near if question["x"] is not None and not question["may_be_none"] else ()
    return next(iter((*likely, *unread, *nearest)), None)


def _near(question: Mapping[str, Any], hands: Hands) -> list[Card]:
    """The cards that lie open where it is asked about one, the nearest first; all of them where no place is named."""
    x, y = question["x"], question["y"]
    if x is None or y is None:
        return hands.laid()
    lie = [(math.hypot(one.x - x, one.y - y), one.card) for one in hands.scene.scene().laid if one.face_up]
    return [card for far, card in sorted(lie, key=lambda one: one[0]) if far <= ABOUT_THERE]


def _owned(question: Mapping[str, Any], view: Mapping[str, Any], hands: Hands) -> Card | None:
    """Which of two cards the one played of whom the table has taken down either."""
    plays = [play["seat"] for play in view["trick"] if play["card"] in question["candidates"]]
    own = [card for seat in plays for card in hands.laid_by(seat) if str(card) in question["candidates"]]
    return next(iter(own), None)


def _first(question: Mapping[str, Any], view: Mapping[str, Any], hands: Hands) -> Card | None:
    """Which of the cards was laid first."""
    return next((card for card in hands.trick() if str(card) in question["candidates"]), None)


def _of_turn(question: Mapping[str, Any], view: Mapping[str, Any], hands: Hands) -> Card | None:
    """The card, where whoever is in turn has laid it."""
    card = Card.parse(question["candidates"][0])
    return card if hands.owner(card) in (view["turn"], None) else None


def _earlier(question: Mapping[str, Any], view: Mapping[str, Any], hands: Hands) -> Card | None:
    """The card that somebody has laid to an earlier trick."""
    return hands.laid_in(question["trick"], question["of"])


_REMEMBERED: Final[Mapping[str, Callable[[Mapping[str, Any], Mapping[str, Any], Hands], Card | None]]] = {
    "replaced": _owned,
    "order": _first,
    "turn": _of_turn,
    "earlier": _earlier,
    "unseen": _earlier,
    "slot": _standing,
    "moved": _moved,
}
"""What is answered by who laid a card, and when; all else by where it lies."""


# -- what somebody proposes --------------------------------------------------------------------------------------------


def word_on(view: Mapping[str, Any], table: TableInPlay, hands: Hands) -> bool | None:
    """Whether whoever has this ``view`` agrees; None where nothing is proposed, or others have to say so.
    They agree to a card that was so, to a score, and to a claim that leaves them the tricks they are sure of."""
    if not view.get("proposal") or not view["mend"]["agree"]:
        return None
    asked = next(event for event in reversed(table.events) if isinstance(event, Proposed))
    if asked.what == "card":
        return hands.laid_in(asked.trick or 0, asked.of or 0) == asked.card
    if asked.what == "claim" and table.hand is not None:
        left = hands.rules.tricks_in(table.hand) - len(table.hand.tricks)
        return left - asked.tricks >= len(_sure(view["me"]["seat"], table.hand, hands))
    return True


def _sure(seat: int, hand: Hand, hands: Hands) -> list[Card]:
    """The cards of ``seat`` that no unseen card can beat."""
    own = hands.hands[seat]
    unseen = set(hands.rules.pack()) - hand.played() - set(own)
    return [card for card in own if all(_takes(card, other, seat, hand, hands) for other in unseen)]


def _takes(card: Card, other: Card, seat: int, hand: Hand, hands: Hands) -> bool:
    """Whether ``card``, led by ``seat``, stands against ``other``."""
    twin = hand.copy()
    twin.leader, twin.trick = seat, [card, other]
    return hands.rules.winning_place(twin) == 0
