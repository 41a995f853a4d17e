"""One short sentence for everybody: what now? It names no card that is not face up and no announced points, and follows
from public facts only."""

from __future__ import annotations

from typing import Any

from whist.cards import NO_TRUMP, Card
from whist.messages import events as ev
from whist.names import card_name, for_people, holder_name, place_name, suit_name
from whist.phrases import Phrase, counted, joined, listed, phrase
from whist.rules.actions import TurnUp
from whist.rules.base import Rules
from whist.rules.commands import commander
from whist.table.corrections import may_agree
from whist.table.deciding import decides
from whist.table.flow.exchanging import exchanging
from whist.table.laid.card_beside import waits
from whist.table.laid.laying import why_not
from whist.table.naming import person_name, proposal_text, seat_name
from whist.table.seen.dealt import expected
from whist.table.state.around import places, sits
from whist.table.state.moving import looks_into, sees, who_moves
from whist.table.state.seats import beside, person_beside
from whist.table.state.state import State
from whist.table.words import prompts


def prompt(state: State, rules: Rules[Any]) -> Phrase:
    """What must be done now."""
    if state.phase == "over":
        return _over(state, rules)
    return _trouble(state, rules) or _by_phase(state, rules)


def _over(state: State, rules: Rules[Any]) -> Phrase:
    scores = state.now.scores
    seats = [seat for seat in range(rules.players) if rules.side(seat) in state.now.winners]
    if state.holders.obey:
        person, android = sorted(seats, key=lambda seat: seat in state.holders.androids)
        return phrase(
            "The game is over: {person} and {holder} have won {south} to {north}.",
            person=seat_name(person, state),
            holder=seat_name(android, state),
            south=scores[0],
            north=scores[1],
        )
    # the winners' score first; with more than two sides the sheet lists the others
    best = [scores[side] for side in state.now.winners[:1]]
    rest = [score for side, score in enumerate(scores) if side not in state.now.winners]
    told = [*best, *(rest if len(rest) == 1 else [])]
    said = phrase("{score} to {other}", score=told[0], other=told[1]) if told[1:] else str(told[0])
    return counted(
        "The match is over: {names} has won with {scores}.",
        "The match is over: {names} have won with {scores}.",
        len(seats),
        names=listed([seat_name(seat, state) for seat in seats]),
        scores=said,
    )


# -- what is not as it should be ---------------------------------------------------------------------------------------


def _trouble(state: State, rules: Rules[Any]) -> Phrase | None:
    if state.out_of_sight:
        return prompts.out_of_sight(state.out_of_sight)
    if state.swapped:
        return _swapped(state)
    if state.out_of_step is not None:
        return _out_of_step(state.out_of_step, state, rules)
    if state.proposal is not None:
        return _proposed(state.proposal, state, rules)
    if state.wrong is not None:
        return phrase("Take {card} back: {why}", card=card_name(state.wrong[1]), why=_wrong(state, rules))
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


def _out_of_step(drift: ev.OutOfStep, state: State, rules: Rules[Any]) -> Phrase:
    if drift.holder is not None:
        holder = holder_name(drift.holder)
        if not state.holders.obey:
            return phrase("The cards in {holder} are not the ones recorded.", holder=holder)
        name = place_name(looks_into(state, rules, drift.holder))
        return phrase("{name}, the cards in {holder} are not the ones recorded.", name=name, holder=holder)
    if state.holders.obey:
        if not state.being_played:
            return phrase("Something has changed on the table: lay the cards where I can see them all.")
        cards = joined(", ", [card_name(play.card) for play in state.being_played])
        return phrase("The trick should be {cards}: lay the cards where I can see them all.", cards=cards)
    cards = joined(", ", [card_name(card) for card in drift.believed])
    if set(drift.believed) <= set(drift.seen):
        if not drift.believed:
            return phrase("That is more than one trick: take all the cards back.")
        return phrase("That is more than one trick: take back all but {cards}.", cards=cards)
    return counted(
        "Lay {cards} where I can see it.",
        "Lay {cards} where I can see them.",
        len(drift.believed),
        cards=cards,
    )


def _proposed(asked: ev.Proposed, state: State, rules: Rules[Any]) -> Phrase:
    said = proposal_text(asked, state, rules)
    if not state.holders.obey:
        return phrase("{proposal} Do the others agree?", proposal=said)
    agrees = next(
        seat for seat in range(rules.players) if may_agree(state, rules, asked.seat, seat) and sits(state, seat)
    )
    return phrase("{proposal} {name}, do you agree?", proposal=said, name=seat_name(agrees, state))


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


