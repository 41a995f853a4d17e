"""Who may know what at a table without holders: no view tells of a card that has not lain face up, nor of announced
points once the house shows them no more."""

import json
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.whist.family_driver import FAMILY, FamilyWorld, dealt, look, place, suits
from whist.games import rules_class
from whist.messages import events_of_calls as fe
from whist.messages.requests import LaidBy, Undo
from whist.rules.actions import Announce, Bid, Discard, Play, TurnUp
from whist.rules.base import Cards
from whist.rules.refusals import Refused

GAMES = {
    "classic": [{}, {"trump_method": "chosen"}],
    "italian": [{"trump_method": "entered"}],
    "candid": [{}, {"show_hcp": "always"}],
    "australian": [{}],
    "bid": [{}, {"sport": "always"}, {"sport": "trump", "bidder_gets_kitty": True}],
    "german": [{}, {"card_memory": "on"}],
    "honeymoon": [{}, {"joker_turn_up": "no_trump", "card_memory": "on"}],
}


class Recorder(FamilyWorld):
    """A world that remembers what was done in it."""

    def __post_init__(self):
        super().__post_init__()
        self.done = []
        self.revokes = 1e-9  # what was done once can be done again, whoever holds the cards

    def deal(self, known=None):
        cards = known or self.rules.shuffled(self.match.standing, self.rng)
        self.done.append(("deal", cards))
        super().deal(cards)

    def say(self, action):
        self.done.append(("say", action))
        super().say(action)

    def play(self, action):
        self.done.append(("play", action))
        super().play(action)

    def finish(self):
        self.done.append(("finish", None))
        super().finish()


def some_world(game, options, seed):
    """A world in the middle of a hand, of a match in which some hands may have been played before."""
    rng = Random(seed)
    players = rng.randrange(2, 8) if game == "australian" else None
    dealer = rng.randrange(players or rules_class(game).fewest)
    world = Recorder(rng, game, options, players, dealer)
    hands = rng.randrange(2)
    while len(world.match.lines) < hands and not world.match.standing.over:
        world.play_hand()
    if world.match.standing.over:
        world = Recorder(rng, game, options, players, dealer)
    world.deal()
    for _ in range(rng.randrange(40)):
        if not world.hand.over:
            world.step()
    return world


def again(world, swap):
    """The same world but for the last deal, in which the cards of ``swap`` have changed places."""
    other = FamilyWorld(Random(0), world.game, world.options, world.players, world.dealer, revokes=world.revokes)
    last = max(number for number, (what, _) in enumerate(world.done) if what == "deal")
    for number, (what, arg) in enumerate(world.done):
        if number == last:
            hands = [[swap.get(card, card) for card in own] for own in arg.hands]
            arg = Cards(hands, [swap.get(card, card) for card in arg.stock], arg.trump)
        if number > last and isinstance(arg, Discard):
            arg = Discard(arg.seat, tuple(swap.get(card, card) for card in arg.cards))
        getattr(other, what)(*([] if arg is None else [arg]))
    return other


def seen(world):
    """The cards of this hand that have lain face up."""
    hand = world.table.state.hand
    shown = [card for action in hand.actions if isinstance(action, TurnUp) for card in action.cards]
    return hand.played() | set(shown)


def views(table):
    seats = range(table.rules.players)
    return [table.public_view(), *(table.view(seat) for seat in seats), *(table.legal(seat) for seat in seats)]


CASES = [(game, options) for game, several in GAMES.items() for options in several]


def test_all_games_are_here():
    assert set(GAMES) == set(FAMILY)


@pytest.mark.parametrize(("game", "options"), CASES)
@given(seed=st.integers(0, 10**9))
@settings(max_examples=6)
def test_no_view_depends_on_a_card_that_nobody_has_seen(game, options, seed):
    """RULES K3, B12, B13, G3, G13: others' hands, the loser's draw, the rest of a stock, an unshown kitty, discards."""
    world = some_world(game, options, seed)
    assume(not world.hand.over)
    hidden = [card for card in world.rules.pack() if card not in seen(world) and not card.is_joker]
    assume(len(hidden) > 1)
    mixed = Random(seed).sample(hidden, len(hidden))
    other = again(world, dict(zip(hidden, mixed, strict=True)))
    assume(other.hand.hands != world.hand.hands)
    assert other.table.events == world.table.events
    assert views(other.table) == views(world.table)


@pytest.mark.parametrize(("game", "options"), CASES)
@given(seed=st.integers(0, 10**9))
@settings(max_examples=6)
def test_no_view_names_a_card_that_nobody_has_seen(game, options, seed):
    world = some_world(game, options, seed)
    told = [world.table.public_view(), *(world.table.view(seat) for seat in range(world.rules.players))]
    other = {"played": None, "cards_left": None}  # there the hand before may be looked at, and what is left (RULES G13)
    text = json.dumps([view | other for view in told])
    assert [card for card in set(world.rules.pack()) - seen(world) if f'"{card}"' in text] == []


