"""One short sentence for everybody: what now? Names no card that is not face up, and follows from public facts only."""

from __future__ import annotations

from whist import events as ev
from whist.android import commander, handler
from whist.cards import SUIT_NAMES, Card
from whist.observations import SLOTS
from whist.options import AndroidOptions
from whist.seats import HOLDERS, PERSONS, holder_of, human, person_beside, person_of
from whist.state import State

_NAMES = {"2": "2", "T": "10", "J": "jack", "Q": "queen", "K": "king", "A": "ace"}


def spoken(card: Card) -> str:
    """``the 10 of hearts``."""
    if card.is_joker:
        return "the joker"
    return f"the {_NAMES.get(card.rank, card.rank)} of {SUIT_NAMES[card.suit]}"


def who(seat: int, state: State) -> str:
    """The name of the person at ``seat``: ``South`` or ``North``."""
    return person_of(seat, state.dealer).capitalize()


def question_text(question: ev.Question) -> str:
    """What a question asks, in one sentence."""
    if question.about == "slot":
        return f"Which card stands in slot {(question.slot or 0) + 1} of holder {question.holder}, from the left?"
    if question.about == "turn_up":
        return "Which card was turned up?"
    if question.about == "order":
        return "Two cards were laid at once: which was played first?"
    if question.about == "replaced":
        return "Another card lies in the place of the last one: which of the two belongs to this trick?"
    if question.about == "moved":
        return f"The card from the marked slot {(question.slot or 0) + 1} reads otherwise: which card is it?"
    if question.about == "sight":
        return "I cannot see the play area and both holders. Is there light, and is nothing in front of the camera?"
    return "Which card was laid?"


def proposal_text(asked: ev.Proposed, state: State) -> str:
    """What is proposed, in one sentence."""
    name = who(asked.seat, state)
    if asked.what == "claim":
        left = SLOTS - len(state.tricks)
        if asked.tricks == 0:
            return f"{name} concedes all {left} tricks that are left."
        return f"{name} claims {asked.tricks} of the {left} tricks that are left."
    if asked.what == "scores":
        return f"{name} says that the scores are {asked.scores[0]} for South and {asked.scores[1]} for North."
    card = spoken(asked.card) if asked.card else "another card"
    return f"{name} says that {_seat_name(asked.of, state)} played {card} in trick {asked.trick}."


def revoke_text(state: State, seat: int | None) -> str | None:
    """What ``seat`` (None: everybody) is told of a revoke that is known at once (RULES T12)."""
    if state.revoke_known is None:
        return None
    owner, suit = state.revoke_known
    if seat is None:
        return f"{who(owner, state)} could follow suit and has not: a card of {suit} is known to be in that hand."
    if seat != owner:
        return None
    return f"You hold one of the {suit} that were led: take your card back and follow suit, or let it stand."


def prompt(state: State, options: AndroidOptions) -> str:
    """What must be done now."""
    if state.phase == "over":
        sides = ("South and holder 2", "North and holder 1")
        return f"The game is over: {sides[state.winner or 0]} have won {state.scores[0]} to {state.scores[1]}."
    return _trouble(state) or _by_phase(state, options)


def _trouble(state: State) -> str | None:
    if state.out_of_sight:
        return (
            f"I cannot see {' and '.join(sorted(state.out_of_sight))}: is there light, and is the camera's view free?"
        )
    if state.swapped:
        return _swapped(state)
    if state.out_of_step is not None:
        if state.out_of_step.holder is not None:
            beside = ("South", "North")[state.out_of_step.holder - 1]
            return f"{beside}, holder {state.out_of_step.holder} does not show the cards that I believe it to hold."
        if state.trick:
            listed = ", ".join(str(play.card) for play in state.trick)
            return f"The trick that I know is {listed}: lay its cards so that I see them all."
        return "The table is not as I know it: lay the cards so that I see them all."
    if state.proposal is not None:
        other = next(p for p in PERSONS if p != person_of(state.proposal.seat, state.dealer))
        return f"{proposal_text(state.proposal, state)} {other.capitalize()}, do you agree?"
    if state.wrong is not None:
        return f"Take {spoken(state.wrong[1])} back: {_wrong(state)}."
    if state.ungathered is not None:
        return _ungathered(state.ungathered)
    if state.unread:
        cards = "A card lies there" if state.unread == 1 else f"{state.unread} cards lie there"
        return f"{cards} that I cannot read: turn it face up, uncover a corner, or take it away."
    return None


