"""Classic Whist (RULES W1–W12), and the card play that all games share (RULES C1–C11) as the engine plays it."""

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.whist.records_by_hand import suited
from whist.actions import Bid, Choose, Play, TurnUp
from whist.cards import PACK, STRAINS, Card, cards
from whist.games import rules_of
from whist.games.classic import Classic, ClassicOptions
from whist.games.odd_tricks import OddTricks
from whist.hand import Hand, Trick
from whist.match import Match
from whist.records import BadRecord, read
from whist.requests import Refused
from whist.rules import Cards
from whist.standing import Line, Standing

SUITED = Cards([[card for card in PACK if card.suit == suit] for suit in "CDHS"])
"""Seat 0 holds the clubs, seat 1 the diamonds, seat 2 the hearts, seat 3 the spades."""
ALTERNATE = Cards([PACK[seat::4] for seat in range(4)])
"""Each seat holds cards of every suit."""
CYCLE = "NT S H D C"
NAMED = [{"trump_method": "chosen"}, {"trump_method": "rotation", "trump_cycle": CYCLE}]


class Unshuffled(Random):
    """Leaves the pack as it is."""

    def shuffle(self, x: list[Card]) -> None:  # type: ignore[override]
        pass


def classic(**options: object) -> Classic:
    return Classic(ClassicOptions(**options))  # type: ignore[arg-type]


def begun(
    rules: OddTricks | None = None,
    dealt: Cards | None = None,
    dealer: int = 0,
    number: int = 1,
    trump: str | None = None,
) -> Hand:
    return (rules or classic()).start(Standing(dealer=dealer, number=number), dealt, trump)


def play(rules: OddTricks, hand: Hand, codes: str) -> Hand:
    for card in cards(codes):
        assert hand.turn is not None
        rules.apply(hand, Play(hand.turn, card))
    return hand


def holding(hands: dict[int, str]) -> list[list[Card]]:
    """Four hands, of which some hold the cards named. Either all honours of hearts are named, or it does not matter."""
    assert sum(one in " ".join(hands.values()) for one in ("HA", "HK", "HQ", "HJ")) in (0, 4)
    named = {seat: list(cards(codes)) for seat, codes in hands.items()}
    taken = {card for own in named.values() for card in own}
    rest = iter(card for card in PACK if card not in taken)
    full = [named.get(seat, []) for seat in range(4)]
    return [[*own, *(next(rest) for _ in range(13 - len(own)))] for own in full]


def finished(hands: list[list[Card]], won: int, trump: str) -> Hand:
    """A hand that is over, in which side 0 won ``won`` tricks; who captured which card has nothing to do with it."""
    winners = [0] * won + [1] * (13 - won)
    tricks = [Trick(0, tuple(own[n] for own in hands), (winner,)) for n, winner in enumerate(winners)]
    return Hand(4, 0, hands=[[], [], [], []], trump=trump, tricks=tricks, phase="over")


def scored(rules: OddTricks, scores: tuple[int, int], won: int, honours: dict[int, str], trump: str = "H") -> Line:
    return rules.score(finished(holding(honours), won, trump), Standing(scores=scores))


def line(points: tuple[int, int]) -> Line:
    entries = tuple((side, number, "points") for side, number in enumerate(points) if number)
    return Line(1, 0, "H", (), (0, 0, 0, 0), points, entries)


def after(rules: OddTricks, *hands: tuple[int, int]) -> Standing:
    standing = rules.first_standing()
    for points in hands:
        standing = rules.after(standing, line(points))
    return standing


# -- what all games share ----------------------------------------------------------------------------------------------


def test_the_pack_and_the_order_of_its_cards():
    """RULES C1."""
    rules = classic()
    assert sorted(map(str, rules.pack())) == sorted(suit + rank for suit in "CDHS" for rank in "AKQJT98765432")
    hand = begun(rules, SUITED, trump="C")
    for suit in "CDHS":
        ranked = cards(" ".join(suit + rank for rank in "AKQJT98765432"))
        assert all(rules.beats(hand, high, low) for high, low in pairwise(ranked))
        assert not any(rules.beats(hand, low, high) for high, low in pairwise(ranked))


