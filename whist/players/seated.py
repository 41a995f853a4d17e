"""Positions at a real table (RULES S2): the hand in play as everybody knows it, and beside it what one seat sees.

Nothing here is ever given a hand in which anybody's cards are known, so no position that it makes can tell of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from whist.cards import Card
from whist.games.german import StockWhist
from whist.players.position import Position, holds, may_see, shown
from whist.rules.actions import Action, Discard, Play, TurnUp
from whist.rules.base import Rules
from whist.rules.hand import Hand
from whist.rules.standing import Standing


def seated(
    rules: Rules[Any],
    standing: Standing,
    hand: Hand,
    me: int,
    held: Mapping[int, Sequence[Card]],
    *,
    seat: int | None = None,
    gone: Sequence[Card] = (),
) -> Position:
    """What ``me`` knows of ``hand``, which is as all know it, when it must act for ``seat`` (itself, or the android
    that it commands). ``held`` are the cards still held of the seats that it sees, ``gone`` what it has laid away for a
    kitty. A declarer who holds the kitty too is to discard.

    Raises ``ValueError`` where cards are known that ``me`` may not see, and where those that it holds cannot be what
    the hand leaves it: then the table has taken down something that is not so."""
    if hand.hands is not None:
        raise ValueError("the hand tells of cards that nobody at the table may see")
    if me not in held or not set(held) <= may_see(rules, hand, me):
        raise ValueError(f"seat {me} sees its own cards, and of others those that it may see")
    public = hand.copy()
    public.stock, public.origin, public.discards = None, None, sorted(gone, key=str)
    if rules.name == "bid" and rules.options.bidder_gets_kitty and public.phase == "play":
        if not public.laid() and me == hand.declarer and len(held[me]) == hand.size + rules.stock_size:
            public.phase, public.turn = "discard", me
        else:
            public.turned_up = ()  # it is the declarer's, who has laid away as many
    if isinstance(rules, StockWhist):
        public.actions = _without_buried(rules, public)
    if gone:
        public.actions = _with_discard(public.actions, Discard(me, tuple(gone)))
    _check(rules, public, held)
    known = {one: tuple(cards) for one, cards in held.items()}
    return Position(
        rules, standing, public, me, me if seat is None else seat, known, shown(rules, public), frozenset(gone)
    )


def _with_discard(actions: Sequence[Action], discard: Discard) -> list[Action]:
    """The actions with what was laid away before the first card was played."""
    place = next((at for at, one in enumerate(actions) if isinstance(one, Play)), len(actions))
    return [*actions[:place], discard, *actions[place:]]


def _without_buried(rules: StockWhist[Any], hand: Hand) -> list[Action]:
    """The actions without the jokers that were turned up first and put back into the stock (RULES H4)."""
    turned = [one for one in hand.actions if isinstance(one, TurnUp)]
    buried = turned[: len(turned) - len(rules.opened(hand))]
    return [one for one in hand.actions if one not in buried or hand.trump is None]


def _check(rules: Rules[Any], hand: Hand, held: Mapping[int, Sequence[Card]]) -> None:
    for seat, own in held.items():
        out = {card for other, card in hand.laid() if other in rules.shares_pack(seat)}.union(hand.discards)
        if len(own) != holds(rules, hand, seat) or len(set(own)) != len(own) or out.intersection(own):
            raise ValueError(f"what seat {seat} holds is not what was left to it")
