"""The simulated table behind the page: what its people hold in their hands, and players for the chairs left empty."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from device.company.characters import Company
from device.company.minds import Mind
from device.keeper.keeper import Keeper
from device.settings.small_files import forget
from device.simulated.acting import do_by_hand
from device.simulated.answers import word_on
from device.simulated.fault_switches import FaultSwitches
from device.simulated.hands import Hands
from device.simulated.matches import hands_at
from device.simulated.players import Act, Player, blind
from vision.simulated.scene import SimulatedTable
from whist.cards import PACK, Card
from whist.phrases import phrase
from whist.players.position import Position
from whist.players.reasons import reason
from whist.rules.hand import Hand
from whist.tables import TableInPlay

BY_HAND: Final = ("open", "kitty", "gather", "cut", "clear")
"""What is done for people who sit at their own phone: nobody wants to click for it."""
MEMORY: Final = "simulated-table.json"
"""Where the cards lie, beside the games."""
_OVER: Final = phrase("Another game has begun.")


class Desk:
    """What a page may do on the simulated table in one match (``web_ui.contracts.Simulation``): the one that is on the
    keeper's table now. ``by_themselves`` are the persons who are simulated; ``mind`` gives what decides for a person in
    an empty chair; without it simple rules do."""

    def __init__(
        self,
        hands: Hands,
        keeper: Keeper,
        by_themselves: set[str],
        seed: int = 0,
        mind: Callable[[str], Mind | None] = lambda person: None,
    ) -> None:
        self._hands, self._keeper, self._by_themselves = hands, keeper, by_themselves
        self.match = keeper.table
        self._players = [
            Player(person, seed, self._table, lambda: keeper.looks, mind(person)) for person in self.match.persons
        ]

    def _table(self) -> TableInPlay:
        """The table of this match; raises ``ValueError`` once there is another."""
        if self._keeper.table is not self.match:
            raise ValueError(_OVER)
        return self.match

    def _open_hand(self) -> Hand:
        hand = self._table().hand
        assert hand is not None  # a match always has one
        return hand

    def _own(self, person: str) -> list[Card]:
        """The cards of a person, by the seat that it had in the hand that was dealt last; raises ``ValueError`` for
        one who does not sit here."""
        self._table().seat_of(person)
        place = self.match.places.index(person)
        return self._hands.hand(self._hands.setting.seat(place, self._hands.dealer))

    def plays_itself(self, person: str) -> bool:
        """Whether a simulated person sits in that chair."""
        return person in self._by_themselves

    def set_plays_itself(self, person: str, on: bool) -> None:
        """Leave the chair to a simulated person, or take it back."""
        (self._by_themselves.add if on else self._by_themselves.discard)(person)
        self._keeper.touch()

    def hand(self, person: str) -> list[str]:
        """The person's own cards; none while they may not be seen yet (RULES U8)."""
        return [] if blind(self._open_hand()) else [str(card) for card in self._own(person)]

    def known_to(self, person: str) -> list[Card]:
        """The cards whose place the person knows: all that was laid or turned up in this hand, and the own ones; while
        nothing is dealt the whole pack."""
        if not any(self._hands.hands):
            return list(PACK)
        own = [Card.parse(code) for code in self.hand(person)]
        return list(dict.fromkeys((*self._hands.played(), *self._hands.opened, *own)))

    def face_down(self, person: str) -> int:
        """How many cards the person holds that may not be seen yet."""
        return len(self._own(person)) if blind(self._open_hand()) else 0

    def playable(self, person: str) -> list[str]:
        """The person's cards that may be played now; none while it is somebody else's turn."""
        seat, hand = self._table().seat_of(person), self._open_hand()
        if hand.phase != "play" or not hand.turn == seat == self._keeper.public_view()["turn"]:
            return []  # or the trick before is still to be gathered
        return [str(card) for card in self._hands.rules.legal_cards(self._hands.seen_by(seat, hand))]

    def lay(self, person: str, card: str) -> None:
        """Lay a card of the own hand; raises ``ValueError`` with one sentence when it cannot be laid now."""
        seat, view = self._table().seat_of(person), self._keeper.public_view()
        need_seen(view, self._hands.laid_by(seat))
        if not self._played_now(view):
            raise ValueError(phrase("Cards are laid while a trick is being played; {prompt}", prompt=view["prompt"]))
        self._hands.lay(seat, Card.parse(card))
        self._keeper.touch()

    def move(self, person: str, card: str) -> None:
        """Move a card to the table of an android or a computer player, for which the person does it: any card of a
        holder that the person sees, of another the one alone that is to be moved, so that nobody learns where others
        stand. Raises ``ValueError`` with one sentence where it is none of these."""
        view, moved = self._keeper.private_view(person), Card.parse(card)
        if not self._played_now(view):
            raise ValueError(phrase("Cards are moved while a trick is being played."))
        seen, handled = self._beside(view)
        asked = (view.get("beside") or {}).get("to_move") == str(moved)
        seat = next((seat for seat in (handled if asked else seen) if moved in self._hands.hands[seat]), None)
        if seat is None and seen:
            raise ValueError(phrase("That card is not in the holder beside you."))
        if seat is None:
            raise ValueError(phrase("Of a holder that you do not see you move only the card that the table asks for."))
        self._hands.lay(seat, moved)
        self._keeper.touch()

    def _beside(self, view: Mapping[str, Any]) -> tuple[list[int], list[int]]:
        """The seats whose holders the person of ``view`` sees (RULES A5), and all whose cards that person moves."""
        me, seats = view["me"], view["seats"]
        handled = [seat for seat in self._hands.seats.values() if seats[seat]["handler"] == me["seat"]]
        seen = [one for one in handled if seats[one]["kind"] == "android" and seats[one]["person"] == me["person"]]
        return seen, handled

    def _played_now(self, view: Mapping[str, Any]) -> bool:
        """Whether cards are played to a trick, of which the table may not know yet."""
        return self._open_hand().phase == "play" and view["phase"] in ("deal", "play")

    def take_back(self) -> None:
        """Take back what was wrongly laid; raises ``ValueError`` when nothing was."""
        wrong = self._keeper.public_view()["wrong_card"]
        if not wrong:
            raise ValueError(phrase("Nothing has to be taken back."))
        self._hands.take_back(Card.parse(wrong["card"]))
        self._keeper.touch()

    def deal(self) -> None:
        """Deal the next hand; raises ``ValueError`` while cards are being played."""
        table, view = self._table(), self._keeper.public_view()
        if view["phase"] == "cut":
            raise ValueError(view["prompt"])
        if self._hands.trick() or not _unplayed(view):
            raise ValueError(phrase("The cards are dealt already; play the hand to its end."))
        if table.must_be_cleared:
            raise ValueError(phrase("The camera is still looking whether all cards are gathered."))
        if self._hands.dealt(table.deal):
            raise ValueError(phrase("The cards are dealt already."))
        do_by_hand(Act("deal"), view["dealer"], table, self._hands)
        self._keeper.touch()

    def may_deal(self, person: str) -> bool:
        """Whether the cards wait to be dealt, and no simulated person does it."""
        view = self._keeper.public_view()
        if view["phase"] == "cut":
            return False
        if self._hands.laid() or view["phase"] == "over":
            return not self._hands.laid()
        deals = view["seats"][view["dealer"]]
        handler = deals.get("handler")
        dealer = deals["person"] if handler is None else view["seats"][handler]["person"]
        waits = _unplayed(view) and not self._hands.dealt(self._table().deal)
        return waits and (person == dealer or not self.plays_itself(dealer))

    def position(self, person: str) -> Position | None:
        """What the person knows, where it has something to decide now."""
        player = next(player for player in self._players if player.person == person)
        return player.position(self._keeper.private_view(person), self._hands)

    def think(self) -> None:
        """Let simulated persons begin to think about what they do next."""
        for player in self._players:
            if self.plays_itself(player.person) and not self._table().must_be_cleared:
                player.think(self._keeper.private_view(player.person), self._hands)

    def step(self, wait: Callable[[], object]) -> None:
        """Let somebody do one thing: whoever plays by themselves all of it, the others what nobody wants to click for.
        A trick is gathered after ``wait``; after a misdeal the cards are thrown in."""
        if self.left_over():
            self._hands.throw_in()
            self._keeper.touch()
            return
        if self._table().must_be_cleared:
            return  # the camera must see it
        if self._give_word():
            return
        for player in self._players:
            act = player.act(self._keeper.private_view(player.person), self._hands)
            if act is not None and (self.plays_itself(player.person) or act.kind in BY_HAND):
                self._do(player.person, act, wait)
                return

    def _give_word(self) -> bool:
        """Let those who play by themselves agree to what is proposed, once none of them says no, and where nobody else
        has to say so; whether one has said something."""
        views = {player.person: self._keeper.private_view(player.person) for player in self._players}
        words = {one: word_on(view, self._table(), self._hands) for one, view in views.items()}
        asked = [one for word in (False, True) for one in words if words[one] is word]
        if not asked or not all(map(self.plays_itself, asked)):
            return False
        self._keeper.request(asked[0], {"agree": words[asked[0]]})
        return True

    def left_over(self) -> bool:
        """Whether cards of a misdeal lie there, or of the hand before, and new ones are dealt next."""
        table = self._table()
        old = table.phase == "deal" and not self._hands.dealt(table.deal)
        return (old or table.must_be_cleared) and not self._hands.empty()

    def _do(self, person: str, act: Act, wait: Callable[[], object]) -> None:
        if act.body:
            self._keeper.request(person, dict(act.body))
        elif act.kind == "lay":
            self.lay(person, str(act.card))
        elif act.kind == "move":
            self.move(person, str(act.card))
        else:
            if act.kind == "gather":
                wait()
            do_by_hand(act, self.match.seat_of(person), self.match, self._hands)
            self._keeper.touch()

    def leave(self) -> int:
        """Another match is begun at this table; how many hands were dealt in this one and those before."""
        self._hands.leave()
        return self._hands.deals


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
        self._desk: Desk | None = None
        self._by_themselves = by_themselves
        self._known = {"south", "north"}
        self._faults = FaultSwitches(scene, seed or 0)
        self.desk()

    def desk(self) -> Desk:
        """The desk of the game in play."""
        with self._lock:
            table = self._keeper.table
            if self._desk is None or self._desk.match is not table:
                memory: Path | None = self._folder / MEMORY
                dealt = 0
                if self._desk is not None:
                    dealt = self._desk.leave()
                    if not forget(self._folder / MEMORY):
                        memory = None  # or the cards of the match before would be found there
                self._scene.clear()
                # simulated persons keep the new chairs; whoever plays already goes on
                self._by_themselves |= set(table.persons) - self._known
                self._known |= set(table.persons)
                # how cards lie follows from it, too, and is seen: nobody shall find it by trying
                seed = secrets.randbits(128) if self._seed is None else self._seed
                hands = hands_at(table, self._scene, seed, memory)
                hands.deals = max(hands.deals, dealt)
                self._desk = Desk(hands, self._keeper, self._by_themselves, seed, self._mind)
            return self._desk

    def _mind(self, person: str) -> Mind | None:
        """What decides for ``person`` while that chair is left to itself."""
        if self._company is None:
            return None
        return self._company.mind(person, self._seed or 0, lambda: self.plays_itself(person))

    def list_faults(self) -> list[dict[str, Any]]:
        """What can go wrong at this table, and what does: ``FaultSwitches.list_faults``."""
        return self._faults.list_faults()

    def switch_fault(self, name: str, on: bool, person: str) -> None:
        """Test problems, or put it right."""
        self._faults.switch_fault(name, on, self.desk().known_to(person))
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
        """Deal the next hand, or the first of the next game."""
        if self._keeper.public_view()["phase"] == "over":
            self._keeper.new_game()
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


def need_seen(view: Mapping[str, Any], laid: Iterable[Card]) -> None:
    """Refuse a second card of somebody of whose ``laid`` ones the table has not taken in one; raises ``ValueError``."""
    known = {play["card"] for play in view["trick"]}
    if any(str(card) not in known for card in laid):
        if view["wrong_card"]:
            raise ValueError(phrase("Take the wrong card back first."))
        raise ValueError(phrase("Your card lies there; the camera is still reading it."))
