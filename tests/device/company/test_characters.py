"""Computer players in the empty chairs of the simulated table: they play whole hands, know what their seats may know,
and leave nobody stuck whatever becomes of the process in which they think (RULES S2, S4)."""

from __future__ import annotations

import itertools
import json
import logging
import os
import random
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from device.company.characters import Company
from device.company.thinking import Thinker
from device.keeper.keeper import Keeper
from device.simulated.desk import GameDesk
from device.simulated.hands import Hands
from device.simulated.players import Player
from tests.whist.players.test_seated import cards_in
from vision.simulated.scene import SimulatedTable
from whist.cards import Card
from whist.games import GAMES, rules_of
from whist.messages.requests import NewGame
from whist.players.player import decide
from whist.players.position_json import position_from_json
from whist.rules.actions import Action
from whist.rules.commands import AndroidOptions
from whist.rules.standing import Standing

KINDS = [
    *((game, {}) for game in GAMES),
    ("bid", {"bidder_gets_kitty": True, "sport": "always"}),
    ("bid", {"bidder_gets_kitty": True, "sport": "never"}),
    ("classic", {"trump_method": "chosen"}),
]
MOST_STEPS = 600


class Here(Thinker):
    """Thinks at once and here, and keeps what it was asked, as it would be written to the process."""

    def __init__(self) -> None:
        super().__init__([], 0.0)
        self.asked: list[bytes] = []

    def warm(self) -> None:
        """Nothing is started."""

    def answer(self, asked: dict[str, Any]) -> Any:
        line = self.begin(asked).asked
        self.asked.append(line)
        told = json.loads(line)
        return decide(position_from_json(told["position"]), told["level"], told["seed"]).to_json()


class Evening:
    """A table at which all chairs but South's are left to computer players; South plays by simple rules."""

    def __init__(self, folder: Path, game: str, options: dict[str, Any], thinker: Thinker, level: str = "easy") -> None:
        self.keeper = Keeper(AndroidOptions() if game == "android" else NewGame(0, game, options, seed=3))
        self.desk = GameDesk(self.keeper, SimulatedTable(), 3, folder, set(), Company(thinker, level))
        for person in self.keeper.persons():
            self.desk.set_plays_itself(person, person != "south")
        self.south = Player("south", 3, lambda: self.keeper.table, lambda: self.keeper.looks)

    @property
    def hands(self) -> Any:
        return self.desk.desk()._hands

    def step(self) -> None:
        """Somebody does one thing, and the camera looks."""
        before = self.keeper.version
        self.desk.think()
        self.desk.step(lambda: None)
        if self.keeper.version == before:
            self._south()
        for _ in range(2):
            self.keeper.see(self.hands.perfect_view())

    def _south(self) -> None:
        act = self.south.act(self.keeper.private_view("south"), self.hands)
        if act is None:
            return
        self.desk.desk()._do("south", act, lambda: None)

    def steps(self, hands: int | None = None) -> Iterator[int]:
        """So many steps as a hand takes, or so many ``hands``; it fails where nobody goes on. The first hands of
        Australian Whist are short: there are three."""
        hands = hands or (3 if self.keeper.public_view()["game"] == "australian" else 1)
        for step in range(MOST_STEPS * hands):
            view = self.keeper.public_view()
            if view["phase"] in ("scored", "over") and view["deal"] >= hands:
                return
            yield step
            self.step()
        raise AssertionError(f"nobody can go on: {self.keeper.public_view()['prompt']}")


def test_a_chair_keeps_its_player_when_the_table_is_started_again() -> None:
    """Whoever is asked for first."""
    chairs = ("west", "north", "east", "southwest")
    sat = []
    for asked in (chairs, chairs[::-1], ("south", *chairs)):
        company = Company(Here(), "club")
        sat.append({place: one["name"] for place, one in company.shown(asked).items() if place in chairs})
    assert sat[0] == sat[1] == sat[2]
    assert len(set(sat[0].values())) == len(chairs)


@pytest.mark.parametrize(("game", "options"), KINDS)
@pytest.mark.parametrize("level", ["easy", "club"])
def test_they_play_a_whole_hand(game: str, options: dict[str, Any], level: str, tmp_path: Path) -> None:
    thinker = Here()
    evening = Evening(tmp_path, game, options, thinker, level)
    for _ in evening.steps():
        pass
    assert len(thinker.asked) > 3
    assert not evening.keeper.public_view()["wrong_card"]