@pytest.mark.parametrize("dealer", range(4))
def test_cards_are_dealt_singly_from_the_dealers_left(dealer):
    """RULES C9, C2, and W2: the last card is the dealer's and is turned up."""
    dealt = classic().shuffled(Standing(dealer=dealer), Unshuffled())
    turn = dealer
    for place, card in enumerate(PACK):
        turn = (turn + 1) % 4
        assert dealt.hands[turn][place // 4] == card
    hand = begun(dealt=dealt, dealer=dealer)
    assert (hand.turned_up, hand.trump, hand.hands[dealer][-1]) == ((PACK[-1],), "S", PACK[-1])


@pytest.mark.parametrize("dealer", range(4))
def test_play_goes_clockwise_from_the_dealers_left_c2_w4(dealer):
    """RULES C2, W4; each dealer has a card of every suit."""
    rules, hand, turns = classic(), begun(dealt=ALTERNATE, dealer=dealer), []
    for _ in range(4):
        turns.append(hand.turn)
        rules.apply(hand, rules.legal(hand)[0])
    assert turns == [(dealer + step) % 4 for step in (1, 2, 3, 4)]


def test_any_card_is_led_and_the_led_suit_followed():
    """RULES C3, C4."""
    rules = classic()
    hand = begun(rules, ALTERNATE, dealer=3)
    assert [action.card for action in rules.legal(hand)] == list(ALTERNATE.hands[0])
    play(rules, hand, "C2")
    assert {str(action.card) for action in rules.legal(hand)} == {"C3", "C7", "CJ"}
    with pytest.raises(Refused, match="You still hold a club; follow suit instead of playing D2"):
        rules.apply(hand, Play(1, Card.parse("D2")))
    void = begun(rules, SUITED, dealer=3)
    play(rules, void, "C2")
    assert [action.card for action in rules.legal(void)] == SUITED.hands[1]


@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        pytest.param("C6 C7 C8 C9", 3, id="C5 C6 highest of the led suit"),
        pytest.param("CA C3 C4 C5", 0, id="C5 C6 the led ace"),
    ],
)
def test_the_winner_leads_the_next_trick(trick, winner):
    hand = play(classic(), begun(dealt=ALTERNATE, dealer=3), trick)
    assert (hand.winners(), hand.leader, hand.turn, hand.trick) == ([winner], winner, winner, [])


@pytest.mark.parametrize(
    ("trump", "winner"),
    [pytest.param("S", 3, id="C5 a trump"), pytest.param("H", 2, id="C5 a trump"), pytest.param("NT", 0, id="C5 NT")],
)
def test_a_trump_wins_and_no_other_suit(trump, winner):
    rules = classic(trump_method="chosen")
    assert play(rules, begun(rules, SUITED, 3, trump=trump), "C2 DA H2 S2").winners() == [winner]


def test_partners_count_their_tricks_together():
    """RULES C7, W1, C8: seats 0 and 2 against 1 and 3; seven tricks are one odd trick."""
    rules = classic()
    assert [rules.side(seat) for seat in range(4)] == [0, 1, 0, 1]
    hand = finished(holding({}), 0, "H")
    winners = [0, 2, 0, 2, 0, 2, 2, 1, 3, 1, 3, 1, 3]
    hand.tricks = [Trick(0, one.cards, (seat,)) for one, seat in zip(hand.tricks, winners, strict=True)]
    assert (hand.won(), rules.won_by_side(hand)) == ([3, 3, 4, 3], [7, 6])
    assert rules.score(hand, Standing()).points == (1, 0)


