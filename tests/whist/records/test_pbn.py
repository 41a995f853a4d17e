"""Portable Bridge Notation: written as the standard says, checked by a small reader of its own, and read back."""

from __future__ import annotations

import json
import random
import re
import tracemalloc

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.recorded import cut, in_order, random_records
from whist.records.pbn import FOUR_HANDED, bridge_call, candid_call
from whist.records.pbn_read import records_of
from whist.records.pbn_tokens import PbnError, games, quoted
from whist.records.pbn_write import pbn_text
from whist.records.records import replay

MANDATORY = ["Event", "Site", "Date", "Board", "West", "North", "East", "South", "Dealer", "Vulnerable", "Deal"]
MANDATORY += ["Scoring", "Declarer", "Contract", "Result"]
CLOCKWISE = "SWNE"
RANKS = "AKQJT98765432"
BIDS = [f"{level}{strain}" for level in range(1, 8) for strain in ("C", "D", "H", "S", "NT")]


# -- a reader of the export format, which shares nothing with the one that is tested -----------------------------------


def strict_games(text: str) -> list[list[tuple[str, str, list[str]]]]:
    """(tag, value, lines of its section) of each game of a file in export format."""
    assert text.endswith("\r\n")
    assert text.count("\n") == text.count("\r") == text.count("\r\n")
    assert text.isascii()
    assert all(len(line) <= 255 for line in text.splitlines(keepends=True))
    lines = text.split("\r\n")[:-1]
    assert lines[:2] == ["% PBN 2.1", "% EXPORT"]
    found: list[list[tuple[str, str, list[str]]]] = [[]]
    for line in lines[2:]:
        tag = re.fullmatch(r'\[([A-Z]\w*) "((?:[^"\\]|\\["\\])*)"\]', line)
        if not line:
            found.append([])
        elif tag:
            found[-1].append((tag[1], tag[2].replace('\\"', '"').replace("\\\\", "\\"), []))
        else:
            found[-1][-1][2].append(line)
    return found


def check_game(tags: list[tuple[str, str, list[str]]], jokers: bool) -> dict[str, str]:
    """The order of tags and the cards of the deal; the values by tag."""
    names = [name for name, _, _ in tags]
    assert names[:15] == MANDATORY
    sections = [name for name in names[15:] if name in ("Auction", "Play")]
    assert sections in ([], ["Auction"], ["Play"], ["Auction", "Play"])
    rest = [name for name in names[15:] if name not in sections]
    tables = [name for name in rest if name.endswith("Table")]
    plain = [name for name in rest if name not in tables]
    assert names[15:] == [*sorted(plain), *sections, *sorted(tables)]
    assert len(set(names)) == len(names)
    values = {name: value for name, value, _ in tags}
    hands = deal_of(values)
    dealt = [card for own in hands.values() for card in own]
    assert len(dealt) == len(set(dealt))
    if not jokers:
        assert len({len(own) for own in hands.values()}) == 1
    return values


def deal_of(values: dict[str, str]) -> dict[str, list[str]]:
    first, _, text = values["Deal"].partition(":")
    assert first == values["Dealer"]
    hands = {}
    for place, hand in enumerate(text.split(" ")):
        suits = hand.split(".")
        assert len(suits) == 4
        for suit in suits:
            assert list(suit) == sorted(suit, key=RANKS.index)
        own = [suit + rank for suit, ranks in zip("SHDC", suits, strict=True) for rank in ranks]
        hands[CLOCKWISE[(CLOCKWISE.index(first) + place) % 4]] = own
    assert len(hands) == 4
    return hands


def after(direction: str, steps: int = 1) -> str:
    return CLOCKWISE[(CLOCKWISE.index(direction) + steps) % 4]


