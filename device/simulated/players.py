"""Simulated people: what they do with their hands, and simple rules for what to say, to command and to play where no
computer player decides it.

A person decides from the view that its phone shows, from what it sees of the cards, and from what it heard; which card
may be played it knows by the rules of the game, asked about its own hand alone. Nothing here is ever told to the table:
it learns of a card only through the camera.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Final

from device.company.minds import Mind, begun, decided
from device.simulated.answers import answer_to
from device.simulated.cutting import next_cut, seats_that_cut
from device.simulated.hands import Hands
from whist.cards import SUITS, Card
from whist.games.candid import high_card_points
from whist.players.position import Position, may_see
from whist.players.seated import seated
from whist.rules.actions import Action, Discard, Order, Play
from whist.rules.base import Rules
from whist.rules.hand import Hand
from whist.rules.standing import standing_of
from whist.tables import TableInPlay

SAID: Final = ("hcp", "bid", "choose")
PATIENCE: Final = 5
"""So many looks of the camera a player waits for the table to see a card before pushing it a little."""


@dataclass(frozen=True, slots=True)
class Act:
    """What a simulated person does next: ``kind`` is cut, clear, deal, open, kitty, ask, command, lay, move, nudge,
    gather or answer; of a computer player also play and discard, which choose the cards to be moved. ``body`` is what
    is asked of the table, ``away`` what is laid away for the kitty; ``seat`` is for whom it is done, or who obeys,
    where that is another seat than the person's own."""

    kind: str
    card: Card | None = None
    body: Mapping[str, Any] = field(default_factory=dict)
    away: tuple[Card, ...] = ()
    seat: int | None = None


