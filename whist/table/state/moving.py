"""Who moves the cards of a holder, by the rules of the house (RULES A5, S3)."""

from __future__ import annotations

from typing import Any

from whist.cards import Card
from whist.messages import events as ev
from whist.rules.base import Rules
from whist.rules.commands import answer, handler
from whist.table.state.around import mover, places
from whist.table.state.holders import Holders
from whist.table.state.state import State, replace


def who_moves(state: State, rules: Rules[Any], seat: int) -> int:
    """Who does with their hands what ``seat`` has to do in this deal: for an android whoever sits beside it, or
    who does it for that one."""
    if seat in state.holders.androids:
        beside = handler(seat, state.dealer)
        seat = seat if beside is None else beside
    if rules.options.mover != "dealer" or not state.deals:
        return mover(state.holders, seat, rules.players, away=state.away)
    dealer = state.hand.dealer if state.after is None else state.now.dealer  # once a hand is scored, who deals next
    return mover(state.holders, seat, rules.players, dealer, state.away)


def looks_into(state: State, rules: Rules[Any], number: int) -> str:
    """The person who says what stands in holder ``number`` (1…): who moves its cards."""
    return places(state)[who_moves(state, rules, state.holders.seats[number - 1])]


def sees(state: State, person: str, number: int) -> bool:
    """Whether ``person`` sees the cards of holder ``number`` all the time: an android's, beside that person (RULES A5);
    a computer player's holder faces nobody (RULES S1)."""
    seat = state.holders.seats[number - 1]
    return seat in state.holders.androids and places(state)[seat] == person


def ordered_by(command: str, state: State, holders: Holders, seat: int, rules: Rules[Any]) -> Card | None:
    """The card that the android at ``seat`` must play at a ``command`` with these ``holders``; None is the Error
    Message (RULES A21–A31)."""
    trick = [play.card for play in state.trick]
    return answer(command, holders.held(seat), trick, state.trump or "NT", rules.options)


def obeyed(command: str, state: State, holders: Holders, seat: int, rules: Rules[Any]) -> list[ev.Event]:
    """The events of a ``command`` to the android at ``seat`` with these ``holders``."""
    card = ordered_by(command, state, holders, seat, rules)
    return [ev.Commanded(seat, command), ev.ErrorMessage(seat, command) if card is None else ev.ToMove(seat, card)]


def means_another(state: State, rules: Rules[Any]) -> bool:
    """Whether the command of whoever waits for a card to be moved means another card than that one, or an Error."""
    ordered, command = state.holders.to_move, state.command
    if command is None or ordered is None or not state.holders.obey or command[0] != state.turn:
        return False
    return ordered_by(command[1], state, state.holders, command[0], rules) != ordered


def ordered_anew(before: State, now: State, rules: Rules[Any]) -> list[ev.Event]:
    """What the command of whoever waited ``before`` for a card to be moved means ``now``, where it was made void: a
    card of the trick, or of the holder, was another one than was believed."""
    if before.command is None or before.holders.to_move is None or now.holders.to_move is not None:
        return []
    seat, command, _ = before.command
    return obeyed(command, now, now.holders, seat, rules) if now.turn == seat and now.command is None else []


def still_ordered(state: State, holders: Holders, number: int, rules: Rules[Any]) -> bool:
    """Whether what was ordered still is what must be moved now that the ``holders`` are these, of which ``number``
    (1…) holds another card than was believed: that is not the seat's in turn, or the command means the same card."""
    seat, ordered = state.holders.seats[number - 1], holders.to_move
    if seat != state.turn:
        return True
    if ordered is None or state.command is None or not state.holders.obey:
        return ordered is not None and ordered in holders.held(seat)
    return not means_another(replace(state, holders=holders), rules)