def check_bridge_play(values: dict[str, str], section: list[str]) -> None:
    """The cards as bridge has them: declarer's left leads, everybody follows, and declarer's side wins the result."""
    hands, first = deal_of(values), values["Play"]
    assert first == after(values["Declarer"])
    trump, leader, won = values["Contract"][1:], first, {direction: 0 for direction in CLOCKWISE}
    for line in section:
        cards = {after(first, place): card for place, card in enumerate(line.split(" "))}
        led = cards[leader]
        for direction, card in cards.items():
            assert card[0] == led[0] or not any(own[0] == led[0] for own in hands[direction])
            hands[direction].remove(card)
        fighting = [d for d, card in cards.items() if card[0] == trump] or [
            d for d, card in cards.items() if card[0] == led[0]
        ]
        leader = min(fighting, key=lambda direction: RANKS.index(cards[direction][1]))
        won[leader] += 1
    assert not any(hands.values())
    assert values["Result"] == str(won[values["Declarer"]] + won[after(values["Declarer"], 2)])


def check_bridge_auction(values: dict[str, str], section: list[str]) -> None:
    """Each call is higher than the last bid, three passes end it, and the last bidder is declarer (RULES K11)."""
    assert values["Auction"] == values["Dealer"]
    assert all(len(line.split(" ")) == 4 for line in section[:-1])
    calls = [call for line in section for call in line.split(" ")]
    bids = [(place, BIDS.index(call)) for place, call in enumerate(calls) if call != "Pass"]
    heights = [height for _, height in bids]
    assert heights == sorted(set(heights))
    if not bids:
        assert calls == ["Pass"] * 4
        assert (values["Declarer"], values["Contract"], values["Result"]) == ("", "Pass", "")
        return
    last, height = bids[-1]
    assert calls[last + 1 :] == ["Pass"] * 3
    assert (values["Declarer"], values["Contract"]) == (after(values["Dealer"], last), BIDS[height])


@pytest.mark.parametrize("game", FOUR_HANDED)
@pytest.mark.parametrize("seed", range(6))
def test_export_is_as_the_standard_says(game: str, seed: int) -> None:
    records = random_records(game, seed)
    found = strict_games(pbn_text(records))
    assert len(found) == len(records)
    for number, (tags, record) in enumerate(zip(found, records, strict=True), 1):
        values = check_game(tags, jokers=game == "bid")
        sections = {name: lines for name, _, lines in tags}
        assert values["Board"] == str(number)
        assert values["WhistDealer"] == CLOCKWISE[record["dealer"]]
        assert values["WhistGame"] == game
        if game == "candid":
            check_bridge_auction(values, sections["Auction"])
        else:
            assert values["Dealer"] == values["WhistDealer"]
            assert "Auction" not in values
        if game != "bid" and "Play" in values:
            assert len(sections["Play"]) == 13
            check_bridge_play(values, sections["Play"])
        if "Play" in values:
            result = replay(record)
            assert values["WhistPoints"] == "NS {} EW {}".format(*result["points"])
            assert values["WhistScores"] == "NS {} EW {}".format(*result["scores"])


# -- there and back ----------------------------------------------------------------------------------------------------


def back(text: str) -> list[dict[str, object]]:
    return [in_order(record) for record in records_of(text)]


@pytest.mark.parametrize("game", FOUR_HANDED)
@pytest.mark.parametrize("seed", range(6, 16))
def test_whole_matches_come_back(game: str, seed: int) -> None:
    records = random_records(game, seed)
    text = pbn_text(records, "2026.03.01")
    read = records_of(text)
    assert [in_order(record) for record in read] == [in_order(record) for record in records]
    assert [replay(record) for record in read] == [replay(record) for record in records]
    assert pbn_text(read, "2026.03.01") == text