@dataclass
class Player:
    """A simulated player in the chair of ``person``; ``seed`` makes its choices repeatable. ``table`` gives the table
    in play, of which it knows what everybody does; ``looks`` how often the camera has looked (else once before each
    act). ``mind`` decides what is said and played; where it is missing or has no answer, simple rules do. For an
    android or a computer player whose holder stands beside, it deals, gathers and moves what must be moved.
    """

    person: str
    seed: int
    table: Callable[[], TableInPlay]
    looks: Callable[[], int] = field(default_factory=lambda: count(1).__next__)
    mind: Mind | None = None
    _heard: dict[int, int] = field(default_factory=dict)
    _tried: set[str] = field(default_factory=set)
    """The commands that were tried at the turn ``_turn``."""
    _turn: tuple[int, int, int] = (0, 0, 0)
    _looked: int = 0
    _waited: int = 0

    def act(self, view: Mapping[str, Any], hands: Hands) -> Act | None:
        """The next act, from the person's own ``view``; None when it is somebody else's move."""
        self._listen(view)
        for question in view["questions"]:
            if (answer := answer_to(question, view, hands)) is not None:
                return Act("answer", answer.card, answer.to_json())
        phase = view["phase"]
        # a card that lies open for the next trick is none of the one that has been gathered, though not seen gone yet
        if hands.trick() if phase == "gather" else phase in ("scored", "over") and hands.laid():
            last = view["last_trick"] or {"winner": view["dealer"]}  # of a hand of which nothing was played
            return Act("gather") if self._does_for(last["winner"], view) else None
        if phase == "cut":
            return self._cut(view, hands)
        if phase == "over" or view["wrong_card"]:
            return None
        if not hands.dealt(self.table().deal):
            return Act("deal") if self._does_for(view["dealer"], view) and not hands.laid() else None
        return self._open(view, hands) or self._say(view, hands) or self._move(view, hands) or self._lay(view, hands)

    @property
    def _hand(self) -> Hand:
        """The hand in play as everybody knows it: what lies open and what was said."""
        hand = self.table().hand
        assert hand is not None  # a match always has one
        return hand

    def _cut(self, view: Mapping[str, Any], hands: Hands) -> Act | None:
        """Cut a card, of a computer player's seat too, or take away what was cut (RULES S6)."""
        places = seats_that_cut(view)
        own = [seat for seat in places if self._does_for(seat, view)]
        step = next_cut(view, hands.scene, own, places, self.seed)
        if step is None:
            return None
        return Act("clear") if step.card is None else Act("cut", step.card, seat=step.seat)

    def _does_for(self, seat: int, view: Mapping[str, Any]) -> bool:
        """Whether this person does with their hands what ``seat`` has to do."""
        handlers = {one["seat"]: one.get("handler") for one in view["seats"]}
        return view["me"]["seat"] in (seat, handlers.get(seat))

    def _move(self, view: Mapping[str, Any], hands: Hands) -> Act | None:
        """Move the card that must be moved; one that lies there unseen is pushed after a while."""
        told = view.get("beside")
        if not told or not told["to_move"]:
            return None
        card, seat = Card.parse(told["to_move"]), told["seat"]
        if card in hands.hands[seat]:
            return Act("move", card, seat=seat)
        return self._nudge(hands, seat)

    def think(self, view: Mapping[str, Any], hands: Hands) -> None:
        """Begin to think about what there is to decide, if there is something."""
        begun(self.mind, lambda: self.position(view, hands))

    def _decided(self, view: Mapping[str, Any], hands: Hands) -> Action | None:
        """What the mind does now; None where simple rules must do."""
        return decided(self.mind, lambda: self.position(view, hands))

    def position(self, view: Mapping[str, Any], hands: Hands) -> Position | None:
        """What this person knows (RULES S2) where there is something to decide; None where there is not, and where what
        the table has taken down cannot be."""
        hand, me = self._hand, view["me"]["seat"]
        if not hands.dealt(self.table().deal) or view["wrong_card"] or blind(hand):
            return None
        known = {seat: list(hands.hands[seat]) for seat in may_see(hands.rules, hand, me)}
        takes = hand.phase in ("discard", "play") and hands.kitty_waits() and hands.rules.options.bidder_gets_kitty
        commands = (view.get("commands") or {}).get("seat")
        if takes and me == hand.declarer:
            known[me] += hands.stock
        elif hand.turn is None or hand.turn not in (me, commands) or len(hands.trick()) != hands.lying(hand):
            return None
        seat = commands if commands is not None and hand.turn == commands else me
        gone = hands.laid_away(me)
        try:
            return seated(hands.rules, standing_of(view), hand, me, known, seat=seat, gone=gone)
        except ValueError:
            return None

    def _listen(self, view: Mapping[str, Any]) -> None:
        for seat in view["seats"]:
            if seat.get("hcp") is not None:
                self._heard[seat["seat"]] = seat["hcp"]

    def _open(self, view: Mapping[str, Any], hands: Hands) -> Act | None:
        """Lay open what must lie open now, and take the kitty: the dealer does it, with the kitty the declarer."""
        whose = view["declarer"] if hands.has_kitty else view["dealer"]
        if whose is None or not self._does_for(whose, view):
            return None
        waits = self._hand.phase
        if waits == "turn_up":
            again = hands.opened and hands.opened[0].is_joker and not hands.has_kitty
            there = hands.stock or hands.hands[whose]  # not while the cards of a hand that is dealt again are gathered
            return Act("open") if there and (not hands.opened or again) else None
        if whose in hands.seats.values() and hands.has_kitty and hands.rules.options.bidder_gets_kitty:
            return Act("kitty") if hands.takes_kitty(view) else None
        if waits not in ("discard", "play") or not hands.kitty_waits():
            return None
        action = self._decided(view, hands) if hands.rules.options.bidder_gets_kitty else None
        return Act("kitty", away=action.cards if isinstance(action, Discard) else ())

    def _say(self, view: Mapping[str, Any], hands: Hands) -> Act | None:
        if view.get("commands"):
            return self._command(view, self._decided(view, hands))
        said = [action for action in view.get("actions", ()) if any(key in action for key in SAID)]
        if not said:
            return None
        if (action := self._decided(view, hands)) is not None:
            body = {action.key: action.to_json()[action.key]}
            if body in said:
                return Act("ask", body=body)
        own = [] if blind(self._hand) else hands.hands[view["me"]["seat"]]
        key = next(key for key in SAID if key in said[0])
        choice = {"hcp": _announced, "bid": self._bid, "choose": _chosen}[key](said, view, own)
        return Act("ask", body={key: choice[key]})

    def _command(self, view: Mapping[str, Any], wanted: Action | None) -> Act:
        """A command that has not yet met an Error in this turn (RULES A17): the ``wanted`` one, else any."""
        turn = (view["deal"], view["tricks_done"], view["turn"])
        if turn != self._turn:
            self._turn, self._tried = turn, set()
        known = view["commands"]["allowed"]
        allowed = [command for command in known if command not in self._tried] or known
        choice: str = self._rng(*turn, len(self._tried)).choice(allowed)
        if isinstance(wanted, Order) and wanted.command in allowed:
            choice = wanted.command
        self._tried.add(choice)
        return Act("command", body={"command": choice}, seat=view["commands"]["seat"])

    def _bid(
        self, said: Sequence[Mapping[str, Any]], view: Mapping[str, Any], own: Sequence[Card]
    ) -> Mapping[str, Any]:
        """A cautious bid: tricks by high cards; a contract only with more than half of the strength, in the longest
        suit."""
        if isinstance(said[0]["bid"], int):
            fair = view["hand_size"] / len(view["seats"])  # what may be hoped for unseen
            wished = sum(card.value > 11 for card in own) * 0.7 if own else fair
            return min(said, key=lambda action: (abs(action["bid"] - wished), action["bid"]))
        passes = [action for action in said if action["bid"] == "pass"]
        bids = [action for action in said if action["bid"] != "pass"]
        if not passes:
            return bids[0]
        partner = view["seats"][(view["me"]["seat"] + 2) % 4]["seat"]
        strength = high_card_points(own) + self._heard.get(partner, 6)
        longest = max(SUITS, key=lambda suit: sum(card.suit == suit for card in own))
        suited = [action for action in bids if action["bid"][-1] in (longest, "p", "n")] or bids
        low = suited and suited[0]["bid"].rstrip("CDHSNTupdow") in ("7", "3", "4")
        return suited[0] if suited and low and strength > 20 else passes[0]

    def _lay(self, view: Mapping[str, Any], hands: Hands) -> Act | None:
        """Second hand low, third hand high: win cheaply when the partner does not, else keep high cards."""
        me, hand, rules = view["me"]["seat"], self._hand, hands.rules
        if view["phase"] not in ("play", "deal") or view["turn"] not in (me, None):
            return None
        if hand.phase != "play" or hand.turn != me:
            return None
        if len(hands.trick()) != hands.lying(hand):
            return self._nudge(hands, me)
        self._waited = 0
        twin = hands.seen_by(me, hand)
        legal = [action.card for action in rules.legal(twin) if isinstance(action, Play)]
        if not legal:
            return None  # cards were laid that the table has not taken in
        action = self._decided(view, hands)
        if isinstance(action, Play) and action.card in legal:
            return Act("lay", action.card)
        legal.sort(key=lambda card: (card.suit == hand.trump, card.value, card.suit))
        if not hand.trick:
            return Act("lay", self._rng(self.table().deal, len(hand.tricks)).choice(legal))
        winning = [card for card in legal if me in _winners(twin, card, rules)]
        partner_wins = rules.partners and len(hand.trick) >= 2 and (me + 2) % 4 in rules.trick_winners(twin)
        return Act("lay", winning[0] if winning and not partner_wins else legal[0])

    def _nudge(self, hands: Hands, seat: int) -> Act | None:
        """Wait for the table to see the card of ``seat``; after a while push it."""
        looks = self.looks()
        if looks == self._looked:
            return None
        self._looked, self._waited = looks, self._waited + 1
        own = hands.laid_by(seat)
        return Act("nudge", own[-1]) if own and self._waited % PATIENCE == 0 else None

    def _rng(self, *about: object) -> random.Random:
        return random.Random("/".join(map(str, (self.seed, self.person, *about))))


def _winners(hand: Hand, card: Card, rules: Rules[Any]) -> Sequence[int]:
    """Who wins the trick once ``card`` is laid to it."""
    twin = hand.copy()
    twin.trick = [*hand.trick, card]
    return rules.trick_winners(twin)


def blind(hand: Hand) -> bool:
    """Whether it is bid before anybody looks at the own cards (RULES U8)."""
    return hand.special == "blind" and hand.phase == "bid"


def _announced(said: Sequence[Mapping[str, Any]], view: Mapping[str, Any], own: Sequence[Card]) -> Mapping[str, Any]:
    """The true high-card points (RULES K4); the nearest to them that can be, where others have said what is not so."""
    true = high_card_points(own)
    return min(said, key=lambda action: abs(action["hcp"] - true))


def _chosen(said: Sequence[Mapping[str, Any]], view: Mapping[str, Any], own: Sequence[Card]) -> Mapping[str, Any]:
    """The longest suit, the better direction."""
    worth = {suit: sum(card.suit == suit for card in own) for suit in SUITS}
    high = sum(card.value > 10 for card in own) - sum(card.value < 6 for card in own)
    worth |= {"up": high, "down": -high, "NT": -1}
    return max(said, key=lambda action: worth.get(action["choose"], -99))