@pytest.mark.parametrize("game", ["classic", "italian"])
@pytest.mark.parametrize("dealer", range(4))
def test_who_deals_first_is_told_and_never_drawn_and_the_deal_passes_left(game, dealer):
    """RULES C11, C9: the same match whatever was drawn before it, and the dealer that was named."""
    match = Match(rules_of(game), dealer)
    dealers = []
    for seed in range(5):
        if match.standing.over:
            break
        dealers.append(match.deal(rng=Random(seed)).dealer)
        while not match.hand.over:
            match.apply(match.legal()[0])
    assert dealers == [(dealer + step) % 4 for step in range(len(dealers))]
    assert len(dealers) > 1
    assert Match(rules_of(game)).deal().dealer == 0


def check_invariants(rules: OddTricks, hand: Hand) -> None:
    """RULES C10, C8."""
    played = [card for trick in hand.tricks for card in trick.cards] + hand.trick
    if hand.hands is not None:
        assert sorted([*played, *(card for own in hand.hands for card in own)], key=str) == sorted(PACK, key=str)
        sizes = [len(own) for own in hand.hands]
        assert max(sizes) - min(sizes) <= 1
        assert hand.over == (sizes == [0] * 4)
    assert len(set(played)) == len(played)
    assert sum(hand.won()) == len(hand.tricks)
    assert hand.over == (len(played) == 52)
    assert hand.over == (not rules.legal(hand))
    if hand.over:
        assert sorted(won > 6 for won in rules.won_by_side(hand)) == [False, True]


@st.composite
def any_rules(draw: st.DrawFn) -> OddTricks:
    game = draw(st.sampled_from(["classic", "italian"]))
    form = rules_of(game).options_type.form()
    options = {one["name"]: draw(st.sampled_from(one["choices"])) for one in form}
    if game == "classic":
        cycles = next(one["choices"] for one in form if one["name"] == "trump_cycle")
        turns = options["trump_method"] == "rotation"
        options["trump_cycle"] = draw(st.sampled_from(cycles[1:])) if turns else ""
    return rules_of(game, options)


@settings(deadline=None, max_examples=25)
@given(any_rules(), st.integers(0, 2**32), st.integers(0, 3))
def test_any_match_keeps_the_invariants_and_ends_whether_hands_are_known_or_not(rules, seed, dealer):
    """RULES C10 after every action, and I6 or W6 at the end. A second match, in which nobody knows the hands and only
    what the first one lays open is told, goes the same way to the same lines (RULES W2, W7)."""
    known, blind, rng = Match(rules, dealer), Match(rules, dealer), Random(seed)
    while not known.standing.over:
        hand, seen = known.deal(rng=rng), blind.deal()
        if seen.phase == "turn_up":
            assert not blind.legal()
            blind.apply(TurnUp(seen.dealer, hand.turned_up))
        if seen.phase == "choose" and hand.phase != "choose":
            blind.apply(Choose(seen.dealer, hand.trump))
        while not hand.over:
            action = rng.choice(known.legal())
            assert action in blind.legal()
            known.apply(action)
            blind.apply(action)
            check_invariants(rules, hand)
            check_invariants(rules, seen)
        assert len(known.lines) < 100
    assert known.lines == blind.lines
    assert known.standing == blind.standing
    (winner,) = known.standing.winners
    assert rules.rank(known.standing)[winner] == 1
    assert known.standing.scores[winner] >= rules.target > known.standing.scores[1 - winner]


# -- the deal and the turn-up ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [0, 1, 2, 3, 5, 52, -4])
def test_only_four_play_w1(players):
    """RULES W1."""
    with pytest.raises(ValueError, match="classic is for 4 players, not"):
        rules_of("classic", {}, players)


@pytest.mark.parametrize(
    ("hands", "why"),
    [
        pytest.param(ALTERNATE.hands[:3], "3 hands are given for 4 players", id="W1 three hands"),
        pytest.param([*ALTERNATE.hands[:3], PACK[3::4][:12]], "seat 3 has 12 cards; every hand has 13", id="W1 twelve"),
        pytest.param([*ALTERNATE.hands[:3], ALTERNATE.hands[0]], "the card C2 is dealt twice", id="C1 twice"),
        pytest.param(
            [*ALTERNATE.hands[:3], (Card.parse("JR"), *PACK[3::4][1:])],
            "the card JR is not in this game's pack",
            id="C1 joker",
        ),
    ],
)
def test_cards_that_cannot_be_are_refused(hands, why):
    with pytest.raises(ValueError, match=why):
        begun(dealt=Cards(hands))