@pytest.mark.parametrize("game", FOUR_HANDED)
@pytest.mark.parametrize("seed", [20, 21])
def test_a_hand_comes_back_wherever_it_was_left_off(game: str, seed: int) -> None:
    whole = random_records(game, seed, 1)[0]
    for length in range(len(whole["actions"])):
        record = cut(whole, length)
        if game == "candid" and length == 0:
            continue  # announcements that are not there were not written down (RULES K3)
        text = pbn_text([record])
        assert back(text) == [in_order(record)], length
        (tags,) = strict_games(text)
        values = {name: value for name, value, _ in tags}
        assert values["Result"] == "?"
        for name, _, lines in tags:
            if name == "Play":
                assert lines[-1] == "*"
                assert lines[-2].split(" ")[0] != "*"


def test_announcements_need_not_be_written_k3() -> None:
    record = random_records("candid", 3, 1)[0]
    silent = record | {"actions": [action for action in record["actions"] if "hcp" not in action]}
    assert back(pbn_text([silent])) == [in_order(silent)]
    assert replay(silent) == replay(record)


ONE_SUIT_EACH = {
    "game": "android",
    "options": {},
    "dealer": 0,
    "trump": "H",
    "hands": [[suit + rank for rank in RANKS] for suit in "HSDC"],
}
"""South deals and holds all hearts, seats 1 and 2 are androids with spades and diamonds, seat 3 has clubs."""


def test_a_move_told_again_is_written_once_a5() -> None:
    command, move = {"seat": 1, "command": "high spades"}, {"seat": 1, "play": "SA"}
    text = pbn_text([ONE_SUIT_EACH | {"actions": [command, move]}])
    assert text == pbn_text([ONE_SUIT_EACH | {"actions": [command]}])
    assert records_of(text)[0]["actions"] == [command]


def test_a_small_hand_in_full() -> None:
    """RULES A4, A19, A31: AL leads, AR is void and has but one suit, N and D follow."""
    said = [(1, "command", "longest"), (2, "command", "duck"), (2, "command", "high diamonds"), (3, "play", "C2")]
    actions = [{"seat": seat, key: value} for seat, key, value in said]
    record = ONE_SUIT_EACH | {"options": {"target": 7, "autoplay_last": True}, "number": 2, "actions": actions}
    record["before"] = {"scores": [3, 4]}
    expected = r"""
        % PBN 2.1
        % EXPORT
        [Event "Android Whist to 7, last cards play themselves"]
        [Site "?"]
        [Date "2026.03.01"]
        [Board "1"]
        [West "Android"]
        [North "Android"]
        [East "?"]
        [South "?"]
        [Dealer "S"]
        [Vulnerable "None"]
        [Deal "S:.AKQJT98765432.. AKQJT98765432... ..AKQJT98765432. ...AKQJT98765432"]
        [Scoring "Whist"]
        [Declarer "S"]
        [Contract "1H"]
        [Result "?"]
        [WhistBefore "{\"scores\":[3,4]}"]
        [WhistDealer "S"]
        [WhistGame "android"]
        [WhistNumber "2"]
        [WhistTrump "H"]
        [WhistTurnUp "H2"]
        [Play "W"]
        S2 DA C2 -
        *
        [WhistActionTable "Played;Seat;Action;Value"]
        0 W command "longest"
        1 N command "duck"
        1 N command "high,diamonds"
        [WhistOptionTable "Option;Value"]
        target 7
        autoplay_last true
    """
    text = pbn_text([record], "2026.03.01")
    assert text.split("\r\n") == [line.strip() for line in expected.split("\n")[1:]]
    assert back(text) == [in_order(record)]


# -- candid and bid ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "bridge"),
    [("pass", "Pass"), ("7C", "1C"), ("8H", "2H"), ("9NT", "3NT"), ("10S", "4S"), ("13D", "7D"), ("13NT", "7NT")],
)
def test_calls_count_from_the_book_k6(call: str, bridge: str) -> None:
    assert bridge_call(call) == bridge
    assert candid_call(bridge) == candid_call(bridge.lower()) == call


