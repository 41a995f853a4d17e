"""How each event changes the state of a match without holders: ``evolve(event, state, rules) -> state``.

Nothing is judged here, as in ``whist.table.state.state``. A hand in a state is never changed: each event that moves it
makes another, and going back plays the hand again from its deal (``whist.law.going_back``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import singledispatch
from typing import Any

from whist.games.australian import Australian
from whist.law import exposed as law
from whist.law.exposed import Law, after_play
from whist.law.going_back import led_by, played_again, repeat
from whist.law.penalties import settled
from whist.law.revokes import Revoke, established, not_followed
from whist.messages import events as ev
from whist.messages import events_of_calls as fe
from whist.messages.events import EARLIER
from whist.rules.actions import Action, Announce, Bid, Choose, Play, TurnUp
from whist.rules.base import Rules
from whist.rules.hand import Hand
from whist.rules.standing import Line, Standing
from whist.table.state import evolve as of_all
from whist.table.state.evolve import without
from whist.table.state.exchange import STEPS, Exchange
from whist.table.state.holders import Holders
from whist.table.state.holding import held_by
from whist.table.state.state import Aside, State, Told
from whist.table.state.state import Play as Laid
from whist.table.state.told import is_at, same_doubt, without_turn_up


@singledispatch
def evolve(event: object, state: State, rules: Rules[Any]) -> State:
    """The state after ``event``; raises ``TypeError`` for what is no event of such a table."""
    return of_all.evolve(event, state, rules)


# -- hands ---------------------------------------------------------------------------------------------------------


@evolve.register
def _(event: fe.GameStarted, state: State, rules: Rules[Any]) -> State:
    away = frozenset[int]() if event.household is None else away_of(rules, event.household)
    return State(standing=rules.first_standing(event.dealer), holders=Holders.of(event.holders), away=away)


@evolve.register
def _(event: fe.HandStarted, state: State, rules: Rules[Any]) -> State:
    standing = replace(state.now, dealer=event.dealer)
    return State(
        standing=standing,
        hand=rules.start(standing, None, event.trump),
        lines=state.lines,
        deals=state.deals + 1,
        before=replace(state, before=None) if state.hand.thrown_in else None,
        holders=state.holders.anew(event.redeal),
        away=state.away,
        clear=event.redeal,
        questions=tuple(question for question in state.questions if question.about == "sight"),
        next_question=state.next_question,
        out_of_sight=state.out_of_sight,
        proposal=state.proposal if state.proposal is not None and state.proposal.what == "scores" else None,
        score_changes=state.score_changes,
    )


@evolve.register
def _(event: ev.HandScored, state: State, rules: Rules[Any]) -> State:
    if not _hand(state).over:
        raise TypeError("the hand is not over")
    line, after = scored(state, rules)
    return replace(state, lines=(*state.lines, line), after=after)


@evolve.register
def _(event: ev.GameOver, state: State, rules: Rules[Any]) -> State:
    return state


# -- what is said and laid open --------------------------------------------------------------------------------------


@evolve.register
def _(event: ev.TurnedUp, state: State, rules: Rules[Any]) -> State:
    hand, action = _hand(state), TurnUp(_hand(state).dealer, (event.card,))
    if hand.phase == "turn_up":
        moved = _acted(state, rules, action)
    else:  # it had been taken for another card
        turned = [place for place, old in enumerate(hand.actions) if isinstance(old, TurnUp)][-1]
        moved = replace(state, hand=played_again(rules, _hand(state), _put(hand.actions, turned, action)))
    told = tuple(told for told in state.told if told.question.about == "turn_up" and told.card == event.card)
    holders = state.holders.turned_up(hand.dealer, event.card) if rules.turn_up_lies else state.holders
    aside = (Aside(event.card, event.x, event.y),)
    return replace(moved, aside=aside, pushed=False, told=told, holders=holders)


@evolve.register
def _(event: fe.KittyShown, state: State, rules: Rules[Any]) -> State:
    places = zip(event.cards, event.x, event.y, strict=False)
    aside = tuple(Aside(card, x, y) for card, x, y in places)
    return replace(_acted(state, rules, TurnUp(_hand(state).dealer, event.cards)), aside=aside, told=())


@evolve.register
def _(event: fe.KittyStep, state: State, rules: Rules[Any]) -> State:
    if event.step not in STEPS or state.hand.declarer != state.holders.seats[event.holder - 1]:
        raise TypeError("no kitty is taken into that holder")
    holder = state.holders.all[event.holder - 1]
    before = state.exchange or Exchange(event.holder, event.step, holder.cards or (), (), frozenset())
    now = before.then(event.step, holder, event.cards)
    if now.reading:
        holder = replace(holder, cards=None, before_draw=holder.cards)
    return replace(state, exchange=now, holders=state.holders.put(event.holder, holder))


@evolve.register
def _(event: fe.Announced, state: State, rules: Rules[Any]) -> State:
    return _acted(state, rules, Announce(event.seat, event.hcp))


@evolve.register
def _(event: fe.Called, state: State, rules: Rules[Any]) -> State:
    return _acted(state, rules, Bid(event.seat, event.call))


@evolve.register
def _(event: fe.Chosen, state: State, rules: Rules[Any]) -> State:
    return _acted(state, rules, Choose(event.seat, event.what))


@evolve.register
def _(event: fe.Undone, state: State, rules: Rules[Any]) -> State:
    if not _hand(state).actions and state.before is not None:
        state = replace(state.before, next_question=state.next_question)
    hand = played_again(rules, _hand(state), _hand(state).actions[:-1])
    return unscored(rules, replace(state, hand=hand, holders=state.holders.unordered()))


# -- tricks ----------------------------------------------------------------------------------------------------------


@evolve.register
def _(event: ev.Played, state: State, rules: Rules[Any]) -> State:
    play, before = Play(event.seat, event.card), _hand(state)
    if event.seat in state.away:  # of another pack, and it lies nowhere here
        laid = Laid(event.seat, event.card, event.x, event.y, unseen=True)
        moved = replace(_acted(state, rules, play), trick=(*state.trick, laid), paused=None)
        return replace(moved, law=after_play(rules, before, state.law, play), laws=(*state.laws, state.law))
    holders, slot = state.holders.played(event.seat, event.card)
    laid = Laid(event.seat, event.card, event.x, event.y, slot, unseen=event.unseen)
    aside = tuple(card for card in state.aside if card.card != event.card)
    moved = replace(
        _acted(state, rules, play), trick=(*state.trick, laid), paused=None, early_lead=None, overlooked=False
    )
    moved = replace(moved, holders=holders)
    if aside != state.aside:
        moved = replace(moved, aside=aside, told=without_turn_up(state.told))
    if state.barred is not None and state.barred[1] == event.card:
        moved = replace(moved, barred=None)
    moved = replace(moved, barred_too=tuple(one for one in state.barred_too if one[1] != event.card))
    return replace(moved, law=after_play(rules, before, state.law, play), laws=(*state.laws, state.law))


@evolve.register
def _(event: ev.TakenBack, state: State, rules: Rules[Any]) -> State:
    if not state.trick:
        raise IndexError("no card of a trick lies there")
    hand, laid = played_again(rules, _hand(state), _hand(state).actions[:-1]), state.trick[-1]
    told = tuple(one for one in state.told if not is_at(one.question, laid))  # it may be laid again, or another
    back = replace(state, hand=hand, trick=state.trick[:-1], paused=event.card, told=told, overlooked=False)
    back = replace(back, holders=state.holders.back(event.seat, event.card, laid.slot))
    return unscored(rules, replace(back, law=state.laws[-1], laws=state.laws[:-1]))


@evolve.register
def _(event: fe.Replaced, state: State, rules: Rules[Any]) -> State:
    old = _hand(state).actions
    actions = _put(old, old.index(Play(event.seat, event.card)), Play(event.seat, event.by))
    laid = Laid(event.seat, event.by, event.x, event.y)
    trick = tuple(laid if play.seat == event.seat else play for play in state.trick)
    hand = played_again(rules, _hand(state), actions)
    exposed = _exposed(rules, _hand(state), hand, state.law, event)
    paused = None if state.paused == event.by else state.paused
    now = replace(state, hand=hand, trick=trick, law=exposed, paused=paused, holders=state.holders.unordered())
    return unscored(rules, now)


@evolve.register
def _(event: fe.Reopened, state: State, rules: Rules[Any]) -> State:
    trick = _hand(state).tricks[-1]
    places = enumerate(zip(event.x, event.y, strict=True))
    laid = tuple(
        Laid(trick.seat(place), trick.cards[place], x, y, unseen=trick.seat(place) in state.away)
        for place, (x, y) in places
    )
    now = replace(state, trick=laid, laws=(state.law,) * len(laid), gather=True, reopened=True)
    return replace(now, holders=state.holders.unordered())


@evolve.register
def _(event: fe.LedBy, state: State, rules: Rules[Any]) -> State:
    hand = led_by(rules, _hand(state), event.seat)
    seats = [(event.seat + place) % rules.players for place in range(len(state.trick))]
    trick = tuple(replace(play, seat=seat) for seat, play in zip(seats, state.trick, strict=True))
    return unscored(rules, replace(state, hand=hand, trick=trick, holders=state.holders.unordered()))


@evolve.register
def _(event: fe.LaidOutOfTurn, state: State, rules: Rules[Any]) -> State:
    last = state.trick[-1] if state.trick and state.trick[-1].seat not in state.away else None
    taken = last is not None and last.card == event.card  # else it was in question whose it was
    back = evolve(ev.TakenBack(state.trick[-1].seat, event.card), state, rules) if taken else state
    barred = (event.seat, event.card)
    before = [one for one in (*state.barred_too, state.barred) if one is not None and one[1] != event.card]
    return replace(
        back, barred=barred, barred_too=tuple(before), early_lead=None if back.trick else barred, paused=None
    )


@evolve.register
def _(event: ev.RevokeFound, state: State, rules: Rules[Any]) -> State:
    return replace(state, revokes=(*state.revokes, Revoke(event.seat, event.trick - 1)))


@evolve.register
def _(event: ev.Gathered, state: State, rules: Rules[Any]) -> State:
    aside = () if len(state.aside) > 1 or state.after is not None else state.aside
    told = tuple(told for told in state.told if told.question.about == "turn_up") if rules.turn_up_lies else ()
    bare = replace(state, trick=(), laws=(), aside=aside, told=told, unread=0)
    bare = replace(bare, wrong=None, wrong_by=None, wrong_more=())
    if state.gather and not state.hand.over:
        hand, seats = state.hand, state.holders.seats
        bare = replace(bare, holders=state.holders.draw({seat: held_by(rules, hand, seat) for seat in seats}))
    return replace(bare, gather=False, reopened=False, clear=False, overlooked=False)


@evolve.register
def _(event: ev.RightAgain, state: State, rules: Rules[Any]) -> State:
    told = tuple(one for one in state.told if state.wrong is None or one.card != state.wrong[1])
    return replace(state, wrong=None, wrong_by=None, wrong_more=(), barred=None, barred_too=(), told=told)


# -- table law -------------------------------------------------------------------------------------------------------


@evolve.register
def _(event: fe.CardExposed, state: State, rules: Rules[Any]) -> State:
    return replace(state, law=law.exposed(_hand(state), state.law, event.seat, event.card))


@evolve.register
def _(event: fe.CardDemanded, state: State, rules: Rules[Any]) -> State:
    return replace(state, law=law.demanded(rules, state.law, event.seat, event.card))


@evolve.register
def _(event: fe.CardDenied, state: State, rules: Rules[Any]) -> State:
    return replace(state, law=law.deny(state.law, event.seat, event.card))


@evolve.register
def _(event: fe.LeadTreated, state: State, rules: Rules[Any]) -> State:
    if state.early_lead is None:
        raise TypeError("nobody has led out of turn")
    treated = law.led_out_of_turn(rules, _hand(state), state.law, *state.early_lead, event.how)
    return replace(state, law=treated, early_lead=None)


# -- doubts ----------------------------------------------------------------------------------------------------------


@evolve.register
def _(event: ev.Answered, state: State, rules: Rules[Any]) -> State:
    asked = [question for question in state.questions if question.id == event.id]
    if event.card is None:  # no card lies there, but for what was laid instead of the turn-up
        none = [question for question in asked if question.about != "turn_up"]
        bare = tuple((question.x or 0.0, question.y or 0.0) for question in none)
        return replace(without(state, event.id), bare=(*state.bare, *bare))
    told = tuple(old for old in state.told if not asked or not same_doubt(old.question, asked[0]))
    vouched = state.vouched | {(question.trick, question.of) for question in asked if question.about == EARLIER}
    told = (*told, *(Told(event.card, question) for question in asked))
    return replace(without(state, event.id), told=told, vouched=vouched)


def scored(state: State, rules: Rules[Any]) -> tuple[Line, Standing]:
    """The line of a hand that is over, with what its revokes cost (RULES T4–T6), and the standing after it."""
    hand = _hand(state)
    return settled(rules, hand, state.standing, established(rules, hand))


# -- helpers ---------------------------------------------------------------------------------------------------------


def away_of(rules: Rules[Any], household: int) -> frozenset[int]:
    """The seats of all households but ``household`` (RULES U22c)."""
    assert isinstance(rules, Australian)
    return frozenset(range(rules.players)) - {*rules.seats_of(household)}


def _hand(state: State) -> Hand:
    if not state.deals:
        raise TypeError("no hand has begun")
    return state.hand


def _acted(state: State, rules: Rules[Any], action: Action) -> State:
    """The state in which ``action`` has happened in the hand; what is laid is laid, be it legal or not."""
    hand = _hand(state).copy()
    why = f"now is the time to {hand.phase}" if hand.phase != "play" else None
    if not isinstance(action, Play):
        why = rules.why_not(hand, action)
    if why is not None:
        raise TypeError(why)
    repeat(rules, hand, action)
    return replace(state, hand=hand)


def _exposed(rules: Rules[Any], before: Hand, now: Hand, known: Law, event: fe.Replaced) -> Law:
    """A card that had revoked and was put right is exposed (RULES T3)."""
    cards = before.trick or list(before.tricks[-1].cards)
    leader = before.leader if before.trick else before.tricks[-1].leader
    if event.seat not in [seat for seat, _ in not_followed(rules, before, leader, cards)]:
        return known
    if not law.may_hold(rules, now, event.seat, event.card):
        return known  # others have said, or drawn, what cannot be
    return law.expose(rules, now, known, event.seat, event.card, "taken_back")


def _put(actions: Sequence[Action], place: int, action: Action) -> list[Action]:
    return [*actions[:place], action, *actions[place + 1 :]]


def unscored(rules: Rules[Any], state: State) -> State:
    """A card of a trick that was complete has changed: it is won, revokes are found, and the hand is scored, anew."""
    lines = state.lines if state.after is None else state.lines[:-1]
    proved = established(rules, state.hand)
    revokes = tuple(revoke for revoke in state.revokes if revoke in proved)
    return replace(state, gather=False, after=None, lines=lines, revokes=revokes)
