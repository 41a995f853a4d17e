"""What people put right with one word, and what follows once two sides have agreed (``whist.table.corrections``). Where
androids obey, each person speaks for the holder beside that person alone; computer players' holders face nobody."""

from __future__ import annotations

from typing import Any

from whist.cards import Card
from whist.messages import events as ev
from whist.messages.observations import SLOTS
from whist.messages.requests import Agree, Correct, LaidBy, SayStep, Undo
from whist.names import card_name, holder_name
from whist.phrases import Phrase, phrase
from whist.rules.base import Rules
from whist.rules.refusals import Refused
from whist.table.corrections import agree, correct
from whist.table.flow.ends import hand_over
from whist.table.flow.linked import closed
from whist.table.laid.questions import as_told
from whist.table.seen.last_seen import Looks, clear
from whist.table.seen.matching import match
from whist.table.state.around import places, sits
from whist.table.state.evolve import evolve
from whist.table.state.moving import looks_into, ordered_anew
from whist.table.state.state import State
from whist.table.words.refusals import in_step_already


def correct_card(request: Correct, state: State, rules: Rules[Any]) -> list[ev.Event]:
    """That another card was played; raises ``Refused``."""
    if request.of in state.away:
        raise Refused(phrase("That card was laid at another table: it is put right there."))
    if state.away and closed(state):
        raise Refused(
            phrase("The other table goes on to the next hand; that one cannot be changed any more."), "not_now"
        )
    return correct(request, state, rules, lambda asked, was, swap: _objection(asked, was, swap, state))


def agreed(request: Agree, state: State, rules: Rules[Any]) -> list[ev.Event]:
    """That what is proposed is so, or not; raises ``Refused``."""
    return agree(request, state, rules, lambda event: follows(event, state, rules))


def in_step(state: State, rules: Rules[Any], seat: int) -> list[str]:
    """How the person at ``seat`` may say that the table is."""
    drift = state.out_of_step
    if drift is None:
        return []
    if drift.holder is not None:
        return ["seen", "believed"] if _may_say(drift.holder, state, rules, seat) else []
    if state.holders.obey:
        return ["seen", "believed"]
    return ["believed"] if _may_overlook(drift) else []


def _may_overlook(drift: ev.OutOfStep) -> bool:
    """Whether cards of the trick, or the stock's open one, are missing, and no others lie there that nobody can account
    for."""
    return bool(drift.believed) and set(drift.seen) <= set(drift.believed)


def _may_say(holder: int, state: State, rules: Rules[Any], seat: int) -> bool:
    """Whether the person at ``seat`` says what stands in that holder."""
    return not state.holders.obey or looks_into(state, rules, holder) == places(state)[seat]


def laid_by(state: State) -> int | None:
    """Where androids obey, the seat that may have laid the card that must be taken back: the person's whose turn it
    is."""
    turn = state.turn if state.holders.obey else None
    return turn if state.wrong is not None and turn is not None and sits(state, turn) else None


def follows(
    event: ev.PlayCorrected | ev.ScoresCorrected | ev.Claimed, state: State, rules: Rules[Any]
) -> list[ev.Event]:
    """What was agreed, the score of a hand that is over by it where that is told with it, and that the match is over;
    raises ``Refused`` for what cannot have been."""
    try:
        now = evolve(event, state, rules)
    except (TypeError, ValueError, IndexError, Refused) as error:
        raise Refused(phrase("After that card the hand could not have gone on as it did.")) from error
    if isinstance(event, ev.ScoresCorrected):
        return [event, *_over(event, now, rules)]
    if state.holders.obey and (isinstance(event, ev.Claimed) or state.phase in ("scored", "over")):
        return [event, *hand_over(now, rules)]  # claimed tricks stay
    return [event, *ordered_anew(state, now, rules)]


def _over(event: ev.ScoresCorrected, now: State, rules: Rules[Any]) -> list[ev.Event]:
    """That the match is over by those scores."""
    if now.holders.obey:
        won = [side for side in (0, 1) if rules.target is not None and event.scores[side] >= rules.target]
        return [ev.GameOver(won[0])] if len(won) == 1 else []
    return [ev.GameOver(now.now.winners[0], now.now.winners)] if now.now.over else []