@pytest.mark.parametrize("call", ["0C", "8C", "1", "C", "NT", "1N", "X", "XX", "10C", "1C1", "", "?"])
def test_what_is_no_call_is_refused(call: str) -> None:
    with pytest.raises(ValueError, match="no call"):
        candid_call(call)


CANDID = {
    "game": "candid",
    "options": {},
    "dealer": 0,
    "hands": [[suit + rank for rank in RANKS] for suit in "SHDC"],
    "actions": [{"seat": seat, "hcp": 10} for seat in (1, 2, 3, 0)],
}


def candid(*calls: str, seats: str = "123012301230", **options: object) -> dict:
    """All announce 10, so the dealer's left bids first (RULES K5); then ``calls``."""
    said = [{"seat": int(seat), "bid": call} for seat, call in zip(seats, calls, strict=False)]
    return CANDID | {"options": options, "actions": [*CANDID["actions"], *said]}


def tag_values(text: str) -> dict[str, str]:
    (tags,) = strict_games(text)
    return {name: " ".join([value, *lines]) for name, value, lines in tags}


@pytest.mark.parametrize(
    ("record", "auction", "contract"),
    [
        (candid(*["pass"] * 4), "W Pass Pass Pass Pass", ("", "Pass", "")),
        (candid("7C", *["pass"] * 3), "W 1C Pass Pass Pass", ("W", "1C", "?")),
        (candid("pass", "13NT"), "W Pass 7NT Pass Pass Pass", ("N", "7NT", "?")),
        (candid("7C", "pass"), "W 1C Pass *", ("?", "?", "?")),
        (candid(), None, ("?", "?", "?")),
        (
            candid("pass", "7C", "pass", "7D", "8C", "pass", seats="123020", pass_is_final=True),
            "W Pass 1C Pass 1D Pass 2C Pass Pass Pass",
            ("N", "2C", "?"),
        ),
    ],
    ids=["K9", "K8", "K8-13NT", "left off", "announced", "K10"],
)
def test_auctions(record: dict, auction: str | None, contract: tuple[str, str, str]) -> None:
    text = pbn_text([record])
    values = tag_values(text)
    assert values.get("Auction") == auction
    assert (values["Declarer"], values["Contract"], values["Result"]) == contract
    assert back(text) == [in_order(record)]


def test_bids_of_bid_whist_jokers_and_kitty_b1_b2() -> None:
    record = next(
        record
        for seed in range(50)
        for record in random_records("bid", seed, 1, jokers=2, bidder_gets_kitty=True)
        if any(card in own for own in record["hands"] for card in ("JR", "JB"))
    )
    values = tag_values(pbn_text([record]))
    dealt = [card for own in deal_of(values).values() for card in own]
    jokers = re.findall(r"J[RB]", values.get("WhistJokers", ""))
    kitty = values["WhistKitty"].split()
    assert len(dealt + jokers) == 48
    assert kitty == record["stock"]
    assert len(set(dealt + jokers + kitty)) == 54
    cards = values["Play"].split()[1:]
    told = re.findall(r'play "(J[RB])"', values["WhistActionTable"])
    (discards,) = re.findall(r'discard "(.*?)"', values["WhistActionTable"])
    assert cards.count("-") == len(told)
    played = [card for card in cards if card != "-"] + told
    assert len(played) == 48
    assert {*played, *discards.split(",")} == {*dealt, *jokers, *kitty}


