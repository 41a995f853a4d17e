"""What a computer player says: bids, choices, announcements, and what it lays away."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any, Final

from whist.cards import NO_TRUMP, STRAINS
from whist.games.candid import high_card_points
from whist.players import beginner
from whist.players.position import Position
from whist.players.rollouts import to_the_end
from whist.players.worlds import worlds
from whist.rules.actions import Action, Announce, Bid, Choose, Discard
from whist.rules.base import Rules
from whist.rules.hand import Hand

PASS: Final = "pass"
FEWEST: Final = 4
"""Worlds that are looked at before a bid at least."""
BETTER: Final = 0.6
"""Tricks that the own side takes more, on average, than beginners would with its cards."""
MARGIN: Final = 3.0
"""Points by which a bid must promise more than a pass."""


def said(position: Position, rng: Random, number: int) -> Action:
    """What the position's seat says now, after ``number`` worlds (0: by its own cards alone)."""
    hand, legal = position.hand, position.rules.legal(position.hand)
    if hand.phase == "announce":
        return _announcement(position, [one for one in legal if isinstance(one, Announce)])
    if hand.phase == "discard":
        return _discard(position)
    if hand.phase == "choose":
        return _choice(position, rng, number)
    if position.rules.name == "candid":
        return _candid(position, rng, number)
    if position.rules.name == "bid":
        return _bid(position, rng, number)
    return _tricks(position, rng, number)


def _announcement(position: Position, legal: Sequence[Announce]) -> Action:
    """The true points (RULES K4); the nearest that can be, where others have said what is not so."""
    true = high_card_points(position.own)
    return min(legal, key=lambda one: abs(one.hcp - true))


def _discard(position: Position) -> Action:
    rules = position.rules
    return Discard(position.seat, beginner.laid_away(rules, position.hand, position.own, rules.stock_size))


# -- trumps and directions ---------------------------------------------------------------------------------------------


def _choice(position: Position, rng: Random, number: int) -> Action:
    legal = [one for one in position.rules.legal(position.hand) if isinstance(one, Choose)]
    if position.rules.name == "bid":
        kind = str(position.hand.contract.call)[1:] if position.hand.contract else "up"
        worth = {one: sum(_tricks_with(position, rng, max(number, FEWEST), kind, one.what)) for one in legal}
        return max(legal, key=lambda one: worth[one])
    wanted = beginner.strain(position.own)
    for one in legal:
        if one.what in (wanted, str(position.seat)):
            return one
    return legal[0]


# -- Candid Whist (RULES K6-K13) ---------------------------------------------------------------------------------------


def _candid(position: Position, rng: Random, number: int) -> Action:
    """The call with the best prospect: ten points a trick bid, won or lost, against what happens after a pass."""
    rules, hand, me = position.rules, position.hand, position.seat
    legal = [one for one in rules.legal(hand) if isinstance(one, Bid)]
    passes = next((one for one in legal if one.call == PASS), legal[0])
    dealt = list(worlds(position, rng, max(number, FEWEST)))
    mine = {strain: [_declared(rules, world, me, strain) for world in dealt] for strain in STRAINS}
    better = BETTER if number else 0.0
    stands = 0.0
    if hand.contract is not None:
        strain = str(hand.contract.call).lstrip("0123456789")
        theirs = [_declared(rules, world, hand.contract.seat, strain) for world in dealt]
        stands = _prospect(theirs, str(hand.contract.call), better)
        stands = stands if rules.side(hand.contract.seat) == rules.side(me) else -stands
    bids = {
        one: _prospect(mine[str(one.call).lstrip("0123456789")], str(one.call), better)
        for one in legal
        if one != passes
    }
    top = max(bids, key=lambda one: bids[one], default=passes)
    return top if top != passes and bids[top] > max(stands, 0.0) + MARGIN else passes


