"""Android Whist by the rules of the family (RULES A1–A37); ``tests/whist/rules/test_commands`` has the commands one by
one."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.cards import cards
from tests.whist.match import Match
from whist.cards import PACK, SUIT_NAMES, Card
from whist.games import rules_of
from whist.games.android import Android
from whist.rules.actions import Announce, Bid, Order, Play, TurnUp
from whist.rules.base import Cards
from whist.rules.commands import SECTION_1, SECTION_2, commander, handler, is_android, partner, role
from whist.rules.options import AndroidOptions
from whist.rules.refusals import Refused
from whist.rules.standing import Standing
from whist.rules.tricks import legal_cards
from whist.table.state.seats import seat_of

SUITED = Cards([[card for card in PACK if card.suit == suit] for suit in "HCDS"])
"""Dealt by seat 0: D has the hearts, AL the clubs, AR the diamonds, N the spades."""
ALTERNATE = Cards([PACK[seat::4] for seat in range(4)])
"""Seat 0 has C2 C6 CT CA D5 D9 DK H4 H8 HQ S3 S7 SJ, seat 1 C3 C7 CJ D2 …, and so on."""


def android(**options):
    return Android(AndroidOptions(**options))


def begun(rules=None, dealt=SUITED, dealer=0, trump=None):
    rules = rules or android()
    return rules, rules.start(Standing(dealer=dealer), dealt, trump)


def did(rules, hand, *actions):
    """Orders are texts, plays are cards; each by the seat whose turn it is."""
    for said in actions:
        rules.apply(hand, Play(hand.turn, said) if isinstance(said, Card) else Order(hand.turn, said))


def refused(rules, hand, action):
    """Why ``action`` is refused; it must change nothing."""
    before = hand.copy()
    with pytest.raises(Refused) as why:
        rules.apply(hand, action)
    assert hand == before, "RULES A18: what is refused leaves everything as it was"
    assert why.value.why == rules.why_not(hand, action)
    return why.value.why


def played(rules, hand, rng):
    """``hand`` to its end, at random; the seats that acted in each trick, in order."""
    seats = []
    while not hand.over:
        action = rng.choice(rules.legal(hand))
        seats.append((len(hand.tricks), action.seat))
        rules.apply(hand, action)
    return [[seat for trick, seat in dict.fromkeys(seats) if trick == number] for number in range(13)]


# -- seats and roles ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dealer", range(4))
def test_two_people_and_two_androids(dealer):
    """RULES A1, A2, A3, A4: 13 cards each; D, AL, AR, N clockwise; D and AR against N and AL; AL leads, D is last."""
    rules, hand = begun(dealt=ALTERNATE, dealer=dealer)
    seats = {role(seat, dealer): seat for seat in range(4)}
    assert [(dealer + steps) % 4 for steps in range(4)] == [seats[name] for name in ("D", "AL", "AR", "N")]
    assert rules.left(seats["N"]) == dealer
    assert [len(own) for own in hand.hands] == [13] * 4
    assert rules.side(seats["D"]) == rules.side(seats["AR"]) != rules.side(seats["N"]) == rules.side(seats["AL"])
    tricks = played(rules, hand, Random(dealer))
    assert tricks[0] == [seats["AL"], seats["AR"], seats["N"], seats["D"]]
    for before, trick in zip(hand.tricks, tricks[1:], strict=False):
        assert trick == [(before.winner + steps) % 4 for steps in range(4)], "RULES A4: the winner leads"


@pytest.mark.parametrize("dealer", range(4))
def test_only_androids_are_commanded_and_only_people_choose_cards(dealer):
    """RULES A6, A7, A13: an android's turn knows commands, a person's the cards of their hand as in whist."""
    rules, hand = begun(dealt=ALTERNATE, dealer=dealer)
    rng = Random(dealer)
    while not hand.over:
        legal, own = rules.legal(hand), hand.hands[hand.turn]
        if is_android(hand.turn, dealer):
            assert all(isinstance(action, Order) for action in legal)
            assert commander(hand.turn, dealer) == partner(hand.turn)
            assert "only what a command" in refused(rules, hand, Play(hand.turn, own[0]))
        else:
            assert [action.card for action in legal] == list(legal_cards(own, hand.trick))
            assert "is a person" in refused(rules, hand, Order(hand.turn, "duck"))
        assert rules.legal(hand, (hand.turn + 1) % 4) == ()
        rules.apply(hand, rng.choice(legal))


def test_the_turn_up_is_the_dealers():
    """RULES A7, A37, W2: the dealer's last card fixes trumps and is in no android's hand."""
    rules, hand = begun()
    assert hand.turned_up == (Card("H", "A"),)
    assert hand.trump == "H"
    assert hand.turned_up[0] in hand.hands[0]
    assert not any(hand.turned_up[0] in hand.hands[seat] for seat in (1, 2))
    assert rules.turn_up_lies
    with pytest.raises(ValueError, match="turned-up card fixes them"):
        begun(trump="NT")
    with pytest.raises(ValueError, match="turned-up card fixes them"):
        begun(trump="S")
    _, other = begun(dealt=ALTERNATE, trump="D")
    assert (other.trump, other.turned_up) == ("D", (Card("D", "K"),)), (
        "a record's trump may be any card of the dealer's"
    )


@pytest.mark.parametrize("first", [0, 1])
def test_the_deal_alternates_and_sides_stay(first):
    """RULES A8, A9, A12: the seats are numbered anew with each deal so that a person's side never changes."""
    match = Match(android(target=9), first)
    rng, dealers = Random(first), []
    while not match.standing.over:
        dealers.append(match.standing.dealer)
        hand = match.deal(rng=rng)
        while not hand.over:
            match.apply(rng.choice(match.legal()))
        south, north = seat_of("south", hand.dealer), seat_of("north", hand.dealer)
        assert {role(south, hand.dealer), role(north, hand.dealer)} == {"D", "N"}
        assert (match.rules.side(south), match.rules.side(north)) == (0, 1)
    assert dealers == [(first + number) % 2 for number in range(len(dealers))]


