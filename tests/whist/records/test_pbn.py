"""Portable Bridge Notation: written as the standard says, checked by a small reader of its own, and read back."""

from __future__ import annotations

import random
import re

import pytest

from tests.recorded import cut, in_order, random_records
from tests.whist.records.pbn_samples import AUCTION, FINISHED, ONE_SUIT_EACH, candid, pbn_text
from tests.whist.records.strict_pbn import (
    CLOCKWISE,
    check_bridge_auction,
    check_bridge_play,
    check_game,
    deal_of,
    strict_games,
)
from whist.records.pbn import FOUR_HANDED, bridge_call, candid_call
from whist.records.pbn_read import records_of
from whist.records.pbn_tokens import games, quoted
from whist.records.records import replay


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
