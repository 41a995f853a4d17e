"""What everybody may read of a table's events, one after another and numbered: the only place where an event could
leave the table.

What is named here, and of it these fields alone, is told; every other event, and every other field, is nobody's
business. A card is told while the board shows it, and again once its hand is over (RULES T6): before, it is null, for
what may not be looked at on the board may not be looked up here either (RULES T11). So are high-card points (RULES K3).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from whist.messages import events as ev
from whist.messages import events_of_beginning as beginning
from whist.messages import events_of_calls as calls

PUBLIC: Final[Mapping[type[ev.Event], tuple[str, ...]]] = {
    beginning.FirstFound: ("seat", "how"),
    ev.DealStarted: ("deal", "dealer", "redeal"),
    calls.HandStarted: ("deal", "dealer", "trump", "redeal"),
    ev.TurnedUp: ("card",),
    ev.TurnUpTaken: (),
    calls.KittyShown: ("cards",),
    calls.Announced: ("seat", "hcp"),
    calls.Called: ("seat", "call"),
    calls.Chosen: ("seat", "what"),
    calls.Undone: ("seat",),
    ev.Commanded: ("seat", "command"),
    ev.ErrorMessage: ("seat", "command"),
    ev.Played: ("seat", "card"),
    ev.TakenBack: ("seat", "card"),
    calls.Replaced: ("seat", "card", "by"),
    ev.WrongCard: ("seat", "card"),
    ev.RightAgain: (),
    calls.LaidOutOfTurn: ("seat", "card"),
    calls.LedBy: ("seat",),
    calls.CardExposed: ("seat", "card"),
    calls.CardDemanded: ("seat", "card"),
    calls.CardDenied: ("seat", "card"),
    calls.LeadTreated: ("seat", "how"),
    ev.TrickWon: ("seat", "trick"),
    ev.Gathered: (),
    calls.Reopened: (),
    ev.RevokeFound: ("seat", "trick"),
    ev.Proposed: ("seat", "what"),
    ev.Declined: ("seat",),
    ev.Claimed: ("seat", "tricks", "by"),
    ev.PlayCorrected: ("trick", "of", "was", "card"),
    ev.PutRight: ("trick", "of", "was", "card"),
    ev.ScoresCorrected: ("scores",),
    ev.HandScored: ("tricks", "won", "points", "scores"),
    ev.GameOver: ("side", "sides"),
}
"""The events that are told, and what of each."""
CARD: Final = re.compile(r"[CDHS][2-9TJQKA]|J[RB]")
BEGUN: Final = "match_begun"
"""The first event of every match, which is made here."""


@dataclass(frozen=True)
class TableNow:
    """What is known of a match: all its ``events``, the public ``view`` after them, and the hands that are over, each
    as ``whist.table.state.look_back.Finished.to_json`` tells it; ``begun`` says how it began."""

    begun: Mapping[str, Any]
    events: Sequence[ev.Event]
    view: Mapping[str, Any]
    finished: Sequence[Mapping[str, Any]]


def public_events(now: TableNow) -> list[dict[str, Any]]:
    """The public events of a match in order, the first with the number 1, as they may be told now; JSON-able."""
    told: list[dict[str, Any]] = [{"event": BEGUN, **now.begun}]
    hands = _hands(now.events)
    last = hands[-1] if hands else 0
    scored: dict[int, Mapping[str, Any]] = {}
    over = [hand for event, hand in zip(now.events, hands, strict=True) if isinstance(event, ev.HandScored)]
    for hand, finished in zip(over, now.finished, strict=False):
        scored[hand] = finished
    shown = {hand: frozenset(cards_in(finished)) for hand, finished in scored.items()}
    shown[last] = shown.get(last, frozenset()) | frozenset(cards_in(now.view))
    for event, hand in zip(now.events, hands, strict=True):
        if type(event) in PUBLIC:
            told.append(_told(event, shown.get(hand, frozenset()), now.view if hand == last else {}, scored.get(hand)))
    return [{"number": number, **event} for number, event in enumerate(told, 1)]


def _told(
    event: ev.Event, shown: frozenset[str], view: Mapping[str, Any], finished: Mapping[str, Any] | None
) -> dict[str, Any]:
    whole = event.to_json()
    told = {"event": event.name, **{name: masked(whole[name], shown) for name in PUBLIC[type(event)]}}
    if isinstance(event, calls.Announced):
        seats = {seat["seat"]: seat.get("hcp") for seat in view.get("seats", ())}
        told["hcp"] = event.hcp if seats.get(event.seat) == event.hcp else None
    if isinstance(event, ev.HandScored):
        told["hand"] = finished
    return told


def _hands(events: Iterable[ev.Event]) -> list[int]:
    """Of which hand each event is, in the order in which they were dealt, those that were dealt anew among them."""
    hand, found = 0, []
    for event in events:
        hand += isinstance(event, ev.DealStarted | calls.HandStarted)
        found.append(hand)
    return found


def masked(value: Any, shown: frozenset[str]) -> Any:
    """``value`` with None for each card that is not among those ``shown``."""
    if isinstance(value, list):
        return [masked(one, shown) for one in value]
    return None if is_card(value) and value not in shown else value


def is_card(value: object) -> bool:
    """Whether it is the code of a card."""
    return isinstance(value, str) and CARD.fullmatch(value) is not None


def cards_in(value: Any) -> Iterable[str]:
    """Every card code in a JSON-able value."""
    if isinstance(value, str):
        if is_card(value):
            yield value
    elif isinstance(value, Mapping):
        for one in value.values():
            yield from cards_in(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from cards_in(one)
