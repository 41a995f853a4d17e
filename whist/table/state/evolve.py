"""How each event changes the state of a match: ``evolve(event, state, rules) -> state``.

Nothing is judged here: whether an event may happen is decided when it is granted, or seen; the state follows blindly,
so that a journal gives the same table again. A hand in a state is never changed: each event that moves it makes
another, and going back plays the hand again from its deal (``whist.law.going_back``). Where androids obey, a turn has a
command, and a card goes with it out of their holders; what is put right stands in ``whist.table.state.corrected``.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import singledispatch
from operator import attrgetter
from typing import Any, Final

from whist.games.android import Android
from whist.games.australian import Australian
from whist.law import exposed as law
from whist.law.exposed import after_play
from whist.law.going_back import led_by, played_again, repeat
from whist.law.revokes import Revoke
from whist.messages import events as ev
from whist.messages import events_of_calls as fe
from whist.messages.events import EARLIER
from whist.messages.observations import SLOTS
from whist.rules.actions import Action, Announce, Bid, Choose, Order, Play, TurnUp
from whist.rules.base import Rules
from whist.rules.hand import Hand
from whist.rules.standing import Standing
from whist.table.state import corrected
from whist.table.state.corrected import note_of_claim, revoked, scored, unscored, without_command
from whist.table.state.exchange import STEPS, Exchange
from whist.table.state.holders import Holder, Holders
from whist.table.state.holding import held_by, named_open
from whist.table.state.moving import still_ordered
from whist.table.state.seats import HOLDERS, human, person_of, seat_of, seat_of_holder
from whist.table.state.state import Aside, Interrupted, Laid, State, Word, replace
from whist.table.state.told import is_at, same_doubt, without_turn_up


@singledispatch
def evolve(event: object, state: State, rules: Rules[Any]) -> State:
    """The state after ``event``; raises ``TypeError`` for what is no event of the table."""
    raise TypeError(f"{event!r} is no event of the table")


def why_never(event: object, rules: Rules[Any]) -> str | None:
    """Why ``event`` can never happen in a game; None where it can."""
    return f"{event!r} is no event of this game" if isinstance(event, _NEVER[rules.name == Android.name]) else None


_NEVER: Final = {
    False: (
        *(ev.DealStarted, ev.Commanded, ev.ErrorMessage, ev.Swapped, ev.Ungathered, ev.PutRight, ev.SaidMine),
        *(ev.AnswerUndone, ev.Claimed, ev.RevokeKnown),
    ),
    True: (
        *(fe.GameStarted, fe.HandStarted, fe.KittyShown, fe.Announced, fe.Called, fe.Chosen, fe.Undone, fe.Reopened),
        *(fe.KittyStep, fe.LedBy, fe.LaidOutOfTurn, fe.CardExposed, fe.CardDemanded, fe.CardDenied, fe.LeadTreated),
    ),
}
"""Events that never happen, by whether androids obey in the game."""


# -- hands -------------------------------------------------------------------------------------------------------------


@evolve.register
def _(event: fe.GameStarted, state: State, rules: Rules[Any]) -> State:
    away = frozenset[int]() if event.household is None else away_of(rules, event.household)
    hand = Hand(rules.players, 0)  # nobody has dealt yet
    return State(rules.first_standing(event.dealer), hand, holders=Holders.of(event.holders), away=away)


@evolve.register
def _(event: fe.HandStarted, state: State, rules: Rules[Any]) -> State:
    standing = replace(state.now, dealer=event.dealer)
    new = _new_hand(state, standing, rules.start(standing, None, event.trump), state.holders.anew(event.redeal))
    before = replace(state, before=None) if state.hand.thrown_in else None
    return replace(new, before=before, away=state.away, clear=event.redeal)


@evolve.register
def _(event: ev.DealStarted, state: State, rules: Rules[Any]) -> State:
    standing = Standing(event.dealer, state.now.scores, event.deal)
    places = event.computers or computers_of(state)
    androids = [Holder(seat_of_holder(number, event.dealer), to_clear=event.redeal, obeys=True) for number in HOLDERS]
    others = [Holder(seat_of(place, event.dealer), to_clear=event.redeal) for place in places]
    new = _new_hand(state, standing, rules.start(standing), Holders((*androids, *others)))
    return replace(new, swapped=state.swapped, notes=state.notes if event.redeal else ())


def _new_hand(state: State, standing: Standing, hand: Hand, holders: Holders) -> State:
    """Of the match goes on what is scored, asked about the camera's sight, and proposed of the scores."""
    return State(
        standing=standing,
        hand=hand,
        holders=holders,
        lines=state.lines,
        score_changes=state.score_changes,
        deals=state.deals + 1,
        questions=tuple(question for question in state.questions if question.about == "sight"),
        next_question=state.next_question,
        out_of_sight=state.out_of_sight,
        proposal=state.proposal if state.proposal is not None and state.proposal.what == "scores" else None,
    )