# -- what is refused ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("records", "words"),
    [
        ([{"game": "german"}], "german"),
        ([{"game": None}], "cannot be written as PBN"),
        ([{}], "cannot be written as PBN"),
        ([{"game": "classic" * 10_000}], "cannot be written as PBN"),
        ([{"game": "classic"}], "lists of cards"),
        ([ONE_SUIT_EACH | {"actions": [{"seat": 1, "command": "duck"}]}], "the android leads"),
        ([ONE_SUIT_EACH | {"trump": "S"}], "rumps cannot be"),
        ([ONE_SUIT_EACH | {"before": {"scores": [0, 0], "x": "y" * 300}}], "room for 253"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_cannot_be_written(records: list[dict], words: str) -> None:
    with pytest.raises(PbnError) as caught:
        pbn_text(records)
    assert words.lower() in str(caught.value).lower()
    assert len(str(caught.value)) < 300


BRIDGE = """[Event "Club"]
[Board "1"]
[Dealer "N"]
[Deal "N:.63.AKQ987.A9732 A8654.KQ5.T.QJT6 J973.J98742.3.K4 KQT2.AT.J6542.85"]
[Declarer "S"]
[Contract "5HX"]
[Play "W"]
SK H3 S4 S3
"""
TEXT = pbn_text([ONE_SUIT_EACH | {"actions": [{"seat": 1, "command": "longest"}, {"seat": 2, "command": "duck"}]}])
FINISHED = pbn_text([random_records("classic", 5, 1, trump_method="turn_up", trump_cycle="", honours=True)[0]])
AUCTION = pbn_text([random_records("candid", 1, 3)[0]])
CALLS = pbn_text([candid("7C", "pass", "pass", "pass")])
BID = pbn_text([random_records("bid", 2, 1, jokers=2, bidder_gets_kitty=False)[0]])


def number_of(text: str, beginning: str) -> int:
    """The line (1…) that begins so."""
    return next(number for number, line in enumerate(text.splitlines(), 1) if line.startswith(beginning))


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("", None, "no game"),
        ("% PBN 2.1\n\n\n", None, "no game"),
        ("hello", 1, "before any tag"),
        ("[Event]", 1, "no Portable Bridge Notation"),
        ('[Event "a]', 1, "no Portable Bridge Notation"),
        ('[Event "a"]\n{ open', 2, "no Portable Bridge Notation"),
        ('[Event "a"]\n\n"b"', 3, "before any tag"),
        (BRIDGE, 1, "no WhistGame tag"),
        ('\n\n[WhistGame "german"]', 3, "german"),
        ('[WhistGame "classic"]', 1, "no WhistDealer"),
        ('[WhistGame "classic"]\n[WhistDealer "X"]', 2, "W, N, E or S"),
        ('[WhistGame "classic"]\n[WhistDealer "N"]', 1, "no Deal"),
    ],
    ids=lambda value: value if isinstance(value, str) and len(value) < 30 else "",
)
def test_what_cannot_be_read(text: str, line: int | None, words: str) -> None:
    assert_refused(text, line, words)


def assert_refused(text: str, line: int | None, words: str) -> None:
    with pytest.raises(PbnError) as caught:
        records_of(text)
    said = str(caught.value)
    assert words in said
    assert "\n" not in said
    assert len(said) < 300
    assert said.startswith(f"line {line}: ") if line else not said.startswith("line")


