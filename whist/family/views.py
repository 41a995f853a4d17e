"""What everybody may know of a match without holders, and what each person may. Nobody's hand is known here; the one
secret is what was announced, once it is shown no more (RULES K3)."""

from __future__ import annotations

from typing import Any

from whist.cards import SUITS
from whist.family.corrections import in_step
from whist.family.granting import last_laid, last_said, may_have_laid, may_treat
from whist.family.seen.card_beside import waits
from whist.family.sentences import correction_text, name, prompt
from whist.games.candid import Candid
from whist.law import exposed, revokes
from whist.law.breaches import Breach, breaches
from whist.law.going_back import taken_back
from whist.names import card_name, suit_name
from whist.phrases import Phrase, listed, phrase
from whist.rules.actions import Bid, Choose, Play
from whist.rules.base import Rules
from whist.rules.hand import Hand
from whist.rules.score_sheet import line_to_json
from whist.table import shown
from whist.table.corrections import possible
from whist.table.naming import question_text
from whist.table.state.around import persons
from whist.table.state.look_back import Finished
from whist.table.state.moving import who_moves
from whist.table.state.state import State
from whist.table.words.remarks import revoked as remark_of_revoke


def public_view(state: State, rules: Rules[Any], events: int, finished: Finished | None = None) -> dict[str, Any]:
    """What everybody may know, as JSON-able values; ``events`` is the number of events so far, ``finished`` the hand
    that was scored last."""
    hand, now = state.hand, state.now
    seats = seats_of(state, rules, hand)
    own = {
        "deals": state.deals,
        "bags": list(now.bags),
        "games": list(now.games),
        "turned_up": [str(card) for card in hand.turned_up] if waits(state, rules) else [],
        "contract": _contract(hand),
        "direction": hand.direction if hand.declarer is not None else None,
        "declarer": hand.declarer,
        "leader": hand.leader if hand.phase == "play" else None,
        "last_trick": _last(hand, rules.options.review != "none" or state.gather),
        "played": shown.played(state, rules, seats, finished),
        "won": rules.won_by_side(hand),
        "hand_size": hand.size,
        "special": hand.special,
        "calls": [{"seat": bid.seat, "call": str(bid.call)} for bid in _calls(hand)],
        "exposed": [{"seat": one.seat, "card": str(one.card)} for one in state.law.exposed],
        "wrong_card": _wrong_card(state),
        "hand": line_to_json(state.lines[-1]) if state.lines else None,
        "ranking": list(rules.rank(now)) if state.lines else None,
        "notes": _notes(state, rules, hand),
        "winner": list(now.winners) if now.over else None,
        "partners": rules.partners,
    }
    return (
        shown.of_all(state, rules, events, seats, prompt(state, rules))
        | own
        | shown.move(state, rules)
        | shown.exchange(state, rules)
    )


def view(state: State, rules: Rules[Any], events: int, seat: int, finished: Finished | None = None) -> dict[str, Any]:
    """What the person at ``seat`` may know: the public view, what they may say or ask for now, the questions they may
    answer, and the card that they have to move. A computer player has no page: its view is the public one. Raises
    ``ValueError`` for a seat that is none."""
    if type(seat) is not int or seat not in range(rules.players):
        raise ValueError(f"{seat!r} is no seat; seats are 0 to {rules.players - 1}")
    public, person = public_view(state, rules, events, finished), persons(rules.players)[seat]
    if seat in state.holders.seats or seat in state.away:
        return public
    return (
        public
        | ({"beside": shown.to_move(state, rules, seat)} if state.holders.all else {})
        | {
            "me": {"seat": seat, "person": person},
            "actions": actions(state, rules, seat),
            "mend": possible(state, rules, seat, in_step(state)),
            "notes": [*public["notes"], *_own_notes(state, rules, seat)],
            "questions": shown.own_questions(state, rules, person, lambda one: question_text(one, state)),
        }
    )


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


def seats_of(state: State, rules: Rules[Any], hand: Hand) -> list[dict[str, Any]]:
    """Who sits where, and what each has said and won in ``hand``."""
    return [_seat(seat, state, rules, hand) for seat in range(rules.players)]


def _seat(seat: int, state: State, rules: Rules[Any], hand: Hand) -> dict[str, Any]:
    call = next((str(bid.call) for bid in reversed(_calls(hand)) if bid.seat == seat), None)
    return {
        "seat": seat,
        "person": persons(rules.players)[seat],
        "role": None,
        "kind": "human",
        "side": rules.side(seat),
        "won": hand.won()[seat],
        "bid": hand.bids[seat] if hand.bids else None,
        "call": call,
        "hcp": rules.shown_hcp(hand)[seat] if isinstance(rules, Candid) else None,
    } | _elsewhere(state, rules, seat)