def test_thirteen_cards_each_and_no_more():
    """RULES W1."""
    dealt = classic().shuffled(Standing(), Random(1))
    assert [len(own) for own in dealt.hands] == [13] * 4
    assert dealt.stock == []


@pytest.mark.parametrize("dealer", range(4))
def test_the_turned_up_card_is_the_dealers(dealer):
    """RULES W2, W3: it fixes trumps, lies open until the dealer has played, and the dealer may play it at once."""
    rules = classic()
    hand = begun(rules, ALTERNATE, dealer)
    (card,) = hand.turned_up
    assert card == ALTERNATE.hands[dealer][-1]
    assert card in hand.hands[dealer]
    assert (hand.trump, rules.turn_up_lies) == (card.suit, True)
    for _ in range(4):
        assert rules.lies_open(hand) == (card,)
        own = [action.card for action in rules.legal(hand) if action.card.suit == card.suit]
        assert (card in own) == (hand.turn == dealer)
        rules.apply(hand, Play(hand.turn, own[-1]))
    assert rules.lies_open(hand) == ()
    assert hand.tricks[0].by(dealer) == card


def test_the_turned_up_card_may_be_kept():
    """RULES W3, W2: at a real table it lies no longer after trick 1, and still nobody but the dealer can hold it."""
    rules = classic()
    hand = begun(rules, dealer=3)
    rules.apply(hand, TurnUp(3, cards("HT")))
    play(rules, hand, "C2 C3 C4 C5")
    assert rules.lies_open(hand) == ()
    assert hand.turn == 3
    assert Play(3, Card.parse("HT")) in rules.legal(hand)
    play(rules, hand, "H2")
    assert Play(0, Card.parse("HT")) not in rules.legal(hand)
    with pytest.raises(Refused, match="HT is known to be elsewhere"):
        rules.apply(hand, Play(0, Card.parse("HT")))


@pytest.mark.parametrize(
    ("action", "why"),
    [
        pytest.param(TurnUp(1, cards("H7")), "The dealer, seat 0, turns up the card, not seat 1", id="W2 not dealer"),
        pytest.param(TurnUp(0, cards("H7 H8")), "One card is turned up, not 2", id="W2 two"),
        pytest.param(TurnUp(0, ()), "One card is turned up, not 0", id="W2 none"),
        pytest.param(TurnUp(0, cards("JR")), "JR is not in this game's pack", id="W2 joker"),
        pytest.param(Play(1, Card.parse("H7")), "The cards that lie open must be seen first", id="W2 play too soon"),
        pytest.param(Choose(0, "H"), "The cards that lie open must be seen first", id="W11 choose"),
    ],
)
def test_before_the_turn_up_nothing_else_happens(action, why):
    rules, hand = classic(), begun()
    with pytest.raises(Refused, match=why):
        rules.apply(hand, action)
    assert (hand.phase, hand.trump, hand.actions) == ("turn_up", None, [])


def test_only_one_card_is_turned_up():
    """RULES W2."""
    rules, hand = classic(), begun()
    rules.apply(hand, TurnUp(0, cards("H7")))
    with pytest.raises(Refused, match="No card is turned up now"):
        rules.apply(hand, TurnUp(0, cards("H8")))
    with pytest.raises(Refused, match="No card is turned up now"):
        rules.apply(begun(rules, ALTERNATE), TurnUp(0, cards("H8")))


@pytest.mark.parametrize("trump", ["C", "D", "H", "S"])
def test_a_record_says_trumps_w2(trump):
    """RULES W2: they are a suit that the dealer holds."""
    hand = begun(dealt=ALTERNATE, trump=trump)
    assert (hand.trump, hand.turned_up[0].suit) == (trump, trump)
    blind = begun(trump=trump)
    assert (blind.trump, blind.phase, blind.turn) == (trump, "play", 1)


