"""A card is newly laid: it belongs to the seat whose turn it is; what it is, and which of two came first (RULES T9).

Whether it follows suit is not asked: a revoke is the owner's business (RULES T12).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from whist.cards import FULL_PACK, Card
from whist.games.german import StockWhist
from whist.law.exposed import may_hold, why_not_play
from whist.law.revokes import not_followed
from whist.messages import events as ev
from whist.messages import events_of_calls as fe
from whist.messages.events import FEW
from whist.messages.observations import LaidCard
from whist.phrases import phrase
from whist.rules.actions import Play
from whist.rules.base import Rules
from whist.table.laid.questions import answer_to, asked, of_cards, of_place
from whist.table.seen.contradicted import all_left, candidates, contradicted
from whist.table.seen.ghosts import is_nothing_new, keeps_waiting
from whist.table.seen.last_seen import (
    NOT_MOVED,
    POSSIBLE,
    SAME_CARD,
    UNDENIABLE,
    clear,
    is_hidden,
    only_one,
    readable,
)
from whist.table.seen.matching import Matched, away
from whist.table.state.around import lies_before, sits
from whist.table.state.holding import named_open
from whist.table.state.state import Laid, State

UNPROVED = 0.97
"""Where androids obey, a person's card, which nothing else speaks for, is asked about below this one."""


@dataclass(frozen=True, slots=True)
class New:
    """A card that was laid, what it is, and the seat out of whose holder it has come (None: that of nobody)."""

    laid: LaidCard
    card: Card
    of: int | None = None


def why_not(state: State, rules: Rules[Any], card: Card) -> str | None:
    """One sentence why ``card`` cannot be the play of the seat whose turn it is; None when it can: it is in nobody
    else's hand and was not played, and table law has nothing against it."""
    hand = state.hand
    if hand.turn is None:
        return phrase("No card can be played now.")
    if state.barred_by(card) not in (None, hand.turn):
        return phrase("It was laid out of turn.")
    play = Play(hand.turn, card)
    refused = None if card in _merely_named(state, rules) else rules.why_not(hand, play)
    return refused or why_not_play(rules, hand, state.law, play)


def _merely_named(state: State, rules: Rules[Any]) -> frozenset[Card]:
    """Cards that another seat has drawn by people's word alone, which counts no more once they are laid (RULES G3)."""
    return named_open(state, rules) - {*state.hand.turned_up}


def possible_cards(state: State, rules: Rules[Any]) -> set[Card]:
    """The cards of which ``why_not`` knows no reason."""
    hand = state.hand
    if hand.phase != "play":
        return set()
    legal = {*rules.legal_cards(hand), *_merely_named(state, rules)}
    if state.barred is None and not state.barred_too and not state.law.demanded and not state.law.leads:
        return legal
    return {card for card in legal if why_not(state, rules, card) is None}


@dataclass(frozen=True, slots=True)
class Weighed:
    """What is newly laid: ``new`` cards that are known, of them the ``right`` ones at the turn, ``doubtful`` ones,
    and those ``against`` which it speaks that they are known to be elsewhere, with what they read as. Cards that
    another has ``taken`` before all, and those of which people have ``said`` that they are of the seat in turn."""

    new: list[New]
    right: list[New]
    doubtful: list[LaidCard]
    against: dict[LaidCard, Card]
    taken: set[Card]
    said: set[Card]


def weighed(state: State, rules: Rules[Any], matched: Matched, turn: int) -> Weighed:
    """What the new cards are at the turn of the person at ``turn``."""
    pushed = {play.card for play in matched.missing}
    elsewhere = state.holders.cards() - (_named(state) - matched.left)  # what has come out of a holder is that one's
    taken = _taken_before_all(state, rules)
    said = _said_theirs(state, taken)
    possible = (possible_cards(state, rules) - elsewhere) | said
    known = [(found, _card(state, found, possible | pushed)) for found in matched.new]
    there = [(found, card) for found, card in known if card not in pushed]
    against = contradicted(state, turn, there, matched.left)
    # of one that stands in a holder either may be misread; one that was played must be taken back if it is it
    known = [(found, None if found in against and card in elsewhere else card) for found, card in known]
    owner = {card: state.holders.owner(card) for card in matched.left}
    new = [New(found, card, owner.get(card)) for found, card in known if card is not None and card not in pushed]
    right = [found for found in new if found.card in possible and _is_theirs(state, turn, found)]
    return Weighed(new, right, [found for found, card in known if card is None], against, taken, said)


