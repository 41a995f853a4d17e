"""One short sentence for everybody: what now? Names no card that is not face up, and follows from public facts only."""

from __future__ import annotations

from whist.messages import events as ev
from whist.messages.observations import SLOTS
from whist.names import card_name, holder_name, part_name, place_name, suit_name
from whist.phrases import Phrase, counted, joined, listed, phrase
from whist.rules.commands import commander, handler
from whist.rules.options import AndroidOptions
from whist.table.seen.last_seen import FEW
from whist.table.seen.misread import EARLIER
from whist.table.seen.unseen import UNSEEN
from whist.table.state.seats import HOLDERS, PERSONS, holder_of, human, person_beside, person_of
from whist.table.state.state import State


def who(seat: int, state: State) -> Phrase:
    """The name of the person at ``seat``: ``South`` or ``North``."""
    return place_name(person_of(seat, state.dealer))


def question_text(question: ev.Question, state: State) -> Phrase:
    """What a question asks, in one sentence."""
    if question.about == EARLIER:
        return earlier_text(seat_name(question.of or 0, state), question.trick)
    if question.about == UNSEEN:
        name = seat_name(question.of or 0, state)
        return phrase(
            "I did not see {name} play: which card was it? If there was none, lay the trick there again.", name=name
        )
    if question.about == "slot":
        return phrase(
            "Which card stands in slot {slot} of holder {holder}, from the left?",
            slot=(question.slot or 0) + 1,
            holder=question.holder,
        )
    if question.about == "turn_up":
        return phrase("Which card was turned up?")
    if question.about == "order":
        return phrase("Two cards were laid at once: which was played first?")
    if question.about == "replaced":
        return phrase("Another card lies in the place of the last one: which of the two belongs to this trick?")
    if question.about == "moved":
        slot = (question.slot or 0) + 1
        return phrase("The card from the marked slot {slot} looks different: which card is it?", slot=slot)
    if question.about == "sight":
        return phrase(
            "I cannot see the play area and both holders. Is there light, and is nothing in front of the camera?"
        )
    if len(question.candidates) > FEW:
        return phrase("I cannot read the card that was laid: turn it face up, or say which it is.")
    return phrase("Which card was laid?")


def earlier_text(name: Phrase, trick: int | None) -> Phrase:
    """The question which card was played to an earlier trick."""
    return phrase(
        "Which card did {name} play in trick {trick}? A card seen since does not fit.", name=name, trick=trick or 0
    )


def proposal_text(asked: ev.Proposed, state: State) -> Phrase:
    """What is proposed, in one sentence."""
    name = who(asked.seat, state)
    if asked.what == "claim":
        left = SLOTS - len(state.tricks)
        if asked.tricks == 0:
            return phrase("{name} concedes all {left} tricks that are left.", name=name, left=left)
        return phrase(
            "{name} claims {count} of the {left} tricks that are left.", name=name, count=asked.tricks, left=left
        )
    if asked.what == "scores":
        south, north = asked.scores
        return phrase(
            "{name} says that the scores are {south} for South and {north} for North.",
            name=name,
            south=south,
            north=north,
        )
    return phrase(
        "{name} says that {other} played {card} in trick {trick}.",
        name=name,
        other=seat_name(asked.of, state),
        card=card_name(asked.card) if asked.card else phrase("another card"),
        trick=asked.trick,
    )


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


def prompt(state: State, options: AndroidOptions) -> Phrase:
    """What must be done now."""
    if state.phase == "over":
        winner = state.winner or 0
        return phrase(
            "The game is over: {person} and {holder} have won {south} to {north}.",
            person=place_name(PERSONS[winner]),
            holder=holder_name(2 - winner),
            south=state.scores[0],
            north=state.scores[1],
        )
    return _trouble(state) or _by_phase(state, options)


def _trouble(state: State) -> Phrase | None:
    if state.out_of_sight:
        parts = [part_name(part) for part in sorted(state.out_of_sight)]
        return phrase("I cannot see {parts}: is there light, and is the camera's view free?", parts=listed(parts))
    if state.swapped:
        return _swapped(state)
    if state.out_of_step is not None:
        if state.out_of_step.holder is not None:
            return phrase(
                "{name}, the cards in {holder} are not the ones recorded.",
                name=place_name(person_beside(state.out_of_step.holder)),
                holder=holder_name(state.out_of_step.holder),
            )
        if state.trick:
            cards = joined(", ", [card_name(play.card) for play in state.trick])
            return phrase("The trick should be {cards}: lay the cards where I can see them all.", cards=cards)
        return phrase("Something has changed on the table: lay the cards where I can see them all.")
    if state.proposal is not None:
        other = next(p for p in PERSONS if p != person_of(state.proposal.seat, state.dealer))
        return phrase(
            "{proposal} {name}, do you agree?", proposal=proposal_text(state.proposal, state), name=place_name(other)
        )
    if state.wrong is not None:
        return phrase("Take {card} back: {why}.", card=card_name(state.wrong[1]), why=_wrong(state))
    if state.ungathered is not None:
        return _ungathered(state.ungathered)
    return unread_text(state.unread) if state.unread else None


def unread_text(cards: int) -> Phrase:
    """That so many cards cannot be read."""
    return counted(
        "A card lies there that I cannot read: turn it face up, uncover a corner, or take it away.",
        "{count} cards lie there that I cannot read: turn them face up, uncover a corner, or take them away.",
        cards,
    )


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


