"""The simulated table behind the page: what its people hold in their hands, and players for the chairs left empty."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from device.company.minds import Mind
from device.keeper.keeper import Keeper
from device.simulated.android_people import (
    PERSONS,
    Act,
    Player,
    SimulatedHands,
    computer_at,
    person_named,
    trick_lying,
)
from device.simulated.chairs import Chairs, need_seen
from vision.simulated.scene import SimulatedTable
from whist.cards import Card
from whist.phrases import phrase
from whist.players.position import Position
from whist.rules.tricks import legal_cards
from whist.tables import TableInPlay


class SimulationDesk(Chairs[SimulatedHands]):
    """What a page may do on the simulated table (``web_ui.contracts.Simulation``). ``mind`` gives what decides for a
    person in an empty chair; without it simple rules do."""

    def __init__(
        self,
        hands: SimulatedHands,
        keeper: Keeper,
        by_themselves: set[str],
        seed: int = 0,
        mind: Callable[[str], Mind | None] = lambda person: None,
    ) -> None:
        super().__init__(hands, keeper, by_themselves)
        self._players = [
            Player(person, seed, mind(person), self._table) for person in PERSONS if person != hands.computer
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
    ) -> SimulationDesk:
        """The desk of what is on the keeper's table; its cards are kept in ``memory``."""
        hands = SimulatedHands(scene, seed, memory, computer_at(keeper.table))
        return cls(hands, keeper, by_themselves, seed, mind)

    @staticmethod
    def match_of(table: TableInPlay) -> tuple[object, ...]:
        """The cards are kept from game to game, and none of its options changes the pack."""
        return (table.game, computer_at(table))

    def hand(self, person: str) -> list[str]:
        """The person's own cards."""
        return [str(card) for card in self._hands.hand(person_named(person))]

    def face_down(self, person: str) -> int:
        """None: everybody looks at the own hand."""
        return 0

    def playable(self, person: str) -> list[str]:
        """The person's cards that may be played now; none while it is somebody else's turn."""
        view = self._keeper.public_view()
        turn = None if view["turn"] is None else view["seats"][view["turn"]]
        if view["phase"] != "play" or not turn or turn["kind"] != "human" or turn["person"] != person:
            return []
        trick = [Card.parse(play["card"]) for play in view["trick"]]
        return [str(card) for card in legal_cards(self._hands.hand(person_named(person)), trick)]

    def lay(self, person: str, card: str) -> None:
        """Lay a card of the own hand; raises ``ValueError`` with one sentence when it cannot be laid now."""
        view = self._keeper.public_view()
        need_seen(view, self._hands.laid_by(person_named(person)))
        if view["phase"] != "play":
            raise ValueError(phrase("Cards are laid while a trick is being played; {prompt}", prompt=view["prompt"]))
        self._hands.lay(person_named(person), Card.parse(card))
        self._keeper.touch()

    def move(self, person: str, card: str) -> None:
        """Move a card from the holder beside the person to the table; raises ``ValueError`` when it is not there."""
        if self._keeper.public_view()["phase"] != "play":
            raise ValueError(phrase("Cards are moved while a trick is being played."))
        self._hands.move(person_named(person), Card.parse(card))
        self._keeper.touch()

    def deal(self) -> None:
        """Deal the next hand, or the first of the next game; raises ``ValueError`` while cards are being played."""
        view = self._keeper.public_view()
        if view["phase"] == "over":
            self._keeper.new_game()
            view = self._keeper.public_view()
        if view["phase"] != "deal":
            raise ValueError(phrase("The cards are dealt already; play the hand to its end."))
        if self._waits():
            raise ValueError(phrase("The camera is still looking whether all cards are gathered."))
        with self._hands.lock:
            if not self._hands.empty():
                raise ValueError(phrase("The cards are dealt already; the camera is reading them."))
            self._hands.deal(person_named(view["seats"][view["dealer"]]["person"]))
        self._keeper.touch()

    def may_deal(self, person: str) -> bool:
        """Whether the cards wait to be dealt."""
        return self._keeper.public_view()["phase"] in ("deal", "over") and self._hands.empty()

    def position(self, person: str) -> Position | None:
        """What the person knows, where it has something to decide now."""
        player = next(player for player in self._players if player.person == person)
        return player.position(self._keeper.private_view(person), self._hands)

    def think(self) -> None:
        """Let simulated persons begin to think about what they do next."""
        for player in self._players:
            if self.plays_itself(player.person):
                player.think(self._keeper.private_view(player.person), self._hands)

    def step(self, wait: Callable[[], object]) -> None:
        """Let a simulated person act, gather a trick after ``wait``, or throw the cards in after a misdeal."""
        if self._left_over() and not self._hands.empty():
            self._hands.throw_in()
            self._keeper.touch()
        elif self._waits():
            pass
        elif self._keeper.public_view()["phase"] in ("gather", "scored", "over"):
            if self._hands.laid():
                wait()
                self._hands.gather(trick_lying(self._keeper.public_view()))
                self._keeper.touch()
        else:
            self._act()

    def _left_over(self) -> bool:
        """Whether cards of a misdeal or of a game that is broken off lie there, and new ones wait to be dealt."""
        return self._keeper.public_view()["phase"] == "deal" and (self._waits() or not self._hands.full())

    def _waits(self) -> bool:
        """Whether the camera must see, after a misdeal, that all cards are gathered."""
        return self._keeper.table.must_be_cleared

    def _act(self) -> None:
        for player in self._players:
            by_hand = self._keeper.table.phase == "cut"  # nobody wants to click for it
            if not (by_hand or self.plays_itself(player.person)):
                continue
            act = player.act(self._keeper.private_view(player.person), self._hands)
            if act is not None and (self.plays_itself(player.person) or act.kind in ("cut", "clear")):
                self._do(player.person, act)
                return

    def _do(self, person: str, act: Act) -> None:
        if act.kind == "command":
            self._keeper.request(person, {"command": act.text})
        elif act.kind == "answer":
            self._keeper.request(person, act.answer().to_json())
        elif act.kind == "cut" and act.card is not None:
            self._hands.cut(person_named(act.text or person), act.card)
            self._keeper.touch()
        elif act.kind == "clear":
            self._hands.clear_cut()
            self._keeper.touch()
        elif act.kind == "deal":
            self.deal()
        elif act.kind == "lay":
            self.lay(person, str(act.card))
        elif act.kind == "move":
            self.move(person, str(act.card))
