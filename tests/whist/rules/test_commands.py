import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cards import cards
from whist.cards import PACK, STRAINS, Card
from whist.rules.commands import (
    SECTION_1,
    SECTION_2,
    AndroidOptions,
    answer,
    commander,
    handler,
    is_android,
    legal_commands,
    parse_command,
    partner,
    role,
    why_refused,
)
from whist.rules.tricks import beats, legal_cards, of_suit, winning_card
from whist.table.state.seats import beside, holder_of, person_of, seat_of, seat_of_holder

PLAIN = AndroidOptions()
VOIDS = AndroidOptions(void_counts_as_shortest=True)


def said(command, hand, trick, trump="H", options=PLAIN):
    card = answer(command, cards(hand), cards(trick), trump, options)
    return str(card) if card else "Error"


A9 = "S5 S9 D3 D4 HA"
CASES = [
    ("A-1 A21", "duck", "S2 S9 SK H3", "S5", "S2"),
    ("A-1 A22a", "beat", "S2 S9 SK H3", "S5", "S9"),
    ("A-1 A23a", "high", "S2 S9 SK H3", "S5", "SK"),
    ("A-2 A21", "duck", "S2 S9 SK H3", "S5 H2", "S2"),
    ("A-2 A22b", "beat", "S2 S9 SK H3", "S5 H2", "S2"),
    ("A-2 A23a", "high", "S2 S9 SK H3", "S5 H2", "S2"),
    ("A-3 A22a", "beat", "S2 SK", "SA", "S2"),
    ("A-3 A23a", "high", "S2 SK", "SA", "S2"),
    ("A-4 A21", "duck", "D4 H3 HJ", "S5", "Error"),
    ("A-4 A22c", "beat", "D4 H3 HJ", "S5", "H3"),
    ("A-4 A23b", "high", "D4 H3 HJ", "S5", "HJ"),
    ("A-5 A22d", "beat", "D4 H3 HJ", "S5 H9", "HJ"),
    ("A-5 A23b", "high", "D4 H3 HJ", "S5 H9", "HJ"),
    ("A-6 A22d", "beat", "D4 H3 HJ", "S5 HQ", "Error"),
    ("A-6 A23b", "high", "D4 H3 HJ", "S5 HQ", "Error"),
    ("A-6 A25", "hearts", "D4 H3 HJ", "S5 HQ", "H3"),
    ("A-6 A25 A32", "high hearts", "D4 H3 HJ", "S5 HQ", "HJ"),
    ("A-6 A26", "shortest", "D4 H3 HJ", "S5 HQ", "D4"),
    ("A-6 A27", "longest", "D4 H3 HJ", "S5 HQ", "H3"),
    ("A-7 A21", "duck", "H2 H4 SA", "H5", "H2"),
    ("A-7 A22e", "beat", "H2 H4 SA", "H5", "H2"),
    ("A-7 A23", "high", "H2 H4 SA", "H5", "H2"),
    ("A-8 A26 A31", "shortest", "S5 S9 D3 HA H2", "", "D3"),
    ("A-8 A27", "longest", "S5 S9 D3 HA H2", "", "Error"),
    ("A-8 A25", "high spades", "S5 S9 D3 HA H2", "", "S9"),
    ("A-8 A25", "clubs", "S5 S9 D3 HA H2", "", "Error"),
    ("A-9 A26", "shortest", A9, "", "Error"),
    ("A-9 A27", "longest", A9, "", "Error"),
    ("A-9 A25", "high hearts", A9, "", "HA"),
    ("A-10 A29", "shortest", "H2 H7 HK", "", "Error"),
    ("A-10 A29", "longest", "H2 H7 HK", "", "H2"),
    ("A-10 A29 A32", "high longest", "H2 H7 HK", "", "HK"),
    ("A22e", "beat", "H2 H7 HK SA", "H5", "H7"),
    ("A22e no trump left", "beat", "S2 SA", "H5", "Error"),
    ("A22 partner's card is beaten too", "beat", "S9 SK", "S8 S2", "S9"),
    ("A22a above the best led card", "beat", "S9 SQ SK", "S5 SJ", "SQ"),
    ("A23b no under-ruff", "high", "D4 H3", "S5 H9", "Error"),
    ("A21 duck may win", "duck", "S9 SK", "S5", "S9"),
    ("A24 no discard", "beat", "D4 C3", "S5", "Error"),
    ("A24 no discard", "high", "D4 C3", "S5", "Error"),
    ("A24 no discard", "duck", "D4 C3", "S5", "Error"),
    ("A25 trumps included", "hearts", "H4 HQ S3", "", "H4"),
    ("A26 high", "high shortest", "S5 S9 S2 D3 D9", "", "D9"),
    ("A27 high", "high longest", "S5 S9 S2 D3 D9", "", "S9"),
    ("A27 trumps included", "longest", "S5 H9 H2 D3", "", "H2"),
    ("A30 one plain suit", "shortest", "S5 S9", "", "S5"),
    ("A30 one plain suit", "longest", "S5 S9", "", "S5"),
    ("A31 a tie of longer suits", "shortest", "C2 S5 S9 D3 D9", "", "C2"),
    ("A31 a tie of shorter suits", "longest", "C2 D5 S5 S9", "", "S5"),
    ("A33 another suit after an Error", "clubs", "C2 C9 H5", "S5", "C2"),
    ("A34 last card", "beat", "C2", "S5", "Error"),
    ("A34 last card", "clubs", "C2", "S5", "C2"),
]