def decide(state: State, rules: Rules[Any], matched: Matched, turn: int) -> list[ev.Event]:
    """What newly laid cards mean at the turn of the person at ``turn``."""
    hand, found = state.hand, weighed(state, rules, matched, turn)
    right, wrong = found.right, [one for one in found.new if one not in found.right]
    playing = hand.phase == "play"
    doubtful = found.doubtful if playing else []
    first, both = _first(state, turn, right)
    astray = first is not None and _astray(state, turn, first)
    whose = first if astray else _whose(state, turn, found.taken, wrong) if not right else None
    asked_about = dict.fromkeys(doubtful) | (found.against if not right else {})
    if events := _ask(state, rules, matched, asked_about, both, whose):
        return events
    if not playing:
        wrong += _hidden(state, found.doubtful)
    # one may lie just on a card of the trick, whose place it must be seen in twice
    lies = {*(new.card for new in wrong), *(other.reading.best for _, other in matched.changed)}
    again = [ev.RightAgain()] if state.wrong is not None and state.wrong[1] not in lies else []
    if again and (first is None or first.card not in found.said):
        return [*again]
    if first is not None and not astray and not any(_holds_up(state, turn, one, first) for one in doubtful):
        return [*again, lays(turn, first), *_exposed(state, rules, turn, first.card)]
    return called_wrong(state, turn, wrong)


def lays(turn: int, found: New) -> ev.Played:
    """The event of a card that ``turn`` has laid."""
    return ev.Played(turn, found.card, round(found.laid.x, 1), round(found.laid.y, 1))


def _exposed(state: State, rules: Rules[Any], turn: int, card: Card) -> list[ev.Event]:
    """That a card which ``turn`` has taken back is exposed: it had revoked, and ``card`` is laid instead (RULES T3)."""
    hand, back = state.hand, state.paused
    if back is None or back == card or rules.options.exposed_cards == "off":
        return []

    def followed(one: Card) -> bool:
        return turn not in [seat for seat, _ in not_followed(rules, hand, hand.leader, [*hand.trick, one])]

    return [fe.CardExposed(turn, back)] if followed(card) and not followed(back) else []


def _may_be_by(state: State, turn: int, laid: LaidCard) -> bool:
    """Whether the person at ``turn`` can have laid a card, by where it lies. Where androids obey each of two people has
    half of the table; elsewhere it is asked of one that lies before another."""
    return not state.holders.obey or lies_before(state, laid) in (None, turn)


def _is_theirs(state: State, turn: int, found: New) -> bool:
    """Whether the person at ``turn`` can have laid a card; whoever says that it is theirs is believed."""
    said = [told.card for told in state.told if told.question.about == "order"]
    mine = found.card in state.claimed_cards or found.card in said
    return (mine or _may_be_by(state, turn, found.laid)) and not _pushed_off(state, turn, found)


def _holds_up(state: State, turn: int, found: LaidCard, first: New) -> bool:
    """Whether a card in doubt may be the one that ``turn`` laid, and not the ``first`` one, when that lies before that
    seat."""
    if is_nothing_new(found.reading, state.played()) or not _may_be_by(state, turn, found):
        return False
    if lies_before(state, first.laid) == turn:
        lying = [(play.x, play.y) for play in state.here if not play.unseen]
        return keeps_waiting(found, state.played(), [*lying, (first.laid.x, first.laid.y)])
    # it may well be a part of what lies over or under it
    return readable(found.reading) or away(found, first.laid.x, first.laid.y) >= NOT_MOVED


def _named(state: State) -> set[Card]:
    """Cards that people have said were laid: where one was believed to stand in a holder, that is read anew."""
    return {told.card for told in state.told if told.question.about == "table"}


def _taken_before_all(state: State, rules: Rules[Any]) -> set[Card]:
    """Cards, not played yet, that all have seen another than the seat in turn take, and nobody else can hold: the
    declarer with the kitty (RULES B10), or who won the stock's open card (RULES G3)."""
    hand = state.hand
    if hand.phase != "play" or hand.turn is None:
        return set()
    if isinstance(rules, StockWhist):
        others = (seat for seat in range(rules.players) if seat != hand.turn)
        taken = {card for seat in others for card in rules.seen_taken(hand, seat)}
    elif hand.declarer in (None, hand.turn):
        return set()
    else:
        taken = {card for card in rules.not_in_hand(hand) if may_hold(rules, hand, hand.declarer, card)}
    return taken - state.played()


