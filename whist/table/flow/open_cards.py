"""Cards that are laid open beside the tricks: the turn-up (RULES W2), the stock's next card (RULES G3, H4), the kitty
(RULES B12). ``decide`` is asked while the hand waits for them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

from whist.cards import FULL_PACK, Card
from whist.messages import events as ev
from whist.messages import events_of_calls as fe
from whist.messages.observations import LaidCard
from whist.rules.actions import TurnUp
from whist.rules.base import Rules
from whist.rules.hand import Hand
from whist.table.laid.questions import answer_to, asked, of_cards, of_place
from whist.table.seen import earlier_cards
from whist.table.seen.contradicted import never_open
from whist.table.seen.last_seen import NOT_MOVED, clear, likely_cards, offered, readable, what
from whist.table.seen.matching import away
from whist.table.state.around import before
from whist.table.state.state import State


def decide(state: State, rules: Rules[Any], laid: Sequence[LaidCard]) -> list[ev.Event]:
    """The next events while cards must be laid open; ``laid`` is all that lies there."""
    hand = state.hand
    impossible = set[Card]() if hand.declarer is not None else never_open(state, rules, hand)
    laid = [found for found in laid if not _is_wrong(state, found, impossible)]
    if hand.declarer is not None:
        return _kitty(state, rules, hand, laid)
    if (unread := _unread(hand, laid, impossible)) != state.unread:
        return [ev.Unread(unread)]
    laid = [found for found in laid if _speaks(found, impossible) or not readable(found.reading)]
    found = _named(state, laid, impossible) or _turned(state, laid)
    if found is None:
        return _known_before(state, rules, hand, laid, impossible) or _which_of(state, laid, impossible)
    card, astray = what(found, impossible), _astray(state, rules, found)
    if card is not None and not astray:
        return [*asked(state, ()), ev.TurnedUp(card, round(found.x, 1), round(found.y, 1))]
    seat = before(found.x, found.y, rules.players) if astray else None
    if seat is not None and readable(found.reading):
        return _too_early(state, hand, found, seat, impossible)
    if card is None and (again := earlier_cards.turned_up_again(state, rules, found)):
        return again
    best = found.reading.best
    if best is not None and clear(found.reading) and not offered(found.reading, impossible):
        # nor can it be one that looks like it
        return [*asked(state, ()), wrong_too(state, hand, best, None)]
    return _ask(state, [found], impossible, "turn_up")


def _unread(hand: Hand, laid: Sequence[LaidCard], impossible: Collection[Card]) -> int:
    """How many cards lie there that cannot be read, where the next one of a stock should lie open and no other does;
    what shows nothing at all is the stock, or lies face down beside it (RULES G3, H4)."""
    face_up = [found for found in laid if found.reading.belief]
    return len(face_up) if hand.tricks and not any(_speaks(found, impossible) for found in face_up) else 0


def _speaks(found: LaidCard, impossible: Collection[Card]) -> bool:
    """Whether it can be said which card lies there, or asked: not of what is in doubt among known cards alone."""
    return readable(found.reading) and (clear(found.reading) or bool(offered(found.reading, impossible)))


def _too_early(state: State, hand: Hand, found: LaidCard, seat: int, impossible: Collection[Card]) -> list[ev.Event]:
    """A card lies before ``seat`` where one should be turned up: whether that person has laid it is asked, but where it
    cannot have been turned up."""
    best = found.reading.best
    if clear(found.reading) and best is not None and best in impossible:
        return [*asked(state, ()), wrong_too(state, hand, best, seat)]
    wanted = replace(of_place("turn_up", found, offered(found.reading, impossible)), of=seat)
    return asked(state, [wanted] if wanted.candidates else [])


def wrong_too(state: State, hand: Hand, card: Card, by: int | None) -> ev.WrongCard:
    """That ``card``, too, must be taken back before one is turned up."""
    return ev.WrongCard(hand.dealer, card, by, tuple(one for one in state.wrong_cards if one != card))


def _known_before(
    state: State, rules: Rules[Any], hand: Hand, laid: Sequence[LaidCard], impossible: Collection[Card]
) -> list[ev.Event]:
    """Beside the card that is turned up lies one that was played to an earlier trick, or lay open before it: it must be
    taken back."""
    known = {card.card for card in state.aside}  # it has been taken, and led
    for found in laid if len(laid) > 1 else ():
        card = found.reading.best
        if card is not None and card in impossible and card not in known and clear(found.reading):
            by = None if card in state.played() else before(found.x, found.y, rules.players)
            return [wrong_too(state, hand, card, by)]
    return []


def _is_wrong(state: State, found: LaidCard, impossible: Collection[Card]) -> bool:
    """Whether a card must be taken back, as is said already; a doubtful one is not asked about once more."""
    if found.reading.best not in impossible and any(away(found, old.x, old.y) <= NOT_MOVED for old in state.aside):
        return False  # it lies on the stock
    return found.reading.best in state.wrong_cards


def _which_of(state: State, laid: Sequence[LaidCard], impossible: Collection[Card]) -> list[ev.Event]:
    """Several cards lie there, and one was turned up: it is asked which, as far as they can be read."""
    lie = {card: found for found in likely_cards(laid) if (card := found.reading.best)}
    candidates = [card for card in lie if card not in impossible]
    if len(candidates) < 2:
        return asked(state, ())
    said = answer_to(state, "turn_up", candidates)
    if said is None or said in impossible:
        return asked(state, [of_cards("turn_up", candidates)])
    # a card that is none of the candidates is the one that is hardest to read
    found = lie.get(said) or min((lie[card] for card in candidates), key=lambda one: one.reading.probability)
    return [*asked(state, ()), ev.TurnedUp(said, round(found.x, 1), round(found.y, 1))]


def _named(state: State, laid: Sequence[LaidCard], impossible: Collection[Card]) -> LaidCard | None:
    """The card that people have named as the one turned up, where it is clearly seen, be it away from the place that
    was asked about."""
    said = {told.card for told in state.told if told.question.about == "turn_up"} - set(impossible)
    there = [found for found in laid if clear(found.reading) and found.reading.best in said]
    return there[0] if len(there) == 1 else None


def _turned(state: State, laid: Sequence[LaidCard]) -> LaidCard | None:
    """The card that was turned up: the only one that lies there; where one lay already, that has gone and this one
    lies in its place, though the next trick may have been led."""
    if not state.aside:
        there = likely_cards(laid)
        return there[0] if len(there) == 1 else None
    old = state.aside[0]
    others = [found for found in laid if not (clear(found.reading) and found.reading.best == old.card)]
    if any(away(found, old.x, old.y) <= NOT_MOVED for found in laid if found not in others):
        return None  # it has not been taken yet; elsewhere it has been taken, and led
    there = [found for found in others if away(found, old.x, old.y) <= NOT_MOVED] or others
    return there[0] if len(there) == 1 else None


def _astray(state: State, rules: Rules[Any], found: LaidCard) -> bool:
    """Whether a card lies away from the stock, or before somebody while it is not known where the stock is, so that it
    may have been led, not turned up; a person's word settles it."""
    if not state.aside and (rules.turn_up_lies or before(found.x, found.y, rules.players) is None):
        return False
    if state.aside and away(found, state.aside[0].x, state.aside[0].y) <= NOT_MOVED:
        return False
    return not any(told.question.about == "turn_up" and told.card == found.reading.best for told in state.told)