def _wrong(state: State, rules: Rules[Any]) -> str:
    """Why a card must be taken back."""
    assert state.wrong is not None
    if state.holders.obey:
        return _wrong_beside_androids(state, state.wrong[1], rules)
    seat, card = state.wrong
    hand = state.hand
    if state.gather and state.wrong_by is not None and (state.wrong_by != seat or seat in state.holders.seats):
        return phrase("it does not belong to this trick.")
    if state.wrong_by == seat and any(play.seat == seat for play in state.trick):
        return phrase("{name}'s card can no longer be changed.", name=seat_name(seat, state))
    if state.wrong_by == seat and seat in state.holders.seats and not state.gather:
        return _not_moved(seat, state, rules)
    if (by := state.barred_by(card)) is not None:
        return phrase("it is {name}'s turn, not {other}'s.", name=seat_name(seat, state), other=seat_name(by, state))
    if hand.phase in ("turn_up", "play") and card in state.played():
        return phrase("it has been played already.")
    if hand.phase == "turn_up":
        # on the stock, nobody has laid it, but has perhaps forgotten to draw
        again = state.wrong_by is None and any(isinstance(one, TurnUp) and card in one.cards for one in hand.actions)
        return phrase("it was turned up before.") if again else phrase("it was laid too early.")
    if hand.phase != "play":
        return _turn(state, rules)
    if card not in rules.pack():
        return phrase("it is not in this game's pack.")
    if card not in rules.legal_cards(hand):
        return phrase("{name} cannot hold it.", name=seat_name(seat, state))
    why = for_people(why_not(state, rules, card) or "", [seat_name(one, state) for one in range(rules.players)])
    return why or _anothers_turn(seat, state)


def _wrong_beside_androids(state: State, card: Card, rules: Rules[Any]) -> Phrase:
    turn = state.turn
    if turn is None:
        return phrase("it does not belong to this trick.")
    if any(play.card == card for play in state.being_played):
        return phrase("it lies in this trick already.")
    for number, trick in enumerate(state.tricks, 1):
        if card in trick.cards:
            return phrase("it was played in trick {number}.", number=number)
    if sits(state, turn) or state.wrong_by not in (None, turn):
        return _anothers_turn(turn, state)
    return _not_moved(turn, state, rules)


def _anothers_turn(seat: int, state: State) -> Phrase:
    return phrase("it is {name}'s turn.", name=seat_name(seat, state))


def _not_moved(seat: int, state: State, rules: Rules[Any]) -> Phrase:
    """That a card was laid for ``seat``, whose cards stand in a holder, which is not the one to be moved."""
    if state.holders.to_move is not None:
        return phrase("it is not the card that {name} has to move.", name=_mover(seat, state, rules))
    if seat in state.holders.computers:
        return phrase("{name} has not chosen a card yet.", name=seat_name(seat, state))
    return phrase("{name} gives a command first.", name=seat_name(commander(seat, state.dealer), state))


# -- what comes next ---------------------------------------------------------------------------------------------------


def _by_phase(state: State, rules: Rules[Any]) -> Phrase:
    if state.holders.obey and state.phase in ("deal", "turn_up"):
        return _deal_to_androids(state, rules)
    if any(question.about != "sight" for question in state.questions):
        return prompts.unclear()
    if _to_gather(state):
        return prompts.deals_again(_mover(state.dealer, state, rules))
    if state.exchanging is not None:
        taker = state.holders.seats[state.exchanging.holder - 1]
        return exchanging(state.exchanging, state, rules, _mover(taker, state, rules), seat_name(taker, state))
    if not state.holders.known and state.after is None:
        return _racked(state, rules) or _being_read()
    if state.phase == "deal":
        return _deal(state, rules)
    if state.phase == "scored":
        return _scored(state, rules)
    if state.phase == "gather":
        return _gather(state)
    if state.phase == "kitty":
        return _kitty(state, rules)
    if state.phase == "turn_up":
        return _stock(state)
    return _turn(state, rules)


def _to_gather(state: State) -> bool:
    """Whether cards of a hand that is dealt again still lie there, or stand in a computer player's holder."""
    return (state.clear and state.phase == "deal") or (not state.holders.known and state.holders.to_clear)


def _mover(seat: int, state: State, rules: Rules[Any]) -> Phrase:
    """Who does with their hands what ``seat`` has to do."""
    return person_name(who_moves(state, rules, seat), state)


def _being_read() -> Phrase:
    return phrase("The cards are being read.")


