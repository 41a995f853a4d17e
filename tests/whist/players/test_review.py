"""What cards cost: against every legal card tried by the rules, and against the tricks that were made."""

import json
import time
from random import Random

import pytest

from tests.whist import records_by_hand as by_hand
from tests.whist.players import brute
from tests.whist.players import reviewed as reviewed_hands
from tests.whist.players.reviewed import JUDGED, before_each_card, compared, played
from whist.cards import JOKERS, Card
from whist.games import GAMES, rules_of
from whist.players import two_hands
from whist.players.review import NOT_OVER, of_hand, review, turning_points
from whist.records.records import play, read, replay
from whist.rules.actions import Play
from whist.rules.hand import Hand, Trick

PARTNERS = ("android", "classic", "italian", "candid", "bid")


# -- what a card cost --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", JUDGED)
@pytest.mark.parametrize("seed", range(4))
def test_the_last_five_tricks_cost_what_trying_all_says(game, seed):
    """RULES C3–C8, B14, G7, H3 and H5."""
    assert compared(game, seed) or game in ("bid", "honeymoon")


def test_a_review_that_errs_is_found_out(monkeypatch, capsys):
    right = review

    def wrong(record):
        told = right(record)
        told["plays"][-3]["cost"] += 1
        return told

    monkeypatch.setattr(reviewed_hands, "review", wrong)
    assert reviewed_hands.main(["--game", "classic", "--hands", "1"]) == 1
    assert "classic, hand 100: a review says" in capsys.readouterr().out


def test_many_reviews_are_compared_by_one_command(capsys):
    assert reviewed_hands.main(["--game", "classic", "german", "--hands", "2", "--jobs", "2"]) == 0
    classic, german = capsys.readouterr().out.splitlines()
    assert classic == "classic: 2 hands, 2 with cards to judge, 40 cards as trying all"
    assert german.startswith("german: 2 hands, 2 with cards to judge, ")


@pytest.mark.parametrize("game", PARTNERS)
def test_costs_add_up_to_what_lies_between_par_and_the_tricks(game):
    rng = Random(game)
    for _ in range(2):
        record = played(game, rng, **({"jokers": 0} if game == "bid" else {}))
        reviewed, result = review(record), replay(record)
        costs = [sum(entry["cost"] for entry in reviewed["plays"] if entry["seat"] % 2 == side) for side in (0, 1)]
        won = result["won"]
        assert reviewed["tricks"] == [won[0] + won[2], won[1] + won[3]]
        assert sum(reviewed["par"]) == sum(reviewed["tricks"]) == len(result["tricks"])
        assert reviewed["par"][0] - reviewed["tricks"][0] == costs[0] - costs[1]
        assert any(costs)


@pytest.mark.parametrize("game", GAMES)
def test_every_card_is_told_in_the_order_played(game):
    for seed in range(6):
        record = played(game, Random(seed), wild=True)
        reviewed = json.loads(json.dumps(review(record)))
        assert list(reviewed) == ["ok", "plays", "tricks", "par"]
        assert reviewed["ok"]
        told = [(entry["seat"], Card.parse(entry["card"])) for entry in reviewed["plays"]]
        assert told == [(hand.turn, card) for _, hand, card in before_each_card(record)]
        for entry in reviewed["plays"]:
            assert (entry["best"] is None) == (entry["cost"] is None)
            assert entry["best"] is None or (entry["cost"] == 0) == (entry["card"] in entry["best"])
            assert entry["cost"] is None or 0 <= entry["cost"] <= 13
        judged = [entry["cost"] is not None for entry in reviewed["plays"]]
        assert judged == sorted(judged), "from some card on all are judged"
        assert (reviewed["par"] is not None) == (judged != [] and all(judged))


def test_each_suit_in_one_hand():
    """Nobody can do anything about it."""
    trumps = by_hand.suited("classic", by_hand.plays((0, 1, 2, 3))[:4])
    assert review(trumps)["why"] == NOT_OVER
    whole = by_hand.suited("classic", by_hand.plays((0, 1, 2, 3))[:4] + by_hand.plays((3, 0, 1, 2))[4:])
    reviewed = review(whole)
    assert reviewed["par"] == reviewed["tricks"] == [0, 13]
    assert {entry["cost"] for entry in reviewed["plays"]} == {0}
    assert reviewed["plays"][0]["best"] == sorted(by_hand.SUITED[0])
    assert reviewed["plays"][-1] == {"seat": 2, "card": "HA", "best": ["HA"], "cost": 0}


def test_each_for_himself_is_not_judged():
    record = by_hand.australian(by_hand.ONE_CARD, [*by_hand.BIDS, *by_hand.ONE_TRICK], trump="S")
    reviewed = review(record)
    assert [entry["cost"] for entry in reviewed["plays"]] == [None] * 3
    assert (reviewed["tricks"], reviewed["par"]) == ([0, 1, 0], None)