@pytest.mark.parametrize("dealer", [0, 1, 2, 3])
def test_who_deals_next_sits_on_the_same_side(dealer):
    """RULES A8, A9: the next dealer is of the other side, and the one after next is the dealer again."""
    rules, hand = begun(dealt=ALTERNATE, dealer=dealer)
    played(rules, hand, Random(0))
    before = Standing(dealer=dealer)
    after = rules.after(before, rules.score(hand, before))
    assert after.dealer % 2 != dealer % 2
    assert rules.after(after, rules.score(hand, after)).dealer == dealer


@pytest.mark.parametrize("seed", range(3))
def test_both_layouts_play_alike(seed):
    """RULES A10: whether holders cross the table or play turns round, roles follow each other alike."""
    ways = []
    for layout in ("cross_table", "reverse"):
        match, rng = Match(android(layout=layout)), Random(seed)
        for _ in range(2):
            hand = match.deal(rng=rng)
            while not hand.over:
                match.apply(rng.choice(match.legal()))
        ways.append((match.lines, match.standing))
    assert ways[0] == ways[1]
    assert "counter-clockwise" in AndroidOptions(layout="reverse").summary()


# -- commands ----------------------------------------------------------------------------------------------------------


def test_which_commands_are_legal_when():
    """RULES A13, A14, A15, A16, A17, A18, A33, A-11, A-12."""
    rules, hand = begun()
    assert rules.legal(hand) == tuple(Order(1, command) for command in SECTION_2)
    for command in SECTION_1:
        assert "leads" in refused(rules, hand, Order(1, command)), "A14, A-11"
    did(rules, hand, "hearts")
    assert (hand.turn, hand.trick, hand.had_error) == (1, [], True), "A17: an Error plays nothing"
    assert rules.legal(hand) == tuple(Order(1, command) for command in SECTION_2), "A17: section 2 again"
    assert "leads" in refused(rules, hand, Order(1, "beat"))
    did(rules, hand, "High  Clubs")
    assert hand.trick == [Card("C", "A")]
    assert rules.legal(hand) == tuple(Order(2, command) for command in SECTION_1), "A15: no Error yet in this turn"
    for command in ("hearts", "shortest"):
        assert "only after an Error" in refused(rules, hand, Order(2, command)), "A-12, A18"
    did(rules, hand, "duck")
    assert rules.legal(hand) == tuple(Order(2, command) for command in SECTION_1 + SECTION_2), "A16"
    did(rules, hand, *["duck", "hearts"] * 20)
    assert hand.trick == [Card("C", "A")], "A17: no limit"
    did(rules, hand, "diamonds")
    assert hand.trick[-1] == Card("D", "2"), "A33: another suit than the led one, after an Error"
    assert not hand.had_error


def test_after_an_error_by_option_section_2_alone():
    """RULES A16: the other reading."""
    rules, hand = begun(android(after_error="section2_only"))
    did(rules, hand, "clubs", "duck")
    assert rules.legal(hand) == tuple(Order(2, command) for command in SECTION_2)
    assert "After an Error" in refused(rules, hand, Order(2, "beat"))