@pytest.mark.parametrize(
    ("whole", "beginning", "old", "new", "words"),
    [
        (TEXT, "[Deal ", "S:", "X:", "Deal is a direction"),
        (TEXT, "[Deal ", "AKQJT98765432... ", "- ", "is no hand"),
        (TEXT, "[Deal ", "AKQJT98765432... ", "1KQJT98765432... ", "is no hand"),
        (TEXT, "[Deal ", "AKQJT98765432... ", "", "Deal is a direction"),
        (TEXT, "[WhistTurnUp", "H2", "S2", "not in the dealer's hand"),
        (TEXT, "[WhistTurnUp", "H2", "", "not in the dealer's hand"),
        (TEXT, "[Contract", "1H", "1S", "trumps are S"),
        (TEXT, "[Play", "W", "Q", "W, N, E or S"),
        (TEXT, "S2", "S2", "S3", "W plays S2"),
        (TEXT, "S2", "-", "D4", "only what a command makes it play"),
        (TEXT, "S2", "- - -", "- - H2", "H2 cannot be played: before it N must play"),
        (TEXT, "S2", "S2", "-", "W plays S2"),
        (TEXT, "0 W", "longest", "dance", "no command"),
        (TEXT, "0 W", "command", "commands", "not ['commands']"),
        (TEXT, "0 W", "0", "x", "row of WhistActionTable"),
        (TEXT, "0 W", "W", "X", "row of WhistActionTable"),
        (TEXT, "0 W", "0 W", "0 N", "turn of seat 1"),
        (TEXT, "1 N", "1 N", "9 N", "cannot come after 9 cards"),
        (TEXT, "1 N", ' "duck"', "", "has 4 columns"),
        (FINISHED, "[WhistNumber", "1", "0", "from 1 on"),
        (FINISHED, "[WhistNumber", "1", "1e9", "from 1 on"),
        (CALLS, "1C", "Pass", "8H", "no call"),
        (CALLS, "1C", "Pass", "1C", "does not beat"),
        (CALLS, "[Auction", "W", "Q", "W, N, E or S"),
        (BID, "[WhistJokers", "JR", "JX", "WhistJokers is"),
    ],
)
def test_errors_name_the_line(whole: str, beginning: str, old: str, new: str, words: str) -> None:
    number = number_of(whole, beginning)
    lines = whole.splitlines()
    assert old in lines[number - 1]
    lines[number - 1] = lines[number - 1].replace(old, new, 1)
    assert_refused("\n".join(lines), number, words)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("honours true", "honours 3", "ption honours"),
        ("honours true", "honour true", "honour"),
        ('[WhistTrump "', '[WhistTrump "X', "no trump"),
        ("[WhistDealer", '[WhistBefore "[1]"]\r\n[WhistDealer', "WhistBefore"),
        ("[WhistDealer", '[WhistBefore "{"]\r\n[WhistDealer', "WhistBefore"),
        ("[WhistDealer", '[WhistBefore "{\\"scores\\":3}"]\r\n[WhistDealer', "scores"),
    ],
)
def test_bad_tags_are_named(old: str, new: str, words: str) -> None:
    assert old in FINISHED
    with pytest.raises(PbnError, match=r"^line \d+: ") as caught:
        records_of(FINISHED.replace(old, new, 1))
    assert words in str(caught.value)


def test_a_card_twice_and_a_card_too_many() -> None:
    lines = FINISHED.splitlines()
    last = max(number for number, line in enumerate(lines) if re.fullmatch(r"(\w\w ){3}\w\w", line))
    doubled = [*lines[: last + 1], lines[last], *lines[last + 1 :]]
    assert_refused("\n".join(doubled), last + 2, "the hand is over")
    words = lines[last].split()
    lines[last] = " ".join([words[1], words[0], *words[2:]])
    assert_refused("\n".join(lines), last + 1, "does not hold")


# -- the import format -------------------------------------------------------------------------------------------------


def relaxed(text: str, rng: random.Random) -> str:
    """The same games as people and other programs write them."""
    lines = text.replace("\r\n", "\n").split("\n")
    made = ["; by hand", "{ two lines,\n\nthe second after an empty one }"]
    for line in lines:
        if re.fullmatch(r"([SHDC][2-9TJQKA] ?){4}", line):
            notes = ["!", " =1=", " $7", "??", ""]
            line = "\t".join(word + rng.choice(notes) for word in line.lower().split(" "))
        elif line.startswith("[Auction"):
            line += " { who bids first }"
        elif line.startswith(("[Declarer", "[Dealer", "[WhistDealer")):
            line = line.replace(" ", "  ").lower().replace("[d", "[D").replace("[whistd", "[WhistD")
        made.append(line + rng.choice(["", " ", " ; end", "\t{x}"]) * bool(line))
    return rng.choice(["\n", "\r", "\r\n"]).join("\n".join(made).split("\n"))


