"""What a seat at a real table knows: the same as one of a hand whose cards are all known, nothing else (RULES S2)."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from tests.whist.players.positions import _with_moves, position_of
from whist.cards import Card
from whist.games import GAMES, rules_of
from whist.players.position import may_see
from whist.players.position_json import position_from_json, position_to_json
from whist.players.seated import seated
from whist.records.playouts import _drawn
from whist.rules.actions import Discard, TurnUp
from whist.rules.commands import commander
from whist.rules.hand import Hand
from whist.rules.standing import Standing

KINDS = [
    *((game, {}) for game in GAMES),
    ("bid", {"bidder_gets_kitty": True, "sport": "always"}),
    ("bid", {"bidder_gets_kitty": True, "sport": "never"}),
    ("bid", {"bidder_gets_kitty": False, "sport": "always"}),
    ("honeymoon", {"joker_turn_up": "no_trump"}),
]


def hands(game: str, options: dict[str, Any], deal: int) -> Iterator[tuple[Any, Standing, Hand]]:
    """A hand that is played at random, before each action."""
    rules, rng = rules_of(game, options, None), random.Random(f"{game} {deal}")
    standing = rules.first_standing(deal % rules.players)
    hand = rules.start(standing, rules.shuffled(standing, rng))
    while not hand.over:
        yield rules, standing, hand
        rules.apply(hand, _drawn(rng.choice(rules.legal(hand)), rng))


def open_hand(rules: Any, standing: Standing, hand: Hand) -> Hand:
    """The hand as a table without anybody's cards has taken it down."""
    twin = rules.start(standing, None, None if hand.origin.turned_up else hand.origin.trump)
    lies = hand.origin.turned_up or tuple(hand.origin.stock or ())
    for action in [*_with_moves(rules, hand), None]:
        if twin.phase == "turn_up" and not isinstance(action, TurnUp):
            rules.happen(twin, TurnUp(hand.dealer, lies))
        if action is not None and not isinstance(action, Discard):
            rules.happen(twin, action)
    return twin


def acting(rules: Any, hand: Hand) -> int:
    me = commander(hand.turn, hand.dealer) if rules.name == "android" else None
    return hand.turn if me is None else me


@pytest.mark.parametrize(("game", "options"), KINDS)
def test_a_seat_at_a_real_table_knows_what_its_seat_may_know(game: str, options: dict[str, Any]) -> None:
    """RULES S2, at the wire: what is written is the same, byte for byte, whatever the others hold, and is read again as
    the same position."""
    for deal in range(2):
        for rules, standing, hand in hands(game, options, deal):
            me = acting(rules, hand)
            twin = open_hand(rules, standing, hand)
            held = {seat: hand.hands[seat] for seat in may_see(rules, hand, me)}
            gone = hand.discards if me == hand.declarer else ()
            position = seated(rules, standing, twin, me, held, seat=hand.turn, gone=gone)
            told = json.dumps(position_to_json(position))
            assert told == json.dumps(position_to_json(position_of(rules, standing, hand, me, hand.turn)))
            again = position_from_json(json.loads(told))
            assert json.dumps(position_to_json(again)) == told
            assert (again.shown, again.known, again.gone) == (position.shown, position.known, position.gone)


@pytest.mark.parametrize(("game", "options"), KINDS)
def test_no_card_is_told_that_the_seat_has_not_seen(game: str, options: dict[str, Any]) -> None:
    for rules, standing, hand in hands(game, options, 5):
        me = acting(rules, hand)
        twin = open_hand(rules, standing, hand)
        seen = hand.played() | {card for seat in may_see(rules, hand, me) for card in hand.hands[seat]}
        seen |= {card for one in twin.actions if isinstance(one, TurnUp) for card in one.cards}
        seen |= set(hand.discards) if me == hand.declarer else set()
        held = {seat: hand.hands[seat] for seat in may_see(rules, hand, me)}
        gone = hand.discards if me == hand.declarer else ()
        told = position_to_json(seated(rules, standing, twin, me, held, seat=hand.turn, gone=gone))
        assert cards_in(told) <= seen


def cards_in(told: object) -> set[Card]:
    """Every card that is named anywhere in JSON values."""
    if isinstance(told, dict):
        return cards_in(list(told.values()))
    if isinstance(told, list):
        return {card for one in told for card in cards_in(one)}
    try:
        return {Card.parse(told)} if isinstance(told, str) else set()
    except ValueError:
        return set()


def test_known_cards_of_others_are_refused() -> None:
    rules, standing, hand = next(hands("classic", {}, 1))
    with pytest.raises(ValueError, match="nobody at the table may see"):
        seated(rules, standing, hand, 1, {1: hand.hands[1]})
    twin = open_hand(rules, standing, hand)
    with pytest.raises(ValueError, match="those that it may see"):
        seated(rules, standing, twin, hand.turn, {seat: hand.hands[seat] for seat in range(4)})


def test_cards_that_cannot_be_held_are_no_position() -> None:
    """The table has taken a card down that is not the one that was laid."""
    rules, standing, hand = next(one for one in hands("classic", {}, 1) if len(one[2].laid()) == 7)
    twin, own = open_hand(rules, standing, hand), hand.hands[hand.turn]
    for wrong in (own[1:], [*own, own[0]], [*own[1:], own[1]], [*own[1:], hand.laid()[0][1]]):
        with pytest.raises(ValueError, match="is not what was left to it"):
            seated(rules, standing, twin, hand.turn, {hand.turn: wrong})
