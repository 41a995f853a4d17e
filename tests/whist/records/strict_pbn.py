"""A reader of the export format of PBN, which shares nothing with the one that is tested."""

from __future__ import annotations

import re

MANDATORY = ["Event", "Site", "Date", "Board", "West", "North", "East", "South", "Dealer", "Vulnerable", "Deal"]
MANDATORY += ["Scoring", "Declarer", "Contract", "Result"]
CLOCKWISE = "SWNE"
RANKS = "AKQJT98765432"
BIDS = [f"{level}{strain}" for level in range(1, 8) for strain in ("C", "D", "H", "S", "NT")]


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
