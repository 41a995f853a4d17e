"""A table that only exists for its pages: views of a game in play, written down, and a host that serves them."""

from __future__ import annotations

import copy
import threading
from typing import Any

from whist.rules.refusals import Refused

SECTION_1 = ["duck", "beat", "high"]
SECTION_2 = [
    f"{prefix}{word}"
    for prefix in ("", "high ")
    for word in ("clubs", "diamonds", "hearts", "spades", "shortest", "longest")
]

# Holder 1 stands beside South, holder 2 beside North; South deals, so the seats are South, holder 1, holder 2, North.
HOLDER_1 = ["SK", "S9", "S4", None, "HT", "H8", "D2", "DJ", None, "CA", "C8", "C3", None]
HOLDER_2 = ["DA", None, "D6", "SQ", "S7", "S3", "CK", None, "CJ", "C2", "HQ", None, "H4"]
HANDS = {
    "south": ["SA", "SJ", "S6", "HA", "HJ", "H3", "DT", "D9", "D5", "C9"],
    "north": ["ST", "S8", "S5", "HK", "H9", "H2", "DK", "D8", "D3", "CQ"],
}

OFFERS: list[dict[str, Any]] = [
    {
        "game": "android",
        "title": "Android Whist",
        "summary": "Android Whist to 5",
        "players": [2, 2],
        "options": [],
        "places": {2: ["south", "north"]},
    },
    {
        "game": "classic",
        "title": "Classic Whist",
        "summary": "Classic Whist to 5",
        "players": [4, 4],
        "places": {4: ["south", "west", "north", "east"]},
        "options": [{"name": "target", "about": "points for game (RULES W6)", "default": 5, "choices": [5, 7, 9]}],
    },
]


def public_view() -> dict[str, Any]:
    """South led in the fourth trick, holder 1 has followed; holder 2 is to be commanded by South."""
    seats = [
        {"seat": 0, "role": "D", "kind": "human", "person": "south", "holder": None, "side": 0, "won": 1},
        {"seat": 1, "role": "AL", "kind": "android", "person": "south", "holder": 1, "side": 1, "won": 1},
        {"seat": 2, "role": "AR", "kind": "android", "person": "north", "holder": 2, "side": 0, "won": 1},
        {"seat": 3, "role": "N", "kind": "human", "person": "north", "holder": None, "side": 1, "won": 0},
    ]
    commands = {0: (None, None), 1: (3, 0), 2: (0, 3), 3: (None, None)}
    for seat in seats:
        seat["commander"], seat["handler"] = commands[int(str(seat["seat"]))]
    return {
        "event": 61,
        "game": "android",
        "phase": "play",
        "deal": 2,
        "dealer": 0,
        "target": 5,
        "scores": [2, 3],
        "seats": seats,
        "trump": "H",
        "turned_up": None,
        "turn": 2,
        "leader": 0,
        "trick": [{"seat": 0, "card": "C7"}, {"seat": 1, "card": "C5"}],
        "last_trick": {
            "winner": 0,
            "cards": [
                {"seat": 1, "card": "S2"},
                {"seat": 2, "card": "D4"},
                {"seat": 3, "card": "D7"},
                {"seat": 0, "card": "DQ"},
            ],
        },
        "won": [2, 1],
        "tricks_done": 3,
        "command": None,
        "prompt": "Holder 2 is to play: South gives the command.",
        "questions": [],
        "wrong_card": None,
        "out_of_sight": [],
        "out_of_step": None,
        "hand": None,
        "notes": [],
        "winner": None,
        "played": None,
        "sheet": [],
        "limits": {"bid": 0, "card": 0},
        "pace": None,
    }


def private_view(person: str) -> dict[str, Any]:
    """What ``person`` sees of that state."""
    south = person == "south"
    return public_view() | {
        "me": {"seat": 0 if south else 3, "person": person},
        "beside": {
            "seat": 1 if south else 2,
            "holder": 1 if south else 2,
            "cards": list(HOLDER_1 if south else HOLDER_2),
            "to_move": None,
            "slot": None,
        },
        "commands": {"seat": 2, "allowed": list(SECTION_1)} if south else None,
        "questions": [],
    }