@pytest.mark.parametrize(
    ("game", "memory", "tricks", "laid", "shown", "own"),
    [
        pytest.param("german", "on", 12, 1, False, 0, id="G13 in the first stage"),
        pytest.param("german", "on", 13, 0, True, 13, id="G13 the second stage begins"),
        pytest.param("german", "on", 19, 1, True, 7, id="G13 in a trick"),
        pytest.param("german", "on", 25, 1, True, 1, id="G13 the last card"),
        pytest.param("german", "off", 19, 0, False, 0, id="G13 off"),
        pytest.param("honeymoon", "on", 13, 1, False, 0, id="G13 H1 in the longer first stage"),
        pytest.param("honeymoon", "on", 14, 0, True, 13, id="G13 H1 the second stage begins"),
        pytest.param("honeymoon", "off", 14, 0, False, 0, id="G13 H1 off"),
    ],
)
def test_whoever_sits_there_is_shown_the_cards_that_are_still_out(game, memory, tricks, laid, shown, own):
    """RULES G13: those of both hands together, for the table knows neither; on the own page alone."""
    world = FamilyWorld(Random(5), game, {"card_memory": memory})
    world.deal()
    while (len(world.hand.tricks), len(world.hand.trick)) != (tricks, laid):
        world.step()
    assert "cards_left" not in world.table.public_view()
    left = [world.table.view(seat).get("cards_left") for seat in range(2)]
    if not shown:
        assert left == [None, None]
        return
    held = [{str(card) for card in cards} for cards in world.hand.hands]
    assert [len(cards) for cards in held] == [one["own"] for one in left]
    assert len(held[world.hand.turn]) == own
    assert [set(one["cards"]) for one in left] == [held[0] | held[1]] * 2


class Onlooker(FamilyWorld):
    """A world that notes whether cards left are shown while a trick waits to be gathered, by its number."""

    def __post_init__(self):
        super().__post_init__()
        self.shown = {}

    def gather(self):
        assert self.table.state.gather
        self.shown[len(self.hand.tricks)] = "cards_left" in self.table.view(0)
        super().gather()


@pytest.mark.parametrize(("game", "tricks"), [("german", 13), ("honeymoon", 14)])
def test_no_card_is_left_before_the_last_two_are_drawn(game, tricks):
    """RULES G6, G13, H1: the last trick of the first stage waits to be gathered; the loser's card is in no hand yet."""
    world = Onlooker(Random(5), game, {"card_memory": "on"})
    world.deal()
    while len(world.hand.tricks) <= tricks:
        world.step()
    assert world.shown == {number: number > tricks for number in range(1, tricks + 2)}


# -- announced points --------------------------------------------------------------------------------------------------


def announced(numbers, calls=(), **options):
    """Candid Whist in which South deals and ``numbers`` are announced from West on."""
    world = dealt("candid", options=options)
    for seat, number in zip((1, 2, 3, 0), numbers, strict=False):
        world.table.apply(Announce(seat, number))
    for call in calls:
        world.table.apply(Bid(world.table.state.turn, call))
    return world


SHOWN = {
    "during_announcement": (True, False, False),
    "until_auction_ends": (True, True, False),
    "always": (True, True, True),
}
"""Are announced points shown while they are announced, in the auction, in the play?"""


@pytest.mark.parametrize("show", SHOWN)
@pytest.mark.parametrize(
    ("moment", "calls"), [(0, ()), (1, ()), (1, ("8H", "pass", "pass")), (2, ("8H", "pass", "pass", "pass"))]
)
def test_announced_points_are_shown_as_long_as_the_house_says_k3(show, moment, calls):
    """RULES K3."""
    numbers = (11, 9, 7) if moment == 0 else (11, 9, 7, 13)
    table = announced(numbers, calls, show_hcp=show).table
    expected = [None if moment == 0 else 13, *numbers[:3]] if SHOWN[show][moment] else [None] * 4
    for view in (table.public_view(), *(table.view(seat) for seat in range(4))):
        assert [seat["hcp"] for seat in view["seats"]] == expected


def four_numbers(first, low, some, more):
    """Announcements of which seat ``first`` has the lowest."""
    rest = 37 - 4 * low
    one = some % (rest + 1)
    other = more % (rest - one + 1)
    others = [low + 1 + part for part in (one, other, rest - one - other)]
    by_seat = [*others[:first], low, *others[first:]]
    return [*by_seat[1:], by_seat[0]]


NUMBERS = st.tuples(st.integers(1, 9), st.integers(0, 40), st.integers(0, 40))


