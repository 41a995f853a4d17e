"""What people do at a table that no rule foresees, each by its name: the faults of ``whist-table simulate --faults``.

A habit is done on the ``Stage`` of a simulated deal just before somebody acts: it moves cards and arms, lets frames be
taken of that, and leaves the table so that play goes on; or it changes what that person does. Whoever makes a mistake
puts it right, for the page would say so. Nothing here is told to the table that follows the frames.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from device.simulated.acting import do_by_hand
from device.simulated.players import Act
from device.simulated.stage import DONE, Stage
from vision.simulated.scene import LyingCard
from whist.cards import JOKERS, PACK, Card
from whist.messages.observations import SLOTS
from whist.messages.requests import Redeal
from whist.table.state.seats import PERSONS, beside

Do = Callable[[Stage, Act, str], Act | None]
"""Does the habit before an act of a person: the act that is then due (``DONE``: none), or None when it does not fit."""

_WAIT: Final = 4
"""Frames for which a mistake lies there before it is put right."""
_AFTER: Final = 3
"""Frames of how it looks put right, before play goes on."""
_FREE: Final = ((96.0, 96.0), (-96.0, 96.0), (96.0, -96.0), (-96.0, -96.0), (0.0, 0.0), (100.0, 0.0), (-100.0, 0.0))
"""Places on the play area at which a card too many may come to lie, mm."""


@dataclass(frozen=True, slots=True)
class Habit:
    """``before`` are the acts before which it can happen; ``about`` says in a few words what it is."""

    before: tuple[str, ...]
    about: str
    do: Do


def _arm(stage: Stage, act: Act, person: str) -> Act | None:
    stage.reach(person, (0.0, -150.0 if person == "south" else 150.0))
    stage.show(1)
    stage.reach(person, None)
    stage.show(1)
    stage.do(act, person)
    laid = stage.laid(act.card) if act.card else None
    if laid is None:
        return None
    stage.reach(person, (laid.x, laid.y))
    stage.show(stage.rng.randrange(2, 5))
    stage.reach(person, (laid.x, laid.y + (-60.0 if person == "south" else 60.0)))
    stage.show(1)
    stage.scene.reach(())
    return DONE


def _sleeve(stage: Stage, act: Act, person: str) -> Act | None:
    """An arm that reaches across and rests over whatever lies there."""
    laid = stage.scene.scene().laid
    if not laid:
        return None
    over = stage.rng.choice(laid)
    stage.reach(person, (over.x + stage.rng.uniform(-30, 30), 0.4 * over.y))
    stage.show(stage.rng.randrange(3, 7))
    stage.scene.reach(())
    stage.show(_AFTER)
    return act


def _nudged(stage: Stage, act: Act, person: str) -> Act | None:
    laid = stage.scene.scene().laid
    if not laid:
        return None
    one = stage.rng.choice(laid)
    far = stage.rng.uniform(8.0, 26.0)
    out = max(1.0, (one.x**2 + one.y**2) ** 0.5)
    x, y = (max(-104.0, min(104.0, side + far * side / out)) for side in (one.x, one.y))
    stage.scene.move(one.card, x, y, one.angle + stage.rng.uniform(-45.0, 45.0))
    stage.show(_AFTER)
    return act


def _face_down(stage: Stage, act: Act, person: str) -> Act | None:
    stage.do(act, person, named=False)
    laid = stage.laid(act.card) if act.card else None
    if laid is None:
        return None
    stage.scene.move(laid.card, laid.x, laid.y, laid.angle, face_up=False)
    stage.show(_WAIT)  # whoever is asked which card it is turns it over
    stage.scene.move(laid.card, laid.x, laid.y, laid.angle + stage.rng.uniform(-6, 6))
    stage.name(person, laid.card)
    return DONE


def _two_at_once(stage: Stage, act: Act, person: str) -> Act | None:
    view = stage.table.public_view()
    if len(view["trick"]) > 2 or view["seats"][(view["turn"] + 1) % 4]["kind"] != "human":
        return None
    stage.do(act, person)
    stage.quiet = True
    return DONE


def _taken_back(stage: Stage, act: Act, person: str) -> Act | None:
    card = act.card
    if act.kind == "lay":
        others = [other for other in stage.hands.hands[stage.seat(person)] if other != card]
        if not others:
            return None
        card = stage.rng.choice(others)
    assert card is not None
    stage.hands.lay(stage.seat(person) if act.seat is None else act.seat, card)
    stage.show(_WAIT)
    stage.hands.take_back(card)
    stage.show(_AFTER)
    return act


def _wrong_card(stage: Stage, act: Act, person: str) -> Act | None:
    number = stage.hands.holder_with(act.card) if act.card is not None else None
    number = number or beside(person)
    others = [card for card in stage.hands.slots(number) if card not in (None, act.card)]
    if not others:
        return None
    other = stage.rng.choice(others)
    assert other is not None
    stage.hands.lay(stage.hands.seats[number], other)
    stage.show(_WAIT)
    stage.hands.take_back(other)
    stage.show(_AFTER)
    return act


def _out_of_turn(stage: Stage, act: Act, person: str) -> Act | None:
    view = stage.table.public_view()
    played = {play["seat"] for play in view["trick"]}
    for early in PERSONS:
        seat = stage.table.seat_of(early)
        waits = view["turned_up"] is not None and seat == view["dealer"]
        own = stage.hands.hands[seat]
        if seat != view["turn"] and seat not in played and own and not waits:
            card = stage.rng.choice([c for c in own if c != stage.hands.turned_up] or [None])
            if card is None:
                continue
            stage.hands.lay(seat, card)
            stage.show(_WAIT)
            stage.hands.take_back(card)
            stage.show(_AFTER)
            return act
    return None


def _revoke(stage: Stage, act: Act, person: str) -> Act | None:
    trick = stage.table.public_view()["trick"]
    if not trick:
        return None
    led = trick[0]["card"][0]
    hand = stage.hands.hands[stage.seat(person)]
    others = [card for card in hand if card.suit != led and card != stage.hands.turned_up]
    if not others or len(others) == len(hand):
        return None
    return replace(act, card=stage.rng.choice(others))


def _gathered_early(stage: Stage, act: Act, person: str) -> Act | None:
    if len(stage.table.public_view()["trick"]) < 2:
        return None
    laid = stage.scene.scene().laid
    stage.scene.relay([one for one in laid if one.card == stage.hands.turned_up])
    stage.show(_WAIT)
    stage.scene.relay([replace(one, x=one.x + stage.rng.uniform(-8, 8)) for one in laid])
    stage.show(_AFTER)
    return act


def _not_gathered(stage: Stage, act: Act, person: str) -> Act | None:
    old = [one for one in stage.scene.scene().laid if one.card != stage.hands.turned_up]
    stage.do(act, person)
    stage.scene.stray(old)
    stage.quiet = True

    def at_last() -> None:
        stage.show(_WAIT)
        stage.scene.stray(())
        stage.show(_AFTER)

    stage.after_next = at_last
    return DONE


def _left_lying(stage: Stage, act: Act, person: str) -> Act | None:
    old = [one for one in stage.scene.scene().laid if one.card != stage.hands.turned_up]
    stage.do(act, person)
    stage.scene.stray([stage.rng.choice(old)])
    stage.show(_WAIT)
    stage.scene.stray(())
    return DONE


def _stray(stage: Stage, act: Act, person: str) -> Act | None:
    joker = stage.rng.random() < 0.3 and stage.recorder.has_jokers()
    laid = stage.hands.laid()
    card = stage.rng.choice(JOKERS if joker else [card for card in PACK if card not in laid])
    return act if _lay_stray(stage, card) else None


def _seen_twice(stage: Stage, act: Act, person: str) -> Act | None:
    laid = [card for card in stage.hands.laid() if card != stage.hands.turned_up]
    return act if laid and _lay_stray(stage, stage.rng.choice(laid)) else None


def _played_again(stage: Stage, act: Act, person: str) -> Act | None:
    hand = stage.table.hand
    played = [card for trick in (hand.tricks if hand else ()) for card in trick.cards]
    return act if played and _lay_stray(stage, stage.rng.choice(played)) else None


def _lay_stray(stage: Stage, card: Card) -> bool:
    laid = stage.scene.scene().laid
    free = [place for place in _FREE if all(abs(place[0] - o.x) + abs(place[1] - o.y) > 120 for o in laid)]
    if not free:
        return False
    x, y = stage.rng.choice(free)
    stage.scene.stray([LyingCard(card, x, y, stage.rng.uniform(-180.0, 180.0))])
    stage.say(stage.at(1 if y < 0 else 2), {"answer": str(card), "x": round(x), "y": round(y)})
    stage.show(_WAIT)
    stage.scene.stray(())
    stage.show(_AFTER)
    return True


def _deal(stage: Stage, person: str) -> None:
    """Deal, or for a computer player; the turn-up lies there, and can be named, before the holders are as they should
    be."""
    do_by_hand(Act("deal"), stage.seat(person), stage.table, stage.hands)
    stage.name(person, stage.hands.turned_up)


def _twelve(stage: Stage, act: Act, person: str) -> Act | None:
    _deal(stage, person)
    holder = stage.rng.choice(stage.hands.holders)
    full = stage.hands.slots(holder)
    gap = stage.rng.choice((SLOTS - 1, stage.rng.randrange(SLOTS)))
    stage.scene.rack(holder, [None if slot == gap else card for slot, card in enumerate(full)])
    stage.show(2 * _WAIT)
    stage.scene.rack(holder, full)
    stage.dealt(person)
    return DONE


def _fourteen(stage: Stage, act: Act, person: str) -> Act | None:
    _deal(stage, person)
    there = stage.rng.choice([one for one in PERSONS if one in stage.table.persons])
    holder = beside(there)
    extra = next(card for card in stage.hands.hands[stage.seat(there)] if card != stage.hands.turned_up)
    stage.scene.squeeze(holder, stage.rng.randrange(SLOTS), extra)
    stage.show(2 * _WAIT)
    stage.scene.squeeze(holder, 0, None)
    stage.dealt(person)
    return DONE


def _swapped(stage: Stage, act: Act, person: str) -> Act | None:
    _deal(stage, person)
    one, two = stage.hands.slots(1), stage.hands.slots(2)
    stage.scene.rack(1, two)
    stage.scene.rack(2, one)
    stage.scene.swap_holders()
    stage.show(2 * _WAIT)
    stage.scene.swap_holders()
    stage.scene.rack(1, one)
    stage.scene.rack(2, two)
    stage.dealt(person)
    return DONE


def _misdeal(stage: Stage, act: Act, person: str) -> Act | None:
    if stage.tricks or stage.table.public_view()["trick"]:
        return None
    seat = stage.table.seat_of(person)
    stage.ask(seat, Redeal(seat))
    stage.hands.throw_in()
    stage.show(_AFTER)
    stage.settle()
    return DONE


HABITS: Final[Mapping[str, Habit]] = {
    "arm": Habit(("lay", "move"), "an arm reaches in and lies over the card that it lays", _arm),
    "sleeve": Habit(("lay", "move", "command"), "a sleeve rests over cards", _sleeve),
    "nudge": Habit(("lay", "move", "command"), "a card is pushed and turned", _nudged),
    "face-down": Habit(("lay", "move"), "a card is laid face down, then turned over", _face_down),
    "two-at-once": Habit(("lay", "move"), "two cards are laid at once", _two_at_once),
    "taken-back": Habit(("lay", "move"), "a card is taken back before the next is laid", _taken_back),
    "wrong-card": Habit(("move",), "another card than the marked one is moved from a holder", _wrong_card),
    "out-of-turn": Habit(("lay", "move", "command"), "somebody lays a card before the turn", _out_of_turn),
    "revoke": Habit(("lay",), "somebody does not follow suit though able to", _revoke),
    "gathered-early": Habit(("lay", "move", "command"), "a trick is gathered too early and laid back", _gathered_early),
    "not-gathered": Habit(("gather",), "a trick is still lying there when the next is led to", _not_gathered),
    "left-lying": Habit(("gather",), "one card of a gathered trick is left lying", _left_lying),
    "stray": Habit(("lay", "move", "command"), "a 53rd card, or one of another pack, lies on the table", _stray),
    "seen-twice": Habit(("lay", "move", "command"), "a card of the trick lies there twice", _seen_twice),
    "played-again": Habit(("lay", "move", "command"), "a card of an old trick lies there again", _played_again),
    "twelve": Habit(("deal",), "a holder is racked with twelve cards at first", _twelve),
    "fourteen": Habit(("deal",), "a holder is racked with fourteen cards at first", _fourteen),
    "swapped": Habit(("deal",), "the two holders stand in each other's place at first", _swapped),
    "misdeal": Habit(("command",), "somebody calls a misdeal, and the same dealer deals again", _misdeal),
}
"""Every habit by its name."""
