"""An attacker at a table with computer players: the same evening is played over other cards in their holders and in
people's hands, and every page, answer, refusal, stream and line of the log must be the same, byte for byte."""

from __future__ import annotations

import json
import logging
import random
import re
from typing import Any

import pytest

from device.company.at_holders import AtHolders
from device.company.characters import Company
from device.home.discovery import state_of
from device.journal.scribe import Scribe
from device.keeper.keeper import Keeper
from device.records.feed import PublicFeed
from device.records.history import PastMatches
from tests.device.company.test_characters import Here
from tests.web_ui.seats import MemorySeats
from tests.web_ui.secrets.test_secrets import first_message
from tests.whist.family.test_holders import TURNS, two_deals
from tests.whist.family_driver import FamilyWorld
from tests.whist.holder_driver import HolderWorld
from web_ui.app import create_app
from whist.messages.requests import NewGame
from whist.rules.actions import Bid, Choose, Discard, Play
from whist.rules.base import Cards
from whist.rules.refusals import Refused

PLACES = ("south", "west", "north", "east")
SEATS = ((1,), (0, 2), (3, 1, 2))


class AtKeeper:
    """The keeper of a table, as a world knows its table: what it is shown and asked goes through the program."""

    def __init__(self, seats: tuple[int, ...], game: str = "classic", options: dict[str, Any] = TURNS) -> None:
        scribe = Scribe(None, now=lambda: 0.0)
        self.keeper = Keeper(NewGame(0, game, options, None, 0, 1, seats), scribe, clock=lambda: 0.0)
        AtHolders(self.keeper, Company(Here(), "club"), Here())  # they are shown with names and faces
        feed = PublicFeed(self.keeper, scribe, PastMatches(scribe))
        self.app = create_app(self.keeper, seats_store=MemorySeats(), feed=feed)
        self.clients = {person: self.app.test_client() for person in self.keeper.persons()} | {
            "": self.app.test_client()
        }
        for person in self.keeper.persons():
            assert self.clients[person].post(f"/seats/{person}", json={}).status_code == 200

    def apply(self, item: Any) -> list[Any]:
        if isinstance(item, Play | Bid | Choose | Discard):
            return self.keeper.ask(item, 0.0)
        return self.keeper.see([item], 0.0)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.keeper.table, name)

    def told(self, rng: random.Random) -> list[Any]:
        """All that anybody can get, and what they are answered who ask for what they must not have."""
        told: list[Any] = []
        for person, client in self.clients.items():
            for other in PLACES:
                told += [client.get(path).get_data() for path in (f"/{other}", f"/api/{other}")]
                told.append(first_message(client.get(f"/events/{other}")))
                told.append(client.get(f"/api/{other}/questions/1.jpg").get_data())
            told += [client.get(path).get_data() for path in ("/", "/api/board", "/api/v1/view")]
            told.append(client.get("/api/v1/matches/1/events").get_data())
            told.append(json.dumps(state_of(self.keeper.public_view(), "camera" in self.keeper.troubles)))
            told.append(first_message(client.get("/events")))
            for _ in range(3):
                body = rng.choice(self.asked(rng))
                answer = client.post(f"/requests/{rng.choice((person or 'south', 'west'))}", json=body)
                told.append((answer.status_code, answer.get_data()))
        return [_timeless(one) if isinstance(one, str) else one for one in told]

    def asked(self, rng: random.Random) -> list[dict[str, Any]]:
        """What nobody may ask who sits there, or what says nothing."""
        card = rng.choice(("HA", "S2", "CK", "D7", "HT"))
        return [
            {"play": card},
            {"answer": card, "question": 1},
            {"laid_by": self.keeper.table.state.holders.seats[0]},
            {"in_step": "seen"},
            {"demand": card},
            {"expose": card},
            {"bid": "pass"},
            {"choose": "H"},
            {"command": "duck"},
        ]


def _timeless(text: str) -> str:
    """A stream's message without the time at which it was sent."""
    return re.sub(r'"now": [0-9.]+', "", text)


