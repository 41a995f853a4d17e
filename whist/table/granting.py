"""What persons ask for, granted or refused: commands (RULES A13–A20), answers to questions, a new deal (RULES T10).

Texts of refusals depend on public facts and on what the asker may see, never on an unseen hand.
"""

from __future__ import annotations

from whist.cards import Card
from whist.games.android import Android
from whist.messages import events as ev
from whist.messages.events import UNSEEN
from whist.messages.requests import Answer, Chosen, Command, LaidBy, Mending, Redeal, Request, Undo
from whist.names import seat_name
from whist.phrases import phrase
from whist.rules.commands import answer, parse_command, why_refused
from whist.rules.refusals import Refused
from whist.rules.scoring import next_dealer
from whist.table import mending
from whist.table.answers import answered
from whist.table.ordering import ordered
from whist.table.seen.earlier_cards import record
from whist.table.seen.last_seen import Looks
from whist.table.seen.unseen import passed
from whist.table.state.around import sits
from whist.table.state.evolve_commands import evolve
from whist.table.state.moving import sees
from whist.table.state.seats import human, person_of
from whist.table.state.state import State
from whist.table.words.refusals import of_nobody, too_late_to_deal


def decide(request: Request, state: State, rules: Android, looks: Looks) -> list[ev.Event]:
    """The events of a request of a seat of this table; raises ``Refused``."""
    if isinstance(request, Command):
        played = passed(state, looks, request.seat)
        for event in played:
            state = evolve(event, state, rules)
        return [*played, *_command(request, state, rules)]
    if isinstance(request, Chosen):
        return ordered(request, state, rules)
    if not isinstance(request, Answer | Redeal | Mending | LaidBy | Undo):
        raise Refused(
            phrase("That cannot be asked in Android Whist, only commands, answers, corrections and a new deal.")
        )
    if request.seat in state.holders.computers:
        raise of_nobody()
    if sits(state, request.seat):
        if not isinstance(request, Answer | Redeal):
            return mending.decide(request, state, rules, looks)
        return _answer(request, state, rules) if isinstance(request, Answer) else _redeal(state, rules)
    who = seat_name(request.seat)
    raise Refused(phrase("In this deal {name} is an android; only a person can ask that.", name=who))


def _command(request: Command, state: State, rules: Android) -> list[ev.Event]:
    seat = request.seat
    if human(seat, state.dealer):
        raise Refused(phrase("In this deal {name} is a person; only an android takes commands.", name=seat_name(seat)))
    try:
        command = parse_command(request.text)
    except ValueError as error:
        raise Refused(f"{error}.") from None
    if state.turn != seat:
        raise Refused(phrase("It is not the turn of your partner's holder now."), "not_now")
    if state.holders.to_move is not None:
        raise Refused(phrase("The android has its card already; wait until it is moved."), "not_now")
    why = why_refused(command, not state.trick, state.had_error, rules.options)
    if why is not None:
        raise Refused(why)
    trick = [play.card for play in state.trick]
    card = answer(command, state.holders.held(seat), trick, state.trump or "NT", rules.options)
    done: ev.Event = ev.ErrorMessage(seat, command) if card is None else ev.ToMove(seat, card)
    return [ev.Commanded(seat, command), done]


def _answer(request: Answer, state: State, rules: Android) -> list[ev.Event]:
    return answered(
        request,
        state,
        rules,
        lambda asked: _elsewhere(asked, state, person_of(request.seat, state.dealer)),
        lambda event: mending.follows(event, state, rules),
    )


def _elsewhere(asked: ev.Question, state: State, person: str) -> frozenset[Card]:
    """What is public, be it played or laid elsewhere and to be taken back, and in a question about the holder beside
    ``person``, who answers, what else stands in it. One of an earlier trick may have been misread, where the table
    itself takes the card in question for it."""
    played = state.played() - (set(asked.candidates) - record(state).sure())
    laid_now = asked.about == "table" or (asked.about == UNSEEN and asked.of == state.dealer)
    strays = {*state.wrong_cards} - {*asked.candidates} if asked.about == "table" else set()
    public = played | strays | ({state.turn_up} if state.turn_up and not laid_now else set())
    own = asked.about == "slot" and asked.holder is not None and sees(state, person, asked.holder)
    seen = state.holders.hand(asked.holder or 0) if own else ()
    return public | {card for slot, card in enumerate(seen) if card and slot != asked.slot}


def _redeal(state: State, rules: Android) -> list[ev.Event]:
    if state.phase not in ("deal", "turn_up", "play") or state.tricks:
        raise too_late_to_deal()
    dealer = state.dealer if rules.options.misdeal == "same_dealer" else next_dealer(state.dealer)  # RULES T10
    return [ev.DealStarted(state.hand.number, dealer, True)]
