"""What must hold whatever people do: cards are somewhere once, what lies there is spoken of, nothing untrue is said."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tests.clumsy.world import World
from tests.whist.invariants import Broken, check
from vision.simulated.scene import LyingCard
from whist.cards import PACK, Card
from whist.messages.events import EARLIER, PlayCorrected, Question
from whist.messages.events_of_calls import LedBy
from whist.table.seen.misread import taken
from whist.table.state.around import before
from whist.table.state.state import State

NEAR = 45.0
"""Millimetres from where a question asks within which it speaks of a card."""


def broken(world: World) -> Iterator[str]:
    """What does not hold, each in a word and a sentence."""
    yield from _sums(world)
    yield from _unspoken(world)
    yield from _untrue(world)


def _sums(world: World) -> Iterator[str]:
    table = world.table
    if not table.androids:
        hand = table.state.hand
        assert hand is not None
        try:
            check(table.rules, hand)
        except Broken as error:
            # a trick that was led out of turn stands (RULES T8), and so does what followed one that was corrected
            led = any(isinstance(one, LedBy | PlayCorrected) for one in table.events)
            twice = str(error).partition("cards are in more than one place: ")[2].split()
            if twice and {*twice} <= {str(card) for card in _doubted(table.state)}:
                return  # it is asked which of them was another card
            if not led or not any(words in str(error) for words in (" is led by seat ", " is to lead, not seat ")):
                yield f"sum: {error}"
        return
    real = {*world.lying(), *world.pile, *world.own("south"), *world.own("north")}
    real |= {card for number in world.holders for card in world.slots(number)}
    real |= set(world.left_out)
    if world.dealt() and len(real - {None}) != len(PACK):
        yield f"sum: {len(real - {None})} cards are left of the pack"
    state = table.state
    played = [card for _, card in state.hand.laid()]
    held = [card for one in state.holders.all for card in one.held]
    twice = [card for card, number in Counter([*played, *held]).items() if number > 1]
    # whoever corrects may say that a card of a holder was played; the holder is told of when it is seen
    again = [card for card, number in Counter(played).items() if number > 1 and card not in _doubted(state)]
    if again or (twice and not world.lied):
        yield f"sum: {', '.join(map(str, twice))} in two places"
    view = world.public
    if state.phase == "play" and sum(view["won"]) != view["tricks_done"]:
        yield f"sum: {view['won']} of {view['tricks_done']} tricks"


def _doubted(state: State) -> list[Card]:
    """The cards of earlier tricks of which it is asked whether they were others."""
    asked = [(one.trick, one.of) for one in state.questions if one.about == EARLIER]
    return [play.card for play in taken(state.hand) if (play.trick, play.seat) in asked]


def _unspoken(world: World) -> Iterator[str]:
    """Cards that lie there while nothing that the page shows is about them. While something is asked, a card cannot be
    read, or the page asks for cards in holders, all else waits and is told of then."""
    view, state = world.public, world.table.state
    waits = any(question.about != "sight" for question in state.questions) or view.get("unread")
    waits = waits or not (world.android or state.holders.known)  # after the last draw, too (RULES G6)
    if view["phase"] not in ("play", "gather") or view["out_of_step"] or view["out_of_sight"] or waits:
        return
    named, lies = _named(world), {one.card: one for one in world.hands.scene.scene().laid if one.face_up}
    gathering = world.android and state.ungathered is not None and state.ungathered.new  # type: ignore[union-attr]
    for card in world.loose():
        one = lies[card]
        read = {str(card), *(str(read) for read, _ in (world.unsure[card].belief if card in world.unsure else ()))}
        if card in world.unsure:  # as what it was last read clearly it is called, until it is again
            read.add(str(world.taken_for.get(card)))
        if card in world.spoken:
            continue
        lied = (world.lied or world.spoiled) and _taken_for_another(world, one.x, one.y)
        bare = any(_same(one, asked) for asked in state.bare)  # a person has said so
        # what is hard to read on a card of the trick is taken for another sight of that card
        lied |= card in world.unsure and any(
            (play.x - one.x) ** 2 + (play.y - one.y) ** 2 <= 625 for play in state.trick
        )
        leads = view["phase"] == "gather" and _may_lead(
            world, card, one.x, one.y
        )  # the page says who gathers, and leads
        if not (read & named or lied or bare or leads or gathering):
            yield f"unspoken: {card} of {_name(world, world.owners.get(card))} in phase {view['phase']}"


def _named(world: World) -> set[str]:
    """The cards that the page names."""
    view, state = world.public, world.table.state
    aside = {str(card.card) for card in state.aside}
    wrong = view["wrong_card"]
    called = {wrong["card"], *wrong["also"]} if wrong else set()
    exposed = {one["card"] for one in view.get("exposed", ())}
    return {play["card"] for play in view["trick"]} | {str(card) for card in world.beside()} | aside | called | exposed


def _taken_for_another(world: World, x: float, y: float) -> bool:
    """Whether a card lies where the table has one of the trick that does not, or one that people have called by a name:
    by what they have said or mislaid."""
    lying, state = world.lying(), world.table.state
    gone = [one for one in (*state.trick, *state.aside) if one.card not in lying or one.card in world.unsure]
    places = [(one.x, one.y) for one in gone]
    places += [(one.question.x, one.question.y) for one in state.told if one.card and one.card not in lying]
    return any((ax - x) ** 2 + (ay - y) ** 2 <= NEAR**2 for ax, ay in places if ax is not None and ay is not None)


def _may_lead(world: World, card: Card, x: float, y: float) -> bool:
    """Whether a card lies before the winner of the trick that lies there, or before nobody."""
    view = world.public
    winner = view["last_trick"]["winner"] if view["last_trick"] else view["leader"]
    if world.android:
        person = None if abs(y) < 40.0 else "south" if y < 0 else "north"
        return person is None or view["seats"][winner] == {**view["seats"][winner], "kind": "human", "person": person}
    said = world.table.state.barred_by(card)  # type: ignore[union-attr]
    return winner == said or before(x, y, world.players) in (None, winner)


def _same(one: LyingCard, asked: Question) -> bool:
    """Whether a question is about just the place where that lies."""
    return abs(one.x - (asked.x or 0.0)) < 1 and abs(one.y - (asked.y or 0.0)) < 1


def _name(world: World, seat: int | None) -> str:
    return "nobody" if seat is None else world.person_at(seat)


def _untrue(world: World) -> Iterator[str]:
    view = world.public
    wrong = view["wrong_card"]
    if wrong and not world.lied:
        for code in (wrong["card"], *wrong["also"]):
            card = Card.parse(code)
            if card not in world.seen and not world.unsure:
                yield f"untrue: {code} must be taken back, and does not lie there"
        card = Card.parse(wrong["card"])
        if wrong["seat"] is not None and card in world.lying() and card not in world.unsure:
            yield from _wrong_owner(world, card, int(wrong["seat"]))
    if world.lied or world.spoiled or world.unsure or view["phase"] != "play" or view["turn"] is None:
        return
    if view["wrong_card"] or view["out_of_step"] or any(view["questions"]):
        return
    seat = view["seats"][view["turn"]]
    if seat["kind"] == "human" and not world.own(seat["person"]) and world.dealt():
        yield f"untrue: {seat['person']} has nothing left to play"
    if seat["kind"] != "human" and not any(world.slots(seat["holder"])) and not world.beside() and world.dealt():
        yield f"untrue: holder {seat['holder']} has nothing left to play"


def _wrong_owner(world: World, card: Card, seat: int) -> Iterator[str]:
    one = next(laid for laid in world.hands.scene.scene().laid if laid.card == card)
    # who has really laid it may be said of a card that was pushed, unseen, before another since
    known = world.public["wrong_card"]["said"] or world.owners.get(card) == seat
    if not world.android:
        if not known and before(one.x, one.y, world.players) not in (None, seat):
            yield f"untrue: {card} does not lie before {_name(world, seat)}"
        return
    plate = world.public["seats"][seat]
    if plate["kind"] != "human":
        if world.owners.get(card) != seat:
            yield f"untrue: {card} is not from holder {plate['holder']}"
    elif not known and plate["person"] != ("south" if one.y < 0 else "north"):
        yield f"untrue: {card} does not lie before {plate['person']}"
