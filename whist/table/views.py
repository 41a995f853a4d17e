"""What everybody may know of a match, and what each person may. The only place where a secret could leave the state.

What means the same in all games stands here once; what a game adds, by commands or by calls, beside it. A person sees
the holder beside them and never the one they command: no line of a view depends on the cards of an android that its
viewer may not see (RULES A6, A20). Of other hands the one secret is what was announced, once it is shown no more (RULES
K3).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from whist.cards import SUITS
from whist.games.candid import Candid
from whist.games.german import StockWhist
from whist.law import exposed
from whist.rules.actions import Bid, Choose, Play
from whist.rules.base import Rules
from whist.rules.commands import commander, legal_commands, role
from whist.rules.hand import Hand
from whist.rules.score_sheet import line_to_json
from whist.rules.scoring import won_by_side
from whist.table import shown
from whist.table.by_law import last_laid, may_have_laid, may_treat
from whist.table.corrections import possible
from whist.table.granting import last_said
from whist.table.laid.card_beside import waits
from whist.table.mending import in_step, laid_by
from whist.table.naming import proposal_text
from whist.table.remarks import notes, own_notes, revoke_text
from whist.table.sentences import prompt
from whist.table.state.around import places, sits
from whist.table.state.look_back import Finished
from whist.table.state.moving import who_moves
from whist.table.state.seats import beside, seat_of_holder
from whist.table.state.state import State


def public_view(state: State, rules: Rules[Any], events: int, finished: Finished | None = None) -> dict[str, Any]:
    """What everybody may know, as JSON-able values; ``events`` is the number of events so far, ``finished`` the hand
    that was scored last."""
    state = _until_won(state)
    seats = seats_of(state, rules)
    added = _of_commands(state, rules) if state.holders.obey else _of_calls(state, rules)
    return (
        shown.of_all(state, rules, events, seats, prompt(state, rules))
        | {"played": shown.played(state, rules, seats, finished), "notes": notes(state, rules)}
        | added
        | shown.move(state, rules)
        | shown.exchange(state, rules)
    )


def _of_commands(state: State, rules: Rules[Any]) -> dict[str, Any]:
    """What is added where androids obey."""
    waiting = state.aside and not state.tricks and state.dealer not in [play.seat for play in state.trick]
    command = state.command
    return {
        "turned_up": str(state.turn_up) if waiting else None,
        "leader": state.leader,
        "last_trick": None if rules.options.review == "none" else _last_of(state),
        "won": list(won_by_side([trick.winner for trick in state.tricks])),
        "command": dict(zip(("seat", "command", "answer"), command, strict=True)) if command else None,
        "wrong_card": shown.wrong_card(state.wrong_cards if state.wrong else (), state.wrong_by),
        "swapped": list(state.swapped),
        "notice": revoke_text(state, None) if rules.options.revoke_alert == "table" else None,
        "hand": _hand(state),
        "winner": state.now.winners[0] if state.now.over else None,
    }


def _of_calls(state: State, rules: Rules[Any]) -> dict[str, Any]:
    """What is added where everybody calls for themselves."""
    hand, now = state.hand, state.now
    return {
        "deals": state.deals,
        "bags": list(now.bags),
        "games": list(now.games),
        "turned_up": [str(card) for card in hand.turned_up] if waits(state, rules) else [],
        "contract": _contract(hand),
        "direction": hand.direction if hand.declarer is not None else None,
        "declarer": hand.declarer,
        "leader": hand.leader if hand.phase == "play" else None,
        "last_trick": _last(hand, rules.options.review != "none" or state.gather),
        "won": rules.counted(hand),
        "hand_size": hand.size,
        "special": hand.special,
        "calls": [{"seat": bid.seat, "call": str(bid.call)} for bid in _calls(hand)],
        "exposed": [{"seat": one.seat, "card": str(one.card)} for one in state.law.exposed],
        "wrong_card": _wrong_card(state),
        "hand": line_to_json(state.lines[-1]) if state.lines else None,
        "ranking": list(rules.rank(now)) if state.lines else None,
        "winner": list(now.winners) if now.over else None,
        "partners": rules.partners,
    }


def view(public: dict[str, Any], state: State, rules: Rules[Any], seat: int) -> dict[str, Any]:
    """What the person at ``seat`` may know: the ``public`` view, what they may say, command or ask for now, the
    questions they may answer, and the holder beside them or the card that they have to move. An android has no eyes,
    and a computer player no page: their view is the public one. Raises ``ValueError`` for a seat that is none."""
    if type(seat) is not int or seat not in range(rules.players):
        raise ValueError(f"{seat!r} is no seat; seats are 0 to {rules.players - 1}")
    state = _until_won(state)
    if not sits(state, seat):
        return public
    person = places(state)[seat]
    added = _own_of_commands if state.holders.obey else _own_of_calls
    return (
        public
        | {
            "me": {"seat": seat, "person": person},
            "mend": possible(state, rules, seat, in_step(state, rules, seat), laid_by(state)),
            "questions": shown.own_questions(state, rules, person),
        }
        | added(state, rules, seat, public)
        | _own_proposal(state, rules, seat)
    )


def _own_proposal(state: State, rules: Rules[Any], seat: int) -> dict[str, Any]:
    """Who has proposed something, and waits for the others, goes on with what is to be done."""
    asked = state.proposal
    if asked is None or asked.seat != seat:
        return {}
    return {
        "prompt": prompt(replace(state, proposal=None), rules),
        "proposal": shown.proposal(asked, proposal_text(asked, state, rules, own=True)),
    }


def _own_of_commands(state: State, rules: Rules[Any], seat: int, public: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "beside": shown.to_move(state, rules, seat) or _beside(state, beside(places(state)[seat])),
        "commands": _commands(state, rules, seat),
        "notice": public["notice"] or revoke_text(state, seat),
        "may_undo": state.undo is not None and state.undo[0] == seat,
    }


def _own_of_calls(state: State, rules: Rules[Any], seat: int, public: Mapping[str, Any]) -> dict[str, Any]:
    return (
        ({"beside": shown.to_move(state, rules, seat)} if state.holders.all else {})
        | {
            "actions": actions(state, rules, seat),
            "notes": [*public["notes"], *own_notes(state, rules, seat)],
        }
        | _cards_left(state, rules, seat)
    )


def _cards_left(state: State, rules: Rules[Any], seat: int) -> dict[str, Any]:
    """The cards that ``seat`` and the other player still hold together, as whoever remembers what was played could say,
    and how many of them are ``own`` (RULES G13): a page that knows the own ones leaves them out. No key unless the
    house asks for it, nor before the last two cards of the stock are drawn."""
    hand = state.hand
    if not isinstance(rules, StockWhist) or (state.gather and len(hand.tricks) == rules.first_stage):
        return {}
    left = rules.remaining(hand, seat)
    own = rules.tricks_in(hand) - len(hand.played_by(seat))
    return {"cards_left": {"cards": [str(card) for card in left], "own": own}} if left else {}


def _until_won(state: State) -> State:
    """Where androids obey, a trick to which all have played is complete once it is told who wins it."""
    if not state.complete or not state.holders.obey:
        return state
    hand = state.hand.copy()
    trick = hand.tricks.pop()
    hand.trick, hand.leader, hand.turn = list(trick.cards), trick.leader, trick.leader
    return replace(state, hand=hand)


def actions(state: State, rules: Rules[Any], seat: int) -> list[dict[str, Any]]:
    """What the person at ``seat`` may say or ask for now, each as the JSON object of its request; never cards to play
    and no questions."""
    hand = state.hand
    if state.after is not None:
        return _may_undo(state, seat)
    said: list[dict[str, Any]] = []
    if not state.gather and state.phase != "kitty":
        legal = [action.to_json() for action in rules.legal(hand, seat) if not isinstance(action, Play)]
        said = [{key: value for key, value in action.items() if key != "seat"} for action in legal]
    return [*said, *_may_undo(state, seat), *_by_law(state, rules, hand, seat)]


def _may_undo(state: State, seat: int) -> list[dict[str, Any]]:
    return [{"undo": True}] if last_said(state) == seat else []


def _by_law(state: State, rules: Rules[Any], hand: Hand, seat: int) -> list[dict[str, Any]]:
    """What table law lets a person ask for now (RULES T7–T10)."""
    can: list[dict[str, Any]] = []
    if may_treat(state, rules, seat):
        can += [{"treat": how} for how in ("exposed", *SUITS)]
    can += [{"deny": str(card)} for card in state.law.demanded_of(seat)]
    if not state.gather:
        can += [{"demand": str(card)} for card in exposed.may_demand(rules, hand, state.law, seat)]
    if last := last_laid(state):
        can += [{"laid_by": by} for by in may_have_laid(state, rules, last)]
    return can if hand.tricks else [*can, {"redeal": True}]


# -- seats -------------------------------------------------------------------------------------------------------------


def seats_of(state: State, rules: Rules[Any]) -> list[dict[str, Any]]:
    """Who sits where in the present deal, and what each has said and won."""
    seats = range(rules.players)
    if not state.holders.obey:
        won = rules.counted(state.hand) if rules.sides == rules.players else state.hand.won()
        return [_seat(seat, state, rules) | _seat_of_calls(seat, state, rules, won) for seat in seats]
    winners = [trick.winner for trick in state.tricks]
    return [_seat(seat, state, rules) | _seat_of_commands(seat, state, rules, winners) for seat in seats]


def _seat(seat: int, state: State, rules: Rules[Any]) -> dict[str, Any]:
    holders = state.holders
    kind = "android" if seat in holders.androids else "computer" if seat in holders.computers else "human"
    return {"seat": seat, "person": places(state)[seat], "kind": kind, "side": rules.side(seat)}


def _seat_of_commands(seat: int, state: State, rules: Rules[Any], winners: Sequence[int]) -> dict[str, Any]:
    return {
        "role": role(seat, state.dealer),
        "holder": state.holders.number(seat),
        "won": winners.count(seat),
        "commander": commander(seat, state.dealer),
        "handler": None if sits(state, seat) else who_moves(state, rules, seat),
    }


def _seat_of_calls(seat: int, state: State, rules: Rules[Any], won: Sequence[int]) -> dict[str, Any]:
    hand = state.hand
    said = {
        "role": None,
        "won": won[seat],
        "bid": hand.bids[seat] if hand.bids else None,
        "call": next((str(bid.call) for bid in reversed(_calls(hand)) if bid.seat == seat), None),
        "hcp": rules.shown_hcp(hand)[seat] if isinstance(rules, Candid) else None,
    }
    return said | _elsewhere(state, rules, seat)


def _elsewhere(state: State, rules: Rules[Any], seat: int) -> dict[str, Any]:
    """Of a seat where nobody sits at this table: whose cards stand in a holder, or who sits at another table."""
    if sits(state, seat):
        return {}
    there = {"away": True} if seat in state.away else {"holder": state.holders.number(seat)}
    return there | {"handler": who_moves(state, rules, seat)}


# -- what was said and laid --------------------------------------------------------------------------------------------


def _calls(hand: Hand) -> list[Bid]:
    return [action for action in hand.actions if isinstance(action, Bid)]


def _contract(hand: Hand) -> str | None:
    """``"8H"``, or in Bid Whist with the second choice: ``"4up S"``, ``"4NT down"``."""
    if hand.contract is None:
        return None
    chosen = next((action.what for action in hand.actions if isinstance(action, Choose)), "")
    return f"{hand.contract.call} {chosen}".strip()


def _last(hand: Hand, shown: bool) -> dict[str, Any] | None:
    """The last trick; its cards only where they may be looked at (RULES T11)."""
    if not hand.tricks:
        return None
    trick = hand.tricks[-1]
    cards = [{"seat": trick.seat(place), "card": str(card)} for place, card in enumerate(trick.cards) if shown]
    return {"winner": trick.winner, "cards": cards}


def _wrong_card(state: State) -> dict[str, Any] | None:
    if state.wrong is None:
        return None
    said = state.wrong_by is not None and state.barred_by(state.wrong[1]) == state.wrong_by
    return shown.wrong_card(state.wrong_cards, state.wrong_by, said=said)


def _last_of(state: State) -> dict[str, Any] | None:
    if not state.tricks:
        return None
    last = state.tricks[-1]
    cards = [{"seat": last.seat(place), "card": str(card)} for place, card in enumerate(last.cards)]
    return {"winner": last.winner, "cards": cards}


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


def _commands(state: State, rules: Rules[Any], seat: int) -> dict[str, Any] | None:
    turn = state.turn
    if turn is None or commander(turn, state.dealer) != seat or state.holders.to_move is not None:
        return None
    return {"seat": turn, "allowed": list(legal_commands(not state.trick, state.had_error, rules.options))}
