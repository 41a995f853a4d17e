"""One short sentence for everybody: what now? It follows from public facts only and names no announced points."""

from __future__ import annotations

from typing import Any

from whist import events as ev
from whist.cards import NO_TRUMP, SUIT_NAMES
from whist.family.beside import waits
from whist.family.laying import why_not
from whist.family.persons import persons
from whist.family.state import State
from whist.hand import Hand
from whist.prompts import spoken
from whist.rules import Rules


def name(seat: int | None, rules: Rules[Any]) -> str:
    """The name of the person at ``seat``: ``South``."""
    return persons(rules.players)[seat or 0].capitalize()


def side_name(side: int, rules: Rules[Any]) -> str:
    """The persons of a side: ``South and North``."""
    return " and ".join(name(seat, rules) for seat in range(rules.players) if rules.side(seat) == side)


def question_text(question: ev.Question, state: State, rules: Rules[Any]) -> str:
    """What a question asks, in one sentence."""
    if question.about == "turn_up":
        return "Which card was turned up?" if question.x is not None else "Which card lay open when this trick began?"
    if question.about == "order":
        return "More than one card was laid: which was played first?"
    if question.about == "replaced":
        owner = next((play.seat for play in state.trick if play.card in question.candidates), None)
        return f"Which card did {name(owner, rules)} play to this trick?"
    if question.about == "turn":
        who = name(state.hand.turn if state.hand else 0, rules)
        return f"Did {who} play that card? If not, lay {who}'s card so that I see it."
    if question.about == "sight":
        return "I cannot see the play area. Is there light, and is nothing in front of the camera?"
    return "Which card was laid?"


def prompt(state: State, rules: Rules[Any]) -> str:
    """What must be done now."""
    if state.phase == "over":
        winners = [side_name(side, rules) for side in state.now.winners]
        have = "has" if len(winners) == 1 and not rules.partners else "have"
        # the winners' score first; with more than two sides the sheet lists the others
        best = [state.now.scores[side] for side in state.now.winners[:1]]
        rest = [score for side, score in enumerate(state.now.scores) if side not in state.now.winners]
        scores = " to ".join(str(score) for score in [*best, *(rest if len(rest) == 1 else [])])
        return f"The match is over: {' and '.join(winners)} {have} won with {scores}."
    return _trouble(state, rules) or _by_phase(state, rules)


def _trouble(state: State, rules: Rules[Any]) -> str | None:
    if state.out_of_sight:
        return "I cannot see the play area: is there light, and is the camera's view free?"
    if state.out_of_step is not None:
        return _out_of_step(state.out_of_step)
    if state.wrong is not None:
        return f"Take {spoken(state.wrong[1])} back: {_wrong(state, rules)}"
    return None


def _out_of_step(drift: ev.OutOfStep) -> str:
    listed = ", ".join(spoken(card) for card in drift.believed)
    if set(drift.believed) <= set(drift.seen):
        return (
            f"So many cards are not one trick: take back all but {listed}."
            if listed
            else ("So many cards are not one trick: take them all back.")
        )
    if len(drift.believed) == 1:
        return f"I believe that {listed} lies there: lay it so that I see it."
    return f"I believe that {listed} lie there: lay these cards so that I see them all."


def _wrong(state: State, rules: Rules[Any]) -> str:
    assert state.wrong is not None
    seat, card = state.wrong
    hand = state.hand
    if any(play.seat == seat for play in state.trick):
        return f"{name(seat, rules)}'s card can no longer be changed."
    if state.barred is not None and state.barred[1] == card:
        return f"it is {name(seat, rules)}'s turn, not {name(state.barred[0], rules)}'s."
    if hand is not None and hand.phase != "play":
        return _turn(state, rules, hand)
    if hand is not None and card in hand.played():
        return "it has been played already."
    if card not in rules.pack():
        return "it is not in this game's pack."
    why = None if hand is None or card in rules.legal_cards(hand) else f"{name(seat, rules)} cannot hold it."
    return why or why_not(state, rules, card) or f"it is {name(seat, rules)}'s turn."


