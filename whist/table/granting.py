"""What persons ask for, granted or refused: commands (RULES A13–A20), answers to questions, a new deal (RULES T10).

Texts of refusals depend on public facts and on what the asker may see, never on an unseen hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from whist.games.android import Android
from whist.messages import events as ev
from whist.messages.requests import (
    Agree,
    Answer,
    Claim,
    Command,
    Correct,
    LaidBy,
    Redeal,
    Request,
    SayStep,
    SetScores,
    Undo,
)
from whist.names import seat_name
from whist.phrases import phrase
from whist.rules.actions import Play
from whist.rules.commands import answer, parse_command, why_refused
from whist.rules.refusals import Refused
from whist.rules.scoring import next_dealer
from whist.table import mending
from whist.table.answers import Grant, answered, granted
from whist.table.corrections import claim, set_scores
from whist.table.ordering import ordered
from whist.table.seen.last_seen import Looks
from whist.table.seen.unseen import passed
from whist.table.state.evolve_commands import evolve
from whist.table.state.seats import human
from whist.table.state.state import State
from whist.table.words.refusals import too_late_to_deal


def decide(request: Request, state: State, rules: Android, looks: Looks) -> list[ev.Event]:
    """The events of a request of a seat of this table; raises ``Refused``."""
    kinds: Mapping[type, Grant] = {
        **KINDS,
        Command: lambda request, state, rules: _passed(request, state, rules, looks),
        SayStep: lambda request, state, rules: mending.step(request, state, rules, looks),
    }
    return granted(request, state, rules, kinds, (Command, Play))


def _passed(request: Command, state: State, rules: Android, looks: Looks) -> list[ev.Event]:
    """A command, and before it the card of the android before, which people see lie there."""
    played = passed(state, looks, request.seat)
    for event in played:
        state = evolve(event, state, rules)
    return [*played, *_command(request, state, rules)]


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
    return answered(request, state, rules, lambda event: mending.follows(event, state, rules))


def _redeal(request: Redeal, state: State, rules: Android) -> list[ev.Event]:
    if state.phase not in ("deal", "turn_up", "play") or state.tricks:
        raise too_late_to_deal()
    dealer = state.dealer if rules.options.misdeal == "same_dealer" else next_dealer(state.dealer)  # RULES T10
    return [ev.DealStarted(state.hand.number, dealer, True)]


KINDS: Final[Mapping[type, Grant]] = {
    Play: ordered,
    Answer: _answer,
    Redeal: _redeal,
    Undo: mending.undo,
    LaidBy: mending.mine,
    Correct: mending.correct_card,
    SetScores: set_scores,
    Claim: claim,
    Agree: mending.agreed,
}
"""What is granted without a look at what lies there."""
