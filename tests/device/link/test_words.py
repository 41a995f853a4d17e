"""Codes, keys and signed messages of linked tables (RULES U22c)."""

import json
import random

import pytest

from device.link.words import LETTERS, MOST_BYTES, Message, NotTaken, Secret, read_code, read_message, signed
from tests.whist.linked_driver import Linked
from whist.cards import Card
from whist.messages.observations import HouseholdTells
from whist.rules.actions import Bid, Choose, Play

SECRET = Secret("ABCDEFGHJKMNPQRST")
OTHER = Secret("ABCDEFGHJKMNPQRSV")
TOLD = HouseholdTells(
    1,
    3,
    False,
    (3, 0),
    ((3, (Bid(3, 0), Play(3, Card.parse("HT")))), (4, (Bid(4, 2), Choose(4, "4")))),
    ((0, 1, (10, -2)),),
)
MESSAGE = Message(1, 9, "ab12", 7, {0: ("cd34", "ef56")}, TOLD, {"game": "australian"})


def test_a_message_is_read_as_it_was_said_u22c():
    assert read_message(SECRET.topic_of(1), signed(MESSAGE, SECRET), SECRET) == MESSAGE
    bare = Message(2, 1, "ab12", 1, {})
    assert read_message(SECRET.topic_of(2), signed(bare, SECRET), SECRET) == bare


def test_a_code_joins_one_match_as_one_household_u22c():
    drawn = Secret.drawn()
    for household in (1, 2):
        code = drawn.code(household)
        for written in (code, code.lower(), f" {code.replace('-', ' ')} "):
            assert read_code(written) == (drawn, household)
    assert drawn.topic not in drawn.code(1)
    assert drawn.letters not in repr(drawn), "a log may name it"
    assert drawn.key.hex() not in repr(drawn)
    assert len({Secret.drawn().topic for _ in range(20)}) == 20


@pytest.mark.parametrize(
    "text", ["", "ABC", "A" * 18, "ABCDEF-GHJKMN-PQRSTA", "ABCDEF-GHJKMN-PQRST", "É" * 18, "0" * 18]
)
def test_what_is_no_code_is_refused(text):
    with pytest.raises(ValueError, match="no code"):
        read_code(text)


def forged(change):
    """A message that is signed by the key, with other words in it."""
    body = json.loads(signed(MESSAGE, SECRET)[64:])
    change(body)
    return _signed(json.dumps(body).encode())


def _signed(body, household=1):
    import hashlib
    import hmac

    given = hmac.new(SECRET.key, SECRET.topic_of(household).encode() + b"\0" + body, hashlib.sha256).hexdigest()
    return given.encode() + body


def did(value):
    return lambda body: body["told"].update(did=value)


@pytest.mark.parametrize(
    ("topic", "payload", "why"),
    [
        pytest.param(SECRET.topic_of(1), signed(MESSAGE, OTHER), "not signed", id="a foreign key"),
        pytest.param(SECRET.topic_of(0), signed(MESSAGE, SECRET), "not signed", id="another household's place"),
        pytest.param(OTHER.topic_of(1), signed(MESSAGE, OTHER), "no table's place", id="another match"),
        pytest.param(SECRET.topic_of(1) + "/1", signed(MESSAGE, SECRET), "no table's place", id="beside it"),
        pytest.param(SECRET.topic_of(1), b"x" * (MOST_BYTES + 1), "bytes long", id="huge"),
        pytest.param(SECRET.topic_of(1), b"", "not signed", id="empty"),
        pytest.param(SECRET.topic_of(1), signed(MESSAGE, SECRET)[:-1], "not signed", id="cut"),
        pytest.param(SECRET.topic_of(1), _signed(b"[" * 9000), "no message", id="nested deeply"),
        pytest.param(SECRET.topic_of(1), _signed(b"7"), "no message", id="a number"),
        pytest.param(SECRET.topic_of(1), forged(lambda body: body.update(by=0)), "no message", id="another household"),
        pytest.param(
            SECRET.topic_of(1),
            forged(lambda body: body["told"].update(fixed=[[0, 1, [1.5]]])),
            "no message",
            id="half a point",
        ),
        pytest.param(SECRET.topic_of(1), forged(lambda body: body.update(n=True)), "no message", id="no number"),
        pytest.param(SECRET.topic_of(1), forged(lambda body: body.update(n=-1)), "no message", id="below nothing"),
        pytest.param(SECRET.topic_of(1), forged(lambda body: body.update(nonce="x" * 99)), "no message", id="nonce"),
        pytest.param(SECRET.topic_of(1), forged(lambda body: body.pop("told")), "no message", id="a key is missing"),
        pytest.param(SECRET.topic_of(1), forged(did([[3, [{"bid": 1.5}]]])), "no message", id="half a bid"),
        pytest.param(SECRET.topic_of(1), forged(did([[3, [{"hcp": 9}]]])), "no message", id="of another game"),
        pytest.param(SECRET.topic_of(1), forged(did([[3, [{"play": "H0"}]]])), "no message", id="no card"),
        pytest.param(SECRET.topic_of(1), forged(did([[3, [{"play": ["H2"]}]]])), "no message", id="a list"),
        pytest.param(SECRET.topic_of(1), forged(did({"3": []})), "no message", id="an object"),
    ],
)
def test_what_is_no_message_of_that_table_is_not_taken(topic, payload, why):
    with pytest.raises(NotTaken, match=why):
        read_message(topic, payload, SECRET)


def test_twenty_thousand_messages_with_other_bytes_in_them_are_not_taken():
    rng, right = random.Random(5), signed(MESSAGE, SECRET)
    for _ in range(20_000):
        wrong = bytearray(right)
        for _ in range(rng.choice((1, 1, 3, 20))):
            wrong[rng.randrange(len(wrong))] = rng.randrange(256)
        if rng.random() < 0.2:
            wrong = wrong[: rng.randrange(len(wrong))]
        if bytes(wrong) != right:
            with pytest.raises(NotTaken):
                read_message(SECRET.topic_of(rng.randrange(3)), bytes(wrong), SECRET)


def test_messages_signed_by_the_key_with_anything_in_them_break_nothing():
    rng = random.Random(6)
    values = [None, True, -1, 2**70, 1.5, "", "x" * 5000, [], [[]], {}, {"0": 1}, [[3, [{"bid": 10**30}]]], [[[3], []]]]
    for _ in range(5_000):
        body = json.loads(signed(MESSAGE, SECRET)[64:])
        place = rng.choice((body, body["told"]))
        place[rng.choice(list(place))] = rng.choice(values)
        try:
            read_message(SECRET.topic_of(1), _signed(json.dumps(body).encode()), SECRET)
        except NotTaken:
            continue


def test_a_message_carries_no_card_that_was_not_laid_u22c():
    world = Linked(random.Random(3), 7, {"households": 2, "first_household": 4})
    for _ in range(120):
        world.play(1)
        for one in world.tables:
            told = one.table.told
            text = signed(Message(one.number, 1, "aa", 1, {}, told, None), SECRET)[64:].decode()
            laid = {str(card) for _, card in one.table.state.hand.laid()}
            held = {str(card) for own in one.hands.values() for card in own} - laid
            assert not [card for card in held if f'"{card}"' in text]
    assert {*LETTERS}.isdisjoint("01IOLU")