def _declared(rules: Rules[Any], world: Hand, seat: int, strain: str) -> int:
    """The tricks of the side of ``seat`` when it declares ``strain`` in a world and all play as beginners."""
    hand = world.copy()
    hand.contract, hand.declarer, hand.trump, hand.leader = Bid(seat, f"7{strain}"), seat, strain, rules.left(seat)
    hand.trick, hand.tricks = [], []
    rules.begin_play(hand)
    to_the_end(rules, hand)
    return int(rules.won_by_side(hand)[rules.side(seat)])


def _prospect(taken: Sequence[int], call: str, better: float) -> float:
    """The mean points of a bid where its side would take so many tricks, and in a share ``better`` of all one more."""
    tricks = int(call.rstrip("CDHSNT"))
    makes = sum(took >= tricks for took in taken) + better * sum(took == tricks - 1 for took in taken)
    return 10.0 * tricks * (2.0 * makes / len(taken) - 1.0)


# -- Bid Whist (RULES B3-B24) ------------------------------------------------------------------------------------------


def _bid(position: Position, rng: Random, number: int) -> Action:
    rules, hand = position.rules, position.hand
    legal = [one for one in rules.legal(hand) if isinstance(one, Bid)]
    suit = beginner.strain(position.own)
    options = {"up": [suit], "down": [suit], NO_TRUMP: ["up", "down"]}
    worth: dict[str, list[int]] = {}
    for kind, choices in options.items():
        tried = {what: _tricks_with(position, rng, max(number, FEWEST), kind, what) for what in choices}
        worth[kind] = max(tried.values(), key=sum)
    passes = next((one for one in legal if one.call == PASS), None)
    bids = {one: _points_of(worth[str(one.call)[1:]], int(str(one.call)[0])) for one in legal if one != passes}
    top = max(bids, key=lambda one: bids[one], default=passes)
    assert top is not None
    partner = hand.contract is not None and rules.side(hand.contract.seat) == rules.side(position.seat)
    return passes if passes is not None and bids.get(top, 0.0) <= (1.0 if partner else 0.3) else top


def _points_of(tricks: Sequence[int], level: int) -> float:
    """The mean points of a bid whose side takes so many tricks (RULES B23)."""
    return sum(took - 6 if took >= 6 + level else -level for took in tricks) / len(tricks)


def _tricks_with(position: Position, rng: Random, number: int, kind: str, what: str) -> list[int]:
    """The tricks of the side with a contract of a ``kind`` and its second choice, in each of ``number`` worlds."""
    rules, taken = position.rules, []
    for world in worlds(position, rng, number):
        world.calls, world.contract = [*world.calls], Bid(position.seat, f"1{kind}")
        world.declarer = world.turn = position.seat
        world.phase = "choose"
        rules.happen(world, Choose(position.seat, what))
        to_the_end(rules, world)
        taken.append(rules.won_by_side(world)[rules.side(position.seat)])
    return taken


# -- Australian Whist (RULES U9-U12) -----------------------------------------------------------------------------------


def _tricks(position: Position, rng: Random, number: int) -> Action:
    """The number of tricks that the hand most often takes, of those that may be bid."""
    legal = [one for one in position.rules.legal(position.hand) if isinstance(one, Bid)]
    if number == 0:
        wished = sum(1.0 for card in position.own if card.value == 14)
        wished += sum(0.5 for card in position.own if card.value in (12, 13) or card.suit == position.hand.trump)
        return min(legal, key=lambda one: (abs(float(one.call) - wished), one.call))
    taken: Counter[int] = Counter()
    for hand in worlds(position, rng, number):
        for seat in range(hand.seats):  # nobody holds back
            hand.bids[seat] = hand.size + 1
        position.rules.begin_play(hand)
        to_the_end(position.rules, hand)
        taken[sum(position.seat in trick.winners for trick in hand.tricks)] += 1
    smooth = {one: taken[int(one.call)] + 0.5 * (taken[int(one.call) - 1] + taken[int(one.call) + 1]) for one in legal}
    return max(legal, key=lambda one: (smooth[one], -float(one.call)))