@pytest.mark.parametrize("dealt", [SUITED, None])
@pytest.mark.parametrize("trump", ["NT", "CD", "", "h", "hearts"])
def test_a_turned_up_card_cannot_make_such_trumps_w2(dealt, trump):
    with pytest.raises(ValueError, match=f"trumps cannot be '{trump}': the dealer's turned-up card fixes them"):
        begun(dealt=dealt, trump=trump)


def test_a_suit_that_the_dealer_does_not_hold_cannot_be_trumps():
    """RULES W2."""
    with pytest.raises(ValueError, match="trumps cannot be 'H'"):
        begun(dealt=SUITED, dealer=0, trump="H")


# -- other ways to trumps ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cycle", [CYCLE, "S H D C", "H C D S NT"])
def test_trumps_by_turns(cycle):
    """RULES W11, known hands or not."""
    rules = classic(trump_method="rotation", trump_cycle=cycle)
    turns = cycle.split()
    for number in range(1, 12):
        for dealt in (SUITED, None):
            hand = begun(rules, dealt, number=number)
            assert (hand.trump, hand.phase, hand.turn) == (turns[(number - 1) % len(turns)], "play", 1)
            assert (hand.turned_up, rules.lies_open(hand), rules.turn_up_lies) == ((), (), False)


def test_turns_go_on_through_a_match():
    """RULES W11."""
    match = Match(classic(trump_method="rotation", trump_cycle=CYCLE, target=9))
    while not match.standing.over:
        match.deal(rng=Random(match.standing.number))
        while not match.hand.over:
            match.apply(match.legal()[0])
    trumps = [one.trump for one in match.lines]
    assert len(trumps) > 2
    assert trumps == (CYCLE.split() * 9)[: len(trumps)]


def test_a_record_cannot_turn_the_turns():
    """RULES W11: a record that tells no number is of the first hand of a match that can have its trumps."""
    options = {"trump_method": "rotation", "trump_cycle": "S H D C"}
    record = suited("classic", options=options, trump="D")
    assert (read(record).hand.trump, read(record).standing.number) == ("D", 3)
    rules = rules_of("classic", options)
    assert begun(rules, SUITED, number=2, trump="H").trump == "H"
    with pytest.raises(BadRecord, match="Trumps cannot be NT in any hand; they can be C, D, H or S"):
        read(record | {"trump": "NT"})
    with pytest.raises(ValueError, match="trumps cannot be S in hand 2; they can be H"):
        begun(rules, SUITED, number=2, trump="S")


@pytest.mark.parametrize("strain", STRAINS)
@pytest.mark.parametrize("dealt", [SUITED, None])
def test_the_dealer_chooses_trumps(strain, dealt):
    """RULES W11; then the dealer's left leads (RULES W4)."""
    rules = classic(trump_method="chosen")
    hand = begun(rules, dealt, dealer=2)
    assert (hand.phase, hand.turn, hand.trump) == ("choose", 2, None)
    assert rules.legal(hand) == tuple(Choose(2, one) for one in STRAINS)
    assert rules.legal(hand, 1) == ()
    rules.apply(hand, Choose(2, strain))
    assert (hand.phase, hand.turn, hand.trump, hand.turned_up) == ("play", 3, strain, ())


@pytest.mark.parametrize(
    ("action", "why"),
    [
        pytest.param(Choose(1, "H"), "It is the turn of seat 0, not of seat 1", id="W11 not the dealer"),
        pytest.param(Choose(0, "up"), "Trumps cannot be 'up'; choose C, D, H, S or NT", id="W11 a direction"),
        pytest.param(Choose(0, ""), "Trumps cannot be ''", id="W11 nothing"),
        pytest.param(Choose(0, "CD"), "Trumps cannot be 'CD'", id="W11 two suits"),
        pytest.param(Play(0, Card.parse("C2")), "No card can be played now", id="W11 a card"),
        pytest.param(Bid(0, "pass"), "That is not for now: seat 0 must choose trumps", id="W11 a bid"),
        pytest.param(TurnUp(0, cards("C2")), "No card is turned up now", id="W11 a turn-up"),
    ],
)
def test_a_choice_that_cannot_be_is_refused(action, why):
    rules = classic(trump_method="chosen")
    hand = begun(rules, SUITED)
    with pytest.raises(Refused, match=why):
        rules.apply(hand, action)
    assert (hand.phase, hand.turn, hand.trump) == ("choose", 0, None)