def _objection(request: Correct, was: Card, exchanged: bool, state: State) -> Phrase | None:
    """What lies open beside the tricks was not played; where androids obey, the turn-up is the dealer's."""
    if not state.holders.obey:
        if any(aside.card == request.card for aside in state.aside):
            return phrase("That card lies open beside the tricks: {card}.", card=card_name(request.card))
        return None
    for card in (request.card if request.of != state.dealer else None, was if exchanged else None):
        if card is not None and card == state.turn_up:
            return phrase("That card was turned up; it is the dealer's: {card}.", card=card_name(card))
    return None


# -- one word is enough ------------------------------------------------------------------------------------------------


def mine(request: LaidBy, state: State, rules: Rules[Any]) -> list[ev.Event]:
    """A card that was taken for one laid out of turn is that of the person whose turn it is."""
    if state.wrong is None or state.turn is None or not sits(state, state.turn):
        raise Refused(phrase("No card is waiting to be claimed."), "not_now")
    if request.by != state.turn:
        raise Refused(phrase("It is not that seat's turn; take the card back until it is."))
    return [ev.SaidMine(request.seat, state.wrong[1])]


def undo(request: Undo, state: State, rules: Rules[Any]) -> list[ev.Event]:
    """Only what was answered, and nothing that has shown a card or an Error (RULES A20)."""
    if state.proposal is not None and state.proposal.seat == request.seat:
        return [ev.Declined(request.seat)]
    if state.undo is None or state.undo[0] != request.seat:
        raise Refused(
            phrase("You have nothing to take back now; a command has already given something away."), "not_now"
        )
    return [ev.AnswerUndone(request.seat)]


def step(request: SayStep, state: State, rules: Rules[Any], looks: Looks) -> list[ev.Event]:
    """That the table is as it is seen, or as it is believed; raises ``Refused``."""
    drift = state.out_of_step
    if drift is None:
        raise in_step_already()
    if request.how not in ("seen", "believed"):
        raise Refused(phrase('The table is as it is "seen" or as it is "believed".'))
    if request.how not in in_step(state, rules, request.seat):
        if drift.holder is None:
            raise Refused(phrase("Lay the right cards where I can see them, and no others."))
        holder = holder_name(drift.holder)
        raise Refused(phrase("Only the person beside {holder} can say what stands in it.", holder=holder))
    said: list[ev.Event] = [ev.StepSaid(request.seat, request.how), ev.InStep()]
    if request.how == "believed" or not state.holders.obey:
        return said  # a computer player's holder is read anew
    if drift.holder is not None:
        return [ev.Rearranged(drift.holder, _as_seen(drift.holder, state, looks)), *said]
    return _with_order([*_trick_as_seen(request.seat, state, looks), *said], state, rules)


def _with_order(events: list[ev.Event], state: State, rules: Rules[Any]) -> list[ev.Event]:
    """The ``events``, and what is to be moved after them."""
    now = state
    for event in events:
        now = evolve(event, now, rules)
    return [*events, *ordered_anew(state, now, rules)]


def _as_seen(holder: int, state: State, looks: Looks) -> tuple[Card | None, ...]:
    """What a holder shows; where that is not clear, what was believed."""
    hand = state.holders.hand(holder)
    seen = tuple(
        None if reading is None else reading.best if clear(reading) else old
        for reading, old in zip(looks.last.get(holder, ()), hand, strict=False)
    )
    cards = [card for card in seen if card is not None]
    # what somebody said of this holder before is weighed against no other, or it would tell what stands there
    other = (state.holders.cards() | state.played()) - {*hand}
    fits = len(cards) == sum(card is not None for card in hand) and len(set(cards)) == len(cards)
    if len(seen) != SLOTS or not fits or other & set(cards):
        raise Refused(phrase("What I see in that holder cannot be right either; set its cards straight."), "not_now")
    return seen


def _trick_as_seen(seat: int, state: State, looks: Looks) -> list[ev.Event]:
    """The corrections of cards of the trick that read otherwise."""
    matched = match(as_told(state, looks, looks.table or ()), state.trick, state.aside)
    if matched.missing or not matched.changed:
        raise Refused(phrase("I cannot see all the cards of the trick; lay them where I can."), "not_now")
    number = len(state.tricks) + 1
    corrections: list[ev.Event] = []
    for play, found in matched.changed:
        card = found.reading.best
        if card is None or card in state.played():
            raise Refused(
                phrase("What I see cannot be right either; lay the cards of the trick where I can see them all.")
            )
        corrections.append(ev.PlayCorrected(number, play.seat, play.card, card, seat, seat))
    return corrections
