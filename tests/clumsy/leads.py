"""Whether somebody who is there can go on, and in how many taps, without losing the hand."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import islice
from typing import Any, Final

from tests.clumsy.controls import MOST_TAPS, SAID, offered
from tests.clumsy.world import World
from vision.simulated.places import seat_place
from whist.cards import Card
from whist.messages import events as ev
from whist.messages import events_of_calls as fe
from whist.rules.actions import TurnUp
from whist.rules.refusals import Refused
from whist.table.seen.last_seen import SAME_CARD

ONWARD: Final = (
    *(ev.Played, ev.TrickWon, ev.HandScored, ev.TurnedUp, ev.Commanded, ev.Gathered, ev.GameOver, ev.Claimed),
    *(fe.KittyShown, fe.Announced, fe.Called, fe.Chosen, ev.TurnUpTaken),
)
"""Events by which a hand goes on."""

STOCK: Final = (92.0, 0.0)
"""Where the stock's top card is turned up (mm)."""

Step = Callable[[World], Any]
PLACES: Final[dict[bool, Callable[[int, int, str], tuple[float, float]]]] = {
    True: lambda seat, players, person: (0.0, -92.0 if person == "south" else 92.0),
    False: lambda seat, players, person: seat_place(seat, players, random.Random(seat))[:2],
}
"""Where a person lays cards, by whether there are holders."""


def goes_on(events: Sequence[Any]) -> bool:
    """Whether these events bring the hand on."""
    started = [event for event in events if isinstance(event, ev.DealStarted | fe.HandStarted)]
    if any(event.redeal for event in started):
        return False
    return bool(started) or any(isinstance(event, ONWARD) for event in events)


# -- what people do who only want to go on -----------------------------------------------------------------------------


def next_acts(world: World, rng: random.Random) -> Iterator[tuple[str, Step]]:
    """What whoever is to act does, as the page asks for it: who, and what. Several where one may be in doubt."""
    view = world.public
    phase = view["phase"]
    if world.to_clear() and (world.lying() or any(any(world.slots(one)) for one in world.holders)):
        yield "", World.throw_in
        return
    if phase in ("gather", "scored", "over") and world.loose():
        lies = (world.to_gather() if phase == "gather" else None) or world.loose()
        yield world.person_at(_winner(view)), lambda world: world.gather(lies)
        return
    if not world.dealt():
        yield world.person_at(view["dealer"]), World.deal
        return
    if not world.android:
        yield from _family(world, view, rng)
    else:
        yield from _android(world, view, rng)


def _winner(view: dict[str, Any]) -> int:
    last = view["last_trick"]
    return int(last["winner"]) if last else int(view["dealer"])


def _android(world: World, view: dict[str, Any], rng: random.Random) -> Iterator[tuple[str, Step]]:
    if view["phase"] != "play":
        return
    seat = view["seats"][view["turn"]]
    if seat["kind"] == "human":
        yield from _lays(world, seat["person"], rng)
        return
    if (card := _to_move(world)) is not None:
        yield from _moves(world, card)
        return
    if seat["kind"] == "computer" or view["seats"][seat["commander"]]["kind"] == "computer":
        return  # it decides by itself
    commander = view["seats"][seat["commander"]]["person"]
    commands = world.view(commander)["commands"]
    told = list(commands["allowed"]) if commands else []
    rng.shuffle(told)
    if told:
        yield commander, lambda world: world.ask(commander, {"command": told[0]})


def _to_move(world: World) -> Card | None:
    """The card that is to be moved now, as whoever moves it sees it."""
    beside = world.view(world.person_at(world.public["turn"])).get("beside")
    return Card.parse(beside["to_move"]) if beside and beside["to_move"] else None


def _moves(world: World, card: Card) -> Iterator[tuple[str, Step]]:
    """Whoever moves cards for others moves the one that is asked for."""
    mover = world.person_at(world.public["turn"])
    if card in world.pile:  # it was gathered too early, and is laid again
        yield mover, lambda world: world.lay_again(card)
    elif any(card in world.slots(number) for number in world.holders) or (marked := _marked(world)) is None:
        yield mover, lambda world: world.move(mover, card)
    else:  # whatever stands there: it was taken for that one
        yield mover, lambda world: world.move(mover, marked)