@pytest.mark.parametrize(("rule", "command", "hand", "trick", "result"), CASES, ids=[f"{c[0]}: {c[1]}" for c in CASES])
def test_answer(rule, command, hand, trick, result):
    assert said(command, hand, trick) == result


@pytest.mark.parametrize(
    ("command", "hand", "trump", "options", "result"),
    [
        pytest.param("shortest", "S5 S9 D3", "H", PLAIN, "D3", id="A28 voids do not count"),
        pytest.param("shortest", "S5 S9 D3", "H", VOIDS, "Error", id="A28 one void"),
        pytest.param("shortest", "S5 S9", "H", VOIDS, "Error", id="A28 two voids"),
        pytest.param("shortest", "S5 S9 D3 C2 C4", "H", VOIDS, "D3", id="A28 void in trumps does not matter"),
        pytest.param("shortest", "S5 S9 H3", "NT", PLAIN, "H3", id="A30 no trumps: every suit is plain"),
        pytest.param("longest", "S5 S9 H3", "NT", PLAIN, "S5", id="A30 no trumps"),
        pytest.param("shortest", "H2 H5", "NT", PLAIN, "H2", id="A30 no trumps, one suit"),
    ],
)
def test_answer_with_options(command, hand, trump, options, result):
    assert said(command, hand, "", trump, options) == result


def test_no_trumps_beat_never_ruffs_a22():
    assert said("beat", "H3 HA", "S5", "NT") == "Error"


@pytest.mark.parametrize(
    ("leading", "had_error", "after_error", "allowed"),
    [
        pytest.param(True, False, "both", SECTION_2, id="A14 on lead"),
        pytest.param(False, False, "both", SECTION_1, id="A15 following"),
        pytest.param(False, True, "both", SECTION_1 + SECTION_2, id="A16 after an Error"),
        pytest.param(False, True, "section2_only", SECTION_2, id="A16 the other reading"),
        pytest.param(True, True, "both", SECTION_2, id="A17 Error on a lead"),
    ],
)
def test_legal_commands(leading, had_error, after_error, allowed):
    assert legal_commands(leading, had_error, AndroidOptions(after_error=after_error)) == allowed


def test_the_commands_are_those_of_a13():
    assert SECTION_1 == ("duck", "beat", "high")
    assert len(SECTION_2) == 12
    assert {c.removeprefix("high ") for c in SECTION_2} == {
        "clubs",
        "diamonds",
        "hearts",
        "spades",
        "shortest",
        "longest",
    }


@pytest.mark.parametrize(
    ("command", "leading", "refused"),
    [
        pytest.param("duck", True, True, id="A-11"),
        pytest.param("high", True, True, id="A14 bare high"),
        pytest.param("hearts", False, True, id="A-12"),
        pytest.param("shortest", False, True, id="A-12 still refused"),
        pytest.param("high", False, False, id="A32 high by itself"),
        pytest.param("high hearts", False, True, id="A32 the prefix"),
    ],
)
def test_refused_before_an_error(command, leading, refused):
    assert (why_refused(command, leading, False, PLAIN) is not None) == refused


@pytest.mark.parametrize(
    ("text", "command"),
    [("High  Spades", "high spades"), (" duck ", "duck"), ("HIGH LONGEST", "high longest"), ("high", "high")],
)
def test_one_spelling_a32(text, command):
    assert parse_command(text) == command


@pytest.mark.parametrize("text", ["high duck", "high beat", "high high", "", "trumps", "high high spades", None, 7])
def test_no_command_a32(text):
    with pytest.raises(ValueError, match="is no command"):
        parse_command(text)


def test_section_1_needs_a_trick_a14():
    with pytest.raises(ValueError, match="needs a trick"):
        said("duck", "S2", "")