def computers_of(state: State) -> tuple[str, ...]:
    """The places of computer players, as their holders are numbered, at a table of androids."""
    return tuple(person_of(seat, state.dealer) for seat in state.holders.computers)


def away_of(rules: Rules[Any], household: int) -> frozenset[int]:
    """The seats of all households but ``household`` (RULES U22c)."""
    assert isinstance(rules, Australian)
    return frozenset(range(rules.players)) - {*rules.seats_of(household)}


@evolve.register
def _(event: ev.HandScored, state: State, rules: Rules[Any]) -> State:
    if not state.whole_hand.over:
        raise TypeError("the hand is not over")
    lines = state.lines[:-1] if state.after is not None else state.lines  # a card of it was corrected
    line, after = scored(state, rules)
    if state.holders.obey:
        after = replace(after, scores=event.scores, over=False, winners=())
    return replace(state, lines=(*lines, line), after=after)


@evolve.register
def _(event: ev.GameOver, state: State, rules: Rules[Any]) -> State:
    return state if state.now.over else replace(state, after=replace(state.now, over=True, winners=(event.side,)))


# -- what is said and laid open ----------------------------------------------------------------------------------------


@evolve.register
def _(event: ev.TurnedUp, state: State, rules: Rules[Any]) -> State:
    hand, action = _hand(state), TurnUp(_hand(state).dealer, (event.card,))
    if hand.phase == "turn_up" and event.card in named_open(state, rules):  # another one was turned up then
        moved = replace(state, hand=_after(hand, rules, action))
    elif hand.phase == "turn_up":
        moved = _acted(state, rules, action)
    else:  # it had been taken for another card
        turned = [place for place, old in enumerate(hand.actions) if isinstance(old, TurnUp)][-1]
        moved = replace(state, hand=played_again(rules, hand, _put(hand.actions, turned, action)))
    told = tuple(told for told in state.told if told.question.about == "turn_up" and told.card == event.card)
    holders = state.holders.turned_up(hand.dealer, event.card) if rules.turn_up_lies else state.holders
    aside, by_word = (Aside(event.card, event.x, event.y),), state.open_by_word - {event.card}
    by_word |= {one.card for one in told}
    return _begin(replace(moved, aside=aside, pushed=False, told=told, holders=holders, open_by_word=by_word))


@evolve.register
def _(event: fe.KittyShown, state: State, rules: Rules[Any]) -> State:
    places = zip(event.cards, event.x, event.y, strict=False)
    aside = tuple(Aside(card, x, y) for card, x, y in places)
    return replace(_acted(state, rules, TurnUp(_hand(state).dealer, event.cards)), aside=aside, told=())


@evolve.register
def _(event: fe.KittyStep, state: State, rules: Rules[Any]) -> State:
    if event.step not in STEPS or state.hand.declarer != state.holders.seats[event.holder - 1]:
        raise TypeError("no kitty is taken into that holder")
    if len(event.holds) not in (0, SLOTS):
        raise TypeError("a holder has another number of slots")
    holder = state.holders.all[event.holder - 1]
    others = {*event.holds, *(event.cards if event.step == "choose" else ())} - {*holder.held, None}
    # what stands in for a card was but a person's word
    holder = replace(holder, cards=event.holds or holder.cards, named=holder.named | others)
    before = state.exchange or Exchange(event.holder, event.step, (), (), frozenset(), named=holder.named)
    before = replace(before, known=before.known | others, named=before.named | others)
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


