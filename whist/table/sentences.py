"""One short sentence for everybody: what now? Names no card that is not face up, and follows from public facts only."""

from __future__ import annotations

from whist.games.android import Android
from whist.messages import events as ev
from whist.names import card_name, holder_name, place_name, suit_name
from whist.phrases import Phrase, counted, joined, phrase
from whist.rules.commands import commander
from whist.table.corrections import may_agree
from whist.table.deciding import decides
from whist.table.naming import proposal_text, seat_name
from whist.table.racking import racking
from whist.table.state.around import sits
from whist.table.state.moving import looks_into, sees, who_moves
from whist.table.state.seats import PERSONS, beside, holder_of, person_beside, person_of
from whist.table.state.state import State
from whist.table.words import prompts


def who(seat: int, state: State) -> Phrase:
    """The name of the person at ``seat``: ``South`` or ``North``."""
    return place_name(person_of(seat, state.dealer))


def revoke_text(state: State, seat: int | None) -> Phrase | None:
    """What ``seat`` (None: everybody) is told of a revoke that is known at once (RULES T12)."""
    if state.revoke_known is None:
        return None
    owner, suit = state.revoke_known
    if seat is None:
        return phrase(
            "{name} could follow suit and has not: a card of {suit} is known to be in that hand.",
            name=who(owner, state),
            suit=suit_name(suit),
        )
    if seat != owner:
        return None
    return phrase(
        "You hold one of the {suit} that were led: take your card back and follow suit, or let it stand.",
        suit=suit_name(suit),
    )


def prompt(state: State, rules: Android) -> Phrase:
    """What must be done now."""
    if state.phase == "over":
        (winner,), scores = state.now.winners, state.now.scores
        return phrase(
            "The game is over: {person} and {holder} have won {south} to {north}.",
            person=place_name(PERSONS[winner]),
            holder=holder_name(2 - winner),
            south=scores[0],
            north=scores[1],
        )
    return _trouble(state, rules) or _by_phase(state, rules)


def _trouble(state: State, rules: Android) -> Phrase | None:
    if state.out_of_sight:
        return prompts.out_of_sight(state.out_of_sight)
    if state.swapped:
        return _swapped(state)
    if state.out_of_step is not None:
        if state.out_of_step.holder is not None:
            return phrase(
                "{name}, the cards in {holder} are not the ones recorded.",
                name=place_name(looks_into(state, rules, state.out_of_step.holder)),
                holder=holder_name(state.out_of_step.holder),
            )
        if state.being_played:
            cards = joined(", ", [card_name(play.card) for play in state.being_played])
            return phrase("The trick should be {cards}: lay the cards where I can see them all.", cards=cards)
        return phrase("Something has changed on the table: lay the cards where I can see them all.")
    if state.proposal is not None:
        by = state.proposal.seat
        agrees = next(seat for seat in range(rules.players) if may_agree(state, rules, by, seat) and sits(state, seat))
        return phrase(
            "{proposal} {name}, do you agree?",
            proposal=proposal_text(state.proposal, state, rules),
            name=who(agrees, state),
        )
    if state.wrong is not None:
        return phrase("Take {card} back: {why}.", card=card_name(state.wrong[1]), why=_wrong(state, rules))
    if state.ungathered is not None:
        return _ungathered(state.ungathered)
    return prompts.unread(state.unread) if state.unread else None


def _swapped(state: State) -> Phrase:
    first = state.swapped[0]
    if len(state.swapped) > 1:
        return phrase("The holders are in each other's place: set holder 1 before South and holder 2 before North.")
    return phrase(
        "Holder {number} stands the wrong way round: it belongs before {name}.",
        number=first,
        name=place_name(person_beside(first)),
    )


def _ungathered(left: ev.Ungathered) -> Phrase:
    count, card = len(left.left), card_name(left.left[0])
    if left.new:
        return counted(
            "Gather the old trick first: {card} of it still lies there.",
            "Gather the old trick first: {count} cards of it still lie there.",
            count,
            card=card,
        )
    return counted(
        "Gather the whole trick: {card} of it still lies there.",
        "Gather the whole trick: {count} cards of it still lie there.",
        count,
        card=card,
    )