@pytest.mark.parametrize("trump", STRAINS)
def test_a_record_says_what_was_chosen(trump):
    """RULES W11."""
    for dealt in (SUITED, None):
        hand = begun(classic(trump_method="chosen"), dealt, trump=trump)
        assert (hand.trump, hand.phase, hand.turn) == (trump, "play", 1)


@pytest.mark.parametrize("options", NAMED)
@pytest.mark.parametrize("trump", ["X", "", "nt", "CD"])
def test_a_record_of_no_trump_at_all_is_refused_w11(options, trump):
    with pytest.raises(ValueError, match=f"'{trump}' is no trump"):
        begun(classic(**options), SUITED, trump=trump)


# -- scores ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("won", range(14))
def test_odd_tricks_score(won):
    """RULES W5."""
    one = scored(classic(), (0, 0), won, {})
    assert one.points == (max(0, won - 6), max(0, 7 - won))
    assert [entry[1] for entry in one.entries] == [max(won - 6, 7 - won)]
    assert one.entries[0][2] == ("1 odd trick" if won in (6, 7) else f"{max(won, 13 - won) - 6} odd tricks")


@pytest.mark.parametrize("target", [5, 7, 9])
def test_the_first_side_at_the_target_wins(target):
    """RULES W6, for every option value; at or above."""
    rules = classic(target=target)
    short = after(rules, (target - 1, 0), (0, target - 1))
    assert not short.over
    assert short.winners == ()
    for points, winner in [((1, 0), 0), ((0, 1), 1), ((7, 0), 0)]:
        standing = rules.after(short, line(points))
        assert (standing.over, standing.winners) == (True, (winner,))
        assert rules.rank(standing) == ((1, 2), (2, 1))[winner]


def test_the_target_is_five_unless_told_w6():
    assert ClassicOptions().target == 5


@pytest.mark.parametrize(
    ("honours", "points"),
    [
        pytest.param({0: "HA HK HQ", 1: "HJ"}, (2, 0), id="W7 three in one hand"),
        pytest.param({0: "HA HJ", 2: "HQ", 3: "HK"}, (2, 0), id="W7 three of a side"),
        pytest.param({1: "HA HK", 3: "HQ HJ"}, (0, 4), id="W7 four of a side"),
        pytest.param({3: "HA HK HQ HJ"}, (0, 4), id="W7 four in one hand"),
        pytest.param({0: "HA HK", 1: "HQ HJ"}, (0, 0), id="W7 two each"),
        pytest.param({0: "HA", 1: "HK", 2: "HQ", 3: "HJ"}, (0, 0), id="W7 one each"),
        pytest.param({0: "HA HK HT", 1: "HQ HJ"}, (0, 0), id="W7 the ten is none"),
        pytest.param({0: "SA SK SQ", 1: "HA HK", 2: "HQ HJ"}, (0, 0), id="W7 of trumps alone"),
    ],
)
@pytest.mark.parametrize("won", [0, 6, 7, 13])
def test_honours_are_counted_as_dealt(honours, points, won):
    """RULES W7: whoever captures them. With honours off they never score."""
    odd = (max(0, won - 6), max(0, 7 - won))
    standing = (-10, -10)  # far from the game
    assert scored(classic(honours=True), standing, won, honours).points == tuple(
        map(sum, zip(odd, points, strict=True))
    )
    assert scored(classic(honours=False), standing, won, honours).points == odd
    assert scored(classic(), standing, won, honours).points == odd