def _marked(world: World) -> Card | None:
    """What stands in the slot whose card is to be moved, as its light shows; None where no slot is marked."""
    moving = world.public.get("move")
    if moving is None or moving["slot"] is None:
        return None
    return world.slots(moving["holder"])[moving["slot"]]


def _lays(world: World, person: str, rng: random.Random) -> Iterator[tuple[str, Step]]:
    own = [card for card in world.own(person) if card not in world.played()]  # what was taken back unseen is played
    if not own:
        yield from _lays_for(world, person)
    led = world.trick()[:1]
    suited = [card for card in own if led and card.suit == led[0].suit] or own
    if not suited:
        return
    first = rng.choice(suited)
    yield person, lambda world: world.lay(person, first)
    second = rng.choice(own)
    if second != first:  # the law may have something against one of them
        yield person, lambda world: world.lay(person, second)
    for other in own:
        if other not in (first, second):
            yield person, lambda world, other=other: world.lay(person, other)  # type: ignore[misc]


def _lays_for(world: World, person: str) -> Iterator[tuple[str, Step]]:
    """What is laid before a person who holds nothing: the own card that lies there already, and is taken for another, a
    gathered one, or one of another person's, of whom an own one was said to be."""
    place = PLACES[world.android](world.seat_of(person), world.players, person)
    for card in [one for one in world.loose() if world.owners.get(one) == world.seat_of(person)]:
        if card not in world.played():
            yield person, lambda world, card=card: world.put(card, place)  # type: ignore[misc]
    for mislaid in world.mislaid()[:3]:
        yield person, lambda world, mislaid=mislaid: world.lay_again(mislaid, place)  # type: ignore[misc]
    for other in world.persons:
        for card in [one for one in world.own(other) if one not in world.played()][:3]:
            yield other, lambda world, other=other, card=card: _lay_for(world, other, card, person)  # type: ignore[misc]
    if not world.hands.has_kitty and world.hands.stock:
        yield person, lambda world: world.draw_late(person)
    for card in world.own(person)[:3]:  # another was taken for it, and the page asks which
        yield person, lambda world, card=card: world.lay(person, card)  # type: ignore[misc]
    if world.android and world.seat_of(person) == world.hands.dealer:
        for card in world.beside():  # the turned-up card is the last one
            yield person, lambda world, card=card: world.put(card, place)  # type: ignore[misc]


def _lay_for(world: World, other: str, card: Card, person: str) -> None:
    """Somebody lays a card for a person who has none left: it counts as that person's."""
    world.lay(other, card, PLACES[world.android](world.seat_of(person), world.players, person))
    world.owners[card] = world.seat_of(person)


def _family(world: World, view: dict[str, Any], rng: random.Random) -> Iterator[tuple[str, Step]]:
    hand, hands = world.table.state.hand, world.hands  # type: ignore[union-attr]
    assert hand is not None
    if hand.phase == "turn_up":
        if hand.tricks and _old_one_lies(world):
            yield world.person_at(_winner(view)), World.draw
        elif not hands.opened or (hands.opened[0].is_joker and not hands.has_kitty):  # type: ignore[union-attr]
            yield world.person_at(view["dealer"]), World.open
        return
    if hand.phase in ("discard", "play") and view["declarer"] is not None and hands.has_kitty and hands.kitty_waits():  # type: ignore[union-attr]
        taker = int(view["declarer"])
        yield world.person_at(taker), lambda world: world.kitty(taker)
        return
    if hand.phase == "play":
        if view["turn"] is not None and view["seats"][view["turn"]]["kind"] == "computer":
            yield from (step for card in [_to_move(world)] if card is not None for step in _moves(world, card))
        elif view["turn"] is not None:
            yield from _lays(world, world.person_at(view["turn"]), rng)
        return
    if view["turn"] is None and hand.turn is None:
        return
    acts = hand.turn if hand.turn is not None else 0
    if view["seats"][acts]["kind"] == "computer":
        return  # it says so by itself
    person = world.person_at(acts)
    said = [action for action in world.view(person)["actions"] if any(name in action for name in SAID)]
    if said:
        body = _true_points(world, person) if "hcp" in said[0] else rng.choice(said)
        body = body if body in said or "hcp" not in body else rng.choice(said)  # others have said what cannot be
        yield person, lambda world: world.ask(person, body)