def _swapped(state: State) -> str:
    first = state.swapped[0]
    if len(state.swapped) > 1:
        return "The holders are in each other's place: set holder 1 before South and holder 2 before North."
    return f"Holder {first} stands the wrong way round: it belongs before {person_beside(first).capitalize()}."


def _ungathered(left: ev.Ungathered) -> str:
    listed = spoken(left.left[0]) if len(left.left) == 1 else f"{len(left.left)} cards"
    if left.new:
        return f"Gather the old trick first: {listed} of it still {_lie(left)} there."
    return f"Gather the whole trick: {listed} of it still {_lie(left)} there."


def _lie(left: ev.Ungathered) -> str:
    return "lies" if len(left.left) == 1 else "lie"


def _wrong(state: State) -> str:
    turn = state.turn
    if turn is None or state.wrong is None:
        return "it cannot be played now"
    if any(play.card == state.wrong[1] for play in state.trick):
        return "it lies in this trick already"
    for number, trick in enumerate(state.tricks, 1):
        if any(play.card == state.wrong[1] for play in trick.plays):
            return f"it was played in trick {number}"
    if human(turn, state.dealer):
        return f"it is {who(turn, state)}'s turn"
    if state.to_move is None:
        return f"{who(commander(turn, state.dealer) or 0, state)} gives a command first"
    return f"it is not the card that {who(handler(turn, state.dealer) or 0, state)} has to move"


def _by_phase(state: State, options: AndroidOptions) -> str:
    if state.phase in ("deal", "turn_up"):
        return _deal(state, options)
    if any(question.about != "sight" for question in state.questions):
        return "A card is in doubt: please answer the question on your page."
    if state.phase in ("gather", "scored"):
        winner = state.tricks[-1].winner
        name = _seat_name(winner, state)
        if state.phase == "scored":
            return "The hand is over: gather the last trick and pass the deal."
        return f"{name[0].upper() + name[1:]} wins the trick: gather the cards, then {name} leads."
    return _turn(state)


def _seat_name(seat: int, state: State) -> str:
    holder = holder_of(seat, state.dealer)
    return who(seat, state) if holder is None else f"holder {holder}"


def _turn(state: State) -> str:
    turn = state.turn if state.turn is not None else 0
    if human(turn, state.dealer):
        wait = state.turn_up_lies and turn == state.dealer
        taking = " or take up the turned-up card" if wait and state.tricks else ""
        if wait and not state.tricks:
            return f"{who(turn, state)}, play a card; to play the turned-up card, move it in with the others."
        return f"{who(turn, state)}, {'play a card' if state.trick else 'lead'}{taking}."
    if state.to_move is not None:
        return f"{who(handler(turn, state.dealer) or 0, state)}, move the marked card from the holder to the table."
    name = who(commander(turn, state.dealer) or 0, state)
    if state.trick and not state.had_error:
        return f"{name}, command your partner: duck, beat or high."
    if state.had_error:
        return f"{name}, Error Message: try another command."
    return f"{name}, command your partner to lead: a suit, shortest or longest."


def _deal(state: State, options: AndroidOptions) -> str:
    dealer = person_of(state.dealer, state.dealer).capitalize()
    if state.to_clear:
        return f"Gather all cards; {dealer} deals again."
    missing = [
        f"holder {holder} shows {shown} of {SLOTS} cards"
        for holder, (shown, _) in zip(HOLDERS, (racked or (0, 0) for racked in state.racked), strict=True)
        if shown != SLOTS
    ]
    if len(missing) == 2 and all(not racked or racked[0] == 0 for racked in state.racked):
        side = f" Both holders stand at {dealer}'s left." if options.layout == "cross_table" else ""
        return f"{dealer} deals; each of you racks 13 cards in the holder beside you.{side}"
    crowded = [holder for holder, racked in zip(HOLDERS, state.racked, strict=True) if racked and racked[0] > SLOTS]
    if crowded:
        return f"Holder {crowded[0]} holds a card too many: each holds {SLOTS}, one to a slot."
    if missing:
        return f"Rack the cards: {' and '.join(missing)}."
    for holder, racked in zip(HOLDERS, state.racked, strict=True):
        if racked and racked[1]:
            return f"I cannot read {racked[1]} of the cards in holder {holder}: set them straight."
    if state.questions:
        return "A card is in doubt: please answer the question on your page."
    if state.turn_up is None:
        return f"{dealer}, turn up your last card in the middle of the table."
    return "The cards are being read."
