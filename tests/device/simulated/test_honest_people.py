"""Simulated people say what they have seen, nothing else, and push a card only once the camera could have seen it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest

from device.keeper.question_pictures import QuestionPictures, cut_out
from device.simulated.acting import do_by_hand
from device.simulated.hands import Hands
from device.simulated.players import PATIENCE, Player
from tests.simulated import android_hands
from vision.simulated.scene import SimulatedTable
from whist.cards import Card
from whist.games import rules_of
from whist.messages import events as ev
from whist.rules.standing import Standing
from whist.table.state.around import before
from whist.table.state.state import Laid


def dealt() -> Hands:
    hands = Hands(SimulatedTable(), rules_of("candid", {}, None), 3)
    hands.deal(Standing(0), 1)
    return hands


def lay(hands: Hands, *seats: int) -> list[Card]:
    """Each of ``seats`` lays its first card."""
    laid = [hands.hand(seat)[0] for seat in seats]
    for seat, card in zip(seats, laid, strict=True):
        hands.lay(seat, card)
    return laid


def question(kind: str, *candidates: Card, **more: Any) -> dict[str, Any]:
    asked: dict[str, Any] = {"id": 4, "kind": kind, "candidates": [str(card) for card in candidates]}
    return asked | {"may_be_none": kind == "table", "x": None, "y": None, "trick": None, "of": None} | more


def view(*questions: dict[str, Any], trick: tuple[tuple[int, Card], ...] = (), turn: int = 2) -> dict[str, Any]:
    plays = [{"seat": seat, "card": str(card)} for seat, card in trick]
    seen = {"questions": list(questions), "seats": [], "trick": plays, "turned_up": [], "turn": turn}
    return seen | {"phase": "play", "me": {"seat": 0}}


def told(**hand: Any) -> Any:
    """A table of which everybody knows so much of the hand."""
    return lambda: SimpleNamespace(hand=SimpleNamespace(seat=lambda place: place, **hand), deal=1)


def answer(hands: Hands, seen: dict[str, Any]) -> str | None:
    player = Player("south", 3, told(phase="over", turn=None))
    act = player.act(seen | {"wrong_card": {"seat": 0}}, hands)
    return None if act is None else str(act.body["answer"])


def test_a_card_that_is_pushed_again_and_again_still_lies_before_whoever_laid_it() -> None:
    hands = dealt()
    (card,) = lay(hands, 1)
    for _ in range(60):
        hands.nudge(card)
        (lies,) = hands.scene.scene().laid
        assert before(lies.x, lies.y, 4) == 1


def test_cards_thrown_in_must_be_dealt_once_more() -> None:
    hands = dealt()
    hands.throw_in()
    assert not hands.dealt(1), "the table waited for this very hand, and nobody holds a card"


def test_a_push_does_not_change_what_was_laid_first() -> None:
    hands = dealt()
    first, second = lay(hands, 1, 2)
    hands.nudge(first)
    assert hands.trick() == [first, second]
    assert answer(hands, view(question("order", second, first))) == str(first)


def test_a_card_is_pushed_only_when_the_camera_has_looked_for_a_while() -> None:
    hands, looks = dealt(), [0]
    (card,) = lay(hands, 2)
    player = Player("north", 3, told(phase="play", turn=2, trick=[]), lambda: looks[0])
    seen = view() | {"wrong_card": None, "dealer": 0, "actions": [], "declarer": None, "me": {"seat": 2}}
    acts = []
    for _ in range(PATIENCE * 20):
        acts.append(player.act(seen, hands))
    assert acts == [None] * len(acts), "it has not looked at all"
    for looks[0] in range(1, PATIENCE + 1):
        acts.append(player.act(seen, hands))
    assert acts[-1] is not None
    assert (acts[-1].kind, acts[-1].card) == ("nudge", card)


def test_of_two_cards_whoever_laid_one_says_which() -> None:
    """Not which one the table does not know: that may be the next person's."""
    hands = dealt()
    mine, other = lay(hands, 1, 3)
    asked = question("replaced", mine, other)
    assert answer(hands, view(asked, trick=((1, mine),))) == str(mine)
    assert answer(hands, view(asked, trick=((3, mine),))) == str(other), "the table has it as the wrong person's"