def _deal_to_androids(state: State, rules: Rules[Any]) -> Phrase:
    if state.holders.to_clear:
        return prompts.deals_again(_mover(state.dealer, state, rules))
    if (said := _racked(state, rules)) is not None:
        return said
    if state.questions:
        return prompts.unclear()
    return _turn_up(state, rules) if state.turn_up is None else _being_read()


def _racked(state: State, rules: Rules[Any]) -> Phrase | None:
    """Who deals while all holders are empty, else what must be done with the cards in them until it is known what they
    are; that a dealer's last card, which stands there, should lie open. None while all that can be seen is right."""
    shown = {number: one.shown or (0, 0) for number, one in enumerate(state.holders.all, 1)}
    wanted = {number: expected(state, rules, number) for number in shown}
    if not any(cards for cards, _ in shown.values()):
        return _racks(state, rules)
    shown = {number: cards for number, cards in shown.items() if state.holders.all[number - 1].cards is None}
    for number, (cards, _) in shown.items():
        if cards > wanted[number]:
            dealers = state.hand.dealer == state.holders.seats[number - 1] and cards == state.hand.size
            return _turn_up(state, rules) if rules.turn_up_lies and dealers else prompts.crowded(number, wanted[number])
    for number, (cards, unreadable) in shown.items():
        one = state.holders.all[number - 1]
        if one.covered_by is not None and cards - unreadable < wanted[number] <= cards + len(one.covered):
            return prompts.covered(number, one.covered_by, one.covered)
    missing = [
        prompts.shows(number, cards, state.holders.all[number - 1].gaps, wanted[number])
        for number, (cards, _) in shown.items()
        if cards < wanted[number]
    ]
    if missing:
        return phrase("Put the cards in the holders: {missing}.", missing=listed(missing))
    asked = [question.holder for question in state.questions if question.about == "slot"]
    unread = ((number, cards) for number, (_, cards) in shown.items() if cards > asked.count(number))
    return next((prompts.unread_in_holder(number, cards) for number, cards in unread), None)


def _racks(state: State, rules: Rules[Any]) -> Phrase:
    """Who puts which cards into which holder."""
    dealer = _mover(state.dealer, state, rules)
    if state.holders.obey:
        return _racks_androids(state, rules, dealer)
    return phrase(
        "{name} deals {cards} to each; the cards of {players} go into {holders}, unseen.",
        name=dealer,
        cards=_cards(state),
        players=listed([seat_name(seat, state) for seat in state.holders.seats]),
        holders=listed([holder_name(number) for number in range(1, len(state.holders.all) + 1)]),
    )


def _cards(state: State) -> Phrase:
    return counted("{count} card", "{count} cards", state.hand.size)


def _racks_androids(state: State, rules: Rules[Any], dealer: Phrase) -> Phrase:
    """The same, and where those of the androids stand (RULES A10)."""
    left, alone = seat_name(state.dealer, state), bool(state.holders.computers)
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
    other = beside(places(state)[computer])
    return phrase(
        "{name} deals four piles of 13: one goes into {own}; into {other} and {third} the cards go unseen.",
        name=dealer,
        own=holder_name(3 - other),
        other=holder_name(other),
        third=holder_name(state.holders.number(computer) or 0),
    )


def _turn_up(state: State, rules: Rules[Any]) -> Phrase:
    dealer = _mover(state.dealer, state, rules)
    if sits(state, state.dealer):
        return phrase("{name}, turn up your last card in the middle of the table.", name=dealer)
    return prompts.turn_up(dealer, seat_name(state.dealer, state))


def _deal(state: State, rules: Rules[Any]) -> Phrase:
    dealer, cards = _mover(state.dealer, state, rules), _cards(state)
    if state.hand.phase != "turn_up":
        then = _turn(state, rules)
        if state.holders.all:
            return then
        return phrase("{name} deals {cards} to each; {then}", name=dealer, cards=cards, then=then)
    if rules.turn_up_lies and state.holders.all:
        return _turn_up(state, rules)
    if rules.turn_up_lies:
        return phrase(
            "{name} deals {cards} to each and turns up the last one in the middle of the table.",
            name=dealer,
            cards=cards,
        )
    return phrase(
        "{name} deals {cards} to each, puts the rest beside the tricks and turns up its top card.",
        name=dealer,
        cards=cards,
    )


def _scored(state: State, rules: Rules[Any]) -> Phrase:
    if state.holders.obey:
        return phrase("The hand is over: gather the last trick and pass the deal.")
    dealer = _mover(state.now.dealer, state, rules)
    if state.hand.thrown_in:
        return phrase("All have passed: gather the cards; {name} deals.", name=dealer)
    return phrase("The hand is over: clear the play area; {name} deals next.", name=dealer)