@pytest.mark.parametrize(("game", "options"), KINDS)
def test_what_they_decide_is_done(game: str, options: dict[str, Any], tmp_path: Path) -> None:
    """Simple rules are for what has no answer: at a table where all goes well there is one each time. RULES S4: what
    they announce, bid and choose is public at once, as a person's."""
    thinker = Here()
    evening, done = Evening(tmp_path, game, options, thinker), 0
    for _ in evening.steps():
        before = len(thinker.asked)
        evening.step()
        if len(thinker.asked) > before:
            told = json.loads(thinker.asked[-1])
            action = decide(position_from_json(told["position"]), told["level"], told["seed"])
            assert happened(evening, action)
            done += 1
    assert done > 3


def happened(evening: Evening, action: Action) -> bool:
    """Whether ``action`` is what was done last, as far as the table has to know of it."""
    key, said = action.key, action.to_json()
    if key == "discard":
        return set(said[key]) == {str(card) for card in evening.hands.stock}
    if key == "play":
        return Card.parse(said[key]) in evening.hands.laid()
    hand = getattr(evening.keeper.table.state, "hand", None)
    if key == "command":
        return any(event.to_json() == {"event": "commanded", **said} for event in evening.keeper.table.events[-6:])
    return action in hand.actions or hand.thrown_in


@pytest.mark.parametrize(("game", "options"), KINDS)
def test_no_card_that_is_unseen_is_told_to_their_process(game: str, options: dict[str, Any], tmp_path: Path) -> None:
    """RULES S2, at the wire: the unseen cards are dealt anew at the table, and what is written is the same byte for
    byte; and it names no card that the seat has not seen."""
    thinker, rng = Here(), random.Random(4)
    evening, compared = Evening(tmp_path, game, options, thinker), 0
    seen = set[Card]()
    for _ in evening.steps():
        seen |= set(evening.hands.laid())
        for player in evening.desk.desk()._players:  # type: ignore[union-attr]
            view = evening.keeper.private_view(player.person)
            position = player.position(view, evening.hands)
            if position is None or player.person == "south":
                continue
            line = player.mind._asked(position, "easy")
            own = {card for cards in position.known.values() for card in cards}
            assert cards_in(line) <= own | seen | position.gone
            with dealt_anew(evening.hands, player, rng):
                assert json.dumps(player.mind._asked(player.position(view, evening.hands), "easy")) == json.dumps(line)
            compared += 1
    assert compared > 3


@contextmanager
def dealt_anew(hands: Any, player: Any, rng: random.Random) -> Iterator[None]:
    """The cards that ``player`` does not see are dealt to others, for as long as this is open."""
    before = unseen(hands, player)
    cards = [card for pile in before for card in pile]
    rng.shuffle(cards)
    put(hands, player, [[cards.pop() for _ in pile] for pile in before])
    yield
    put(hands, player, before)


def unseen(hands: Hands, player: Any) -> list[list[Card]]:
    """What ``player`` does not see: of others' hands, in Android Whist that of the own partner, and the stock."""
    stock = [] if sees_stock(hands, player) else hands.stock[len(hands.opened) :]
    return [stock, *(list(hands.hands[seat]) for seat in unseen_seats(hands, player))]


def unseen_seats(hands: Hands, player: Any) -> list[int]:
    seen = {player.table().seat_of(player.person)}
    if hands.rules.name == "android":
        seen |= {hands.seats[1 if player.person == "south" else 2]}
    return [seat for seat in range(hands.rules.players) if seat not in seen]


def put(hands: Hands, player: Any, piles: list[list[Card]]) -> None:
    first, *others = piles
    if not sees_stock(hands, player):
        hands.stock[len(hands.opened) :] = first
    for seat, pile in zip(unseen_seats(hands, player), others, strict=True):
        hands.hands[seat] = pile
        for number in (number for number, one in hands.seats.items() if one == seat):
            hands.scene.rack(number, pile)


def sees_stock(hands: Hands, player: Any) -> bool:
    """Whether it is the declarer, who has the kitty or has laid as many cards away."""
    table = player.table()
    return hands.has_kitty and table.hand.declarer == table.seat_of(player.person)


@pytest.mark.parametrize("game", ["android", "candid", "bid"])
def test_nobody_is_stuck_when_their_process_is_killed(game: str, tmp_path: Path) -> None:
    thinker = Thinker()
    evening = Evening(tmp_path, game, {}, thinker)
    for step in evening.steps():
        if step % 9 == 4 and (pid := thinker.process) is not None:
            os.kill(pid, signal.SIGKILL)
    thinker.close()