@evolve.register
def _(event: ev.Commanded, state: State, rules: Rules[Any]) -> State:
    return replace(state, command=(event.seat, event.command, "error"), undo=None)


@evolve.register
def _(event: ev.ErrorMessage, state: State, rules: Rules[Any]) -> State:
    hand = _after(state.hand, rules, Order(event.seat, event.command))
    return replace(state, hand=hand, command=(event.seat, event.command, "error"), had_error=True)


# -- holders -----------------------------------------------------------------------------------------------------------


@evolve.register
def _(event: ev.Racked, state: State, rules: Rules[Any]) -> State:
    old = state.holders.all[event.holder - 1]
    full = max(1, state.hand.size - (not old.obeys))  # the last card of a dealer may lie open
    clear = old.to_clear and event.shown >= full
    now = replace(old, shown=(event.shown, event.unreadable), gaps=event.empty, to_clear=clear)
    now = replace(now, covered_by=event.covered_by, covered=event.covered)
    return replace(state, holders=state.holders.put(event.holder, now))


@evolve.register
def _(event: ev.Dealt, state: State, rules: Rules[Any]) -> State:
    old = state.holders.all[event.holder - 1]
    dealt = old.dealt | {card for card in event.cards if card}
    words = {
        (one.question.slot, one.card)
        for one in state.told
        if (one.question.about, one.question.holder) == ("slot", event.holder)
    }
    named = old.named | {card for slot, card in enumerate(event.cards) if card and (slot, card) in words}
    holders = state.holders.put(event.holder, replace(old, dealt=dealt, named=named))
    holders = holders.with_cards(event.holder, event.cards).unordered()
    done = holders.known and not state.holders.obey  # else the turn-up is settled with what stands there
    told = tuple(one for one in state.told if one.question.about != "slot") if done else state.told
    return _begin(replace(state, holders=holders, told=told))


@evolve.register
def _(event: ev.Corrected, state: State, rules: Rules[Any]) -> State:
    right = state.holders.in_slot(event.holder, event.slot, event.card)
    if not still_ordered(state, right, event.holder, rules):
        state = without_command(_turn_begins(state), rules) if state.holders.obey else state
        right = right.unordered()
    told = tuple(one for one in state.told if one.question.about != "moved")
    return replace(state, holders=right, told=told)


@evolve.register
def _(event: ev.ToMove, state: State, rules: Rules[Any]) -> State:
    if event.seat != state.turn or event.card not in state.holders.held(event.seat):
        raise TypeError("that card is not to be moved now")
    command = (*state.command[:2], "move") if state.command else None
    return replace(state, command=command, holders=replace(state.holders, to_move=event.card))


@evolve.register
def _(event: ev.Rearranged, state: State, rules: Rules[Any]) -> State:
    before, holders = state.holders.all[event.holder - 1], state.holders.with_cards(event.holder, event.cards)
    exchange = state.exchange
    if exchange is not None and exchange.holder == event.holder:
        exchange = exchange.moved(before, holders.all[event.holder - 1])
    told = tuple(one for one in state.told if _still_so(one, event))
    return replace(state, holders=holders, exchange=exchange, told=told)


def _still_so(word: Word, event: ev.Rearranged) -> bool:
    """Whether what was said of a slot is so now that cards of a holder stand in other slots."""
    asked = word.question
    if asked.about != "slot" or asked.holder != event.holder or asked.slot is None:
        return True
    return event.cards[asked.slot : asked.slot + 1] == (word.card,)


# -- tricks ------------------------------------------------------------------------------------------------------------


