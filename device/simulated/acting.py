"""Who sits in the chairs of a simulated table, people and computer players, and what comes of what they do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from device.company.at_holders import thought_or_simplest
from device.simulated.cutting import clear_cut, lay_cut, seats_that_cut
from device.simulated.hands import Hands, trick_lying
from device.simulated.players import Act, Player
from whist.messages.requests import request_from_json
from whist.players.position import Position
from whist.rules.actions import Action, Discard, Play
from whist.rules.standing import standing_of
from whist.tables import TableInPlay


@dataclass(frozen=True)
class AtHolder:
    """The computer player whose cards stand in the holder of ``person``: it knows what its seat may know (RULES S2)."""

    person: str
    table: Callable[[], TableInPlay]
    seed: int

    def act(self, view: Mapping[str, Any], hands: object) -> Act | None:
        """What it says or chooses; None while it has nothing to decide."""
        asked = self.table().deciding
        if asked is None or asked.place != self.person:
            return None
        action = thought_or_simplest(asked, self._decide)
        return None if action is None else act_of(action)

    def _decide(self, position: Position) -> Action:
        from whist.players.player import decide  # the table in play does without: its players think elsewhere

        return decide(position, "easy", self.seed)


def act_of(action: Action) -> Act:
    """What a computer player does who has decided."""
    if isinstance(action, Play):
        return Act("play", action.card, seat=action.seat)
    if isinstance(action, Discard):
        return Act("discard", away=action.cards, seat=action.seat)
    kind = "command" if action.key == "command" else "ask"
    return Act(kind, body={action.key: action.to_json()[action.key]}, seat=action.seat)


def players_at(table: Callable[[], TableInPlay], seed: int) -> list[Player | AtHolder]:
    """A simulated player on every chair of the table, and the computer players who have holders."""
    there = table().persons
    return [Player(one, seed, table) if one in there else AtHolder(one, table, seed) for one in table().places]


def perform(act: Act, table: TableInPlay, person: str, hands: Hands) -> list[Any]:
    """Do one act of a simulated person: a request to the table, or a move of cards that the camera must see."""
    seat = table.seat_of(person) if act.seat is None else act.seat
    if act.kind == "play" and act.card is not None:
        return list(table.apply(Play(seat, act.card)))
    if act.kind == "discard":
        return list(table.apply(Discard(seat, act.away)))
    if act.body:
        return list(table.apply(request_from_json(seat, dict(act.body), table.rules.players)))
    do_by_hand(act, table.seat_of(person), table, hands)
    return []


def do_by_hand(act: Act, seat: int, table: TableInPlay, hands: Hands) -> None:
    """Do what moves cards, as the person at ``seat`` who knows what everybody at the table does."""
    view, whose = table.public_view(), seat if act.seat is None else act.seat
    if act.kind == "deal":
        hands.deal(standing_of(view), table.deal)
    elif act.kind == "open":
        if hands.opened:
            hands.bury_top()
        hands.open()
    elif act.kind == "kitty":
        if view["declarer"] in hands.seats.values() and hands.rules.options.bidder_gets_kitty:
            hands.take_kitty_into_holder(view)
        else:
            hands.take_kitty(seat, act.away)
    elif act.kind == "gather":
        last = view["last_trick"]  # none where the hand has just begun, or nothing was played of it
        hands.gather(last and last["winner"], trick_lying(view))
    elif act.kind in ("lay", "move") and act.card is not None:
        hands.lay(whose, act.card)
    elif act.kind == "cut" and act.card is not None:
        places = seats_that_cut(view)
        lay_cut(hands.scene, act.card, places.index(whose), len(places))
    elif act.kind == "clear":
        clear_cut(hands.scene)
    elif act.kind == "nudge" and act.card is not None:
        hands.nudge(act.card)


def tap(act: Act, seat: int) -> tuple[int, dict[str, Any]] | None:
    """What an act of whoever is at ``seat`` asks of the table, as a record has it: a command is its android's, and a
    computer player chooses the card that is then moved. Answers belong to what was read, not to what was played."""
    if act.kind == "play":
        return seat, {"play": str(act.card)}
    if act.kind == "discard":
        return (seat if act.seat is None else act.seat), {"discard": [str(card) for card in act.away]}
    return (seat if act.seat is None else act.seat, dict(act.body)) if act.kind in ("ask", "command") else None