@pytest.mark.parametrize("void", [False, True])
def test_shortest_with_voids(void):
    """RULES A28."""
    rules, hand = begun(android(void_counts_as_shortest=void))
    did(rules, hand, "shortest")
    assert (hand.trick == [Card("C", "2")]) != void
    assert hand.had_error == void


@pytest.mark.parametrize(
    ("action", "words"),
    [
        (Order(1, "high duck"), "no command"),
        (Order(1, "trumps"), "no command"),
        (Order(2, "clubs"), "turn of seat 1"),
        (Play(1, Card("C", "2")), "only what a command"),
        (Play(3, Card("S", "2")), "turn of seat 1"),
        (Bid(1, 3), "must play"),
        (Announce(1, 10), "must play"),
        (TurnUp(0, cards("HA")), "No card is turned up"),
    ],
    ids=str,
)
def test_what_is_refused_at_the_first_lead(action, words):
    """RULES A13, A32."""
    rules, hand = begun()
    assert words in refused(rules, hand, action)


def test_a_refusal_says_the_role():
    """RULES A6: nobody commands a person."""
    rules, hand = begun()
    did(rules, hand, "clubs", "duck", "diamonds")
    assert "Seat 3 (N) is a person" in refused(rules, hand, Order(3, "duck"))


@given(st.integers(0, 10**6), st.sampled_from(["both", "section2_only"]), st.booleans())
@settings(max_examples=40, deadline=None)
def test_no_command_revokes_and_some_command_succeeds(seed, after_error, void):
    """RULES A19, A24, A35: what an android plays is legal in whist, and its turn cannot lock up."""
    rules, rng = android(after_error=after_error, void_counts_as_shortest=void), Random(seed)
    hand = rules.start(Standing(dealer=seed % 4), rules.shuffled(Standing(dealer=seed % 4), rng))
    while not hand.over:
        seat, trick, own = hand.turn, list(hand.trick), list(hand.hands[hand.turn])
        tricks = len(hand.tricks)
        held = "high " * rng.randrange(2) + SUIT_NAMES[own[0].suit]
        errors = 0
        while hand.turn == seat and len(hand.tricks) == tricks and len(hand.trick) == len(trick):
            legal = rules.legal(hand)
            chosen = rng.choice(legal)
            if errors > 20 or (errors and Order(seat, held) in legal):
                chosen = Order(seat, held)
            rules.apply(hand, chosen)
            errors += 1
            assert errors < 30, "A35"
        laid = hand.trick[-1] if len(hand.tricks) == tricks else hand.tricks[-1].by(seat)
        assert laid in legal_cards(own, trick), "A19"


# -- the last card -----------------------------------------------------------------------------------------------------


def at_the_last_trick(rules, seed):
    """A hand of which twelve tricks are played."""
    rng = Random(seed)
    hand = rules.start(Standing(), rules.shuffled(Standing(), rng))
    while len(hand.tricks) < 12:
        rules.apply(hand, rng.choice(rules.legal(hand)))
    return hand


@pytest.mark.parametrize("seed", range(20))
def test_last_cards_play_themselves_by_option(seed):
    """RULES A34: with the option nobody commands the last trick; without it commands may still meet Errors."""
    hand = at_the_last_trick(android(autoplay_last=True), seed)
    rules = android(autoplay_last=True)
    people = 0
    while not hand.over:
        assert not is_android(hand.turn, 0)
        rules.apply(hand, rules.legal(hand)[0])
        people += 1
    assert people == 2
    plain = android()
    hand = at_the_last_trick(plain, seed)
    commanded = set()
    while not hand.over:
        commanded.add(hand.turn)
        plain.apply(hand, Random(seed).choice(plain.legal(hand)) if hand.had_error else plain.legal(hand)[0])
        if hand.had_error:
            plain.apply(hand, Order(hand.turn, SUIT_NAMES[hand.hands[hand.turn][0].suit]))
    assert commanded == {0, 1, 2, 3}


# -- moves that are told again -----------------------------------------------------------------------------------------


def test_the_move_of_a_commanded_card_may_be_told():
    """RULES A5: the opponent of an android moves its card; the table sees that as a play."""
    rules, hand = begun()
    did(rules, hand, "clubs")
    told = Play(1, Card("C", "2"))
    assert rules.told_again(hand, told)
    assert "turn of seat 2" in refused(rules, hand, Play(1, Card("C", "3"))), "another card was not moved"
    before = hand.copy()
    rules.apply(hand, told)
    assert (hand.trick, hand.turn, hand.actions) == (before.trick, before.turn, before.actions)
    assert "turn of seat 2" in refused(rules, hand, told), "only once"
    did(rules, hand, "duck", "diamonds", Card("S", "2"))
    assert not rules.told_again(hand, Play(2, Card("D", "2"))), "not after something else has happened"


