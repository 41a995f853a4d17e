"""Clumsy evenings of a whole house: phones and tablets that come and go while a game is played.

    python -m tests.clumsy.house [--game GAME …|all] [--evenings N] [--seed S]

People sit down, leave, take another place, hand theirs over to another device, try one that is taken, rename
themselves, switch the game, throw cards in, leave chairs to simulated persons, and the program is switched off and on;
in between they play, by requests of their pages alone. Whatever they do: no request fails, what only concerns the
places touches neither cards nor game, whoever lost a place sees nothing of it any more, no hand is lost that nobody has
thrown away, and somebody who is there can go on.
"""

from __future__ import annotations

import random
import sys
import traceback
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tests.clumsy.household import House, helpful, ways
from tests.clumsy.leads import goes_on
from tests.clumsy.running import arguments, run
from tests.web_ui.devices import Device
from tests.web_ui.secrets.unknown_play import some_choice
from web_ui.contracts import PLACES
from whist.games import GAMES
from whist.messages import events as ev
from whist.messages import events_of_calls as fe
from whist.messages.requests import NewGame

ACTS: Final = 60
"""Of an evening."""
EVERY: Final = 6
"""After so many acts it is tried whether somebody can go on."""
PATIENCE: Final = 30
"""So many taps of people who only want to play must bring the game on; each may be answered by an Error Message."""


def stuck(house: House, rng: random.Random) -> str | None:
    """Whether taps of people who only want to go on bring nothing on."""
    table, before = house.keeper.table, len(house.keeper.table.events)
    for taps in range(PATIENCE):
        now = house.keeper.table
        if now is not table or goes_on(now.events[before:]) or (taps and house.keeper.public_view()["phase"] == "over"):
            house.counted["went on"] += 1
            return None
        helpful(house, rng)
        house.settle()
    return f"stuck: {house.keeper.public_view()['prompt']}"


# -- what clumsy people do ---------------------------------------------------------------------------------------------


class People:
    """Who draws the acts of an evening. What only concerns the places says so by its name."""

    def __init__(self, house: House, rng: random.Random) -> None:
        self.house, self.rng = house, rng
        self.games: list[str] = [*GAMES]
        places = [self.sit_down, self.leave, self.hand_over, self.take_taken, self.rename, self.look_in, self.guess]
        self.of_places: list[Callable[[], None]] = [*places, self.sit_down, self.sit_down, self.free]
        self.of_game: list[Callable[[], None]] = [self.play] * 12 + [self.any_tap] * 4
        self.of_game += [self.switch_game, self.throw_in, self.chair, self.off_and_on]

    def _device(self) -> Device:
        return self.rng.choice(self.house.devices)

    def _seated(self) -> tuple[Device, str] | None:
        seated = [(device, place) for device in self.house.devices if (place := self.house.place(device))]
        return self.rng.choice(seated) if seated else None

    def sit_down(self) -> None:
        """Somebody takes a place: free or taken, sitting elsewhere or not."""
        self.house.sit(self._device(), self.rng.choice([*self.house.keeper.persons()]))

    def leave(self) -> None:
        """Somebody leaves, and perhaps sits down at another place at once."""
        if (one := self._seated()) is None:
            return
        device, place = one
        if self.house.post(device, f"/seats/{place}/leave").status_code != 200:
            self.house.failed.append(f"stuck: whoever sits in {place} cannot leave")
        if self.house.place(device) is not None:
            self.house.failed.append(f"secret: whoever left {place} still sees it")
        if self.rng.random() < 0.5:
            self.sit_down()

    def hand_over(self) -> None:
        """A place is handed over to another device, of somebody who sits elsewhere or nowhere; a code is used twice."""
        if (one := self._seated()) is None:
            return
        device, place = one
        code = self.house.post(device, f"/seats/{place}/hand-over").get_json()["code"]
        other = self._device()
        elsewhere, here = self.house.place(other), place in self.house.keeper.persons()
        for _ in range(self.rng.choice((1, 2))):
            answer = self.house.post(other, f"/seats/{place}", {"code": code})
            if "has seen" in (answer.get_json().get("error") or ""):
                return  # another place's cards in this hand: until it is over that device gets no other
            if (elsewhere in (None, place)) and here and answer.status_code != 200:
                self.house.failed.append(f"stuck: {place} cannot be handed over: {answer.get_json()}")
        if answer.status_code == 200 and other is not device and self.house.place(device) is not None:
            self.house.failed.append(f"secret: {place} was handed over, and is still seen")

    def take_taken(self) -> None:
        """Somebody sits down where another sits."""
        if (one := self._seated()) is None:
            return
        other = self._device()
        if self.house.sit(other, one[1]).status_code == 200 and other is not one[0]:
            self.house.failed.append(f"secret: two devices sit in {one[1]}")

    def rename(self) -> None:
        """A name, or what is none; of the own place or, by the host, of another."""
        name = self.rng.choice(("Anna", "", " Ben  ", "x" * 30, "\u202e", "Søren"))
        if (one := self._seated()) is not None and self.rng.random() < 0.7:
            self.house.post(one[0], f"/seats/{one[1]}/name", {"name": name})
        else:
            self.house.post(self._device(), f"/host/seats/{self.rng.choice(PLACES)}/name", {"name": name})

    def look_in(self) -> None:
        """Somebody opens pages, also those of others."""
        for path in ("/", "/join", f"/{self.rng.choice(PLACES)}", "/api/board", "/api/games"):
            self.house.ask(self._device(), "GET", path)

    def guess(self) -> None:
        """Somebody sends what another's page would."""
        person = self.rng.choice(PLACES)
        for path in (f"/requests/{person}", f"/simulation/{person}/take-back", f"/seats/{person}/hand-over"):
            device = self._device()
            if self.house.place(device) != person and self.house.post(device, path).status_code < 400:
                self.house.failed.append(f"secret: {path} for whoever does not sit there")

    def free(self) -> None:
        """The host gives a place back."""
        self.house.post(self.house.devices[0], f"/host/seats/{self.rng.choice(PLACES)}/free")

    def play(self) -> None:
        """Somebody does what leads on."""
        helpful(self.house, self.rng)

    def any_tap(self) -> None:
        """Somebody presses any button of the own page, perhaps twice."""
        if (one := self._seated()) is None:
            return
        found = list(ways(self.house, *one))
        if found:
            _, path, body = self.rng.choice(found)
            for _ in range(self.rng.choice((1, 1, 2))):
                self.house.post(one[0], path, body)

    def switch_game(self) -> None:
        """The host begins another game, or the same anew, from whatever place; others try it."""
        choice = some_choice(self.rng.choice(self.games), self.rng).to_json()
        body = {key: value for key, value in choice.items() if key != "seat" and value is not None}
        if (one := self._seated()) is not None:
            self.house.post(one[0], f"/requests/{one[1]}", body)

    def throw_in(self) -> None:
        """Somebody has confirmed to throw the cards in, or wants the same game again."""
        if (one := self._seated()) is not None:
            self.house.post(one[0], f"/requests/{one[1]}", self.rng.choice(({"redeal": True}, {"new_game": True})))

    def chair(self) -> None:
        """A chair is left to a simulated person, or taken back."""
        if (one := self._seated()) is not None:
            body = {"person": self.rng.choice(PLACES), "on": self.rng.random() < 0.5}
            self.house.post(one[0], f"/simulation/{one[1]}/plays-itself", body)

    def off_and_on(self) -> None:
        """The program is switched off and on."""
        house, sat = self.house, [self.house.place(device) for device in self.house.devices]
        before, view = house.cards(), house.keeper.public_view()
        house.scribe.close()
        house.start(NewGame(0, "android"))
        if [event.to_json() for event in house.cards()[0]] != [event.to_json() for event in before[0]]:
            house.failed.append("lost: the game after a restart is another one")
        elif house.cards()[1:] != before[1:] and view["phase"] != "over":
            house.failed.append("lost: cards lie elsewhere after a restart")
        if [house.place(device) for device in house.devices] != sat:
            house.failed.append("lost: people sit elsewhere after a restart")