def _wrong(state: State, rules: Android) -> Phrase:
    turn = state.turn
    if turn is None or state.wrong is None:
        return phrase("it does not belong to this trick")
    if any(play.card == state.wrong[1] for play in state.being_played):
        return phrase("it lies in this trick already")
    for number, trick in enumerate(state.tricks, 1):
        if state.wrong[1] in trick.cards:
            return phrase("it was played in trick {number}", number=number)
    if sits(state, turn) or state.wrong_by not in (None, turn):
        return phrase("it is {name}'s turn", name=seat_name(turn, state))
    if state.holders.to_move is None:
        if turn in state.holders.computers:
            return phrase("{name} has not chosen a card yet", name=who(turn, state))
        return phrase("{name} gives a command first", name=who(commander(turn, state.dealer) or 0, state))
    return phrase("it is not the card that {name} has to move", name=who(who_moves(state, rules, turn), state))


def _by_phase(state: State, rules: Android) -> Phrase:
    if state.phase in ("deal", "turn_up"):
        return _deal(state, rules)
    if any(question.about != "sight" for question in state.questions):
        return prompts.unclear()
    if state.phase in ("gather", "scored"):
        if state.phase == "scored":
            return phrase("The hand is over: gather the last trick and pass the deal.")
        return _won(state.tricks[-1].winner, state)
    return _turn(state, rules)


def _won(winner: int, state: State) -> Phrase:
    holder = holder_of(winner, state.dealer)
    if holder is None:
        return prompts.wins_trick(who(winner, state))
    return phrase("Holder {number} wins the trick: gather the cards, then holder {number} leads.", number=holder)


def _turn(state: State, rules: Android) -> Phrase:
    turn = state.turn if state.turn is not None else 0
    if sits(state, turn):
        wait = bool(state.aside) and turn == state.dealer
        first = wait and not state.tricks
        return prompts.to_play(who(turn, state), following=bool(state.trick), first=first, later=wait)
    mover = who_moves(state, rules, turn)
    if state.holders.to_move is not None:
        if not sees(state, person_of(mover, state.dealer), state.holders.number(turn) or 0):
            return prompts.moves(who(mover, state), who(turn, state), state.holders.slot(state.holders.to_move))
        return phrase("{name}, move the marked card from the holder to the table.", name=who(mover, state))
    if (computer := decides(state)) is not None or turn in state.holders.computers:
        return prompts.thinks(who(turn if computer is None else computer, state))
    name = who(commander(turn, state.dealer) or 0, state)
    if state.trick and not state.had_error:
        return phrase("{name}, command your partner: duck, beat or high.", name=name)
    if state.had_error:
        return phrase("{name}, Error Message: try another command.", name=name)
    return phrase("{name}, command your partner to lead: a suit, shortest or longest.", name=name)


def _deal(state: State, rules: Android) -> Phrase:
    dealer = who(who_moves(state, rules, state.dealer), state)
    if any(one.to_clear for one in state.holders.all):
        return prompts.deals_again(dealer)
    turn_up = _turn_up(state, dealer)
    if (said := racking(state, rules, _racks(state, rules, dealer), turn_up)) is not None:
        return said
    if state.questions:
        return prompts.unclear()
    return turn_up if state.turn_up is None else phrase("The cards are being read.")


def _turn_up(state: State, dealer: Phrase) -> Phrase:
    if not sits(state, state.dealer):
        return prompts.turn_up(dealer, who(state.dealer, state))
    return phrase("{name}, turn up your last card in the middle of the table.", name=dealer)


def _racks(state: State, rules: Android, dealer: Phrase) -> Phrase:
    """Who puts which cards into which holder, and where those of the androids stand (RULES A10)."""
    left, alone = who(state.dealer, state), bool(state.holders.computers)
    deals = (
        _alone(state, dealer)
        if alone
        else phrase("{name} deals; each of you puts 13 cards in the holder beside you.", name=dealer)
    )
    if rules.options.layout != "cross_table":
        return deals
    if alone:
        return joined(" ", [deals, phrase("Holders 1 and 2 stand at {name}'s left.", name=left)])
    return joined(" ", [deals, phrase("Both holders stand at {name}'s left.", name=left)])


def _alone(state: State, dealer: Phrase) -> Phrase:
    """Who deals for a computer player, and into which holders the cards go unseen."""
    (computer,) = state.holders.computers
    place = person_of(computer, state.dealer)
    return phrase(
        "{name} deals four piles of 13: one goes into {own}; into {other} and {third} the cards go unseen.",
        name=dealer,
        own=holder_name(3 - beside(place)),
        other=holder_name(beside(place)),
        third=holder_name(state.holders.number(computer) or 0),
    )
