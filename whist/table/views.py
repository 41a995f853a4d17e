"""What everybody may know of a game, and what each person may. The only place where a secret could leave the state.

A person sees the holder beside them and never the one they command: no line of a view depends on the cards of an
android that its viewer may not see (RULES A6, A20).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from whist.games.android import Android
from whist.names import suit_name
from whist.phrases import Phrase, phrase
from whist.rules.commands import commander, is_android, legal_commands, role
from whist.rules.scoring import won_by_side
from whist.table import shown
from whist.table.corrections import possible
from whist.table.mending import in_step, laid_by
from whist.table.naming import person_name, question_text
from whist.table.sentences import prompt
from whist.table.state.around import sits
from whist.table.state.look_back import Finished
from whist.table.state.moving import who_moves
from whist.table.state.seats import beside, person_of, seat_of_holder
from whist.table.state.state import State


def public_view(state: State, rules: Android, events: int, finished: Finished | None = None) -> dict[str, Any]:
    """What everybody may know; ``events`` is the number of events so far, ``finished`` the hand that
    was scored last."""
    state = _until_won(state)
    winners = [trick.winner for trick in state.tricks]
    waiting = state.aside and not state.tricks and state.dealer not in [play.seat for play in state.trick]
    command, seats = state.command, seats_of(state, rules)
    return (
        shown.of_all(state, rules, events, seats, prompt(state, rules))
        | {
            "turned_up": str(state.turn_up) if waiting else None,
            "leader": state.leader,
            "last_trick": None if rules.options.review == "none" else _last(state),
            "played": shown.played(state, rules, seats, finished),
            "won": list(won_by_side(winners)),
            "command": dict(zip(("seat", "command", "answer"), command, strict=True)) if command else None,
            "wrong_card": shown.wrong_card(state.wrong_cards if state.wrong else (), state.wrong_by),
            "swapped": list(state.swapped),
            "notice": _revoke_text(state, None) if rules.options.revoke_alert == "table" else None,
            "hand": _hand(state),
            "notes": list(state.notes),
            "winner": state.now.winners[0] if state.now.over else None,
        }
        | shown.move(state, rules)
    )


def view(state: State, rules: Android, events: int, seat: int, finished: Finished | None = None) -> dict[str, Any]:
    """What the person at ``seat`` (0…3) may know: the public view, the holder beside them, the commands they may give
    and the questions they may answer. An android has no eyes: its view is the public one."""
    if seat not in range(4):
        raise ValueError(f"{seat!r} is no seat; seats are 0, 1, 2 and 3")
    public = public_view(state, rules, events, finished)
    state = _until_won(state)
    if not sits(state, seat):
        return public
    person = person_of(seat, state.dealer)
    return public | {
        "me": {"seat": seat, "person": person},
        "beside": shown.to_move(state, rules, seat) or _beside(state, beside(person)),
        "commands": _commands(state, rules, seat),
        "notice": public["notice"] or _revoke_text(state, seat),
        "may_undo": state.undo is not None and state.undo[0] == seat,
        "mend": possible(state, rules, seat, in_step(state, rules, seat), laid_by(state)),
        "questions": shown.own_questions(state, rules, person, lambda one: question_text(one, state)),
    }


def _revoke_text(state: State, seat: int | None) -> Phrase | None:
    """What ``seat`` (None: everybody) is told of a revoke that is known at once (RULES T12)."""
    if state.revoke_known is None:
        return None
    owner, suit = state.revoke_known
    if seat is None:
        return phrase(
            "{name} could follow suit and has not: a card of {suit} is known to be in that hand.",
            name=person_name(owner, state),
            suit=suit_name(suit),
        )
    if seat != owner:
        return None
    return phrase(
        "You hold one of the {suit} that were led: take your card back and follow suit, or let it stand.",
        suit=suit_name(suit),
    )


def _until_won(state: State) -> State:
    """A trick to which all have played is complete once it is told who wins it."""
    if not state.complete:
        return state
    hand = state.hand.copy()
    trick = hand.tricks.pop()
    hand.trick, hand.leader, hand.turn = list(trick.cards), trick.leader, trick.leader
    return replace(state, hand=hand)


def _last(state: State) -> dict[str, Any] | None:
    if not state.tricks:
        return None
    last = state.tricks[-1]
    cards = [{"seat": last.seat(place), "card": str(card)} for place, card in enumerate(last.cards)]
    return {"winner": last.winner, "cards": cards}


def seats_of(state: State, rules: Android) -> list[dict[str, Any]]:
    """Who sits where in the present deal."""
    winners = [trick.winner for trick in state.tricks]
    return [_seat(seat, state, rules, winners) for seat in range(4)]


def _seat(seat: int, state: State, rules: Android, winners: list[int]) -> dict[str, Any]:
    dealer, computers = state.dealer, state.holders.computers
    return {
        "seat": seat,
        "role": role(seat, dealer),
        "kind": "android" if is_android(seat, dealer) else "computer" if seat in computers else "human",
        "person": person_of(seat, dealer),
        "holder": state.holders.number(seat),
        "side": seat % 2,
        "won": winners.count(seat),
        "commander": commander(seat, dealer),
        "handler": None if sits(state, seat) else who_moves(state, rules, seat),
    }


def _hand(state: State) -> dict[str, Any] | None:
    if not state.lines:
        return None
    line = state.lines[-1]
    winners = [trick[0] for trick in line.tricks]
    return {"tricks": winners, "won": list(won_by_side(winners)), "points": list(line.points)}


def _beside(state: State, holder: int) -> dict[str, Any]:
    """The holder that its viewer sees anyway: its cards, and which of them must be moved now."""
    cards = state.holders.hand(holder)
    now = shown.moving(state)
    slot = now[1] if now is not None and now[0] == holder else None
    return {
        "seat": seat_of_holder(holder, state.dealer),
        "holder": holder,
        "cards": [str(card) if card else None for card in cards],
        "to_move": str(state.holders.to_move) if slot is not None else None,
        "slot": slot,
    }


def _commands(state: State, rules: Android, seat: int) -> dict[str, Any] | None:
    turn = state.turn
    if turn is None or commander(turn, state.dealer) != seat or state.holders.to_move is not None:
        return None
    return {"seat": turn, "allowed": list(legal_commands(not state.trick, state.had_error, rules.options))}