def _said_theirs(state: State, taken: set[Card]) -> set[Card]:
    """Those ``taken`` before all of which people have said that the seat in turn has laid them."""
    return {card for card in taken if answer_to(state, "turn", (card,)) == card and state.barred_by(card) is None}


def _whose(state: State, turn: int, taken: set[Card], wrong: Sequence[New]) -> New | None:
    """A card that another has ``taken`` before all and lies before the seat in turn, who cannot hold it: whether it is
    that seat's is asked, for a person may have no other card left where one of another's was taken for that person's,
    or another won the trick."""
    own = [found for found in wrong if found.card in taken and state.barred_by(found.card) is None]
    if len(own) != 1 or lies_before(state, own[0].laid) not in (None, turn):
        return None
    return own[0]


def called_wrong(state: State, turn: int, wrong: Sequence[New]) -> list[ev.Event]:
    """That the ``wrong`` cards must be taken back while it is the turn of ``turn``, unless just that is said already,
    of cards that lie as they did."""
    cards = [found.card for found in wrong]
    if not wrong:
        return []
    first = wrong[cards.index(state.wrong[1]) if state.wrong is not None and state.wrong[1] in cards else 0]
    by, more = laid_by(state, first), tuple(sorted(set(cards) - {first.card}, key=str))
    if (state.wrong, state.wrong_by, state.wrong_more) == ((turn, first.card), by, more):
        return []
    return [ev.WrongCard(turn, first.card, by, more)]


def _hidden(state: State, unclear: Sequence[LaidCard]) -> list[New]:
    """The cards that must be taken back and cannot be read any more; while cards are played they are spoken of as what
    cannot be read."""
    pairs = [New(found, card) for found in unclear for card in state.wrong_cards if is_hidden(found.reading, card)]
    return list({one.card: one for one in pairs}.values())


def called_back(state: State, play: Laid, card: Card, new: Sequence[LaidCard]) -> list[ev.Event]:
    """That ``card`` must be taken back, for ``play`` can no longer be changed (RULES T2), with what else is ``new`` and
    lies clearly before somebody whose turn it is not, or was played before; nothing where that is said already."""
    turn = state.hand.turn
    clearly = [New(found, found.reading.best) for found in new if found.reading.best and clear(found.reading)]
    again = state.played() - {one.card for one in state.trick}
    others = {one.card for one in clearly if one.card in again or laid_by(state, one) not in (None, turn)} - {card}
    more = tuple(sorted(others, key=str))
    if (state.wrong, state.wrong_by, state.wrong_more) == ((play.seat, card), play.seat, more):
        return []
    return [*asked(state, ()), ev.WrongCard(play.seat, card, play.seat, more)]


def laid_by(state: State, found: New) -> int | None:
    """The seat that has laid a card which is not of the trick: as people have said, the one out of whose holder it has
    come, else that before which it lies, or lay when it was to be taken back; None where neither tells, and for a card
    that was played already."""
    if (by := state.barred_by(found.card)) is not None:
        return by
    if found.of is not None:
        return found.of
    if found.card in state.played():
        return None
    seat = lies_before(state, found.laid)
    return state.wrong_by if seat is None and state.wrong is not None and state.wrong[1] == found.card else seat


def _pushed_off(state: State, turn: int, found: New) -> bool:
    """Whether a card must be taken back that lay before another seat, and was pushed to where it lies before nobody."""
    if state.wrong is None or state.wrong[1] != found.card or state.wrong_by in (None, turn):
        return False
    return lies_before(state, found.laid) is None


def _card(state: State, found: LaidCard, possible: set[Card]) -> Card | None:
    """What a laid card is, by clear evidence or the rest of the pack; None is in doubt, as is a card that cannot be
    laid now where another candidate can."""
    reading = found.reading
    if not clear(reading):
        return only_one(reading, set(FULL_PACK) - possible)
    others = [card for card, p in reading.belief[1:] if p >= POSSIBLE and card in possible]
    proved = UNPROVED if state.holders.obey else 0.0
    enough = proved if reading.best in possible else UNDENIABLE
    return reading.best if reading.probability >= enough or not others else None