@pytest.mark.parametrize(("turn", "said"), [(1, True), (2, False)])
def test_nobody_says_that_a_card_is_whose_it_is_not(turn: int, said: bool) -> None:
    hands = dealt()
    (card,) = lay(hands, 1)
    assert (answer(hands, view(question("turn", card), turn=turn)) is not None) == said


def test_where_the_table_asks_people_look_and_say_what_lies_there() -> None:
    hands = dealt()
    near, _far = lay(hands, 0, 2)
    lies = hands.scene.scene().laid[0]
    assert answer(hands, view(question("table", Card.parse("JR"), x=lies.x, y=lies.y))) == str(near)
    assert answer(hands, view(question("table", Card.parse("JR"), x=300.0, y=300.0))) == "none"


def test_beside_a_card_that_the_table_knows_no_other_lies() -> None:
    hands = dealt()
    (known,) = lay(hands, 1)
    lies = hands.scene.scene().laid[0]
    ghost = question("table", Card.parse("JR"), x=lies.x + 30.0, y=lies.y)
    assert answer(hands, view(ghost)) == str(known)
    assert answer(hands, view(ghost, trick=((1, known),))) == "none"
    misread = question("table", known, x=lies.x, y=lies.y)
    assert answer(hands, view(misread, trick=((1, known),))) == str(known), "it is asked whether it is that one"


def test_people_remember_what_lay_there_in_an_earlier_trick(tmp_path) -> None:
    hands = dealt()
    laid = lay(hands, 0, 1, 2, 3)
    hands.gather()
    lay(hands, 3, 0)
    asked = question("earlier", Card.parse("JR"), trick=1, of=2)
    assert answer(hands, view(asked)) == str(laid[2])
    assert answer(hands, view(asked | {"trick": 2})) is None, "nothing yet"


def test_people_remember_what_an_android_played() -> None:
    hands = android_hands(3)
    own, moved = hands.hand(3)[0], hands.slots(1)[3]
    assert moved is not None
    hands.lay(3, own)
    hands.take_back(own)
    hands.lay(3, own)
    hands.lay(1, moved)
    hands.gather()
    assert (hands.laid_in(1, 3), hands.laid_in(1, 1), hands.laid_in(2, 3)) == (own, moved, None)
    for kind in ("earlier", "unseen"):
        assert answer(hands, view(question(kind, own, trick=1, of=1))) == str(moved)


def test_people_look_where_the_table_asks_in_android_whist() -> None:
    hands = android_hands(3)
    first, second = hands.hand(3)[0], hands.hand(0)[0]
    hands.lay(3, first)
    hands.lay(0, second)
    lies = next(one for one in hands.scene.scene().laid if one.card == second)
    for at, said in (((lies.x, lies.y), str(second)), ((500.0, 500.0), "none")):
        asked = question("table", first, second, x=at[0], y=at[1])
        assert answer(hands, view(asked) | {"turned_up": None}) == said


def test_people_say_what_has_left_a_slot_by_where_it_lies() -> None:
    hands = android_hands(3)
    stands, moved = hands.slots(1)[2], hands.slots(1)[3]
    assert stands is not None
    assert moved is not None
    hands.lay(1, moved)
    lies = next(one for one in hands.scene.scene().laid if one.card == moved)
    for slot, said in ((3, moved), (2, stands)):
        asked = question("moved", moved, stands, holder=1, slot=slot, x=lies.x, y=lies.y)
        assert answer(hands, view(asked)) == str(said)


# -- the picture of a card that lay there ------------------------------------------------------------------------------


def earlier(card: str, trick: int = 2, of: int = 3) -> ev.Question:
    return ev.Question(7, "earlier", ("south",), (Card.parse(card), Card.parse("HQ")), trick=trick, of=of)


def shown(pictures: QuestionPictures, asked: ev.Question) -> bytes | None:
    """What whoever is asked is shown beside a question."""
    pictures.only([asked])
    seen = {"questions": [{"id": asked.id}]}
    number = pictures.shown(seen)["questions"][0]["picture"]
    return None if number is None else pictures.jpeg(seen, number)