def test_honours_are_told_on_the_sheet_after_the_tricks():
    """RULES W7, T6."""
    one = scored(classic(honours=True), (0, 0), 8, {1: "HA HK HQ HJ"})
    assert one.entries == ((0, 2, "2 odd tricks"), (1, 4, "four honours"))


def test_without_a_trump_suit_there_are_no_honours():
    """RULES W8."""
    one = scored(classic(honours=True, trump_method="chosen"), (0, 0), 7, {0: "HA HK HQ HJ"}, "NT")
    assert one.entries == ((0, 1, "1 odd trick"),)


@pytest.mark.parametrize(
    ("scores", "won", "honours", "points", "winner"),
    [
        pytest.param((4, 3), 7, {1: "HA HK HQ", 0: "HJ"}, (1, 0), 0, id="W9 tricks end the game"),
        pytest.param((3, 4), 6, {2: "HA HK HQ HJ"}, (0, 1), 1, id="W9 tricks end the game, four honours"),
        pytest.param((0, 4), 11, {3: "HA HK HQ", 0: "HJ"}, (5, 0), 0, id="W9 both would pass the target"),
        pytest.param((3, 3), 7, {1: "HA HK HQ", 0: "HJ"}, (1, 2), 1, id="W9 tricks do not end it, honours do"),
        pytest.param((3, 2), 7, {1: "HA HK HQ", 0: "HJ"}, (1, 2), None, id="W9 neither ends it"),
        pytest.param((4, 0), 7, {0: "HA HK HQ", 1: "HJ"}, (3, 0), 0, id="W9 its own honours count"),
        pytest.param((2, 0), 7, {0: "HA HK HQ", 1: "HJ"}, (3, 0), 0, id="W9 tricks and honours together"),
    ],
)
def test_tricks_are_scored_before_honours(scores, won, honours, points, winner):
    """RULES W9, W6."""
    rules = classic(honours=True)
    one = scored(rules, scores, won, honours)
    assert one.points == points
    standing = rules.after(Standing(scores=scores), one)
    assert standing.winners == (() if winner is None else (winner,))
    assert standing.over == (winner is not None)


def test_honours_that_do_not_count_are_told_w9():
    one = scored(classic(honours=True), (4, 3), 7, {1: "HA HK HQ", 0: "HJ"})
    assert one.entries[1] == (1, 0, "three honours do not count: the tricks ended the game")


def test_a_penalty_that_ended_the_game_comes_before_honours():
    """RULES T6, W9: the scores that the game is told hold the penalty already."""
    assert scored(classic(honours=True), (5, 3), 6, {1: "HA HK HQ", 0: "HJ"}).points == (0, 1)


@pytest.mark.parametrize("target", [5, 7, 9])
@pytest.mark.parametrize("count", [True, False])
@pytest.mark.parametrize("short", [0, 1, 2])
def test_honours_one_point_short_of_the_game(target, count, short):
    """RULES W10, both values of the option: the score when the hand begins bars, one point short and no other."""
    rules = classic(honours=True, honours_at_four=count, target=target)
    one = scored(rules, (0, target - short - 1), 8, {1: "HA HK HQ", 0: "HJ"})
    barred = not count and short == 0
    assert one.points == (2, 0 if barred else 2)
    assert ("one point short" in one.entries[1][2]) == barred


def test_tricks_that_bring_a_side_to_four_do_not_bar_its_honours():
    """RULES W10."""
    assert scored(classic(honours=True, honours_at_four=False), (3, 0), 7, {0: "HA HK HQ", 1: "HJ"}).points == (3, 0)


# -- rubber ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rubber", [True, False])
def test_a_rubber_is_the_best_of_three_games(rubber):
    """RULES W12, both values of the option."""
    rules = classic(rubber=rubber)
    standing = after(rules, (3, 0), (0, 4), (6, 0))
    if not rubber:
        assert (standing.over, standing.games, standing.scores, standing.winners) == (True, (), (9, 4), (0,))
        return
    assert (standing.over, standing.games, standing.scores) == (False, (1, 0), (0, 0))
    one_all = rules.after(standing, line((0, 5)))
    assert (one_all.over, one_all.games, one_all.scores) == (False, (1, 1), (0, 0))
    for before, games in ((standing, (2, 0)), (one_all, (2, 1))):
        end = rules.after(before, line((7, 0)))
        assert (end.over, end.games, end.winners, end.scores) == (True, games, (0,), (7, 0))
    assert after(rules, (5, 0), (0, 5), (4, 0), (0, 6)).winners == (1,)