def _by_phase(state: State, rules: Rules[Any]) -> str:
    hand = state.hand
    if hand is None:
        return "The cards are dealt next."
    if any(question.about != "sight" for question in state.questions):
        return "A card is in doubt: please answer the question on your page."
    if state.phase == "deal":
        return (
            f"Gather all cards; {name(hand.dealer, rules)} deals again." if state.clear else _deal(state, rules, hand)
        )
    if state.phase == "scored":
        return _scored(state, rules, hand)
    if state.phase == "gather":
        return _gather(rules, hand)
    if state.phase == "kitty":
        return _kitty(state, rules, hand)
    if state.phase == "turn_up":
        return _stock(state, rules, hand)
    return _turn(state, rules, hand)


def _deal(state: State, rules: Rules[Any], hand: Hand) -> str:
    dealer = name(hand.dealer, rules)
    cards = f"{hand.size} card{'s' * (hand.size > 1)}"
    if hand.phase != "turn_up":
        return f"{dealer} deals {cards} to each; {_turn(state, rules, hand)}"
    if rules.turn_up_lies:
        return f"{dealer} deals {cards} to each and turns up the last one in the middle of the table."
    return f"{dealer} deals {cards} to each, puts the rest beside the tricks and turns up its top card."


def _scored(state: State, rules: Rules[Any], hand: Hand) -> str:
    dealer = name(state.now.dealer, rules)
    if hand.thrown_in:
        return f"All have passed: gather the cards; {dealer} deals."
    return f"The hand is over: clear the play area; {dealer} deals next."


def _gather(rules: Rules[Any], hand: Hand) -> str:
    winner = name(hand.tricks[-1].winner, rules)
    if hand.phase == "turn_up":
        return (
            f"{winner} wins the trick: gather it; {winner} takes the open card, the other the next, then turn one up."
        )
    return f"{winner} wins the trick: gather the cards, then {winner} leads."


def _kitty(state: State, rules: Rules[Any], hand: Hand) -> str:
    if hand.phase == "turn_up":
        return (
            f"{name(hand.dealer, rules)}, lay the {rules.stock_size} cards of the kitty open, so that I see them all."
        )
    taker = f"{name(hand.declarer, rules)} takes the kitty and discards as many cards" if _taken(rules) else None
    return f"{taker or 'All have seen the kitty: put it away'}; then {name(hand.turn, rules)} leads."


def _taken(rules: Rules[Any]) -> bool:
    return bool(getattr(rules.options, "bidder_gets_kitty", False))


def _stock(state: State, rules: Rules[Any], hand: Hand) -> str:
    if not hand.tricks:
        return "A joker fixes no trumps: put it into the stock and turn up the next card."
    winner = name(hand.tricks[-1].winner, rules)
    return f"{winner} takes the open card, the other the next; then turn up the stock's top card in its place."


def _turn(state: State, rules: Rules[Any], hand: Hand) -> str:
    who = name(hand.turn, rules)
    if hand.phase == "announce":
        return f"{who}, say your high-card points."
    if hand.phase == "bid":
        return f"{who}, {'bid before you look at your cards' if hand.special == 'blind' else 'bid'}."
    if hand.phase == "choose":
        direction = hand.contract is not None and str(hand.contract.call).endswith(NO_TRUMP)
        return f"{who}, choose {'up or down' if direction else 'trumps'}."
    return _play(state, rules, hand, who)


def _play(state: State, rules: Rules[Any], hand: Hand, who: str) -> str:
    demanded = [play.card for play in state.law.demanded if play.seat == hand.turn]
    if demanded:
        return f"{who}, the opponents demand {spoken(demanded[0])}: play it if you may."
    suit = None if hand.trick else dict(state.law.leads).get(rules.side(hand.turn or 0))
    if suit is not None:
        return f"{who}, lead one of the {SUIT_NAMES[suit]}, as the opponents have asked."
    if rules.turn_up_lies and hand.turn == hand.dealer and waits(state, rules):
        return f"{who}, play a card; to play the turned-up card, move it in with the others."
    taking = rules.turn_up_lies and state.aside and hand.turn == hand.dealer and hand.tricks
    return f"{who}, {'play a card' if hand.trick else 'lead'}{' or take up the turned-up card' if taking else ''}."