def _ask(state: State, doubtful: Sequence[LaidCard], impossible: Collection[Card], about: str) -> list[ev.Event]:
    """Questions about ``doubtful`` cards as far as they can be read."""
    asked_about = [found for found in doubtful if readable(found.reading)]
    wanted = [of_place(about, found, offered(found.reading, impossible)) for found in asked_about]
    return asked(state, wanted)


def _kitty(state: State, rules: Rules[Any], hand: Hand, laid: Sequence[LaidCard]) -> list[ev.Event]:
    """The kitty is taken in once as many cards lie open as it has, all of them read; what cannot be read beside them is
    none of it."""
    impossible = set(FULL_PACK) - set(rules.pack())
    cards = [what(found, impossible) for found in laid]
    doubtful = [found for found, card in zip(laid, cards, strict=True) if card is None]
    events = _ask(state, doubtful, impossible | {card for card in cards if card}, "table")
    known = tuple(card for card in cards if card is not None)
    asked_about = any(readable(found.reading) for found in doubtful)
    if asked_about or rules.why_not(hand, TurnUp(hand.dealer, known)) is not None:
        return events
    lie = [found for found in laid if found not in doubtful]
    return [*events, fe.KittyShown(known, tuple(round(c.x, 1) for c in lie), tuple(round(c.y, 1) for c in lie))]
