"""What people would say if asked: heard only by a question that it answers."""

from __future__ import annotations

import json

import pytest

from device.keeper.followed_folder import load_taps
from device.keeper.recorded_taps import SpokenCard, SpokenCards
from vision.camera.protocol import CameraError
from whist.cards import Card
from whist.messages.requests import Answer, SayStep


def test_a_question_at_a_table_without_holders_has_no_slot():
    asked = {key: value for key, value in question(x=12.0, y=-85.0).items() if key not in ("holder", "slot")}
    words = said(S3)
    words.hear(2.0, [])
    assert list(words.answers({"questions": [asked]}, 0)) == [Answer(0, 1, Card.parse("S3"))]


def question(number=1, holder=None, slot=None, x=None, y=None, candidates=("S3", "C3")):
    return {
        "id": number,
        "may_be_none": False,
        "holder": holder,
        "slot": slot,
        "x": x,
        "y": y,
        "candidates": list(candidates),
    }


def said(*bodies, t=1.0):
    return SpokenCards([word for body in bodies if (word := SpokenCard.read(t, 0, body)) is not None])


S3 = {"answer": "S3", "x": 10, "y": -90}
C7 = {"answer": "C7", "holder": 1, "slot": 4}


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        (question(x=12.0, y=-85.0), "S3"),
        (question(x=-80.0, y=50.0), None),
        (question(holder=1, slot=4), "C7"),
        (question(holder=1, slot=5), None),
        (question(holder=2, slot=4), None),
        (question(candidates=("S3", "H5")), "S3"),
        (question(candidates=("S4", "H5")), None),
    ],
)
def test_a_word_answers_the_question_about_its_card(asked, answer):
    words = said(S3, C7)
    words.hear(1.0, [])
    expected = [] if answer is None else [Answer(0, 1, Card.parse(answer))]
    assert list(words.answers({"questions": [asked]}, 0)) == expected


def test_where_nobody_laid_anything_no_card_lies():
    words, ghost = said(S3), question(x=-80.0, y=50.0) | {"may_be_none": True}
    assert list(words.answers({"questions": [ghost]}, 0)) == [], "nobody has said anything yet"
    words.hear(1.0, [])
    assert list(words.answers({"questions": [ghost]}, 0)) == [Answer(0, 1, None)]


@pytest.mark.parametrize(
    ("happened", "answer"),
    [
        pytest.param([], "SJ", id="the jack is not taken down"),
        pytest.param([("played", "SJ", 12.0)], None, id="it is"),
        pytest.param([("turned_up", "SJ", 12.0)], None, id="it was turned up"),
        pytest.param([("played", "ST", 12.0)], "SJ", id="as another card"),
        pytest.param([("played", "SJ", 90.0)], "SJ", id="elsewhere"),
        pytest.param([("played", "SJ", 12.0), ("taken_back", "SJ", 12.0)], "SJ", id="and was taken back"),
    ],
)
def test_beside_a_card_that_is_known_no_other_lies(happened, answer):
    words, ghost = said({"answer": "SJ", "x": 10, "y": -90}), question(x=45.0, y=-85.0) | {"may_be_none": True}
    words.hear(1.0, [{"event": name, "seat": 0, "card": card, "x": x, "y": -88.0} for name, card, x in happened])
    told = [answer.card and str(answer.card) for answer in words.answers({"questions": [ghost]}, 0)]
    assert told == [answer]


def test_a_word_is_not_heard_before_its_time():
    words = said(S3, t=2.0)
    words.hear(1.9, [])
    assert list(words.answers({"questions": [question(x=10.0, y=-90.0)]}, 0)) == []


def test_of_two_cards_the_one_laid_first_came_first_and_of_one_place_the_last_lies_there():
    words = said(S3, {"answer": "H5", "x": 12, "y": -88})
    words.hear(1.0, [])
    told = [answer.card for answer in words.answers({"questions": [question(candidates=("H5", "S3"))]}, 0)]
    there = [answer.card for answer in words.answers({"questions": [question(x=11.0, y=-90.0)]}, 0)]
    assert (told, there) == ([Card.parse("S3")], [Card.parse("H5")])


def test_a_turn_up_came_when_it_was_played_not_when_it_was_turned_up():
    turned_up, laid = said({"answer": "H5", "x": 90, "y": -60}), said(S3, t=2.0)
    words = SpokenCards([*turned_up.coming, *laid.coming, *said({"answer": "H5", "x": 12, "y": -88}, t=3.0).coming])
    words.hear(3.0, [])
    asked = question(candidates=("H5", "S3"))
    assert [answer.card for answer in words.answers({"questions": [asked]}, 0)] == [Card.parse("S3")]


def test_words_of_the_last_deal_are_forgotten():
    words = said(S3, C7)
    words.hear(5.0, [{"event": "deal_started"}])
    asked = [question(x=10.0, y=-90.0), question(holder=1, slot=4)]
    assert list(words.answers({"questions": asked}, 0)) == []


def test_words_of_before_the_cards_were_dealt_are_forgotten():
    words = SpokenCards([*said(S3).coming, *said(C7, {"answer": "H5", "x": 70, "y": 0}, t=1.2).coming])
    words.hear(1.2, [])
    asked = [question(x=10.0, y=-90.0), question(x=70.0, y=0.0), question(holder=1, slot=4)]
    assert [answer.card for answer in words.answers({"questions": asked}, 0)] == [Card.parse("H5"), Card.parse("C7")]