def test_moves_of_last_cards_may_be_told_even_when_the_hand_is_over():
    """RULES A5, A34."""
    rules = android(autoplay_last=True)
    for seed in range(20):
        hand = at_the_last_trick(rules, seed)
        while not hand.over:
            rules.apply(hand, rules.legal(hand)[0])
        for play in hand.untold:
            rules.apply(hand, play)
        assert hand.untold == ()
        assert "over" in refused(rules, hand, Play(1, PACK[0]))


# -- at a real table, where hands are unknown --------------------------------------------------------------------------


def test_with_unknown_hands_a_command_comes_before_a_card():
    """RULES A13, A16, A17: a command after a command says that the first one met an Error."""
    rules, hand = begun(dealt=None)
    assert (hand.phase, hand.turn) == ("turn_up", None)
    assert rules.legal(hand) == ()
    assert "must be seen first" in refused(rules, hand, Order(1, "clubs"))
    assert "The dealer" in refused(rules, hand, TurnUp(1, cards("HA")))
    rules.apply(hand, TurnUp(0, cards("HA")))
    assert (hand.trump, hand.turned_up) == ("H", cards("HA"))
    assert rules.legal(hand) == tuple(Order(1, command) for command in SECTION_2)
    assert "only what a command" in refused(rules, hand, Play(1, Card("C", "2")))
    did(rules, hand, "clubs", Card("C", "2"))
    assert hand.trick == [Card("C", "2")]
    did(rules, hand, "duck")
    assert Order(2, "shortest") in rules.legal(hand)
    assert Play(2, Card("D", "2")) in rules.legal(hand)
    assert Play(2, Card("H", "A")) not in rules.legal(hand), "A37: it is the dealer's"
    assert "elsewhere" in refused(rules, hand, Play(2, Card("H", "A")))


@pytest.mark.parametrize("auto", [False, True])
def test_with_unknown_hands_last_cards_need_no_command_by_option(auto):
    """RULES A34."""
    rules, hand = begun(android(autoplay_last=auto), dealt=None)
    rules.apply(hand, TurnUp(0, cards("HA")))
    rng = Random(3)
    while len(hand.tricks) < 12 or not is_android(hand.turn, 0):
        if is_android(hand.turn, 0):
            did(rules, hand, rules.legal(hand)[0].command)
        did(rules, hand, rng.choice([action.card for action in rules.legal(hand) if isinstance(action, Play)]))
    assert any(isinstance(action, Play) for action in rules.legal(hand)) == auto


# -- scores ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("target", [5, 7, 9])
def test_odd_tricks_score_and_nothing_else(target):
    """RULES A1, W5, W6: the dealer and AR take all thirteen tricks and hold all honours; that is seven points."""
    rules, hand = begun(android(target=target))
    while not hand.over:
        if not is_android(hand.turn, 0):
            rules.apply(hand, rules.legal(hand)[0])
        elif hand.trick and not hand.had_error:
            did(rules, hand, "duck")
        else:
            did(rules, hand, {1: "clubs", 2: "diamonds"}[hand.turn])
    line = rules.score(hand, Standing())
    assert (line.points, line.won) == ((7, 0), (13, 0, 0, 0))
    assert line.entries == ((0, 7, "7 odd tricks"),)
    after = rules.after(Standing(), line)
    assert (after.over, after.winners) == ((True, (0,)) if target <= 7 else (False, ()))
    assert rules.after(Standing(scores=(max(0, target - 7), target - 1)), line).winners == (0,)


def test_the_game_is_found_by_its_name():
    rules = rules_of("android", {"target": 9})
    assert isinstance(rules, Android)
    assert rules.target == 9
    assert rules.options.summary() == "Android Whist to 9"
    with pytest.raises(ValueError, match="4 players"):
        rules_of("android", players=5)


def test_the_handler_is_an_opponent():
    """RULES A5: D moves AL's cards, N those of AR."""
    rules, _ = begun()
    for dealer in range(4):
        for seat in range(4):
            mover = handler(seat, dealer)
            assert (mover is not None) == is_android(seat, dealer)
            assert mover is None or rules.side(mover) != rules.side(seat)