hands = st.lists(st.sampled_from(PACK), min_size=4, max_size=16, unique=True)


@given(hands, st.integers(1, 3), st.sampled_from(STRAINS))
def test_section_1_a19_a21_a24(dealt, played, trump):
    trick, hand = dealt[:played], dealt[played:]
    held = of_suit(hand, trick[0].suit)
    best = winning_card(trick, trump)
    winners = [c for c in legal_cards(hand, trick) if beats(c, best, trump)]
    duck, beat, high = (answer(command, hand, trick, trump, PLAIN) for command in SECTION_1)
    assert duck == (held[0] if held else None)
    for card in (duck, beat, high):
        if card is None:
            assert not held, "A19: an Error in section 1 only when void"
        else:
            assert card in legal_cards(hand, trick), "never a revoke"
    if winners:
        assert beat == min(winners, key=lambda c: c.value)
        assert high == max(winners, key=lambda c: c.value)
    else:
        assert beat == high == duck
    if beat and not held:
        assert beat.suit == trump, "A24: no discard"


@given(st.lists(st.sampled_from(PACK), min_size=1, max_size=13, unique=True), st.sampled_from(STRAINS))
def test_section_2_a25_a27_a35(hand, trump):
    lengths = {suit: len(of_suit(hand, suit)) for suit in "CDHS"}
    found = {command: answer(command, hand, (), trump, PLAIN) for command in SECTION_2}
    assert any(found.values()), "A35: some command succeeds"
    for command, card in found.items():
        if card is None:
            continue
        own = of_suit(hand, card.suit)
        assert card == (own[-1] if command.startswith("high") else own[0])
        others = [n for suit, n in lengths.items() if suit != card.suit]
        if command.endswith("longest"):
            assert all(lengths[card.suit] > n for n in others)
        if command.endswith("shortest"):
            assert card.suit != trump
            assert all(lengths[card.suit] < lengths[s] for s in "CDHS" if lengths[s] and s not in (card.suit, trump))


@pytest.mark.parametrize("dealer", range(4))
def test_roles_a2_to_a6(dealer):
    roles = [role((dealer + step) % 4, dealer) for step in range(4)]
    assert roles == ["D", "AL", "AR", "N"]
    by = {role(seat, dealer): seat for seat in range(4)}
    assert (partner(by["D"]), partner(by["N"])) == (by["AR"], by["AL"]), "A3"
    assert (handler(by["AL"], dealer), handler(by["AR"], dealer)) == (by["D"], by["N"]), "A5"
    assert (commander(by["AR"], dealer), commander(by["AL"], dealer)) == (by["D"], by["N"]), "A6"
    assert [is_android(by[r], dealer) for r in ("D", "AL", "AR", "N")] == [False, True, True, False], "A1"
    for human in ("D", "N"):
        assert handler(by[human], dealer) is None
        assert commander(by[human], dealer) is None


@pytest.mark.parametrize(
    ("dealer", "places"),
    [
        (0, [("south", None), ("south", 1), ("north", 2), ("north", None)]),
        (1, [("south", None), ("north", None), ("north", 2), ("south", 1)]),
    ],
)
def test_seats_a9_a10(dealer, places):
    assert [(person_of(seat, dealer), holder_of(seat, dealer)) for seat in range(4)] == places
    for person, own in (("south", 1), ("north", 2)):
        assert beside(person) == own
        assert handler(seat_of_holder(own, dealer), dealer) == seat_of(person, dealer), "A5"
        assert partner(seat_of(person, dealer)) == seat_of_holder(3 - own, dealer), "A9: partners never change"
        assert seat_of(person, dealer) % 2 == ("south", "north").index(person)


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"target": 6}, "choose one of 5, 7, 9"),
        ({"target": True}, "choose one of 5, 7, 9"),
        ({"first_dealer": "east"}, "south, north"),
        ({"layout": "x"}, "cross_table, reverse"),
        ({"autoplay_last": 1}, "False, True"),
        ({"tarfet": 5}, "nearest is 'target'"),
        ([], "must be an object"),
    ],
)
def test_options_are_checked(values, words):
    with pytest.raises(ValueError, match=words):
        AndroidOptions.from_json(values)


def test_options_round_trip_and_are_described():
    options = AndroidOptions(target=9, first_dealer="north", after_error="section2_only")
    assert AndroidOptions.from_json(options.to_json()) == options
    assert set(AndroidOptions.described()) == set(options.to_json())
    assert all(AndroidOptions.described().values())


def test_a_joker_is_no_card_of_this_game_c1():
    assert Card.parse("JR") not in PACK
