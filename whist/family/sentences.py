"""One short sentence for everybody: what now? It follows from public facts only and names no announced points."""

from __future__ import annotations

from typing import Any

from whist.cards import NO_TRUMP
from whist.family.exchanging import exchanging
from whist.family.seen.card_beside import waits
from whist.messages import events as ev
from whist.names import card_name, for_people, holder_name, place_name, suit_name
from whist.phrases import Phrase, counted, joined, listed, phrase
from whist.rules.actions import TurnUp
from whist.rules.base import Rules
from whist.rules.hand import Hand
from whist.table.laid.laying import why_not
from whist.table.naming import proposal_text, told_scores
from whist.table.racking import racking
from whist.table.state.around import persons
from whist.table.state.moving import who_moves
from whist.table.state.state import State
from whist.table.words import prompts
from whist.table.words.remarks import agreed, corrected_card


def name(seat: int | None, rules: Rules[Any]) -> Phrase:
    """The name of the person at ``seat``: ``South``."""
    return place_name(persons(rules.players)[seat or 0])


def correction_text(event: ev.PlayCorrected | ev.ScoresCorrected, state: State, rules: Rules[Any]) -> Phrase:
    """What was corrected, and who said so, in one sentence."""
    if isinstance(event, ev.PlayCorrected):
        return corrected_card(event, lambda seat: name(seat, rules))
    said = agreed(name(event.seat, rules), name(event.by, rules))
    return phrase(
        "The scores were corrected to {scores}; {agreed}.", scores=told_scores(event.scores, state, rules), agreed=said
    )


def prompt(state: State, rules: Rules[Any]) -> Phrase:
    """What must be done now."""
    if state.phase == "over":
        return _over(state, rules)
    return _trouble(state, rules) or _by_phase(state, rules)


def _over(state: State, rules: Rules[Any]) -> Phrase:
    seats = [seat for seat in range(rules.players) if rules.side(seat) in state.now.winners]
    # the winners' score first; with more than two sides the sheet lists the others
    best = [state.now.scores[side] for side in state.now.winners[:1]]
    rest = [score for side, score in enumerate(state.now.scores) if side not in state.now.winners]
    scores = [*best, *(rest if len(rest) == 1 else [])]
    said = phrase("{score} to {other}", score=scores[0], other=scores[1]) if scores[1:] else str(scores[0])
    return counted(
        "The match is over: {names} has won with {scores}.",
        "The match is over: {names} have won with {scores}.",
        len(seats),
        names=listed([name(seat, rules) for seat in seats]),
        scores=said,
    )


def _trouble(state: State, rules: Rules[Any]) -> Phrase | None:
    if state.out_of_sight:
        return prompts.out_of_sight(state.out_of_sight)
    if state.out_of_step is not None:
        return _out_of_step(state.out_of_step)
    if state.proposal is not None:
        return phrase("{proposal} Do the others agree?", proposal=proposal_text(state.proposal, state, rules))
    if state.wrong is not None:
        return phrase("Take {card} back: {why}", card=card_name(state.wrong[1]), why=_wrong(state, rules))
    return prompts.unread(state.unread) if state.unread else None


def _out_of_step(drift: ev.OutOfStep) -> Phrase:
    if drift.holder is not None:
        return phrase("The cards in {holder} are not the ones recorded.", holder=holder_name(drift.holder))
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


def _wrong(state: State, rules: Rules[Any]) -> str:
    assert state.wrong is not None
    seat, card = state.wrong
    hand = state.hand
    if state.gather and state.wrong_by is not None and (state.wrong_by != seat or seat in state.holders.seats):
        return phrase("it does not belong to this trick.")
    if state.wrong_by == seat and any(play.seat == seat for play in state.trick):
        return phrase("{name}'s card can no longer be changed.", name=name(seat, rules))
    if state.wrong_by == seat and seat in state.holders.seats and not state.gather:
        if state.holders.to_move is None:
            return phrase("{name} has not chosen a card yet.", name=name(seat, rules))
        return phrase("it is not the card that {name} has to move.", name=mover_name(seat, state, rules))
    if (by := state.barred_by(card)) is not None:
        barred = name(by, rules)
        return phrase("it is {name}'s turn, not {other}'s.", name=name(seat, rules), other=barred)
    if hand.phase in ("turn_up", "play") and card in state.played():
        return phrase("it has been played already.")
    if hand.phase == "turn_up":
        # on the stock, nobody has laid it, but has perhaps forgotten to draw
        again = state.wrong_by is None and any(isinstance(one, TurnUp) and card in one.cards for one in hand.actions)
        return phrase("it was turned up before.") if again else phrase("it was laid too early.")
    if hand.phase != "play":
        return _turn(state, rules, hand)
    if card not in rules.pack():
        return phrase("it is not in this game's pack.")
    if card not in rules.legal_cards(hand):
        return phrase("{name} cannot hold it.", name=name(seat, rules))
    why = for_people(why_not(state, rules, card) or "", [name(one, rules) for one in range(rules.players)])
    return why or phrase("it is {name}'s turn.", name=name(seat, rules))