@evolve.register
def _(event: ev.Played, state: State, rules: Rules[Any]) -> State:
    play = Play(event.seat, event.card)
    left = after_play(rules, _hand(state), state.law, play)
    state = replace(state, law=left, laws=(*state.laws, state.law))
    if event.seat in state.away:  # of another pack, and it lies nowhere here
        laid = Laid(event.seat, event.card, event.x, event.y, unseen=True)
        return replace(_acted(state, rules, play), trick=(*state.trick, laid), paused=None)
    obey = state.holders.obey
    if obey:
        holders, slot = state.holders.taken_out(event.seat, event.card)
    else:
        holders, slot = state.holders.played(event.seat, event.card, named=event.card in state.named)
    command = state.command[1] if state.command else None
    orders = [Order(event.seat, command)] if command and not human(event.seat, state.dealer) else []
    aside = tuple(card for card in state.aside if card.card != event.card)
    moved = replace(
        _acted(_turn_begins(state) if obey else state, rules, *orders, play),
        trick=(*state.trick, Laid(event.seat, event.card, event.x, event.y, slot, command, event.unseen)),
        holders=holders.unordered(),
        aside=aside,
        paused=None,
        early_lead=None,
        overlooked=False,
        barred=None if state.barred is not None and state.barred[1] == event.card else state.barred,
        barred_too=tuple(one for one in state.barred_too if one[1] != event.card),
        undo=state.undo if any(told.card == event.card for told in state.told) else None,
    )
    if aside != state.aside:
        moved = replace(moved, told=without_turn_up(moved.told))
    old = state.interrupted
    if old is None or state.paused != event.card:
        return moved
    hand, holders = _after(moved.hand, rules, *old.errors), replace(moved.holders, to_move=old.to_move)
    return replace(moved, hand=hand, command=old.command, had_error=old.had_error, holders=holders)


@evolve.register
def _(event: ev.TakenBack, state: State, rules: Rules[Any]) -> State:
    laid, actions = state.trick[-1], _hand(state).actions
    last = max(place for place, action in enumerate(actions) if isinstance(action, Play))
    obeyed = bool(laid.command and event.seat in state.holders.seats)  # the command was no Error
    back = replace(
        state,
        hand=played_again(rules, _hand(state), actions[: last - obeyed]),
        trick=state.trick[:-1],
        paused=event.card,
        overlooked=False,
        holders=state.holders.unordered(),
        law=state.laws[-1],
        laws=state.laws[:-1],
    )
    if state.holders.obey:
        return _taken_from_androids(event, back, state, tuple(actions[last + 1 :]))
    told = tuple(one for one in state.told if not is_at(one.question, laid))  # it may be laid again, or another
    return unscored(rules, replace(back, told=told, holders=state.holders.back(event.seat, event.card, laid.slot)))


def _taken_from_androids(event: ev.TakenBack, back: State, state: State, errors: tuple[Action, ...]) -> State:
    """``back``, with the turn that it interrupts, whose commands have met ``errors``; the card may be an android's."""
    laid = state.trick[-1]
    now = replace(
        _turn_begins(back),
        paused=event.card,
        interrupted=Interrupted(state.command, state.had_error, state.holders.to_move, errors),
        shown=state.shown if event.seat in state.holders.seats else (*state.shown, (event.seat, event.card)),
        undo=None,
        revoke_known=None,
        claimed_cards=state.claimed_cards - {event.card},
    )
    if laid.slot is None and event.seat not in state.holders.computers:
        return now
    command = (event.seat, laid.command, "move") if laid.command else None
    return replace(now, holders=now.holders.back(event.seat, event.card, laid.slot), command=command)


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
def _(event: ev.TrickWon, state: State, rules: Rules[Any]) -> State:
    asked = state.proposal
    played_on = asked is not None and asked.what == "claim"  # of the tricks that were left then
    return replace(state, gather=True, proposal=None if played_on else asked)


@evolve.register
def _(event: ev.Ungathered, state: State, rules: Rules[Any]) -> State:
    return replace(state, ungathered=event if event.left else None)


@evolve.register
def _(event: ev.Gathered, state: State, rules: Rules[Any]) -> State:
    bare = replace(
        state, unread=0, overlooked=False, ungathered=None, undo=None, revoke_known=None, claimed_cards=frozenset()
    )
    stands = tuple(word for word in state.told if word.question.about == "slot")  # while the card is not drawn anew
    if state.holders.obey:
        if state.after is not None:
            return replace(bare, told=())
        bare = replace(bare, told=stands)
        return replace(bare, gathered=(*state.gathered, *state.trick), trick=(), laws=(), gather=False)
    aside = () if len(state.aside) > 1 or state.after is not None else state.aside
    told = tuple(told for told in state.told if told.question.about == "turn_up") if rules.turn_up_lies else ()
    bare = replace(bare, trick=(), laws=(), aside=aside, told=told, wrong=None, wrong_by=None, wrong_more=())
    if state.gather and not state.hand.over:
        hand, seats = state.hand, state.holders.seats
        bare = replace(bare, holders=state.holders.draw({seat: held_by(rules, hand, seat) for seat in seats}))
    kept = tuple(word for word in stands if bare.holders.hand(word.question.holder or 1)[word.question.slot or 0])
    return replace(bare, told=(*told, *kept), gather=False, reopened=False, clear=False)


