"""Why a player does what it does, in one sentence, from what its seat may know and nothing else (RULES S5)."""

from __future__ import annotations

from whist.cards import Card
from whist.games.candid import high_card_points
from whist.names import suit_name
from whist.phrases import Phrase, counted, phrase
from whist.players.beginner import has_enough, is_master, still_out
from whist.players.position import Position
from whist.rules.actions import Action, Announce, Bid, Choose, Discard, Order, Play
from whist.rules.hand import Hand


def reason(position: Position, action: Action) -> Phrase:
    """Why ``action`` is well done in ``position``, to whoever does it."""
    match action:
        case Play(card=card):
            return _play(position, card)
        case Bid(call=call):
            return _bid(position, call)
        case Choose(what=what):
            return _choice(position, what)
        case Announce(hcp=points):
            return phrase("Aces count 4, kings 3, queens 2 and jacks 1: together {points}.", points=points)
        case Discard():
            return phrase("Those are what you can best do without: low cards of short suits.")
        case Order(command=command):
            return _command(command)
    return _best()


def _best() -> Phrase:
    return phrase("With the cards that you do not see dealt anew many times, this does best.")


def _play(position: Position, card: Card) -> Phrase:
    hand = position.hand.with_cards(position.known)
    legal = position.rules.legal_cards(hand)
    if len(legal) == 1:
        return phrase("It is the only card that you may play.")
    if has_enough(position.rules, hand, position.seat):
        return phrase("You have the tricks that you bid: this is likeliest to take no more.")
    return _follow(position, hand, legal, card) if hand.trick else _lead(position, hand, card)


def _lead(position: Position, hand: Hand, card: Card) -> Phrase:
    rules, own = position.rules, position.known[position.seat]
    if is_master(rules, hand, card, still_out(rules, hand)):
        return phrase("Nothing that is still out beats it in its suit.")
    if rules.suit(hand, card) == hand.trump:
        return phrase("It draws trumps, so that fewer of your high cards are ruffed.")
    length = sum(one.suit == card.suit for one in own)
    if length == 1:
        return phrase("It is your only card of the suit: the next one that is led you may ruff or throw away.")
    if all(sum(one.suit == suit for one in own) <= length for suit in "CDHS" if suit != hand.trump):
        return phrase("It is from your longest suit, where low cards may come to win.")
    return _best()


def _follow(position: Position, hand: Hand, legal: list[Card], card: Card) -> Phrase:
    rules, place = position.rules, position.rules.winning_place(hand)
    best, led = hand.trick[place], rules.led_suit(hand)
    partner = rules.partners and hand.seat(place + 2) == hand.turn
    winning = [one for one in legal if rules.beats(hand, one, best)]
    last = len(hand.trick) == rules.players - 1
    if card in winning:
        if rules.suit(hand, card) == hand.trump != led:
            return phrase("You have none of the suit that was led, and a trump wins.")
        cheapest = card == min(winning, key=lambda one: rules.strength(hand, one))
        if last:
            return phrase("It is the lowest card that wins the trick.") if cheapest else phrase("It wins the trick.")
        return phrase("It beats what lies there, and makes the others play higher.")
    if partner:
        return phrase("Your partner’s card wins as the trick stands: keep what is high.")
    if not winning:
        return phrase("Nothing that you may play wins: keep what is high.")
    if not last:
        return phrase("Others play after you: keep what is high for a trick that it surely wins.")
    return _best()


def _bid(position: Position, call: str | int) -> Phrase:
    own = position.own
    if isinstance(call, int):
        return counted(
            "Your cards are good for about {count} trick.", "Your cards are good for about {count} tricks.", call
        )
    points = high_card_points(own)
    if call == "pass":
        return phrase("With {points} high-card points a higher bid would hardly be made.", points=points)
    suit = max("CDHS", key=lambda one: (_length(own, one), one))
    return phrase(
        "You hold {points} high-card points and {count} {suit}.",
        points=points,
        count=_length(own, suit),
        suit=suit_name(suit),
    )


def _choice(position: Position, what: str) -> Phrase:
    if what in "CDHS":
        return phrase("You hold {count} {suit}.", count=_length(position.own, what), suit=suit_name(what))
    if what == "up":
        return phrase("You hold more high cards than low ones.")
    return phrase("You hold more low cards than high ones.") if what == "down" else _best()


def _length(own: tuple[Card, ...], suit: str) -> int:
    return sum(one.suit == suit for one in own)


def _command(command: str) -> Phrase:
    """What an android does at a command is its rule (RULES A21 to A23); why, the worlds tell."""
    if command == "duck":
        return phrase("Your partner need not win this trick.")
    if command == "beat":
        return phrase("If your partner can win the trick, it should cost as little as may be.")
    if command == "high":
        return phrase("Your partner should win the trick if it can, and stay the highest.")
    return _best()