@given(
    st.integers(0, 3),
    NUMBERS,
    NUMBERS,
    st.lists(st.sampled_from(["pass", "7C", "8H", "9NT"]), max_size=4),
    st.booleans(),
)
@settings(max_examples=40)
def test_nothing_tells_the_announced_points_afterwards_k3_k5(first, one, other, calls, undo):
    """RULES K3, K5: who bids first is all that is left of them, whatever is then said, refused or taken back."""
    tables = [announced(four_numbers(first, *drawn)).table for drawn in (one, other)]
    assert {table.state.turn for table in tables} == {first}
    assert views(tables[0]) == views(tables[1])
    for call in calls:
        assert done(tables[0], Bid(tables[0].state.turn, call)) == done(tables[1], Bid(tables[1].state.turn, call))
        assert views(tables[0]) == views(tables[1])
    said = tables[0].state.hand.actions  # none where all have passed: the next hand has begun
    if undo and said and not isinstance(said[-1], Announce):
        assert done(tables[0], Undo(said[-1].seat)) == done(tables[1], Undo(said[-1].seat))
        assert views(tables[0]) == views(tables[1])


def done(table, request):
    """The events of a request, or why it was refused."""
    try:
        return table.apply(request)
    except Refused as refused:
        return refused.why


def test_no_sheet_note_or_prompt_keeps_announced_points_k3():
    """RULES K3: a whole hand is played and scored; the events alone know what was announced."""
    world = FamilyWorld(Random(3), "candid")
    while not world.table.state.lines or world.table.state.lines[-1].thrown_in:
        world.play_hand()
    said = [event for event in world.table.events if isinstance(event, fe.Announced)]
    assert len(said) >= 4
    for view in (world.table.public_view(), *(world.table.view(seat) for seat in range(4))):
        assert [seat["hcp"] for seat in view["seats"]] == [None] * 4
        kept = {key: value for key, value in view.items() if key != "seats"}
        assert "hcp" not in json.dumps(kept | {"actions": []})
        assert "points" not in view["prompt"] or view["phase"] in ("deal", "announce")


# -- who may say what --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", FAMILY)
@given(seed=st.integers(0, 10**9))
@settings(max_examples=4)
def test_only_the_seat_in_turn_is_offered_what_it_may_say(game, seed):
    """Of others' bids, choices and announcements a page says nothing before they are made."""
    world = some_world(game, GAMES[game][0], seed)
    for seat in range(world.rules.players):
        offered = [set(action) for action in world.table.view(seat)["actions"]]
        says = [keys for keys in offered if keys & {"bid", "choose", "hcp"}]
        assert not says or seat == world.table.state.turn
        assert not any("play" in keys for keys in offered), "what is held is nobody's business"


def test_there_is_no_bid_in_a_misere_u8():
    """RULES U8, U11."""
    world = FamilyWorld(Random(1), "australian", {}, 2)
    rules = world.rules
    number = next(number for number in range(1, rules.rounds + 1) if rules.special_of(number) == "misere")
    world.play_match(number - 1)
    world.deal()
    assert world.table.state.hand.special == "misere"
    for view in (world.table.public_view(), *(world.table.view(seat) for seat in range(2))):
        assert {seat["bid"] for seat in view["seats"]} == {None}
        assert not [one for one in view.get("actions", []) if "bid" in one]
        assert view["turn"] == rules.left(view["dealer"])


def test_a_blind_bid_is_not_taken_back_once_all_look_at_their_cards_u8():
    """RULES U8: the last to bid would bid again, with the cards before them."""
    world = FamilyWorld(Random(1), "australian", {}, 2)
    rules = world.rules
    world.play_match(next(n for n in range(1, rules.rounds + 1) if rules.special_of(n) == "blind") - 1)
    world.deal()
    first, last = rules.left(world.table.state.hand.dealer), world.table.state.hand.dealer
    world.table.apply(Bid(first, 3))
    assert {"undo": True} in world.table.view(first)["actions"]
    world.table.apply(Undo(first))
    for seat in (first, last):
        world.table.apply(Bid(seat, 3))
    assert world.table.state.phase == "play"
    assert {"undo": True} not in world.table.view(last)["actions"]
    with pytest.raises(Refused, match="take back only"):
        world.table.apply(Undo(last))


def test_there_is_a_view_after_the_turn_of_whoever_played_too_early_t9():
    """RULES T9: the card was lifted while another wrong one lay there; its owner's turn has come since."""
    world = dealt("classic", suits("C", "D", "H", "S"))
    world.play(Play(1, world.hand.hands[1][3]))
    stray, early = ("JR", 0.0, 20.0), ("H5", *place(2, 4))
    look(world, stray, early)
    world.table.apply(LaidBy(0, 3))
    for laid in ([], [("H6", *place(2, 4))], [("H6", *place(2, 4)), ("S4", *place(3, 4))]):
        look(world, stray, *laid)
        assert world.table.public_view()["turn"] == (2 + len(laid)) % 4