@evolve.register
def _(event: ev.WrongCard, state: State, rules: Rules[Any]) -> State:
    too = tuple(one for one in state.barred_too if one[1] in (event.card, *event.more))
    wrong = (event.seat, event.card)
    return replace(state, wrong=wrong, wrong_by=event.by, wrong_more=event.more, barred_too=too)


@evolve.register
def _(event: ev.RightAgain, state: State, rules: Rules[Any]) -> State:
    told = state.told
    if not state.holders.obey:
        told = tuple(one for one in told if state.wrong is None or one.card != state.wrong[1])
    return replace(state, wrong=None, wrong_by=None, wrong_more=(), barred=None, barred_too=(), told=told)


@evolve.register
def _(event: ev.TurnUpMoved, state: State, rules: Rules[Any]) -> State:
    moved = replace(state, aside=(Aside(state.aside[0].card, event.x, event.y),), pushed=True)
    return replace(moved, told=without_turn_up(state.told))


@evolve.register
def _(event: ev.TurnUpTaken, state: State, rules: Rules[Any]) -> State:
    return replace(state, aside=(), told=without_turn_up(state.told))


# -- doubts ------------------------------------------------------------------------------------------------------------


@evolve.register
def _(event: ev.Question, state: State, rules: Rules[Any]) -> State:
    return replace(state, questions=(*state.questions, event), next_question=event.id + 1)


@evolve.register
def _(event: ev.QuestionWithdrawn, state: State, rules: Rules[Any]) -> State:
    return without(state, event.id)


@evolve.register
def _(event: ev.OutOfSightFound, state: State, rules: Rules[Any]) -> State:
    return replace(state, out_of_sight=event.parts)


@evolve.register
def _(event: ev.InSight, state: State, rules: Rules[Any]) -> State:
    return replace(state, out_of_sight=frozenset())


@evolve.register
def _(event: ev.OutOfStep, state: State, rules: Rules[Any]) -> State:
    return replace(state, out_of_step=event)


@evolve.register
def _(event: ev.InStep, state: State, rules: Rules[Any]) -> State:
    return replace(state, out_of_step=None)


@evolve.register
def _(event: ev.Unread, state: State, rules: Rules[Any]) -> State:
    return replace(state, unread=event.cards)


@evolve.register
def _(event: ev.Swapped, state: State, rules: Rules[Any]) -> State:
    return replace(state, swapped=event.holders)


@evolve.register
def _(event: ev.Answered, state: State, rules: Rules[Any]) -> State:
    asked = [question for question in state.questions if question.id == event.id]
    vouched = state.vouched | {(question.trick, question.of) for question in asked if question.about == EARLIER}
    now = replace(without(state, event.id), vouched=vouched)
    if state.holders.obey:
        now = replace(now, undo=(event.seat, replace(state, undo=None)))
    if event.card is None:  # no card lies there, but for what was laid instead of the turn-up
        none = [question for question in asked if question.about != "turn_up"]
        return replace(now, bare=(*state.bare, *none))
    alike = _same_place if state.holders.obey else same_doubt
    told = tuple(old for old in state.told if not asked or not alike(old.question, asked[0]))
    laid = any(question.about not in ("slot", "moved") for question in asked)
    named = state.named | {event.card} if laid else state.named
    return replace(now, told=(*told, *(Word(event.card, question) for question in asked)), named=named)


@evolve.register
def _(event: ev.AnswerUndone, state: State, rules: Rules[Any]) -> State:
    return state.undo[1] if state.undo is not None else state


@evolve.register
def _(event: ev.SaidMine, state: State, rules: Rules[Any]) -> State:
    return replace(state, claimed_cards=state.claimed_cards | {event.card})


