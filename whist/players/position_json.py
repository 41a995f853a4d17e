"""Positions in JSON (docs/formats.md, "Positions"): what one seat knows of a hand, for other programs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Final

from whist.cards import STRAINS, Card
from whist.games import rules_class, rules_of
from whist.games.australian import Australian
from whist.games.candid import Candid
from whist.games.german import StockWhist
from whist.players.position import Position, draws, holds, may_see, shown
from whist.quoting import as_sentence, quoted
from whist.rules.actions import Action, Discard, TurnUp, action_from_json
from whist.rules.base import Rules
from whist.rules.commands import commander
from whist.rules.hand import Hand
from whist.rules.refusals import Refused
from whist.rules.standing import Standing

MOST_ACTIONS: Final = 1000
"""Actions of a position at most: a hand in which every command meets a dozen Errors has half as many."""


def position_from_json(obj: object) -> Position:
    """The position of a JSON object; raises ``ValueError`` with one sentence for anything else."""
    if not isinstance(obj, Mapping):
        raise ValueError("A position is a JSON object with game, dealer, me, hands and actions.")
    try:
        return _read(obj)
    except Refused as refused:
        raise ValueError(refused.why) from None
    except ValueError as error:
        raise ValueError(as_sentence(error)) from None


def _read(obj: Mapping[str, Any]) -> Position:
    hands = _hands(obj)
    rules = rules_of(rules_class(obj.get("game")).name, obj.get("options"), len(hands))  # type: ignore[arg-type]
    me, dealer = _seat(rules, obj, "me"), _seat(rules, obj, "dealer")
    known = {seat: tuple(own) for seat, own in enumerate(hands) if own is not None}
    if me not in known:
        raise ValueError(f"the hands tell no cards of seat {me}, which is to act")
    steps = obj.get("actions", [])
    if not isinstance(steps, list) or len(steps) > MOST_ACTIONS:
        raise ValueError(f"the actions must be a list of at most {MOST_ACTIONS}, not {quoted(steps)}")
    standing = _standing(rules, obj, dealer)
    hand = _begun(rules, standing, obj, known[me], steps, me)
    open_cards = _open(rules, obj, steps)
    gone = _play(rules, hand, steps, open_cards, me)
    seen = may_see(rules, hand, me)
    kitty = _kitty(rules, hand, open_cards, me, known[me])
    known = {seat: (*own, *kitty) if seat == me else own for seat, own in known.items() if seat in seen}
    seat = _acting(rules, hand, obj, me)
    _check(rules, hand, known)
    return Position(rules, standing, hand, me, seat, known, shown(rules, hand), gone)


# -- parts of the object -----------------------------------------------------------------------------------------------


def _hands(obj: Mapping[str, Any]) -> list[list[Card] | None]:
    hands = obj.get("hands")
    if not isinstance(hands, list) or not all(own is None or isinstance(own, list) for own in hands):
        raise ValueError("the hands must be a list with the cards of each seat, null for those that are not seen")
    return [None if own is None else [Card.parse(code) for code in own] for own in hands]


def _seat(rules: Rules[Any], obj: Mapping[str, Any], name: str) -> int:
    seat = obj.get(name)
    if type(seat) is not int or seat not in range(rules.players):
        raise ValueError(f"{name} must be a seat from 0 to {rules.players - 1}, not {quoted(seat)}")
    return seat


def _cards(obj: Mapping[str, Any], name: str) -> list[Card | None]:
    told = obj.get(name) or []
    told = [told] if isinstance(told, str) else told
    if not isinstance(told, list):
        raise ValueError(f"{name} must be a list of cards, not {quoted(told)}")
    return [None if code is None else Card.parse(code) for code in told]


def _standing(rules: Rules[Any], obj: Mapping[str, Any], dealer: int) -> Standing:
    before = obj.get("before") or {}
    if not isinstance(before, Mapping):
        raise ValueError(f"the standing before the hand must be an object, not {quoted(before)}")
    standing = rules.first_standing(dealer)
    for name in ("scores", "bags", "games"):
        told = before.get(name)
        if told is None:
            continue
        if not isinstance(told, list) or not all(type(one) is int for one in told):
            raise ValueError(f"the {name} before the hand must be a list of whole numbers, not {quoted(told)}")
        standing = replace(standing, **{name: tuple(told)})  # type: ignore[arg-type]
    number = _number(obj)
    if number is not None and (type(number) is not int or not 1 <= number <= MOST_ACTIONS):
        raise ValueError(f"the number of the hand must be from 1 to {MOST_ACTIONS}, not {quoted(number)}")
    return standing if number is None else replace(standing, number=number)


def _number(obj: Mapping[str, Any]) -> Any:
    """The number of the hand in its match, as it is told; None where it is not."""
    number = obj.get("number")
    return (obj.get("before") or {}).get("number") if number is None else number


def _trump(obj: Mapping[str, Any]) -> str | None:
    trump = obj.get("trump")
    if trump not in (None, *STRAINS):
        raise ValueError(f"{quoted(trump)} is no trump; write C, D, H, S or NT for no trumps")
    return trump


def _acting(rules: Rules[Any], hand: Hand, obj: Mapping[str, Any], me: int) -> int:
    told = obj.get("seat")
    seat = me if told is None else _seat(rules, obj, "seat")
    if rules.name == "android" and told is None and hand.turn is not None and commander(hand.turn, hand.dealer) == me:
        seat = hand.turn
    if seat != me and (rules.name != "android" or commander(seat, hand.dealer) != me):
        raise ValueError(f"seat {me} does not act for seat {seat}")
    if hand.over:
        raise ValueError("the hand is over")
    if hand.turn is None:
        raise ValueError("nobody is to act before a card is turned up, and turned_up does not tell it")
    if hand.turn != seat:
        raise ValueError(f"it is the turn of seat {hand.turn}, and not of seat {seat}")
    return seat


def _check(rules: Rules[Any], hand: Hand, known: Mapping[int, Sequence[Card]]) -> None:
    """Raise ``ValueError`` unless the known hands can be those that are still held."""
    seen = set(hand.played()) if rules.name != "australian" else set()
    for seat, own in known.items():
        if len(own) != holds(rules, hand, seat):
            raise ValueError(f"seat {seat} still holds {holds(rules, hand, seat)} cards, and {len(own)} are told")
        for card in own:
            if card not in rules.pack():
                raise ValueError(f"the card {card} is not in this game's pack")
            if card in seen:
                raise ValueError(f"the card {card} is there twice")
            seen.add(card)


# -- from the deal to now ----------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Open:
    """What is told to lie open, or to have lain so: the turn-up, the kitty, or the stock with its top card first, all
    of it as it was dealt or what is left of it; None for each card that is not known."""

    turned_up: list[Card | None]
    stock: list[Card | None]
    tricks: int
    """Tricks that are complete in the position."""

    def next(self, rules: Rules[Any], hand: Hand) -> tuple[Card, ...]:
        """What was turned up when ``hand`` waited for it; empty where that is not told."""
        if not draws(rules):
            told = self.turned_up if not rules.stock_size else self.stock or self.turned_up
            cards = tuple(card for card in told if card is not None)
            return cards if len(cards) == (rules.stock_size or 1) else ()
        done = len(hand.tricks)
        card = self.turned_up[done] if done < len(self.turned_up) > 1 else None
        if card is None and len(self.stock) == rules.stock_size and 2 * done < len(self.stock):
            card = self.stock[2 * done]
        if card is None and done == self.tricks:
            card = next((one[0] for one in (self.turned_up, self.stock) if one and len(one) < rules.stock_size), None)
        return () if card is None else (card,)


def _open(rules: Rules[Any], obj: Mapping[str, Any], steps: Sequence[Any]) -> _Open:
    stock = _cards(obj, "stock")
    if isinstance(rules, StockWhist) and len(stock) == rules.stock_size:
        dealt = Hand(rules.players, 0, stock=stock)  # type: ignore[arg-type]
        rules.turn_top(dealt)
        stock = [*(dealt.stock or ())]
    plays = sum(isinstance(one, Mapping) and "play" in one for one in steps)
    return _Open(_cards(obj, "turned_up"), stock, plays // rules.players)


def _begun(
    rules: Rules[Any], standing: Standing, obj: Mapping[str, Any], own: Sequence[Card], steps: Sequence[Any], me: int
) -> Hand:
    trump = _trump(obj)
    if isinstance(rules, Australian):
        return _round(rules, standing, obj, trump, len(own) + _played_by(steps, me))
    if any(isinstance(one, Mapping) and "choose" in one for one in steps):
        trump = None  # the choice is among the actions
    number = standing.number if _number(obj) else rules.number_with(trump)
    hand = _waiting(rules, replace(standing, number=number), trump, bool(obj.get("turned_up")))
    if isinstance(rules, Candid) and any(isinstance(one, Mapping) and "bid" in one for one in steps[:1]):
        hand.phase, hand.turn = "bid", int(steps[0].get("seat", 0))  # what was announced is not told
    return hand


def _waiting(rules: Rules[Any], standing: Standing, trump: str | None, told: bool) -> Hand:
    """The hand before its first action; it waits for the card that is turned up, where that one is ``told``."""
    if draws(rules):
        hand = rules.start(standing)
        hand.trump = trump  # the first card that lay open says the same, where it is told
        return hand
    if told:
        with suppress(ValueError):
            hand = rules.start(standing)
            if hand.phase == "turn_up":
                return hand
    return rules.start(standing, None, trump)


def _played_by(steps: Sequence[Any], seat: int) -> int:
    return sum(isinstance(one, Mapping) and "play" in one and one.get("seat") == seat for one in steps)


def _round(rules: Australian, standing: Standing, obj: Mapping[str, Any], trump: str | None, size: int) -> Hand:
    """A round of as many cards as are held and were played, of the number that is told, or of one that fits."""
    misere = bool(obj.get("misere"))
    numbered = _number(obj) is not None
    fitting = [standing.number] if numbered else range(1, rules.rounds + 1)
    for number in fitting:
        if rules.hand_size(number) != size or ((rules.special_of(number) == "misere") != misere and not numbered):
            continue
        if trump in (None, rules.trump_of(number)):
            return rules.start(replace(standing, number=number), None, rules.trump_of(number))
    if not 1 <= size <= rules.biggest or numbered:
        raise ValueError(f"there is no such round of {size} cards with {rules.players} players")
    hand = Hand(rules.players, standing.dealer, standing.number, size, trump=trump, special="misere" if misere else "")
    hand.leader = rules.first_leader(hand)
    rules.begin_round(hand)
    hand.origin = hand.copy()
    return hand


def _play(rules: Rules[Any], hand: Hand, steps: Sequence[Any], lies: _Open, me: int) -> frozenset[Card]:
    """Let all steps happen; what ``me`` has laid away."""
    gone: frozenset[Card] = frozenset()
    for step in steps:
        if isinstance(step, Mapping) and "discard" in step:
            if step.get("seat") == me and isinstance(step["discard"], list):
                away = tuple(Card.parse(code) for code in step["discard"])
                gone, hand.discards = frozenset(away), sorted(away, key=str)
                hand.actions.append(Discard(me, away))
            continue
        action = action_from_json(step, rules.players, rules.keys)
        if not isinstance(action, TurnUp):
            _turn_up(rules, hand, lies)
        rules.apply(hand, action)
    _turn_up(rules, hand, lies)
    return gone


def _turn_up(rules: Rules[Any], hand: Hand, lies: _Open) -> None:
    """Lay open what must lie there before the next action."""
    if hand.phase != "turn_up":
        return
    cards = lies.next(rules, hand)
    action = TurnUp(hand.dealer, cards)
    told = sum(isinstance(one, TurnUp) for one in hand.actions) == len(hand.tricks) or not draws(rules)
    if cards and told and rules.why_not(hand, action) is None:
        rules.happen(hand, action)
    elif hand.trump is not None:  # what lay there before is not told, and decides nothing any more
        hand.turned_up = cards
        rules.begin_play(hand)
    else:
        raise ValueError("the card that is turned up must be told, as turned_up")


def _kitty(rules: Rules[Any], hand: Hand, lies: _Open, me: int, own: Sequence[Card]) -> list[Card]:
    """The kitty that ``me`` has taken and must discard for, as far as it is not among its ``own`` cards."""
    takes = rules.name == "bid" and rules.options.bidder_gets_kitty and hand.declarer == me and not hand.discards
    if not takes or hand.tricks or hand.trick or hand.phase != "play":
        return []
    kitty = [card for card in (lies.stock or lies.turned_up) if card is not None and card not in own]
    if len(own) + len(kitty) == hand.size + rules.stock_size:
        hand.phase, hand.turn = "discard", me
        return kitty
    return []


def position_to_json(position: Position) -> dict[str, Any]:
    """``position`` as ``position_from_json`` reads it."""
    rules, hand = position.rules, position.hand
    obj: dict[str, Any] = {
        "game": rules.name,
        "options": rules.options.to_json(),
        "dealer": hand.dealer,
        "me": position.me,
        "seat": position.seat,
        "number": hand.number,
        "before": {"scores": list(position.standing.scores)},
        "hands": [_codes(position.known[seat]) if seat in position.known else None for seat in range(hand.seats)],
        "actions": [one.to_json() for one in hand.actions if not isinstance(one, TurnUp) and not _hidden(one)],
    }
    if hand.trump is not None:
        obj["trump"] = hand.trump
    opened = rules.opened(hand) if isinstance(rules, StockWhist) else []
    if opened or hand.turned_up:
        obj["turned_up"] = _codes(opened or hand.turned_up)
    return obj


def _codes(cards: Sequence[Card | None]) -> list[str | None]:
    return [None if card is None else str(card) for card in cards]


def _hidden(action: Action) -> bool:
    return isinstance(action, Discard) and not action.cards
