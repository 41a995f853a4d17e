"""The simulated table of the games without holders behind the page, and the desk that changes with the game."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from device.company.characters import Company
from device.company.minds import Mind
from device.keeper.keeper import Keeper
from device.simulated.android_desk import SimulationDesk
from device.simulated.chairs import Chairs, need_seen
from device.simulated.fault_switches import FaultSwitches
from device.simulated.hands import FamilyHands
from device.simulated.matches import do_by_hand, open_hand
from device.simulated.players import FamilyAct, FamilyPlayer, blind
from vision.simulated.scene import SimulatedTable
from whist.cards import Card
from whist.phrases import phrase
from whist.players.position import Position
from whist.players.reasons import reason
from whist.rules.standing import standing_of

BY_HAND: Final = ("deal", "open", "kitty", "gather", "cut", "clear")
"""What is done for people who sit at their own phone: nobody wants to click for it."""


class FamilyDesk(Chairs[FamilyHands]):
    """What a page may do on the simulated table of a game without holders (``web_ui.contracts.Simulation``). ``mind``
    gives what decides for a person in an empty chair; without it simple rules do."""

    def __init__(
        self,
        hands: FamilyHands,
        keeper: Keeper,
        by_themselves: set[str],
        seed: int,
        mind: Callable[[str], Mind | None] = lambda person: None,
    ) -> None:
        super().__init__(hands, keeper, by_themselves)
        self._players = [
            FamilyPlayer(seat, person, seed, lambda: open_hand(self._table()), lambda: keeper.looks, mind(person))
            for seat, person in enumerate(self._table().places)
            if person in self._table().persons
        ]

    @classmethod
    def of(
        cls,
        scene: SimulatedTable,
        keeper: Keeper,
        memory: Path,
        by_themselves: set[str],
        seed: int,
        mind: Callable[[str], Mind | None],
    ) -> FamilyDesk:
        """The desk of what is on the keeper's table; its cards are kept in ``memory``."""
        table = keeper.table
        away = {seat for seat, one in enumerate(table.public_view()["seats"]) if one.get("away")}
        hands = FamilyHands(scene, table.rules, seed, memory, str(table.events[0]), table.computers, away)
        return cls(hands, keeper, by_themselves, seed, mind)

    def hand(self, person: str) -> list[str]:
        """The person's own cards; none while they may not be seen yet (RULES U8)."""
        own = self._hands.hand(self._table().seat_of(person))
        return [] if self._blind() else [str(card) for card in own]

    def face_down(self, person: str) -> int:
        """How many cards the person holds that may not be seen yet."""
        own = self._hands.hand(self._table().seat_of(person))
        return len(own) if self._blind() else 0

    def playable(self, person: str) -> list[str]:
        """The person's cards that may be played now; none while it is somebody else's turn."""
        seat, hand = self._table().seat_of(person), open_hand(self._table())
        if hand.phase != "play" or not hand.turn == seat == self._keeper.public_view()["turn"]:
            return []  # or the trick before is still to be gathered
        return [str(card) for card in self._hands.rules.legal_cards(self._hands.seen_by(seat, hand))]

    def _blind(self) -> bool:
        return blind(open_hand(self._table()))

    def lay(self, person: str, card: str) -> None:
        """Lay a card of the own hand; raises ``ValueError`` with one sentence when it cannot be laid now."""
        seat, view = self._table().seat_of(person), self._keeper.public_view()
        need_seen(view, self._hands.laid_by(seat))
        if open_hand(self._table()).phase != "play" or view["phase"] not in ("deal", "play"):
            raise ValueError(phrase("Cards are laid while a trick is being played; {prompt}", prompt=view["prompt"]))
        self._hands.lay(seat, Card.parse(card))
        self._keeper.touch()

    def move(self, person: str, card: str) -> None:
        """Move a card of a computer player from its holder; raises ``ValueError`` where it stands in none."""
        number = self._hands.holder_with(Card.parse(card))
        if number is None:
            told = self._keeper.private_view(person).get("beside")
            if not told or told["to_move"] != card:
                raise ValueError(phrase("That card stands in no holder."))
            number = told["holder"]  # it lies open beside the trick
        self._hands.lay(self._hands.holders[number - 1], Card.parse(card))
        self._keeper.touch()

    def deal(self) -> None:
        """Deal the next hand, or the first of the next game; raises ``ValueError`` while cards are being played."""
        if self._keeper.public_view()["phase"] == "over":
            self._keeper.new_game()
        view = self._keeper.public_view()
        if view["phase"] == "cut":
            raise ValueError(view["prompt"])
        if self._hands.laid() or not _unplayed(view):
            raise ValueError(phrase("The cards are dealt already; play the hand to its end."))
        if self._table().must_be_cleared:
            raise ValueError(phrase("The camera is still looking whether all cards are gathered."))
        if self._hands.dealt(view["deals"]):
            raise ValueError(phrase("The cards are dealt already."))
        self._hands.deal(standing_of(view), view["deals"])
        self._keeper.touch()

    def may_deal(self, person: str) -> bool:
        """Whether the cards wait to be dealt, and no simulated person does it."""
        view = self._keeper.public_view()
        if view["phase"] == "cut":
            return False
        if self._hands.laid() or view["phase"] == "over":
            return not self._hands.laid()
        deals = view["seats"][view["dealer"]]
        dealer = view["seats"][deals.get("handler", deals["seat"])]["person"]
        waits = _unplayed(view) and not self._hands.dealt(view["deals"])
        return waits and (person == dealer or not self.plays_itself(dealer))

    def position(self, person: str) -> Position | None:
        """What the person knows, where it has something to decide now."""
        player = next(one for one in self._players if one.person == person)
        return player.position(self._keeper.private_view(person), self._hands)

    def think(self) -> None:
        """Let simulated persons begin to think about what they do next."""
        for player in self._players:
            if self.plays_itself(player.person) and not self._table().must_be_cleared:
                player.think(self._keeper.private_view(player.person), self._hands)

    def step(self, wait: Callable[[], object]) -> None:
        """Let somebody do one thing: whoever plays by themselves all of it, the others what nobody wants to click for.
        A trick is gathered after ``wait``; after a misdeal the cards are thrown in."""
        if self._table().must_be_cleared:
            if self._hands.laid():
                self._hands.throw_in()
                self._keeper.touch()
            return  # the camera must see it
        for player in self._players:
            act = player.act(self._keeper.private_view(player.person), self._hands)
            if act is not None and (self.plays_itself(player.person) or act.kind in BY_HAND[1:]):
                self._do(player, act, wait)
                return

    def _do(self, player: FamilyPlayer, act: FamilyAct, wait: Callable[[], object]) -> None:
        if act.body:
            self._keeper.request(player.person, dict(act.body))
        elif act.kind == "lay":
            self.lay(player.person, str(act.card))
        elif act.kind == "move":
            self.move(player.person, str(act.card))
        else:
            if act.kind == "gather":
                wait()
            do_by_hand(act, player.seat, self._keeper.public_view(), self._hands)
            self._keeper.touch()