@evolve.register
def _(event: ev.StepSaid, state: State, rules: Rules[Any]) -> State:
    drift = state.out_of_step
    state = replace(state, out_of_step=None)
    if state.holders.obey and (drift is None or event.how != "believed"):
        return state  # what is seen comes as events of its own
    if drift is None or drift.holder is None:
        return replace(state, overlooked=True)
    return replace(state, holders=state.holders.said(drift.holder, event.how))


# -- mistakes and table law --------------------------------------------------------------------------------------------


@evolve.register
def _(event: ev.Proposed, state: State, rules: Rules[Any]) -> State:
    return replace(state, proposal=event, undo=None)


@evolve.register
def _(event: ev.Declined, state: State, rules: Rules[Any]) -> State:
    return replace(state, proposal=None)


@evolve.register
def _(event: ev.Claimed, state: State, rules: Rules[Any]) -> State:
    left = rules.tricks_in(state.hand) - len(state.tricks)
    other = next(seat for seat in range(4) if human(seat, state.dealer) and seat != event.seat)
    winners = (event.seat,) * event.tricks + (other,) * (left - event.tricks)
    return replace(state, proposal=None, claimed=winners, notes=(*state.notes, note_of_claim(event, left, state)))


@evolve.register
def _(event: ev.PlayCorrected, state: State, rules: Rules[Any]) -> State:
    if not state.deals:
        raise TypeError("no hand has begun")
    return corrected.play(event, state, rules)


@evolve.register
def _(event: ev.PutRight, state: State, rules: Rules[Any]) -> State:
    return corrected.put_right(event, state, rules)


@evolve.register
def _(event: fe.Replaced, state: State, rules: Rules[Any]) -> State:
    return corrected.replaced(event, state, rules)


@evolve.register
def _(event: ev.ScoresCorrected, state: State, rules: Rules[Any]) -> State:
    return corrected.scores(event, state, rules)


@evolve.register
def _(event: ev.RevokeFound, state: State, rules: Rules[Any]) -> State:
    return revoked(state, Revoke(event.seat, event.trick - 1))


@evolve.register
def _(event: ev.RevokeKnown, state: State, rules: Rules[Any]) -> State:
    return replace(state, revoke_known=(event.seat, state.trick[0].card.suit))


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


# -- helpers -----------------------------------------------------------------------------------------------------------


def without(state: State, question: int) -> State:
    """The state in which the question of that number is not open."""
    return replace(state, questions=tuple(q for q in state.questions if q.id != question))


_PLACE: Final = attrgetter("about", "holder", "slot", "x", "y")


def _same_place(one: ev.Question, other: ev.Question) -> bool:
    return bool(_PLACE(one) == _PLACE(other))


def _hand(state: State) -> Hand:
    if not state.deals:
        raise TypeError("no hand has begun")
    return state.hand


def _acted(state: State, rules: Rules[Any], *actions: Action) -> State:
    """The state in which these have happened in the hand; what is laid is laid, be it legal or not."""
    hand, last = _hand(state), actions[-1]
    why = f"now is the time to {hand.phase}" if hand.phase != "play" else None
    if not isinstance(last, Play):
        why = rules.why_not(hand, last)
    if why is not None:
        raise TypeError(why)
    return replace(state, hand=_after(hand, rules, *actions))


def _after(hand: Hand, rules: Rules[Any], *actions: Action) -> Hand:
    """The hand in which these have happened, too."""
    now = hand.copy()
    for action in actions:
        repeat(rules, now, action)
    return now


def _put(actions: Sequence[Action], place: int, action: Action) -> list[Action]:
    return [*actions[:place], action, *actions[place + 1 :]]


def _begin(state: State) -> State:
    """When all is known of androids' cards, what was said of the deal counts no more."""
    return replace(state, told=()) if state.holders.obey and state.phase == "play" else state


def _turn_begins(state: State) -> State:
    """A turn of which nothing is commanded yet."""
    return replace(
        state,
        command=None,
        had_error=False,
        holders=state.holders.unordered(),
        told=tuple(told for told in state.told if told.question.about != "order"),
        paused=None,
        interrupted=None,
    )
