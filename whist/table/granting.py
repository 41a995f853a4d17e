"""What persons ask for, granted or refused: what they say at their turns, commands (RULES A13–A20), answers to
questions, a new deal (RULES T10); what they put right (``whist.table.mending``) and table law (``whist.table.by_law``).

Texts of refusals depend on public facts and on what the asker may see, never on an unseen hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from whist.messages import events as ev
from whist.messages import events_of_calls as fe
from whist.messages.requests import (
    Agree,
    Answer,
    Claim,
    Command,
    Correct,
    Demand,
    Deny,
    Expose,
    LaidBy,
    Redeal,
    Request,
    SayStep,
    SetScores,
    Treat,
    Undo,
)
from whist.names import seat_name
from whist.phrases import phrase
from whist.rules.actions import Action, Announce, Bid, Choose, Discard, Play
from whist.rules.base import Rules
from whist.rules.commands import parse_command, why_refused
from whist.rules.refusals import Refused
from whist.rules.scoring import next_dealer
from whist.table import by_law, mending
from whist.table.answers import Grant, answered, granted
from whist.table.by_law import hand_in_play
from whist.table.corrections import claim, set_scores
from whist.table.flow.linked import FIXES, redealt
from whist.table.flow.open_cards import wrong_too
from whist.table.ordering import discarded, ordered
from whist.table.seen.last_seen import Looks
from whist.table.seen.unseen import passed
from whist.table.state.evolve import evolve
from whist.table.state.moving import obeyed
from whist.table.state.seats import human
from whist.table.state.state import State
from whist.table.words.refusals import too_late_to_deal

MOST_FIXED: Final = 30
"""Corrections of the scores of a linked match, each of which is told with every word."""
NO_CALLING: Final = phrase(
    "While tables are linked no exposed card is called: nobody at the other table sees it lie. Take it back."
)


def decide(request: Request, state: State, rules: Rules[Any], looks: Looks) -> list[ev.Event]:
    """The events of a request of a seat of this table; raises ``Refused``."""
    kinds: Mapping[type, Grant] = {
        **_ALWAYS,
        **(_COMMANDED if state.holders.obey else _SAID),
        SayStep: lambda request, state, rules: mending.step(request, state, rules, looks),
    }
    if state.holders.obey:
        kinds = {**kinds, Command: lambda request, state, rules: _passed(request, state, rules, looks)}
    if type(request) in kinds and request.seat in state.away:
        raise Refused(phrase("That place is at another table."))
    if FIXES in state.away and isinstance(request, SetScores):
        raise Refused(phrase("The score of a linked match is fixed at the table that hosts it."))
    if state.away and isinstance(request, SetScores) and len(state.score_changes) >= MOST_FIXED:
        raise Refused(phrase("The score of this linked match has been fixed {count} times already.", count=MOST_FIXED))
    if state.away and isinstance(request, Expose | Demand | Deny | Treat):
        raise Refused(NO_CALLING)
    return granted(request, state, rules, kinds, (Command, Announce, Bid, Choose, Discard, Play))


# -- at one's turn -----------------------------------------------------------------------------------------------------


def _say(request: Any, state: State, rules: Rules[Any]) -> list[ev.Event]:
    """A call, a choice or an announcement, at the seat's turn."""
    hand = hand_in_play(state)
    if state.gather or state.phase == "kitty":
        raise Refused(phrase("The cards must be gathered first."), "not_now")
    action: Action = request
    if (why := rules.why_not(hand, action)) is not None:
        waits = hand.turn != request.seat or hand.phase != _PHASES[type(request)]
        raise Refused(why, "not_now" if waits else "refused")
    return [_said(request)]


def _order(request: Play, state: State, rules: Rules[Any]) -> list[ev.Event]:
    hand_in_play(state)
    return ordered(request, state, rules)


_PHASES: Mapping[type, str] = {Announce: "announce", Bid: "bid", Choose: "choose"}


def _said(request: Any) -> ev.Event:
    if isinstance(request, Announce):
        return fe.Announced(request.seat, request.hcp)
    if isinstance(request, Bid):
        return fe.Called(request.seat, request.call)
    return fe.Chosen(request.seat, request.what)


def _passed(request: Command, state: State, rules: Rules[Any], looks: Looks) -> list[ev.Event]:
    """A command, and before it the card of the android before, which people see lie there."""
    played = passed(state, looks, request.seat)
    for event in played:
        state = evolve(event, state, rules)
    return [*played, *_command(request, state, rules)]


def _command(request: Command, state: State, rules: Rules[Any]) -> list[ev.Event]:
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
    return obeyed(command, state, state.holders, seat, rules)


# -- what else ---------------------------------------------------------------------------------------------------------


def _answer(request: Answer, state: State, rules: Rules[Any]) -> list[ev.Event]:
    events = answered(request, state, rules, lambda event: mending.follows(event, state, rules))
    asked = next(one for one in state.questions if one.id == request.question)
    if request.card is None and asked.about == "turn_up":
        events.append(wrong_too(state, hand_in_play(state), asked.candidates[0], asked.of))
    return events


def _redeal(request: Any, state: State, rules: Rules[Any]) -> list[ev.Event]:
    """RULES T10. While tables are linked a hand of which others may have gone on is not dealt again here: no trick can
    be complete elsewhere before a card is played here; of one that was taken back they may have heard."""
    hand = hand_in_play(state)
    if hand.tricks:
        raise too_late_to_deal()
    if state.away and (state.played() or state.paused is not None):
        raise Refused(
            phrase("While tables are linked the cards can be dealt again only before one of them is played here."),
            "not_now",
        )
    return [redealt(state, rules)]


def _deal_again(request: Redeal, state: State, rules: Rules[Any]) -> list[ev.Event]:
    if state.phase not in ("deal", "turn_up", "play") or state.tricks:
        raise too_late_to_deal()
    dealer = state.dealer if rules.options.misdeal == "same_dealer" else next_dealer(state.dealer)  # RULES T10
    return [ev.DealStarted(state.hand.number, dealer, True)]


def _undo(request: Any, state: State, rules: Rules[Any]) -> list[ev.Event]:
    if last_said(state) != request.seat:
        raise Refused(phrase("You can take back only what you said last, while nobody has acted after it."), "not_now")
    return [fe.Undone(request.seat)]


def last_said(state: State) -> int | None:
    """The seat that can take back what it said, for it was the last that happened; None when there is none. Once all
    have bid blind they look at their cards, and nobody may bid again (RULES U8)."""
    hand = state.hand if state.hand.actions or state.before is None else state.before.hand
    if hand.special == "blind" and hand.phase != "bid":
        return None
    last = hand.actions[-1] if hand.actions else None
    return last.seat if isinstance(last, Announce | Bid | Choose) else None


_ALWAYS: Final[Mapping[type, Grant]] = {
    Answer: _answer,
    Correct: mending.correct_card,
    SetScores: set_scores,
    Agree: mending.agreed,
}
_COMMANDED: Final[Mapping[type, Grant]] = {
    Play: ordered,
    Redeal: _deal_again,
    Undo: mending.undo,
    LaidBy: mending.mine,
    Claim: claim,
}
"""Where androids obey."""
_SAID: Final[Mapping[type, Grant]] = {
    Announce: _say,
    Bid: _say,
    Choose: _say,
    Play: _order,
    Discard: discarded,
    Redeal: _redeal,
    Undo: _undo,
    LaidBy: by_law.laid_by,
    Expose: by_law.expose,
    Demand: by_law.demand,
    Deny: by_law.deny,
    Treat: by_law.treat,
}
"""Where everybody speaks at the own turn."""