_DESKS: Final[Mapping[str, type[SimulationDesk]]] = {"android": SimulationDesk}
"""The desks of games that have people and hands of their own; at all others a ``FamilyDesk`` stands."""


class GameDesk:
    """The desk of the game that is on the keeper's table: the cards are cleared away when another one is begun. Without
    a ``seed`` each match is dealt other cards. ``company`` plays in the empty chairs; without it simple rules do, which
    is quicker."""

    def __init__(
        self,
        keeper: Keeper,
        scene: SimulatedTable,
        seed: int | None,
        folder: Path,
        by_themselves: set[str],
        company: Company | None = None,
    ) -> None:
        self._keeper, self._scene, self._seed, self._folder = keeper, scene, seed, folder
        self._company = company
        if company is not None:
            keeper.company = lambda: company.shown(filter(self.plays_itself, keeper.persons()))
        self._lock = threading.Lock()
        self._desk: SimulationDesk | FamilyDesk | None = None
        self._by_themselves = by_themselves
        self._known = {"south", "north"}
        self._game: tuple[object, ...] = ()
        self._faults = FaultSwitches(scene, seed or 0)
        self.desk()

    def desk(self) -> SimulationDesk | FamilyDesk:
        """The desk of the game in play."""
        with self._lock:
            table = self._keeper.table
            kind = _DESKS.get(table.game, FamilyDesk)
            if self._desk is None or kind.match_of(table) != self._game:
                if self._desk is not None:
                    self._desk.leave()
                self._game = kind.match_of(table)
                self._scene.clear()
                # simulated persons keep the new chairs; whoever plays already goes on
                self._by_themselves |= set(table.persons) - self._known
                self._known |= set(table.persons)
                memory = self._folder / "simulated-table.json"
                seed = secrets.randbelow(2**32) if self._seed is None else self._seed
                self._desk = kind.of(self._scene, self._keeper, memory, self._by_themselves, seed, self._mind)
            return self._desk

    def _mind(self, person: str) -> Mind | None:
        """What decides for ``person`` while that chair is left to itself."""
        if self._company is None:
            return None
        return self._company.mind(person, self._seed or 0, lambda: self.plays_itself(person))

    def list_faults(self) -> list[dict[str, Any]]:
        """What can go wrong at this table, and what does: ``FaultSwitches.list_faults``."""
        return self._faults.list_faults()

    def switch_fault(self, name: str, on: bool) -> None:
        """Test problems, or put it right."""
        self._faults.switch_fault(name, on)
        self._keeper.touch()

    def hand(self, person: str) -> list[str]:
        """See ``web_ui.contracts.Simulation``; so for all that follows."""
        return self.desk().hand(person)

    def face_down(self, person: str) -> int:
        """How many cards the person holds unseen."""
        return self.desk().face_down(person)

    def playable(self, person: str) -> list[str]:
        """The person's cards that may be played now."""
        return self.desk().playable(person)

    def lay(self, person: str, card: str) -> None:
        """Lay a card of the own hand."""
        self.desk().lay(person, card)

    def move(self, person: str, card: str) -> None:
        """Move a card from the holder beside the person."""
        self.desk().move(person, card)

    def take_back(self) -> None:
        """Take back what was wrongly laid."""
        self.desk().take_back()

    def deal(self) -> None:
        """Deal the next hand."""
        self.desk().deal()

    def may_deal(self, person: str) -> bool:
        """Whether the person may deal now."""
        return self.desk().may_deal(person)

    def plays_itself(self, person: str) -> bool:
        """Whether a simulated person sits in that chair."""
        return person in self._by_themselves

    def set_plays_itself(self, person: str, on: bool) -> None:
        """Leave the chair to a simulated person, or take it back."""
        self.desk().set_plays_itself(person, on)

    def advise(self, person: str) -> dict[str, Any]:
        """What the person does well to do now, and why (RULES S5)."""
        position = self.desk().position(person)
        if position is None or self._company is None:
            raise ValueError(phrase("There is nothing for you to decide now."))
        action = self._company.adviser().decide(position)
        if action is None:
            raise ValueError(phrase("Nothing comes to mind in time; decide for yourself."))
        return {action.key: action.to_json()[action.key], "why": reason(position, action)}

    def choose_level(self, person: str, level: str) -> None:
        """Let a computer player of that level play for ``person``."""
        if self._company is None:
            raise ValueError(phrase("There is no such computer player."))
        self._company.choose(person, level)
        self._keeper.touch()

    def think(self) -> None:
        """Let simulated persons begin to think about what they do next."""
        if self._company is not None and any(map(self.plays_itself, self._keeper.persons())):
            self._company.warm()
            self.desk().think()

    def step(self, wait: Callable[[], object]) -> None:
        """Let a simulated person do one thing."""
        self.desk().step(wait)


def _unplayed(view: Mapping[str, Any]) -> bool:
    """Whether no card of the hand is played, whatever has been said of it, a trump or a bid, even before the deal."""
    return view["phase"] == "scored" or not (view["tricks_done"] or view["trick"])