def _old_one_lies(world: World) -> bool:
    """Whether the stock's open card is one that the table has known before, wherever it was pushed, or lies where that
    did which it knows: both draw first."""
    opened, state = world.hands.opened, world.table.state  # type: ignore[union-attr]
    if len(world.hands.stock) < 2 or world.drawn():  # type: ignore[union-attr]
        return False
    lies = [one for one in world.hands.scene.scene().laid if one.card in opened]
    before = [card for action in state.hand.actions if isinstance(action, TurnUp) for card in action.cards]  # type: ignore[union-attr]
    return any(
        one.card in before or any((one.x - old.x) ** 2 + (one.y - old.y) ** 2 < 100 for old in state.aside)  # type: ignore[union-attr]
        for one in lies
    )


def _true_points(world: World, person: str) -> dict[str, Any]:
    worth = {"A": 4, "K": 3, "Q": 2, "J": 1}
    return {"hcp": sum(worth.get(card.rank, 0) for card in world.own(person))}


def helpful(world: World) -> Iterator[Step]:
    """What people do first who only want to go on, where something is asked or wrong."""
    view = world.public
    for person in world.persons:
        for question in world.view(person)["questions"]:
            body = truth(world, question)
            if body is not None:
                yield lambda world, person=person, body=body: world.ask(person, body)  # type: ignore[misc]
    yield from (step for _, step in obeying(world) if view["phase"] in ("play", "turn_up", "kitty"))


def truth(world: World, question: dict[str, Any]) -> dict[str, Any] | None:
    """The true answer to a question; None where nobody knows it."""
    kind, number, candidates = question["kind"], question["id"], [Card.parse(code) for code in question["candidates"]]
    view, card = world.public, None
    if kind == "turn":
        owner = world.owners.get(candidates[0])
        if owner is not None and owner != view["turn"]:
            return {"laid_by": owner}
        card = candidates[0]
    elif kind == "order":
        card = next((one for one in world.owners if one in candidates and one in world.loose()), None)
    elif kind == "turn_up":
        card = next((one for one in world.beside() if one in candidates), None)
        if card is None and question["may_be_none"]:
            return {"answer": "none", "question": number}
    elif kind in ("earlier", "unseen", "replaced"):
        owned = [one for one in (*world.pile, *world.lying()) if world.owners.get(one) == question["of"]]
        card = next((one for one in (*candidates, *owned) if one in candidates and one in owned), None)
        if kind == "replaced":
            of = next((play.seat for play in world.table.state.trick if play.card in candidates), None)
            own = [one for one in candidates if world.owners.get(one, of) == of]  # one may be in the hand again
            card = own[0] if len(own) == 1 else next((one for one in candidates if one in world.lying()), None)
    elif kind == "moved":
        holder = question["holder"]
        seats = [one["seat"] for one in view["seats"] if one.get("holder") == holder]
        card = next((one for one in candidates if world.owners.get(one) in seats), None)
    elif kind == "slot":
        card = world.slots(question["holder"])[question["slot"]]
    elif question["x"] is not None:
        lies = [one for one in world.hands.scene.scene().laid if one.face_up]
        far = {one.card: math.dist((one.x, one.y), (question["x"], question["y"])) for one in lies}
        # the page shows the picture of the card in doubt, be it on another or not
        near = sorted(far, key=lambda card: (card not in world.unsure or far[card] > SAME_CARD, far[card]))
        card = near[0] if near else None
    return None if card is None else {"answer": str(card), "question": number}


def unanswerable(world: World) -> str | None:
    """A question whether somebody has laid a card, that nobody can answer truly; None where there is none."""
    if world.lied or world.spoiled or world.unsure:
        return None
    person = world.persons[0]
    for question in world.view(person)["questions"]:
        body = truth(world, question) if question["kind"] == "turn" else None
        offers = [button.request for button in offered(world.view(person))]
        if body is not None and (
            body not in offers or tried(world, lambda world, body=body: world.ask(person, body)) is None
        ):  # type: ignore[misc]
            return f"unanswerable: {question['about']}, and {body} is not heard"
    return None