@pytest.mark.parametrize("body", [{"command": "duck"}, {"answer": "S3", "question": 2}, None, 3])
def test_other_requests_are_no_words(body):
    assert SpokenCard.read(0.0, 0, body) is None


@pytest.mark.parametrize(
    "body",
    [
        {"answer": "XX", "x": 1, "y": 2},
        {"answer": "S3"},
        {"answer": "S3", "x": "1", "y": 2},
        {"answer": "S3", "slot": 1},
    ],
)
def test_a_bad_word_is_told_with_its_line(body, tmp_path):
    (tmp_path / "requests.jsonl").write_text(json.dumps({"t": 1.0, "seat": 0, "request": body}) + "\n")
    with pytest.raises(CameraError, match="line 1"):
        load_taps(tmp_path)


def test_what_lay_there_in_an_earlier_trick_is_what_was_named_there_then():
    words = said(S3)
    words.hear(1.0, [{"event": "played", "seat": 2, "card": "C3", "x": 8.0, "y": -88.0}])
    words.hear(1.1, [{"event": "trick_won", "seat": 2, "trick": 1}])
    words.coming.append(SpokenCard.read(1.2, 0, {"answer": "H5", "x": 10, "y": -90}))
    words.hear(1.3, [{"event": "played", "seat": 2, "card": "H5", "x": 8.0, "y": -88.0}])
    asked = question(candidates=("C3", "H5")) | {"kind": "earlier", "trick": 1, "of": 2}
    assert list(words.answers({"questions": [asked]}, 0)) == [Answer(0, 1, Card.parse("S3"))]
    assert list(words.answers({"questions": [asked | {"of": 3}]}, 0)) == [], "nobody named it"
    words.hear(1.4, [{"event": "deal_started", "deal": 2, "dealer": 1}])
    assert list(words.answers({"questions": [asked]}, 0)) == []


def test_the_first_trick_of_the_next_game_is_no_more_that_of_the_last():
    words = said(S3)
    words.hear(1.0, [{"event": "played", "seat": 2, "card": "S3", "x": 8.0, "y": -88.0}])
    words.hear(1.1, [{"event": "trick_won", "seat": 2, "trick": 1}, {"event": "hand_scored"}])
    words.coming.append(SpokenCard.read(1.2, 0, {"answer": "H5", "x": 10, "y": -90}))
    words.hear(1.3, [{"event": "played", "seat": 2, "card": "D5", "x": 8.0, "y": -88.0}])
    asked = question(candidates=("D5", "H5")) | {"kind": "earlier", "trick": 1, "of": 2}
    assert list(words.answers({"questions": [asked]}, 0)) == [Answer(0, 1, Card.parse("H5"))]


def test_whose_card_was_not_seen_names_what_they_laid_last():
    words = said(S3, {"answer": "H5", "x": 10, "y": -90}, t=1.0)
    words.coming.append(SpokenCard.read(1.1, 3, {"answer": "D4", "x": 0, "y": 90}))
    words.hear(1.2, [])
    asked = question(candidates=("S3", "H5", "D4", "D5")) | {"kind": "unseen", "trick": 1, "of": 0}
    assert list(words.answers({"questions": [asked]}, 0)) == [Answer(0, 1, Card.parse("H5"))]
    assert list(words.answers({"questions": [asked | {"of": 3}]}, 0)) == [Answer(0, 1, Card.parse("D4"))]
    assert list(words.answers({"questions": [asked | {"candidates": ["S9"]}]}, 0)) == []
    words.hear(1.3, [{"event": "gathered"}])
    assert list(words.answers({"questions": [asked]}, 0)) == [], "nothing has been laid since"


@pytest.mark.parametrize(
    ("seen", "believed", "holder", "may", "as_seen"),
    [
        pytest.param(["S3", "H5"], ["C3", "H5"], None, ["seen", "believed"], True, id="as laid"),
        pytest.param(["C3", "H5"], ["S3", "H5"], None, ["seen", "believed"], False, id="as believed"),
        pytest.param(["S3"], ["S3", "H5"], None, ["seen", "believed"], False, id="one is hidden"),
        pytest.param(["S3", "H5"], ["C3"], None, ["seen", "believed"], False, id="more than believed"),
        pytest.param(["S3", "H9"], ["C3", "H5"], None, ["seen", "believed"], False, id="neither"),
        pytest.param(["S3", "H5"], ["C3", "H5"], None, ["believed"], False, id="nobody may"),
        pytest.param(["S3", "H5"], ["C3", "H5"], 1, ["seen", "believed"], False, id="a holder"),
    ],
)
def test_people_say_that_the_table_is_as_it_is_seen(seen, believed, holder, may, as_seen):
    words = said(S3, {"answer": "H5", "x": 10, "y": 90})
    words.hear(1.2, [])
    drift = {"seen": seen, "believed": believed, "holder": holder}
    view = {"questions": [], "out_of_step": drift, "mend": {"in_step": may}}
    assert list(words.answers(view, 0)) == ([SayStep(0, "seen")] if as_seen else [])


def test_what_was_laid_in_an_earlier_trick_does_not_lie_there_any_more():
    words = said(S3)
    words.hear(1.2, [{"event": "gathered"}])
    drift = {"seen": ["S3"], "believed": ["C3"], "holder": None}
    assert list(words.answers({"questions": [], "out_of_step": drift, "mend": {"in_step": ["seen"]}}, 0)) == []