@pytest.mark.parametrize("game", FOUR_HANDED)
@pytest.mark.parametrize("seed", range(4))
def test_import_format_is_read(game: str, seed: int) -> None:
    records = random_records(game, seed + 30, 3)
    text = relaxed(pbn_text(records), random.Random(seed))
    assert back(text) == [in_order(record) for record in records]


def test_sections_may_stand_in_any_order_and_tags_on_one_line() -> None:
    (tags,) = strict_games(AUCTION)
    written = [f"[{name} {quoted(value)}]\n" + "\n".join(lines) for name, value, lines in tags]
    assert back(" ".join(reversed(written))) == back(AUCTION)


def test_dashes_before_the_first_call_and_all_pass() -> None:
    record = candid("7C", *["pass"] * 3)
    text = pbn_text([record])
    assert back(text.replace("1C Pass Pass Pass", "1C AP")) == [in_order(record)]
    moved = text.replace('[Auction "W"]', '[Auction "S"]').replace("1C Pass Pass Pass", "- 1C Pass Pass\nPass")
    assert back(moved) == [in_order(record)]


def test_of_a_tag_twice_the_first_counts() -> None:
    text = FINISHED.replace("[WhistGame", '[WhistGame "classic"]\r\n[WhistGame')
    assert back(text) == back(FINISHED)


@pytest.mark.parametrize("text", ['plain "quoted" back\\slash', "", "\\", '"', '\\"'])
def test_strings_come_back(text: str) -> None:
    (game,) = games(f"[Event {quoted(text)}]")
    assert game["Event"].value == text


def test_what_is_no_printing_character_is_not_written() -> None:
    assert quoted("a\nb\tc\u2660\x7f") == '"a?b?c??"'


# -- attacks -----------------------------------------------------------------------------------------------------------

SAMPLES = [TEXT, FINISHED, AUCTION, BID]


@given(
    st.sampled_from(SAMPLES),
    st.lists(st.tuples(st.floats(0, 1), st.integers(0, 5), st.text(max_size=4) | st.sampled_from(SAMPLES)), max_size=4),
)
@settings(max_examples=150, deadline=None)
def test_a_spoiled_file_is_read_or_refused_with_one_sentence(text: str, spoils: list[tuple[float, int, str]]) -> None:
    for where, length, put in spoils:
        at = int(where * len(text))
        text = text[:at] + put + text[at + length :]
    for record in read_or_refused(text):
        assert replay(json.loads(json.dumps(record)))["ok"]


def read_or_refused(text: str) -> list[dict]:
    """The records of ``text``; none where it is refused, which takes one sentence."""
    said, records = "", []
    try:
        records = records_of(text)
    except PbnError as error:
        said = str(error)
    assert "\n" not in said
    assert len(said) < 500
    return records


@given(st.text(alphabet='[]{}"\\;%\n\r \tAW1*-+=^$é\0', max_size=60))
@settings(max_examples=200, deadline=None)
def test_any_text_is_read_or_refused(text: str) -> None:
    read_or_refused(text)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('[Event "' + "a" * 400_000 + '"]\n', "no WhistGame tag"),
        ('[Event "' + r"\\" * 200_000 + '"]\n', "no WhistGame tag"),
        ('[Event "' + "a" * 400_000, "is no Portable Bridge Notation"),
        ("\n" * 400_000, "there is no game in it"),
        (" " * 400_000, "there is no game in it"),
        (";\n" * 100_000, "there is no game in it"),
        ('[Play "W"]\n' + "a " * 20_000, "more than 10000 words and tags"),
        ("".join(f'[A{number} ""]\n' for number in range(20_000)), "more than 10000 words and tags"),
    ],
)
def test_texts_without_end_cost_little(text: str, why: str) -> None:
    """Each character of a string once cost 300 bytes."""
    tracemalloc.start()
    try:
        with pytest.raises(PbnError, match=why):
            records_of(text)
        assert tracemalloc.get_traced_memory()[1] < 10 * len(text) + 8_000_000
    finally:
        tracemalloc.stop()