def _elsewhere(state: State, rules: Rules[Any], seat: int) -> dict[str, Any]:
    """Of a seat where nobody sits at this table: whose cards stand in a holder, or who sits at another table."""
    if seat in state.away:
        return {"away": True, "handler": who_moves(state, rules, seat)}
    number = state.holders.number(seat)
    return {} if number is None else _of_holder(state, rules, seat, number)


def _of_holder(state: State, rules: Rules[Any], seat: int, number: int) -> dict[str, Any]:
    """A seat of a computer player: its holder, and who moves its cards."""
    return {"kind": "computer", "holder": number, "handler": who_moves(state, rules, seat)}


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


# -- the log ---------------------------------------------------------------------------------------------------------


def _notes(state: State, rules: Rules[Any], hand: Hand) -> list[Phrase]:
    """What happened that people may want to talk about; nothing of an announcement (RULES K3)."""
    notes = remarks(state, rules, hand)
    if rules.options.revoke_alert == "table":
        notes += [_alert(revoke, rules, hand) for revoke in _known_at_once(state, rules, hand)]
    return notes + _out_of_turn(state, rules, hand)


def remarks(state: State, rules: Rules[Any], hand: Hand) -> list[Phrase]:
    """What was found and corrected in ``hand``, as it is remembered when the hand is over."""
    notes = [correction_text(event, state, rules) for event in state.corrections]
    notes += [_revoked(revoke, rules, hand) for revoke in state.revokes]
    return notes + [_breached(breach, rules) for breach in breaches(rules, hand, state.law)]


def _revoked(revoke: revokes.Revoke, rules: Rules[Any], hand: Hand) -> Phrase:
    who, trick = name(revoke.seat, rules), hand.tricks[revoke.trick]
    missed = dict(revokes.not_followed(rules, hand, trick.leader, trick.cards))
    stands = rules.options.revoke_penalty == "none"
    return remark_of_revoke(who, revoke.trick + 1, missed.get(revoke.seat, "J"), stands=stands)


def _breached(breach: Breach, rules: Rules[Any]) -> Phrase:
    who, trick = name(breach.seat, rules), breach.trick + 1
    if breach.wrong == "named":
        return phrase(
            "{name} was to lead {suit} to trick {trick} and had one; the trick stands.",
            name=who,
            suit=suit_name(breach.suit),
            trick=trick,
        )
    if breach.wrong == "kept":
        return phrase("{name} kept a joker in trick {trick} that had to go; the trick stands.", name=who, trick=trick)
    return phrase(
        "{name} led {card} to trick {trick} too soon, with something else to lead; the trick stands.",
        name=who,
        card=card_name(breach.card),
        trick=trick,
    )


def _known_at_once(state: State, rules: Rules[Any], hand: Hand) -> list[revokes.Revoke]:
    """Revokes in the trick that lies there that follow from cards known to be in a hand (RULES T12)."""
    found = []
    for play, known in zip(state.trick, state.laws, strict=True):
        before = taken_back(rules, hand, play.seat)
        revoke = revokes.revokes_now(rules, before, Play(play.seat, play.card), known)
        found += [revoke] if revoke else []
    return found


def _alert(revoke: revokes.Revoke, rules: Rules[Any], hand: Hand) -> Phrase:
    return phrase("{name} can follow suit in this trick and has not.", name=name(revoke.seat, rules))


def _own_notes(state: State, rules: Rules[Any], seat: int) -> list[Phrase]:
    """What only the person at ``seat`` is told (RULES T12)."""
    if rules.options.revoke_alert != "owner" or not state.trick:
        return []
    found = _known_at_once(state, rules, state.hand)
    return [_alert(revoke, rules, state.hand) for revoke in found if revoke.seat == seat]


def _out_of_turn(state: State, rules: Rules[Any], hand: Hand) -> list[Phrase]:
    """What the law allows after a card that was laid out of turn (RULES T9)."""
    if state.barred is None or not hand.trick or hand.phase != "play":
        return []
    if (state.barred[0] - hand.leader) % hand.seats <= len(hand.trick):
        return []  # that seat's turn has come since
    allowed = exposed.out_of_turn(rules, hand, state.barred[0])
    turn = name(hand.turn, rules)
    notes = [
        phrase("{name} may play before {turn} too.", name=name(seat, rules), turn=turn) for seat in allowed.may_go_first
    ]
    if allowed.may_be_told:
        told = listed([name(seat, rules) for seat in allowed.may_be_told])
        notes.append(phrase("{names} may be told to win this trick, or not to win it.", names=told))
    return notes
