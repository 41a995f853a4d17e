"""Records and texts in PBN that tests of it begin with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tests.recorded import random_records
from tests.whist.records.strict_pbn import RANKS
from whist.records.pbn_write import UNKNOWN_DATE, file_of, game_of


def pbn_text(records: Iterable[Mapping[str, Any]], date: str = UNKNOWN_DATE) -> str:
    """``records`` as a PBN file."""
    return file_of(game_of(record, number, date) for number, record in enumerate(records, 1))


ONE_SUIT_EACH = {
    "game": "android",
    "options": {},
    "dealer": 0,
    "trump": "H",
    "hands": [[suit + rank for rank in RANKS] for suit in "HSDC"],
}
"""South deals and holds all hearts, seats 1 and 2 are androids with spades and diamonds, seat 3 has clubs."""
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
SAMPLES = [TEXT, FINISHED, AUCTION, BID]