def test_a_question_about_an_earlier_card_shows_it_as_it_lay_there() -> None:
    pictures, cut = QuestionPictures(), lambda play: str(play.card).encode()
    pictures.keep_plays(2, [Laid(3, Card.parse("DQ"), 0.0, 90.0)], cut)
    pictures.keep_plays(3, [], cut)
    assert shown(pictures, earlier("DQ")) == b"DQ"
    assert shown(pictures, earlier("D9")) is None, "it was taken down as another since"
    assert shown(pictures, earlier("DQ", trick=1)) is None


def test_a_card_is_cut_out_once_and_forgotten_with_its_hand() -> None:
    pictures, cuts = QuestionPictures(), iter((None, b"seen"))
    play = Laid(3, Card.parse("DQ"), 0.0, 90.0)
    for _ in range(3):
        pictures.keep_plays(2, [play], lambda play: next(cuts))
    assert shown(pictures, earlier("DQ")) == b"seen"
    pictures.only([])
    pictures.keep_plays(1, [], lambda play: None)
    assert shown(pictures, earlier("DQ")) is None


class LiesThere:
    """Eyes that have read one card on the table."""

    def cut_card(self, card: Card) -> bytes | None:
        return small_picture(200) if card == Card.parse("S9") else None


def small_picture(grey: int) -> bytes:
    return cv2.imencode(".jpg", np.full((24, 16, 3), grey, np.uint8))[1].tobytes()


@pytest.mark.parametrize("about", ["order", "replaced"])
@pytest.mark.parametrize(("other", "wide"), [("HQ", 16 + 8 + 16), ("C4", 16)])
def test_a_question_of_two_cards_shows_both(about: str, other: str, wide: int) -> None:
    """The queen was taken back, and is shown as it lay there; of a card that was never seen there is nothing."""
    pictures = QuestionPictures()
    pictures.keep_plays(2, [Laid(3, Card.parse("HQ"), 0.0, 90.0)], lambda play: small_picture(90))
    asked = ev.Question(7, about, ("south", "north"), (Card.parse(other), Card.parse("S9")))
    made = cut_out(LiesThere(), asked, pictures.of_card)  # type: ignore[arg-type]
    assert made is not None
    jpeg, parts = made
    assert len(parts) == (wide + 8) // 24
    assert cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR).shape == (24, wide, 3)


def test_the_dealer_gathers_what_lies_there_where_no_trick_was_won() -> None:
    hands = dealt()
    lay(hands, 2)
    scored = view() | {"phase": "scored", "last_trick": None, "dealer": 1}
    acts = [Player("", 3, told()).act(scored | {"me": {"seat": seat}}, hands) for seat in range(4)]
    assert [act and act.kind for act in acts] == [None, "gather", None, None]
    table: Any = SimpleNamespace(public_view=lambda: scored)
    do_by_hand(next(act for act in acts if act), 1, table, hands)
    assert hands.laid() == []


def test_a_trick_is_gathered_once_though_the_table_sees_it_later() -> None:
    """The next card of the stock is turned up before the trick is seen gone: nobody draws again (RULES H4)."""
    hands = Hands(SimulatedTable(), rules_of("honeymoon", {}, None), 3)
    hands.deal(Standing(0), 1)
    hands.open()
    trick = lay(hands, 1, 0)
    waits = view(trick=((1, trick[0]), (0, trick[1]))) | {"phase": "gather", "last_trick": {"winner": 0}}
    waits |= {"dealer": 0, "wrong_card": {"seat": 0}}
    player = Player("", 3, told(phase="turn_up"))
    act = player.act(waits, hands)
    assert act is not None
    assert act.kind == "gather"
    do_by_hand(act, 0, SimpleNamespace(public_view=lambda: waits), hands)  # type: ignore[arg-type]
    hands.open()
    held = [list(own) for own in hands.hands]
    assert player.act(waits, hands) is None, "nothing of it lies there any more"
    later: Any = SimpleNamespace(public_view=lambda: waits | {"phase": "play"})
    do_by_hand(act, 0, later, hands)
    assert hands.hands == held
