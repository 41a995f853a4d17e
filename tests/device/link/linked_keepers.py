"""Tables linked through a real broker, without cameras: people lay and say as their own table lets them, and what they
truly did is reckoned by rules of its own."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

from device.journal.journal import Journal
from device.keeper.keeper import Keeper
from device.link.link import Link
from device.settings.mqtt import Mqtt
from tests.whist.linked_driver import Household
from whist.messages.observations import Observation
from whist.messages.requests import NewGame
from whist.rules.actions import Bid, Play
from whist.rules.options import AndroidOptions


class Kept:
    """The table of a keeper, as the driver asks it."""

    def __init__(self, keeper: Keeper) -> None:
        self.keeper = keeper

    def apply(self, item: Any) -> Any:
        return self.keeper.see([item]) if isinstance(item, Observation) else self.keeper.ask(item)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.keeper.table, name)


class Place:
    """One table: its folder outlives it."""

    def __init__(self, folder: Path, port: int) -> None:
        self.folder, self.where = folder, Mqtt(port=port)
        folder.mkdir(exist_ok=True)
        self.household: Household | None = None
        self.begin()

    def begin(self) -> None:
        self.journal = Journal(self.folder / "journal.sqlite")
        self.keeper = Keeper(AndroidOptions(), self.journal)
        self.link = Link(self.where, self.keeper, self.folder)
        if self.household is not None:
            self.household.table = Kept(self.keeper)  # type: ignore[assignment]
            self.household.show()

    def kill(self) -> None:
        """The program is gone without a word; its files are left, and what lies on its table."""
        self.link._over.set()
        assert self.link._broker is not None
        self.link._broker._client.disconnect()
        self.link._broker._client.loop_stop()
        assert self.link._thread is not None
        self.link._thread.join(5.0)
        self.journal.close()

    def end(self) -> None:
        self.link.close()
        with closing(self.journal):
            pass

    def sits(self, number: int, seed: int) -> None:
        self.household = Household(number, Kept(self.keeper), seed)  # type: ignore[arg-type]


def joined(
    folder: Path,
    port: int,
    options: dict[str, Any],
    players: int,
    seed: int,
    holders: Sequence[int] = (),
    computers: Sequence[str] = (),
) -> list[Place]:
    """Two tables that have begun one match, with computer players at the ``holders`` of the first, and ``computers`` at
    the other."""
    host, guest = Place(folder / "host", port), Place(folder / "guest", port)
    chosen = NewGame(0, "australian", {"households": 2, **options}, players, 0, seed, tuple(holders))
    (code,) = host.link.invite(chosen)
    guest.link.join(code, computers)
    until(lambda: getattr(guest.keeper.table, "household", None) == 1)
    for number, one in enumerate((host, guest)):
        one.sits(number, seed)
    return [host, guest]


def until(there: Any, patience: float = 60.0) -> None:
    end = time.monotonic() + patience
    while not there():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.01)


def reckoned(done: list[tuple[int, Any]], players: int, biggest: int, dealer: int) -> list[list[int]]:
    """The scores after each hand, from all that people truly did: (hand, action), in any order of the seats."""
    scores, after = [0] * players, []
    rounds = 2 * (biggest - 1) + 5
    for number in range(1, rounds + 1):
        own = [action for hand, action in done if hand == number]
        size = max(1, min(number, biggest, rounds + 1 - number))
        cards = {
            seat: [one.card for one in own if isinstance(one, Play) and one.seat == seat] for seat in range(players)
        }
        if any(len(of) != size for of in cards.values()):
            break
        special = number - biggest
        trump = None if special in (1, 3) else "HCDS"[(number - 1) % 4]
        leads, took, shared = (dealer + number) % players, [0] * players, [0] * players
        for trick in range(size):
            order = [(leads + place) % players for place in range(players)]
            led = cards[leads][trick].suit
            worth = [
                (
                    cards[seat][trick].suit == trump,
                    cards[seat][trick].suit == led,
                    "23456789TJQKA".index(cards[seat][trick].rank),
                )
                for seat in order
            ]
            worth = [one if one[0] or one[1] else (False, False, -1) for one in worth]
            winners = [seat for seat, one in zip(order, worth, strict=True) if one == max(worth)]
            leads = winners[0]
            for seat in winners:
                took[seat] += 1
                shared[seat] += len(winners) > 1
        for seat in range(players):
            if special == 3:
                scores[seat] += -2 * took[seat] if took[seat] else 10
            elif took[seat] == next(one.call for one in own if isinstance(one, Bid) and one.seat == seat):
                scores[seat] += 10 + 2 * took[seat] - shared[seat]
        after.append(list(scores))
    return after


def act(place: Place, rng: Random, done: list[tuple[int, Any]]) -> bool:
    """Somebody at that table does what there is to do; what is truly done is written down."""
    one = place.household
    assert one is not None
    laid, said = list(one.laid), len([a for a in one.table.state.hand.actions if isinstance(a, Bid)])
    number = one.table.state.hand.number
    did = one.step(rng)
    done += [(number, Play(seat, card)) for seat, card in one.laid if (seat, card) not in laid]
    bids = [a for a in one.table.state.hand.actions if isinstance(a, Bid)]
    if one.table.state.hand.number == number:
        done += [(number, bid) for bid in bids[said:] if bid.seat in one.seats]
    return did