def _wrong(state: State) -> Phrase:
    turn = state.turn
    if turn is None or state.wrong is None:
        return phrase("it does not belong to this trick")
    if any(play.card == state.wrong[1] for play in state.trick):
        return phrase("it lies in this trick already")
    for number, trick in enumerate(state.tricks, 1):
        if any(play.card == state.wrong[1] for play in trick.plays):
            return phrase("it was played in trick {number}", number=number)
    if human(turn, state.dealer) or state.wrong_by not in (None, turn):
        return phrase("it is {name}'s turn", name=seat_name(turn, state))
    if state.to_move is None:
        return phrase("{name} gives a command first", name=who(commander(turn, state.dealer) or 0, state))
    return phrase("it is not the card that {name} has to move", name=who(handler(turn, state.dealer) or 0, state))


def _by_phase(state: State, options: AndroidOptions) -> Phrase:
    if state.phase in ("deal", "turn_up"):
        return _deal(state, options)
    if any(question.about != "sight" for question in state.questions):
        return phrase("One card is unclear: please answer the question on your page.")
    if state.phase in ("gather", "scored"):
        if state.phase == "scored":
            return phrase("The hand is over: gather the last trick and pass the deal.")
        return _won(state.tricks[-1].winner, state)
    return _turn(state)


def _won(winner: int, state: State) -> Phrase:
    holder = holder_of(winner, state.dealer)
    if holder is None:
        return phrase("{name} wins the trick: gather the cards, then {name} leads.", name=who(winner, state))
    return phrase("Holder {number} wins the trick: gather the cards, then holder {number} leads.", number=holder)


def seat_name(seat: int, state: State) -> Phrase:
    """The name of whoever is at ``seat`` in this deal: ``South``, ``holder 2``."""
    holder = holder_of(seat, state.dealer)
    return who(seat, state) if holder is None else holder_name(holder)


def _turn(state: State) -> Phrase:
    turn = state.turn if state.turn is not None else 0
    if human(turn, state.dealer):
        wait = state.turn_up_lies and turn == state.dealer
        return to_play(who(turn, state), following=bool(state.trick), first=wait and not state.tricks, later=wait)
    if state.to_move is not None:
        mover = who(handler(turn, state.dealer) or 0, state)
        return phrase("{name}, move the marked card from the holder to the table.", name=mover)
    name = who(commander(turn, state.dealer) or 0, state)
    if state.trick and not state.had_error:
        return phrase("{name}, command your partner: duck, beat or high.", name=name)
    if state.had_error:
        return phrase("{name}, Error Message: try another command.", name=name)
    return phrase("{name}, command your partner to lead: a suit, shortest or longest.", name=name)


def to_play(name: Phrase, *, following: bool, first: bool, later: bool) -> Phrase:
    """Who has to play; the dealer may also play the turned-up card to the ``first`` trick, and ``later`` take it up."""
    if first:
        return phrase("{name}, play a card; to play the turned-up card, move it in with the others.", name=name)
    if later and following:
        return phrase("{name}, play a card or take up the turned-up card.", name=name)
    if later:
        return phrase("{name}, lead or take up the turned-up card.", name=name)
    return phrase("{name}, play a card.", name=name) if following else phrase("{name}, lead.", name=name)


def _shows(holder: int, shown: int, empty: tuple[int, ...]) -> Phrase:
    """How many cards a holder shows, and which of its slots seem empty where few are."""
    name = holder_name(holder)
    if not empty:
        return phrase("{holder} shows {shown} of {slots} cards", holder=name, shown=shown, slots=SLOTS)
    if len(empty) == 1:
        return phrase("{holder} shows {shown} cards: slot {slot} is empty", holder=name, shown=shown, slot=empty[0] + 1)
    which = ", ".join(str(slot + 1) for slot in empty)
    return phrase("{holder} shows {shown} cards: slots {which} are empty", holder=name, shown=shown, which=which)


def _deal(state: State, options: AndroidOptions) -> Phrase:
    dealer = who(state.dealer, state)
    if state.to_clear:
        return phrase("Gather all cards; {name} deals again.", name=dealer)
    missing = [
        _shows(holder, racked[0] if racked else 0, state.gaps[holder - 1])
        for holder, racked in zip(HOLDERS, state.racked, strict=True)
        if racked is None or racked[0] != SLOTS
    ]
    if len(missing) == 2 and all(not racked or racked[0] == 0 for racked in state.racked):
        deals = phrase("{name} deals; each of you puts 13 cards in the holder beside you.", name=dealer)
        if options.layout != "cross_table":
            return deals
        return joined(" ", [deals, phrase("Both holders stand at {name}'s left.", name=dealer)])
    crowded = [holder for holder, racked in zip(HOLDERS, state.racked, strict=True) if racked and racked[0] > SLOTS]
    if crowded:
        return phrase(
            "Holder {number} holds a card too many: each holds {slots}, one to a slot.",
            number=crowded[0],
            slots=SLOTS,
        )
    if missing:
        return phrase("Put the cards in the holders: {missing}.", missing=listed(missing))
    for holder, racked in zip(HOLDERS, state.racked, strict=True):
        if racked and racked[1]:
            return phrase(
                "I cannot read {count} of the cards in {holder}: set them straight.",
                count=racked[1],
                holder=holder_name(holder),
            )
    if state.questions:
        return phrase("One card is unclear: please answer the question on your page.")
    if state.turn_up is None:
        return phrase("{name}, turn up your last card in the middle of the table.", name=dealer)
    return phrase("The cards are being read.")
