"""What households at tables of their own tell, taken into this table's state, and what this one tells (RULES U22c).

Each table is the one word on what its own seats did. Whose turn it is follows from all of that by the rules, so tables
that were told the same stand alike, in whatever order they were told. What is told is compared with the state as what
is seen is: a card that was taken back there is taken back here, one that was put right is put right.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from whist.games.australian import Australian
from whist.law.exposed import redeal_standing
from whist.law.going_back import played_again, repeat
from whist.messages import events as ev
from whist.messages import events_of_calls as fe
from whist.messages.observations import HouseholdTells
from whist.rules.actions import Action, Bid, Choose, Play
from whist.rules.base import Rules
from whist.rules.hand import Hand
from whist.table.seen.last_seen import Looks
from whist.table.state.state import State

_OF_PHASE = {"bid": Bid, "choose": Choose, "play": Play}
"""What may be done in each phase of a hand."""


def tells(state: State, rules: Rules[Any], household: int) -> HouseholdTells:
    """What this table tells the others of its own seats."""
    assert isinstance(rules, Australian)
    hand = state.hand
    did = tuple((seat, _by(hand, seat)) for seat in rules.seats_of(household))
    return HouseholdTells(household, state.deals, closed(state), _led(hand), did)


def why_not(told: HouseholdTells, rules: Rules[Any], here: int) -> str | None:
    """Why that can be no word of another household than that ``here``, for a log; None when it can."""
    assert isinstance(rules, Australian)
    if told.household == here or told.household not in range(len(rules.household_sizes)):
        return "it is of no other household"
    if [seat for seat, _ in told.did] != [*rules.seats_of(told.household)]:
        return "it is not of its own seats, and of all of them"
    if told.deal < 1 or any(seat not in range(rules.players) for seat in told.led):
        return "there is no such hand"
    if not all(_may_be(action, seat, rules) for seat, did in told.did for action in did):
        return "it has what nobody can do"
    return None


def _may_be(action: Action, seat: int, rules: Rules[Any]) -> bool:
    if action.seat != seat:
        return False
    match action:
        case Bid(call=call):
            return type(call) is int and 0 <= call <= len(rules.pack())
        case Choose(what=what):
            return what in map(str, range(rules.players))
        case Play(card=card):
            return card in rules.pack()
    return False


def closed(state: State) -> bool:
    """Whether the hand is over and the play area clear: from now on no card of it is corrected here (RULES T6)."""
    return state.after is not None and not state.gather and not state.trick


def all_closed(state: State, looks: Looks, rules: Rules[Any]) -> bool:
    """Whether all other households have said that of the present hand, or have gone on: then the next may begin."""
    assert isinstance(rules, Australian)
    return len(looks.told) == len(rules.household_sizes) - 1 and all(
        told.deal > state.deals or (told.deal == state.deals and told.closed) for told in looks.told.values()
    )


def decide(state: State, looks: Looks, rules: Rules[Any]) -> list[ev.Event]:
    """The next events that follow from what other households have told; none where the state has it all."""
    told = list(looks.told.values())
    if state.after is None and not state.hand.tricks and any(one.deal == state.deals + 1 for one in told):
        return [redealt(state, rules)]
    now = [one for one in told if one.deal == state.deals]
    if not now:
        return []
    did = {seat: actions for one in now for seat, actions in one.did}
    led = max((one.led for one in now), key=len)
    return _differs(state, rules, did) or _wrongly_led(state, rules, led) or _more(state, rules, did, led)


def redealt(state: State, rules: Rules[Any]) -> fe.HandStarted:
    """The hand is dealt again after a misdeal (RULES T10)."""
    standing = redeal_standing(rules.options, rules, state.standing)
    trump = state.hand.origin.trump if state.hand.origin else None
    return fe.HandStarted(standing.number, standing.dealer, trump, True)


def _by(hand: Hand, seat: int) -> tuple[Action, ...]:
    return tuple(action for action in hand.actions if action.seat == seat)


def _led(hand: Hand) -> tuple[int, ...]:
    return (*(trick.leader for trick in hand.tricks), *([hand.leader] if hand.trick else []))


def _differs(state: State, rules: Rules[Any], did: dict[int, tuple[Action, ...]]) -> list[ev.Event]:
    """What was taken down here and is there no more, or is another."""
    hand = state.hand
    for seat, actions in did.items():
        known = _by(hand, seat)
        for place, (was, action) in enumerate(zip(known, actions, strict=False)):
            if was == action:
                continue
            if isinstance(was, Play) and isinstance(action, Play):
                trick = 1 + sum(isinstance(one, Play) for one in known[:place])
                return [ev.PlayCorrected(trick, seat, was.card, action.card, seat, seat)]
            return _back_to(state, rules, hand.actions.index(was), action)
        if len(actions) < len(known) and hand.actions[-1] is known[-1]:
            return _back_to(state, rules, len(hand.actions) - 1, None)
    return []


def _wrongly_led(state: State, rules: Rules[Any], led: Sequence[int]) -> list[ev.Event]:
    """By a correction another seat has won the last trick than the one that leads; where no other household has seen
    it lead, the cards are taken back and the winner leads."""
    hand = state.hand
    if not hand.trick or not hand.tricks or hand.leader == hand.tricks[-1].winner:
        return []
    if len(led) > len(hand.tricks) and led[len(hand.tricks)] == hand.leader:
        return []
    return _back_to(state, rules, len(hand.actions) - len(hand.trick), None)


def _more(state: State, rules: Rules[Any], did: dict[int, tuple[Action, ...]], led: Sequence[int]) -> list[ev.Event]:
    """What was done there since, at the turn of a seat there; a trick that lies here is gathered first."""
    hand = state.hand
    turn = hand.turn
    if turn is not None and hand.phase == "play" and not hand.trick and len(led) > len(hand.tricks):
        turn = led[len(hand.tricks)]
    if turn is None or turn not in did or state.gather or state.after is not None:
        return []
    action = next(iter(did[turn][len(_by(hand, turn)) :]), None)
    if action is None or not isinstance(action, _OF_PHASE.get(hand.phase, ())):
        return []
    if isinstance(action, Play):
        return [ev.Played(turn, action.card, unseen=True)]
    return [_said(action)] if rules.why_not(hand, action) is None else []


def _back_to(state: State, rules: Rules[Any], place: int, instead: Action | None) -> list[ev.Event]:
    """All from action ``place`` (0…) on is taken back, and what was said is said again, the first as it is ``instead``
    (None: not at all), as long as the rules allow it. Cards of this table are seen again where they lie; nothing where
    some of the cards were gathered already."""
    hand = state.hand
    gone = hand.actions[place:]
    plays = [action for action in gone if isinstance(action, Play)]
    if len(plays) > len(state.trick):
        return []
    events: list[ev.Event] = [
        ev.TakenBack(one.seat, one.card) if isinstance(one, Play) else fe.Undone(one.seat) for one in reversed(gone)
    ]
    again = played_again(rules, hand, hand.actions[:place])
    for action in [instead, *gone[1:]] if instead is not None else []:
        if isinstance(action, Play) or rules.why_not(again, action) is not None:
            break
        repeat(rules, again, action)
        events.append(_said(action))
    return events


def _said(action: Action) -> ev.Event:
    if isinstance(action, Bid):
        return fe.Called(action.seat, action.call)
    assert isinstance(action, Choose)
    return fe.Chosen(action.seat, action.what)