@pytest.mark.parametrize("game", GAMES)
def test_nobody_is_stuck_when_a_thought_fails(game: str, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    thinker = Here()

    def fails(asked: dict[str, Any]) -> Any:
        raise RuntimeError("what is wrong with the C2")

    thinker.begin = thinker.answer = fails  # type: ignore[method-assign]
    for _ in Evening(tmp_path, game, {}, thinker).steps():
        pass
    assert "stumbled (RuntimeError)" in caplog.text
    assert "C2" not in caplog.text


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("answer", [None, {"seat": 0, "play": "C2"}, {"seat": 1, "bid": "pass"}, "nonsense", {}])
def test_nobody_is_stuck_whatever_is_answered(game: str, answer: Any, tmp_path: Path) -> None:
    thinker = Here()
    thinker.answer = lambda asked: answer  # type: ignore[method-assign]
    for _ in Evening(tmp_path, game, {}, thinker).steps():
        pass


@pytest.mark.parametrize("seed", [3, 4])
def test_nobody_bids_blind_by_the_own_cards(seed: int) -> None:
    """RULES U8: in the blind round the cards are not looked at before the bids."""
    rules: Any = rules_of("australian", None, 4)
    blind = next(number for number in range(1, 40) if rules.special_of(number) == "blind")
    standing = Standing(0, (0,) * 4, blind)
    hand, hands = rules.start(standing, None, rules.trump_of(blind)), Hands(SimulatedTable(), rules, seed)
    hands.deal(standing, 1)
    thinker = Here()
    mind = Company(thinker, "club").mind("west", 3, lambda: True)
    west = Player("west", 3, lambda: SimpleNamespace(hand=hand, deal=1), mind=mind)  # type: ignore[arg-type, return-value]
    view = {"questions": (), "phase": "bid", "wrong_card": None, "deals": 1, "dealer": 0, "declarer": None, "turn": 1}
    view |= {"seats": [{"seat": seat} for seat in range(4)], "hand_size": hand.size, "trick": (), "turned_up": ()}
    view |= {
        "me": {"seat": 1},
        "actions": [{"bid": tricks} for tricks in range(hand.size + 1)],
        "scores": [0] * 4,
        "deal": blind,
    }
    act = west.act(view, hands)
    assert act is not None
    assert act.body == {"bid": round(hand.size / 4)}
    assert not thinker.asked
    hand.special = ""
    assert west.act(view, hands)
    assert thinker.asked


def test_a_command_that_met_an_error_is_not_given_again(tmp_path: Path) -> None:
    """RULES A17: it would meet it again."""
    thinker = Here()
    thinker.answer = lambda asked: {  # type: ignore[method-assign]
        "seat": asked["position"]["seat"],
        "command": "beat" if any("play" in one for one in asked["position"]["actions"]) else "hearts",
    }
    evening = Evening(tmp_path, "android", {}, thinker)
    for _ in evening.steps():
        pass
    told = [event.to_json() for event in evening.keeper.table.events]
    met = [event for event in told if event["event"] in ("error_message", "played")]
    assert all(one != other for one, other in itertools.pairwise(met))


def test_they_fall_back_where_the_table_has_taken_down_what_is_not_so(tmp_path: Path) -> None:
    """A card that a computer player holds is believed to be played: it goes on by simple rules."""
    thinker = Here()
    evening = Evening(tmp_path, "classic", {}, thinker)
    for _ in evening.steps():
        hand = evening.keeper.table.hand
        assert hand is not None
        if len(hand.tricks) == 2 and hand.turn == 1 and evening.keeper.public_view()["phase"] == "play":
            break
    west: Any = evening.desk.desk()._players[1]  # type: ignore[union-attr]
    view = evening.keeper.private_view("west")
    assert west.position(view, evening.hands) is not None
    evening.hands.hands[1][-1] = hand.tricks[0].by(2)
    asked = len(thinker.asked)
    assert west.position(view, evening.hands) is None
    assert west.act(view, evening.hands).kind == "lay"
    assert len(thinker.asked) == asked


def test_a_chair_that_a_person_takes_is_left_alone(tmp_path: Path) -> None:
    thinker = Here()
    evening = Evening(tmp_path, "classic", {}, thinker)
    for person in evening.keeper.persons():
        evening.desk.set_plays_itself(person, False)
    for _ in range(10):
        evening.step()
    assert not thinker.asked


def test_no_card_is_logged_while_they_play(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    thinker = Thinker()
    evening = Evening(tmp_path, "classic", {}, thinker)
    for step in evening.steps():
        if step == 12 and thinker.process is not None:
            os.kill(thinker.process, signal.SIGKILL)
    thinker.close()
    said = " ".join(record.getMessage() for record in caplog.records if record.name.startswith("device"))
    assert not cards_in(said.replace(".", " ").split())