def _gather(state: State) -> Phrase:
    winner = state.tricks[-1].winner
    name = seat_name(winner, state)
    if state.hand.phase == "turn_up":
        return phrase(
            "{name} wins the trick: gather it; {name} takes the open card, the other the next, then turn one up.",
            name=name,
        )
    if winner in state.holders.androids:
        number = state.holders.number(winner)
        return phrase("Holder {number} wins the trick: gather the cards, then holder {number} leads.", number=number)
    return prompts.wins_trick(name)


def _kitty(state: State, rules: Rules[Any]) -> Phrase:
    hand = state.hand
    if hand.phase == "turn_up":
        return phrase(
            "{name}, turn up the {count} cards of the kitty, and no others, where I can see them all.",
            name=seat_name(hand.dealer, state),
            count=rules.stock_size,
        )
    leads = seat_name(hand.turn, state)
    if not getattr(rules.options, "bidder_gets_kitty", False):
        return phrase("All have seen the kitty: put it away; then {name} leads.", name=leads)
    if hand.declarer in state.holders.seats:
        return phrase(
            "{name}, take up the kitty for {other} and mix it, face down.",
            name=_mover(hand.declarer or 0, state, rules),
            other=seat_name(hand.declarer, state),
        )
    return phrase(
        "{taker} takes the kitty and discards as many cards; then {name} leads.",
        taker=seat_name(hand.declarer, state),
        name=leads,
    )


def _stock(state: State) -> Phrase:
    if not state.hand.tricks:
        return phrase("A joker fixes no trumps: put it into the stock and turn up the next card.")
    winner = seat_name(state.hand.tricks[-1].winner, state)
    return phrase(
        "{name} takes the open card, the other the next; then turn up the stock's top card in its place.", name=winner
    )


# -- whose turn it is --------------------------------------------------------------------------------------------------


def _turn(state: State, rules: Rules[Any]) -> Phrase:
    hand, who = state.hand, seat_name(state.hand.turn, state)
    if hand.turn in state.holders.seats:
        return _turn_of_holder(state, rules, hand.turn or 0)
    if hand.phase == "announce":
        return phrase("{name}, say your high-card points.", name=who)
    if hand.phase == "bid":
        if hand.special == "blind":
            return phrase("{name}, bid before you look at your cards.", name=who)
        return phrase("{name}, bid.", name=who)
    if hand.phase == "choose":
        direction = hand.contract is not None and str(hand.contract.call).endswith(NO_TRUMP)
        if direction:
            return phrase("{name}, choose up or down.", name=who)
        return phrase("{name}, choose trumps.", name=who)
    return _play(state, rules, who)


def _turn_of_holder(state: State, rules: Rules[Any], seat: int) -> Phrase:
    """What happens at the turn of one whose cards stand in a holder."""
    card, mover = state.holders.to_move, who_moves(state, rules, seat)
    if card is not None:
        if not sees(state, places(state)[mover], state.holders.number(seat) or 0):
            return prompts.moves(person_name(mover, state), person_name(seat, state), state.holders.slot(card))
        return phrase("{name}, move the marked card from the holder to the table.", name=person_name(mover, state))
    if (computer := decides(state)) is not None or seat in state.holders.computers:
        return prompts.thinks(seat_name(seat if computer is None else computer, state))
    name = seat_name(commander(seat, state.dealer), state)
    if state.trick and not state.had_error:
        return phrase("{name}, command your partner: duck, beat or high.", name=name)
    if state.had_error:
        return phrase("{name}, Error Message: try another command.", name=name)
    return phrase("{name}, command your partner to lead: a suit, shortest or longest.", name=name)


def _play(state: State, rules: Rules[Any], who: Phrase) -> Phrase:
    hand = state.hand
    demanded = () if hand.turn is None else state.law.demanded_of(hand.turn)
    if demanded:
        card = card_name(demanded[0])
        return phrase("{name}, the opponents demand {card}: play it if you may.", name=who, card=card)
    suit = None if hand.trick else dict(state.law.leads).get(rules.side(hand.turn or 0))
    if suit is not None:
        return phrase("{name}, lead one of the {suit}, as the opponents have asked.", name=who, suit=suit_name(suit))
    dealers = rules.turn_up_lies and hand.turn == hand.dealer
    later = bool(dealers and state.aside and hand.tricks)
    return prompts.to_play(who, following=bool(hand.trick), first=dealers and waits(state, rules), later=later)