def test_scores_do_not_carry_over_to_the_next_game():
    """RULES W12: four points of the first game are worth nothing in the second."""
    rules = classic(rubber=True)
    standing = after(rules, (0, 4), (7, 0), (0, 1))
    assert (standing.scores, standing.games, standing.over) == ((0, 1), (1, 0), False)
    assert (standing.number, standing.dealer) == (4, 3)


def test_in_a_rubber_games_rank_before_points():
    """RULES W12."""
    rules = classic(rubber=True)
    assert rules.rank(after(rules, (5, 0), (0, 4))) == (1, 2)
    assert rules.rank(after(rules, (5, 0), (0, 5))) == (1, 1)
    assert rules.rank(after(rules, (5, 0), (0, 5), (0, 1))) == (2, 1)


# -- options -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "why"),
    [
        pytest.param({"target": 6}, "option target cannot be 6; choose one of 5, 7, 9", id="W6"),
        pytest.param({"target": "5"}, "option target cannot be '5'", id="W6 text"),
        pytest.param({"target": True}, "option target cannot be True", id="W6 true"),
        pytest.param({"honours": 1}, "option honours cannot be 1", id="W7 number"),
        pytest.param({"honours": "off"}, "option honours cannot be 'off'", id="W7 text"),
        pytest.param({"honours_at_four": None}, "option honours_at_four cannot be None", id="W10"),
        pytest.param({"rubber": "yes"}, "option rubber cannot be 'yes'", id="W12"),
        pytest.param({"trump_method": "random"}, "choose one of turn_up, rotation, chosen", id="W11"),
        pytest.param({"trump_method": "rotation"}, "rotation needs trump_cycle", id="W11 no cycle"),
        pytest.param(
            {"trump_method": "chosen", "trump_cycle": CYCLE}, "trump_cycle is for .* not for chosen", id="W11 c"
        ),
        pytest.param({"trump_cycle": CYCLE}, "trump_cycle is for trump_method rotation", id="W11 turn-up"),
        pytest.param({"trump_method": "rotation", "trump_cycle": "S S"}, "cannot be 'S S'", id="W11 bad cycle"),
        pytest.param({"trump_method": "rotation", "trump_cycle": ["S"]}, r"cannot be \['S'\]", id="W11 list"),
        pytest.param({"honors": True}, "option 'honors' is unknown; the nearest is 'honours'", id="W7 misspelt"),
        pytest.param([], "options must be an object", id="no object"),
    ],
)
def test_options_that_cannot_be_are_refused(options, why):
    with pytest.raises(ValueError, match=why):
        rules_of("classic", options)


@pytest.mark.parametrize(
    ("options", "title"),
    [
        ({}, "Classic Whist to 5"),
        ({"target": 7, "honours": True}, "Classic Whist to 7, with honours"),
        (
            {"trump_method": "chosen", "rubber": True},
            "Classic Whist to 5, the dealer chooses trumps, best of three games",
        ),
        ({"trump_method": "rotation", "trump_cycle": CYCLE}, "Classic Whist to 5, trumps in turn NT S H D C"),
        (
            {"honours": True, "honours_at_four": False},
            "Classic Whist to 5, with honours, honours never score one point short of the game",
        ),
    ],
)
def test_the_house_rules_in_one_line(options, title):
    assert rules_of("classic", options).options.summary() == title


def test_a_target_must_be_said_by_each_game():
    class Untold(OddTricks[ClassicOptions]):
        options_type = ClassicOptions

    with pytest.raises(NotImplementedError):
        _ = Untold().target