class FakeKeeper:
    """Serves views that a test may change with ``change``; keeps the requests it was sent."""

    def __init__(self) -> None:
        self.views = {"board": public_view(), "south": private_view("south"), "north": private_view("north")}
        self.requests: list[tuple[str, dict[str, Any]]] = []
        self.refuse: str | None = None
        self._version = 0
        self._changed = threading.Condition()

    def persons(self) -> tuple[str, ...]:
        return ("south", "north")

    def games(self) -> list[dict[str, Any]]:
        return copy.deepcopy(OFFERS)

    def last_played(self) -> list[dict[str, Any]]:
        return []

    def house(self) -> dict[str, str]:
        return {"suggestions": "off", "watching": "on", "picture": "off"} | self.views["board"].get("house", {})

    def which_hand(self) -> str:
        return str(self.views["board"]["deal"])

    def set_name(self, person: str, name: str) -> None:
        if self.views["board"].get("names", {}).get(person, "") != name:
            names = {**self.views["board"].get("names", {}), person: name}
            self.change(names={who: called for who, called in names.items() if called})

    def public_view(self) -> dict[str, Any]:
        with self._changed:
            return copy.deepcopy(self.views["board"])

    def private_view(self, person: str) -> dict[str, Any]:
        with self._changed:
            return copy.deepcopy(self.views[person])

    def question_picture(self, person: str, number: int) -> bytes | None:
        return None

    def request(self, person: str, body: dict[str, Any]) -> str | None:
        if self.refuse:
            raise Refused(self.refuse, "refused")
        self.requests.append((person, body))
        return None

    def wait(self, after: int, timeout: float) -> int:
        with self._changed:
            self._changed.wait_for(lambda: self._version > after, timeout)
            return self._version

    def change(self, whose: str = "all", **keys: Any) -> None:
        """Set keys of the views of ``whose`` ("all", "board", "south" or "north") and wake whoever waits."""
        with self._changed:
            for name in self.views if whose == "all" else [whose]:
                self.views[name] |= keys
            self.views = {name: view | {"event": view["event"] + 1} for name, view in self.views.items()}
            self._version += 1
            self._changed.notify_all()


class FakeSimulation:
    """Hands that obey and remember."""

    def __init__(self, keeper: FakeKeeper) -> None:
        self.keeper = keeper
        self.hands = copy.deepcopy(HANDS)
        self.acts: list[tuple[str, ...]] = []
        self.itself: set[str] = {"north"}

    def hand(self, person: str) -> list[str]:
        return list(self.hands[person])

    def face_down(self, person: str) -> int:
        return 0

    def playable(self, person: str) -> list[str]:
        view = self.keeper.views[person]
        return self.hand(person) if view["turn"] == view["me"]["seat"] else []

    def lay(self, person: str, card: str) -> None:
        if card not in self.hands[person]:
            raise ValueError(f"{card} is not in your hand.")
        self.hands[person].remove(card)
        self.acts.append(("lay", person, card))
        self.keeper.change()

    def move(self, person: str, card: str) -> None:
        self.acts.append(("move", person, card))
        self.keeper.change()

    def take_back(self) -> None:
        self.acts.append(("take back",))

    def deal(self) -> None:
        self.acts.append(("deal",))
        self.keeper.change()

    def may_deal(self, person: str) -> bool:
        return self.keeper.views["board"]["phase"] in ("deal", "over") and not self.hands[person]

    def plays_itself(self, person: str) -> bool:
        return person in self.itself

    def set_plays_itself(self, person: str, on: bool) -> None:
        (self.itself.add if on else self.itself.discard)(person)
        self.keeper.change()

    def choose_level(self, person: str, level: str) -> None:
        if level not in ("easy", "club", "strong"):
            raise ValueError("There is no such computer player.")
        self.keeper.change(company={person: {"name": "Olga", "face": "owl", "level": level}})

    def list_faults(self) -> list[dict[str, Any]]:
        return [{"name": "dim", "about": "the light is low", "on": ("fault", "dim", "True") in self.acts[-1:]}]

    def switch_fault(self, name: str, on: bool, person: str) -> None:
        if name != "dim":
            raise ValueError(f"There is no fault {name!r}.")
        self.acts.append(("fault", name, str(on)))
        self.keeper.change()


class FakePower:
    """The power of a machine that is not this one."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.refuse = ""

    def ask(self, what: str) -> None:
        if self.refuse:
            raise Refused(self.refuse)
        self.asked.append(what)