def _first(state: State, turn: int, right: list[New]) -> tuple[New | None, Sequence[Card]]:
    """Which of the fitting cards is played now, or those whose order must be asked.

    A card that was laid already and was gone for a moment comes first. Then the places tell. Where they do not, another
    card may be laid instead of one that is still gone, or be the next person's: a person's word tells."""
    right = list({found.card: found for found in reversed(right)}.values())[::-1]
    cards = [found.card for found in right]
    if state.paused in cards:
        return right[cards.index(state.paused)], ()
    seats = [lies_before(state, found.laid) for found in right]
    if seats.count(turn) == 1 and None not in seats:
        return right[seats.index(turn)], ()
    after = (turn + 1) % state.hand.seats
    if state.paused is not None and right and sits(state, after) and len(state.trick) < state.hand.seats - 1:
        return _by_word(state, right, [*cards, state.paused])
    if len(cards) == 1 and not _asked_about(state, cards):
        return right[0], ()
    return _by_word(state, right, cards)


def _astray(state: State, turn: int, found: New) -> bool:
    """Whether a card lies so clearly before another seat than the one in turn that another card may have been missed;
    a person's word settles it."""
    seat = lies_before(state, found.laid)
    return not state.holders.obey and seat not in (None, turn) and answer_to(state, "turn", (found.card,)) is None


def likely(matched: Matched, found: LaidCard, cards: Sequence[Card]) -> tuple[Card, ...]:
    """The candidates for a card in doubt; where one of the trick lay and is missed, it may be that one, misread."""
    there = [play.card for play in matched.missing if away(found, play.x, play.y) <= SAME_CARD][:1]
    others = [card for card in cards if card not in there]
    return (*others[: FEW - 1], *there) if there else tuple(others)


def _asked_about(state: State, cards: Sequence[Card]) -> bool:
    """Whether it is asked which of these cards, or one that is out of sight now, came first."""
    return any(q.about == "order" and not set(cards).isdisjoint(q.candidates) for q in state.questions)


def _by_word(state: State, right: list[New], cards: Sequence[Card]) -> tuple[New | None, Sequence[Card]]:
    for told in state.told:
        if told.question.about == "order" and told.card in cards and set(cards) <= set(told.question.candidates):
            # what a person says was played may be hidden by the other card
            return next((found for found in right if found.card == told.card), New(right[0].laid, told.card)), ()
    for question in state.questions:
        if question.about == "order" and not set(cards).isdisjoint(question.candidates):
            return None, sorted({*cards, *question.candidates}, key=str)
    return None, cards


def doubts(
    state: State, rules: Rules[Any], matched: Matched, doubtful: Mapping[LaidCard, Card | None]
) -> list[ev.Question]:
    """The questions about cards in doubt, with the card for which each is taken, if for any. What cannot be read at all
    is asked about where it lies alone before the person in turn: whoever laid it may name it."""
    wanted, pushed = list[ev.Question](), {play.card for play in matched.missing}
    for found, card in doubtful.items():
        if not readable(found.reading):
            wanted += [of_place("table", found, all_left(state, rules.pack()))] * _is_nameless(state, found, doubtful)
            continue
        cards = likely(matched, found, candidates(state, found.reading, card, rules.pack(), pushed))
        # all that it looks like was played: of a card of the trick it is another sight, elsewhere it is still a card
        if cards or all(away(found, play.x, play.y) > SAME_CARD for play in state.here):
            wanted.append(of_place("table", found, cards))
    return wanted


def _is_nameless(state: State, found: LaidCard, doubtful: Collection[LaidCard]) -> bool:
    """Whether a card lies just where the person whose turn it is should lay one, and nothing can be read on it: it lies
    on its face, or is of a pack that I cannot read."""
    turn = state.turn
    alone = len(doubtful) == 1 and not found.reading.belief
    return alone and turn is not None and sits(state, turn) and lies_before(state, found) == turn


def may_be_of(state: State, seat: int, card: Card) -> bool:
    """Whether the person at ``seat`` may have ``card``, by all that is known. A person's word is taken even for a card
    that stands in a holder: who names any card must not learn by that which a holder has (RULES A6)."""
    if card in state.played() or card in state.holders.cards() - _named(state):
        return False
    return all(card != aside.card for aside in state.aside) or seat == state.dealer


def _ask(
    state: State,
    rules: Rules[Any],
    matched: Matched,
    doubtful: Mapping[LaidCard, Card | None],
    both: Sequence[Card],
    astray: New | None,
) -> list[ev.Event]:
    """Questions about what is newly in doubt, with the card for which each is taken, if for any; those that are settled
    are withdrawn."""
    wanted = doubts(state, rules, matched, doubtful)
    if both and not doubtful:
        wanted.append(of_cards("order", both))
    elif astray is not None and not doubtful:
        wanted.append(of_cards("turn", (astray.card,)))
    return asked(state, wanted)