# -- what leads out of trouble -----------------------------------------------------------------------------------------


def obeying(world: World) -> Iterator[tuple[int, Step]]:
    """What hands do because the page says so: each with how many taps it counts for."""
    view = world.public
    if view["wrong_card"]:
        codes = (view["wrong_card"]["card"], *view["wrong_card"]["also"])
        yield from _taking_back(world, [Card.parse(code) for code in codes])
    if _to_fill_with(world) or _draws_late(world):  # the page says which slots are empty
        yield 1, _holders_filled
    drift = view["out_of_step"]
    if drift and (drift["seen"] or drift["believed"]):
        yield 1, _laid_as_believed
        yield 1, _new_ones_taken
    if _to_take(world):
        yield 1, lambda world: _taken(world, _to_take(world))
    if view.get("unread"):
        for card in world.loose():
            if card in world.unsure:
                yield 1, lambda world, card=card: world.unsure.pop(card)  # type: ignore[misc]
    if view["phase"] in ("gather", "scored", "over") and world.loose():
        yield 1, lambda world: world.gather(world.to_gather() or world.loose())
    for card in _put_back(world):
        yield 1, lambda world, card=card: world.put_away(card)  # type: ignore[misc]


def _put_back(world: World) -> list[Card]:
    """The played cards that stand in slots that are asked about: whoever looks which card stands there sees it."""
    questions = [one for person in world.persons for one in world.view(person)["questions"] if one["kind"] == "slot"]
    stand = [world.slots(one["holder"])[one["slot"]] for one in questions]
    return [card for card in stand if card is not None and card in world.played() and card not in world.lying()]


def _taking_back(world: World, called: Sequence[Card]) -> Iterator[tuple[int, Step]]:
    """What hands do about cards that must be taken back: all of them, or one."""
    if len(called) > 1:
        yield 1, lambda world: _taken(world, [card for card in called if card in world.loose()])
    for card in called:
        if card in world.loose():
            yield 1, lambda world, card=card: world.take_back(card)  # type: ignore[misc]
        elif card in world.beside() and world.public["phase"] == "turn_up":  # it was pushed off the stock
            yield 1, lambda world, card=card: world.put(card, STOCK)  # type: ignore[misc]
        elif card in world.beside() and world.hands.stock[:1] == [card]:  # another is taken for the open card
            yield 1, World.take_up
        for other in [one for one in world.loose() if one in world.unsure and card not in world.lying()]:
            if world.unsure[other].best == card:  # that one is taken for it
                yield 1, lambda world, other=other: world.laid_better(other)  # type: ignore[misc]


def _has_to_fill(world: World) -> bool:
    """Whether the page asks for cards in holders of computer players."""
    return not world.android and not world.table.state.holders.known


def _to_fill_with(world: World) -> list[Card]:
    """Cards out of holders that show too few: they lie there, or were gathered and never played."""
    mislaid = world.mislaid() if _has_to_fill(world) else []
    return [*_out_of_holders(world), *(card for card in mislaid if world.owners.get(card) in world.table.computers)]


def _holders_filled(world: World) -> None:
    """Put into holders what is missing there, a card that nobody has drawn yet last."""
    out = _out_of_holders(world)
    world.put_in_again([card for card in _to_fill_with(world) if card not in out])
    _taken(world, out)
    if _draws_late(world):
        _taken(world, _to_take(world))  # what counts as the open card is taken with it
        world.draw()


def _draws_late(world: World) -> bool:
    """Whether nobody has drawn after the last trick, nothing lies open, and a holder shows too few cards; after the
    last draw play goes on at once (RULES G6)."""
    if not _has_to_fill(world) or world.public["phase"] not in ("turn_up", "play") or world.hands.has_kitty:
        return False
    return (
        bool(world.table.state.hand.tricks)
        and bool(world.hands.stock[1:])
        and not (world.hands.opened or world.drawn())
    )


def _out_of_holders(world: World) -> list[Card]:
    """Cards that were moved out of holders and lie there while holders are to be filled."""
    if not _has_to_fill(world):
        return []
    return [card for card in world.loose() if world.owners.get(card) in world.table.computers]