def _by_phase(state: State, rules: Rules[Any]) -> Phrase:
    hand = state.hand
    if any(question.about != "sight" for question in state.questions):
        return prompts.unclear()
    if state.clear and state.phase == "deal":
        return prompts.deals_again(mover_name(hand.dealer, state, rules))
    if state.exchanging is not None:
        return exchanging(state.exchanging, state, rules, name, mover_name)
    if not state.holders.known and state.after is None:
        return _racking(state, rules, hand)
    if state.phase == "deal":
        return _deal(state, rules, hand)
    if state.phase == "scored":
        return _scored(state, rules, hand)
    if state.phase == "gather":
        return _gather(rules, hand)
    if state.phase == "kitty":
        return _kitty(state, rules, hand)
    if state.phase == "turn_up":
        return _stock(state, rules, hand)
    return _turn(state, rules, hand)


def mover_name(seat: int, state: State, rules: Rules[Any]) -> Phrase:
    """Who does with their hands what ``seat`` has to do."""
    return name(who_moves(state, rules, seat), rules)


def _racking(state: State, rules: Rules[Any], hand: Hand) -> Phrase:
    """What is missing until it is known what computer players hold."""
    deals = phrase(
        "{name} deals {cards} to each; the cards of {players} go into {holders}, unseen.",
        name=mover_name(hand.dealer, state, rules),
        cards=counted("{count} card", "{count} cards", hand.size),
        players=listed([name(seat, rules) for seat in state.holders.seats]),
        holders=listed([holder_name(number) for number in range(1, len(state.holders.all) + 1)]),
    )
    said = racking(state, rules, deals, _turn_up(state, rules, hand))
    return phrase("The cards are being read.") if said is None else said


def _turn_up(state: State, rules: Rules[Any], hand: Hand) -> Phrase:
    return prompts.turn_up(mover_name(hand.dealer, state, rules), name(hand.dealer, rules))


def _deal(state: State, rules: Rules[Any], hand: Hand) -> Phrase:
    dealer = mover_name(hand.dealer, state, rules)
    cards = counted("{count} card", "{count} cards", hand.size)
    if hand.phase != "turn_up":
        then = _turn(state, rules, hand)
        if state.holders.all:
            return then
        return phrase("{name} deals {cards} to each; {then}", name=dealer, cards=cards, then=then)
    if rules.turn_up_lies and state.holders.all:
        return _turn_up(state, rules, hand)
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


def _scored(state: State, rules: Rules[Any], hand: Hand) -> Phrase:
    dealer = mover_name(state.now.dealer, state, rules)
    if hand.thrown_in:
        return phrase("All have passed: gather the cards; {name} deals.", name=dealer)
    return phrase("The hand is over: clear the play area; {name} deals next.", name=dealer)


def _gather(rules: Rules[Any], hand: Hand) -> Phrase:
    winner = name(hand.tricks[-1].winner, rules)
    if hand.phase == "turn_up":
        return phrase(
            "{name} wins the trick: gather it; {name} takes the open card, the other the next, then turn one up.",
            name=winner,
        )
    return prompts.wins_trick(winner)


def _kitty(state: State, rules: Rules[Any], hand: Hand) -> Phrase:
    if hand.phase == "turn_up":
        return phrase(
            "{name}, turn up the {count} cards of the kitty, and no others, where I can see them all.",
            name=name(hand.dealer, rules),
            count=rules.stock_size,
        )
    leads = name(hand.turn, rules)
    if not _taken(rules):
        return phrase("All have seen the kitty: put it away; then {name} leads.", name=leads)
    if hand.declarer in state.holders.seats:
        return phrase(
            "{name}, take up the kitty for {other} and mix it, face down.",
            name=mover_name(hand.declarer or 0, state, rules),
            other=name(hand.declarer, rules),
        )
    return phrase(
        "{taker} takes the kitty and discards as many cards; then {name} leads.",
        taker=name(hand.declarer, rules),
        name=leads,
    )


def _taken(rules: Rules[Any]) -> bool:
    return bool(getattr(rules.options, "bidder_gets_kitty", False))


def _stock(state: State, rules: Rules[Any], hand: Hand) -> Phrase:
    if not hand.tricks:
        return phrase("A joker fixes no trumps: put it into the stock and turn up the next card.")
    winner = name(hand.tricks[-1].winner, rules)
    return phrase(
        "{name} takes the open card, the other the next; then turn up the stock's top card in its place.", name=winner
    )


def _turn(state: State, rules: Rules[Any], hand: Hand) -> Phrase:
    who = name(hand.turn, rules)
    if hand.turn in state.holders.seats:
        return _computer(state, rules, hand.turn or 0)
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
    return _play(state, rules, hand, who)


def _computer(state: State, rules: Rules[Any], seat: int) -> Phrase:
    """What happens at the turn of a computer player."""
    card = state.holders.to_move
    if card is None:
        return prompts.thinks(name(seat, rules))
    return prompts.moves(mover_name(seat, state, rules), name(seat, rules), state.holders.slot(card))


def _play(state: State, rules: Rules[Any], hand: Hand, who: Phrase) -> Phrase:
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