THROWN: Final = ("switch_game", "throw_in", "play", "any_tap")
"""Acts that may say that cards are thrown in, or another game begun."""


def play(game: str, seed: int, acts: int = ACTS) -> tuple[str | None, list[str], Counter[str]]:
    """An evening that begins with ``game``: what breaks, if anything does, what was done, and what was counted."""
    rng, done = random.Random(f"house {game} {seed}"), list[str]()
    with TemporaryDirectory() as folder:
        house = House(Path(folder), some_choice(game, rng), seed)
        people = People(house, rng)
        try:
            for number in range(acts):
                broke = _act(house, people, rng, done) or (
                    stuck(house, rng) if number % EVERY == EVERY - 1 or number == acts - 1 else None
                )
                if broke or house.failed:
                    return broke or house.failed[0], done, house.counted
        except Exception:
            return f"exception: {traceback.format_exc()}", done, house.counted
        finally:
            house.scribe.close()
        return None, done, house.counted


def _act(house: House, people: People, rng: random.Random, done: list[str]) -> str | None:
    of_places = rng.random() < 0.5
    act = rng.choice(people.of_places if of_places else people.of_game)
    done.append(act.__name__)
    house.counted[f"act {act.__name__}"] += 1
    before, table = house.cards(), house.keeper.table
    act()
    if of_places and house.cards() != before:
        return f"lost: {act.__name__} has changed cards or game"
    house.settle()
    news = house.keeper.table.events[len(before[0]) :] if house.keeper.table is table else ()
    again = any(isinstance(event, ev.DealStarted | fe.HandStarted) and event.redeal for event in news)
    anew = house.keeper.table is not table and act.__name__ != "off_and_on"
    if (again or anew) and act.__name__ not in THROWN:
        return f"lost: the cards are dealt again after {act.__name__}"
    return None


def main() -> int:
    """Play evenings; status 1 when one breaks."""
    return run(arguments(__doc__, 100).parse_args(), _told)


def _told(game: str, seed: int) -> tuple[str | None, Counter[str]]:
    """An evening, told with its last acts where it breaks."""
    broke, done, counted = play(game, seed)
    return broke and f"{broke}\n    {', '.join(done[-10:])}", counted


if __name__ == "__main__":
    sys.exit(main())