def _to_take(world: World) -> list[Card]:
    """Cards that people take because the page asks for others, or for these."""
    phase = world.public["phase"]
    if phase == "kitty" and not world.public["trick"]:  # the kitty is asked for, and no other cards
        return world.loose()
    if phase == "turn_up" and not world.android:  # what is taken for the open card is taken
        known = [aside.card for aside in world.table.state.aside]
        misread = [card for card, reading in world.unsure.items() if reading.best in known]
        return [card for card in world.loose() if card in known or card in misread]
    return []


def _taken(world: World, cards: Sequence[Card]) -> None:
    for card in cards:
        world.take_back(card)


def _laid_as_believed(world: World) -> None:
    """Lay what the table believes to lie there, and nothing else, as its prompt asks."""
    believed = [Card.parse(code) for code in world.public["out_of_step"]["believed"]]
    for card in [one for one in world.loose() if one not in believed]:
        world.take_back(card)
    for card in believed:
        world.unsure.pop(card, None)  # it is laid so that it is seen
        if card in world.pile:
            world.lay_again(card)
        elif card in world.hands.stock[:1] and card not in world.lying():
            world.hands.open()
        elif card not in world.lying():
            for person in world.persons:
                if card in world.own(person) and (world.owners.get(card) in (None, world.seat_of(person))):
                    world.lay(person, card)
                    break


def _new_ones_taken(world: World) -> None:
    """Take back what lies where the table knows no card, and leave the rest as it lies."""
    state = world.table.state
    known = [*state.trick, *getattr(state, "aside", ())]
    for one in world.hands.scene.scene().laid:
        far = all((one.x - old.x) ** 2 + (one.y - old.y) ** 2 > 100 for old in known)
        if one.card in world.loose() and far:
            world.take_back(one.card)


def can_go_on(world: World, present: Collection[str], rng: random.Random) -> bool:
    """Whether whoever is to act can, and the hand goes on by it."""
    if world.public["phase"] == "over":
        return True  # the page offers to play the same game again, or another
    return any(_leads(world, step, present, rng) for _, step in next_acts(world, rng))


def _leads(world: World, step: Step, present: Collection[str], rng: random.Random) -> bool:
    after = tried(world, step)
    if after is None:
        return False
    # cards that are dealt face down, thrown in, or a kitty that is taken unseen show nowhere
    unseen = step is World.throw_in or after[0].face_down() != world.face_down()
    return goes_on(after[1]) or (unseen and can_go_on(after[0], present, rng))


def tried(world: World, step: Step) -> tuple[World, list[Any]] | None:
    """The table after ``step`` and a look or two, and what happened; None where it cannot be done."""
    other = world.split()
    before = len(other.table.events)
    try:
        step(other)
        other.look()
        other.look()
    except (Refused, ValueError):
        return None
    return other, list(other.table.events[before:])


def taps_to_go_on(world: World, present: Collection[str], rng: random.Random) -> int | None:
    """How many taps, or moves that the page asks for, it takes until the hand goes on; None where ``MOST_TAPS`` do not
    lead there. Nobody must be called in who is not ``present``, but whoever is to act next."""
    if can_go_on(world, present, rng):
        return 0
    reached: list[tuple[int, World]] = [(0, world)]
    for most in range(1, MOST_TAPS + 1):
        for taps, at in list(reached):
            for cost, step in _ways(at, present):
                if taps + cost != most:
                    continue
                after = tried(at, step)
                if after is None:
                    continue
                if goes_on(after[1]) or can_go_on(after[0], present, rng):
                    return most
                moved = after[0].lying() != at.lying()
                if (after[1] or moved) and len(reached) < 60:
                    reached.append((most, after[0]))
    return None


def _ways(world: World, present: Collection[str]) -> Iterator[tuple[int, Step]]:
    yield from obeying(world)
    for _, step in islice(next_acts(world, random.Random(1)), 2):  # a card is laid, and then something is asked of it
        yield 1, step
    turn = world.public["turn"]
    acts = [world.person_at(turn)] if turn is not None else []
    for person in dict.fromkeys((*present, *acts)):
        for button in offered(world.view(person)):
            if set(button.request) & {"claim"}:
                continue  # nobody must give tricks away to go on
            yield button.taps, lambda world, person=person, body=button.request: world.ask(person, body)  # type: ignore[misc]