def test_hands_that_nobody_knew_follow_from_the_tricks():
    """As at a real table, where a card is known once it is laid."""
    for game in ("classic", "candid"):
        recorded = read(played(game, Random(4)))
        play(recorded)
        hand = recorded.hand
        told = of_hand(recorded.rules, hand)
        hand.hands = None
        assert of_hand(recorded.rules, hand) == told
        hand.tricks.pop()
        assert {entry["cost"] for entry in of_hand(recorded.rules, hand)["plays"]} == {None}


# -- two open hands ----------------------------------------------------------------------------------------------------


def ending(game, rng, size, laid, **options):
    """(rules, hand) of the last ``size`` tricks of German or Honeymoon Whist; None where it was over before."""
    rules = rules_of(game, options)
    hand = rules.start(rules.first_standing(), rules.shuffled(rules.first_standing(), rng))
    while not hand.over and (rules.in_first_stage(hand) or len(hand.hands[hand.leader]) > size or hand.trick):
        rules.apply(hand, Play(hand.turn, rng.choice(rules.legal_cards(hand))))
    if laid and not hand.over:
        rules.apply(hand, Play(hand.turn, rng.choice(rules.legal_cards(hand))))
    return None if hand.over else (rules, hand)


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("german", {}),
        ("honeymoon", {}),
        ("honeymoon", {"jokers": "worthless"}),
        ("honeymoon", {"joker_turn_up": "no_trump"}),
        ("honeymoon", {"jokers": "worthless", "joker_turn_up": "no_trump"}),
    ],
)
def test_two_hands_are_worth_what_trying_all_says(game, options):
    """RULES G7; H3: jokers above all trumps, or never winning; H5: who has fourteen tricks ends the hand."""
    rng, tried = Random(game), 0
    for turn in range(40):
        found = ending(game, rng, 5 + turn % 3, turn % 2, **options)
        if found is not None:
            assert two_hands.solvable(*found)
            assert two_hands.TwoHands(*found).values(found[1]) == brute.values(*found)
            tried += 1
    assert tried >= 12


def test_two_hands_with_jokers_that_are_the_only_trumps():
    """RULES H4: a joker turned up means no trumps."""
    rules, rng = rules_of("honeymoon", {"joker_turn_up": "no_trump"}), Random(3)
    pack = [card for card in rules.pack() if card not in JOKERS]
    for won in [9, 10, 11, 12, 13] * 5:
        cards = [*rng.sample(pack, 8), *JOKERS]
        rng.shuffle(cards)
        hand = Hand(2, 0, 1, 13, [cards[:5], cards[5:]], [], "NT", turn=0)
        hand.tricks = [Trick(0, (), (int(number >= won),)) for number in range(22)]
        assert two_hands.TwoHands(rules, hand).values(hand) == brute.values(rules, hand)


def test_what_two_hands_cannot_be_solved():
    rules = rules_of("german")
    hand = rules.start(rules.first_standing(), rules.shuffled(rules.first_standing(), Random(1)))
    assert not two_hands.solvable(rules, hand)
    with pytest.raises(ValueError, match="cannot be solved"):
        two_hands.TwoHands(rules, hand)
    assert not two_hands.solvable(*brute.begun("italian", Random(1), "H"))


# -- what is no hand to review -----------------------------------------------------------------------------------------


def test_a_hand_that_is_not_over_is_not_reviewed():
    """RULES S8: never before."""
    record = played("italian", Random(1))
    for number in (0, 1, len(record["actions"]) - 1):
        unfinished = record | {"actions": record["actions"][:number]}
        assert review(unfinished) == {"ok": False, "at": None, "why": NOT_OVER}
    recorded = read(record)
    with pytest.raises(ValueError, match="not over"):
        of_hand(recorded.rules, recorded.hand)


@pytest.mark.parametrize("record", [None, 7, [], {}, {"game": "poker"}, {"game": "classic", "dealer": 9}])
def test_what_is_no_record_is_answered_as_by_replay(record):
    assert review(record) == replay(record)
    assert not review(record)["ok"]


def test_a_refused_action_is_answered_as_by_replay():
    record = by_hand.suited("classic", [{"seat": 0, "play": "D2"}])
    assert review(record) == replay(record)
    assert review(record)["at"] == 0


def test_a_hand_without_a_card():
    """All pass in Candid Whist."""
    passes = [{"seat": seat, "bid": "pass"} for seat in by_hand.AROUND]
    record = by_hand.candid() | {"actions": passes}
    assert review(record) == {"ok": True, "plays": [], "tricks": [0, 0], "par": None}


# -- turning points ----------------------------------------------------------------------------------------------------


def test_the_most_expensive_cards_come_first():
    reviewed = {"plays": [{"cost": cost} for cost in (None, 0, 1, 2, 0, 1, 2, 1)]}
    assert turning_points(reviewed) == [3, 6, 2]
    assert turning_points(reviewed, 10) == [3, 6, 2, 5, 7]
    assert turning_points(reviewed, 0) == []
    assert turning_points({"plays": [{"cost": 0}, {"cost": None}]}) == []


def test_a_hand_takes_a_fraction_of_a_second():
    """Of this processor, whatever else it does."""
    records = [played("classic", Random(seed)) for seed in range(5)]
    review(records[0])
    begun = time.process_time()
    for record in records:
        review(record)
    assert time.process_time() - begun < 5 * 1.0