def evening(
    seats: tuple[int, ...], hands: list[Any], slots: dict[int, list[Any]], plays: list[Play], seed: int
) -> list[Any]:
    """All that is told while these ``plays`` are made; ``slots`` say where the cards of holders stand."""
    world = HolderWorld(random.Random(1), "classic", seats, TURNS)
    world.revokes = 1.0  # people may have revoked by these cards
    world.table = at = AtKeeper(seats)  # type: ignore[assignment]
    world.deal(Cards([list(own) for own in hands], []))
    for number in world.slots:
        world.slots[number] = list(slots[number])
    world.show()
    rng, told = random.Random(seed), []
    for play in plays:
        if play.seat in seats:
            at.apply(play)
            told.append(at.told(rng))
            world.leave(seats.index(play.seat) + 1, play.card)
        FamilyWorld.play(world, play)
    told.append(at.told(rng))
    return told


def two_evenings(seats: tuple[int, ...], seed: int) -> tuple[list[Any], list[Any]]:
    """The same evening over two deals that differ in what nobody has seen."""
    (hands, slots), (other, stand), plays = two_deals(seats, random.Random(f"{seats}/{seed}"), (6, 22))
    return evening(seats, hands, slots, plays, seed), evening(seats, other, stand, plays, seed)


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("seed", range(3))
def test_no_byte_depends_on_what_stands_in_a_holder(seats: Any, seed: int, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        one, other = two_evenings(seats, seed)
    for step, (told, again) in enumerate(zip(one, other, strict=True)):
        for place, (first, second) in enumerate(zip(told, again, strict=True)):
            assert first == second, (step, place)
    lines = [(record.name, record.getMessage()) for record in caplog.records if "/events" not in record.getMessage()]
    assert lines[: len(lines) // 2] == lines[len(lines) // 2 :]


def kitty_evening(seed: int, places: list[int]) -> list[Any]:
    """All that is told while a computer player takes the kitty and discards what stands at these ``places``, of the
    slots and then of what was laid aside, over the cards of ``seed``."""
    options = {"bidder_gets_kitty": True}
    world = HolderWorld(random.Random(1), "bid", (1,), options)
    world.table = at = AtKeeper((1,), "bid", options)  # type: ignore[assignment]
    world.deal(world.rules.shuffled(world.match.standing, random.Random(seed)))
    for seat, call in ((1, "4NT"), (2, "pass"), (3, "pass"), (0, "pass")):
        world.say(Bid(seat, call))
    world.say(Choose(1, "up"))
    world.begin_exchange(1)
    rng, told = random.Random(5), []
    action = Discard(1, ())
    while (now := at.public_view().get("exchange")) is not None:
        told.append(at.told(rng))
        if now["step"] == "choose":
            stand = [card for card in world.slots[1] if card] + world.pile
            action = Discard(1, tuple(stand[place] for place in places))
        assert world.exchange_step(action)
    return [*told, at.told(rng)]


@pytest.mark.parametrize("places", [[0, 1, 2, 3, 4, 5], [2, 7, 9, 13, 14, 17], [0, 5, 10, 12, 15, 16]])
def test_no_byte_depends_on_the_cards_with_which_a_kitty_is_taken_b13_s2(places: list[int]) -> None:
    one, other = kitty_evening(1, places), kitty_evening(2, places)
    assert len(one) == len(other) > 4
    for step, (told, again) in enumerate(zip(one, other, strict=True)):
        for place, (first, second) in enumerate(zip(told, again, strict=True)):
            assert first == second, (step, place)


def test_the_comparison_would_find_a_leak(monkeypatch: pytest.MonkeyPatch) -> None:
    from whist.table import views

    told = views.public_view

    def leaking(state: Any, *more: Any) -> Any:
        return told(state, *more) | {"leak": sorted(map(str, state.holders.cards()))}

    monkeypatch.setattr(views, "public_view", leaking)
    one, other = two_evenings((1,), 0)
    assert one != other


def test_a_page_cannot_choose_for_a_computer_player() -> None:
    at = AtKeeper((1,))
    for person, client in at.clients.items():
        for body in ({"play": "HA"}, {"seat": 1, "play": "HA"}, {"seat": 1, "bid": "pass"}):
            for other in PLACES:
                answer = client.post(f"/requests/{other}", json=body)
                assert answer.status_code in (400, 403, 404, 409), (person, other, body)
    with pytest.raises(Refused):
        at.keeper.request("south", {"play": "HA"})
    assert not [event for event in at.keeper.table.events if event.name == "to_move"]
