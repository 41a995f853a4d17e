"""Simulated persons of the games without holders: what they do with their hands, and simple rules for what to say and
to play where no computer player decides it.

A person decides from the view that its phone shows, from its own hand, and from what it heard; which card may be played
it knows by the rules of the game, asked about its own hand alone.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Final

from device.company.minds import Mind, begun, decided
from device.simulated.android_people import ABOUT_THERE
from device.simulated.cutting import next_cut
from device.simulated.hands import FamilyHands
from whist.cards import SUITS, Card
from whist.games.candid import high_card_points
from whist.messages.requests import Answer
from whist.players.position import Position
from whist.players.seated import seated
from whist.rules.actions import Action, Discard, Play
from whist.rules.hand import Hand
from whist.rules.standing import standing_of

SAID: Final = ("hcp", "bid", "choose")
PATIENCE: Final = 5
"""So many looks of the camera a player waits for the table to see a card before pushing it a little."""


@dataclass(frozen=True, slots=True)
class FamilyAct:
    """What a simulated person does next: ``kind`` is cut, clear, deal, open, kitty, ask, lay, move, nudge, gather or
    answer;
    ``body`` is what is asked of the table, ``away`` what is laid away for the kitty, ``seat`` whose card it is where
    that is a computer player's."""

    kind: str
    card: Card | None = None
    body: Mapping[str, Any] = field(default_factory=dict)
    away: tuple[Card, ...] = ()
    seat: int | None = None


@dataclass
class FamilyPlayer:
    """A player at ``seat``; ``seed`` makes its choices repeatable. ``open_hand`` gives the table's hand as everybody
    knows it: what lies open and what was said; ``looks`` how often the camera has looked (else once before each act).
    ``mind`` decides what is said and played; where it is missing or has no answer, simple rules do. For a computer
    player whose holder stands beside, it deals, gathers and moves what must be moved.
    """

    seat: int
    person: str
    seed: int
    open_hand: Callable[[], Hand]
    looks: Callable[[], int] = field(default_factory=lambda: count(1).__next__)
    mind: Mind | None = None
    _heard: dict[int, int] = field(default_factory=dict)
    _looked: int = 0
    _waited: int = 0

    def act(self, view: Mapping[str, Any], hands: FamilyHands) -> FamilyAct | None:
        """The next act; None when it is somebody else's move."""
        self._listen(view)
        for question in view["questions"]:
            if (answer := _answer(question, view, hands)) is not None:
                return answer
        phase = view["phase"]
        if phase in ("gather", "scored", "over") and hands.trick():
            last = view["last_trick"] or {"winner": view["dealer"]}  # of a hand of which nothing was played
            return FamilyAct("gather") if self._does_for(last["winner"], view) else None
        if phase == "cut":
            return self._cut(view, hands)
        if phase == "over" or view["wrong_card"]:
            return None
        if not hands.dealt(view["deals"]):
            return FamilyAct("deal") if self._does_for(view["dealer"], view) and not hands.laid() else None
        return self._open(view, hands) or self._say(view, hands) or self._move(view, hands) or self._lay(view, hands)

    def _cut(self, view: Mapping[str, Any], hands: FamilyHands) -> FamilyAct | None:
        """Cut a card, of a computer player's seat too, or take away what was cut (RULES S6)."""
        own = [one["seat"] for one in view["seats"] if self._does_for(one["seat"], view)]
        step = next_cut(view, hands.scene, own, range(len(view["seats"])), self.seed)
        if step is None:
            return None
        return FamilyAct("clear") if step.card is None else FamilyAct("cut", step.card, seat=step.seat)

    def _does_for(self, seat: int, view: Mapping[str, Any]) -> bool:
        """Whether this person does with their hands what ``seat`` has to do."""
        handlers = {one["seat"]: one.get("handler") for one in view["seats"]}
        return self.seat in (seat, handlers.get(seat))

    def _move(self, view: Mapping[str, Any], hands: FamilyHands) -> FamilyAct | None:
        """Move the card that must be moved; one that lies there unseen is pushed after a while."""
        told = view.get("beside")
        if not told:
            return None
        card, seat = Card.parse(told["to_move"]), told["seat"]
        if card in hands.hands[seat]:
            return FamilyAct("move", card, seat=seat)
        return self._nudge(hands, seat)

    def think(self, view: Mapping[str, Any], hands: FamilyHands) -> None:
        """Begin to think about what there is to decide, if there is something."""
        begun(self.mind, lambda: self.position(view, hands))

    def _decided(self, view: Mapping[str, Any], hands: FamilyHands) -> Action | None:
        """What the mind does now; None where simple rules must do."""
        return decided(self.mind, lambda: self.position(view, hands))

    def position(self, view: Mapping[str, Any], hands: FamilyHands) -> Position | None:
        """What this person knows (RULES S2) where there is something to decide; None where there is not, and where what
        the table has taken down cannot be."""
        hand, own = self.open_hand(), hands.hands[self.seat]
        if not hands.dealt(view["deals"]) or view["wrong_card"] or blind(hand):
            return None
        takes = hand.phase in ("discard", "play") and hands.kitty_waits() and hands.rules.options.bidder_gets_kitty
        if takes and self.seat == hand.declarer:
            own = [*own, *hands.stock]
        elif self.seat != hand.turn or len(hands.trick()) != hands.lying(hand):
            return None
        gone = hands.laid_away(self.seat)
        try:
            return seated(hands.rules, standing_of(view), hand, self.seat, {self.seat: own}, gone=gone)
        except ValueError:
            return None

    def _listen(self, view: Mapping[str, Any]) -> None:
        for seat in view["seats"]:
            if seat.get("hcp") is not None:
                self._heard[seat["seat"]] = seat["hcp"]

    def _open(self, view: Mapping[str, Any], hands: FamilyHands) -> FamilyAct | None:
        """Lay open what must lie open now, and take the kitty: the dealer does it, with the kitty the declarer."""
        whose = view["declarer"] if hands.has_kitty else view["dealer"]
        if whose is None or not self._does_for(whose, view):
            return None
        waits = self.open_hand().phase
        if waits == "turn_up":
            again = hands.opened and hands.opened[0].is_joker and not hands.has_kitty
            return FamilyAct("open") if not hands.opened or again else None
        if waits not in ("discard", "play") or not hands.kitty_waits():
            return None
        action = self._decided(view, hands) if hands.rules.options.bidder_gets_kitty else None
        return FamilyAct("kitty", away=action.cards if isinstance(action, Discard) else ())

    def _say(self, view: Mapping[str, Any], hands: FamilyHands) -> FamilyAct | None:
        said = [action for action in view["actions"] if any(key in action for key in SAID)]
        if not said:
            return None
        if (action := self._decided(view, hands)) is not None:
            body = {action.key: action.to_json()[action.key]}
            if body in said:
                return FamilyAct("ask", body=body)
        own = [] if blind(self.open_hand()) else hands.hands[self.seat]
        key = next(key for key in SAID if key in said[0])
        choice = {"hcp": _announced, "bid": self._bid, "choose": _chosen}[key](said, view, own)
        return FamilyAct("ask", body={key: choice[key]})

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
        partner = view["seats"][(self.seat + 2) % 4]["seat"]
        strength = high_card_points(own) + self._heard.get(partner, 6)
        longest = max(SUITS, key=lambda suit: sum(card.suit == suit for card in own))
        suited = [action for action in bids if action["bid"][-1] in (longest, "p", "n")] or bids
        low = suited and suited[0]["bid"].rstrip("CDHSNTupdow") in ("7", "3", "4")
        return suited[0] if suited and low and strength > 20 else passes[0]

    def _lay(self, view: Mapping[str, Any], hands: FamilyHands) -> FamilyAct | None:
        """Second hand low, third hand high: win cheaply when the partner does not, else keep high cards."""
        if view["phase"] not in ("play", "deal") or view["turn"] not in (self.seat, None):
            return None
        hand = self.open_hand()
        if hand.phase != "play" or hand.turn != self.seat:
            return None
        if len(hands.trick()) != hands.lying(hand):
            return self._nudge(hands, self.seat)
        self._waited = 0
        rules, twin = hands.rules, hands.seen_by(self.seat, hand)
        legal = [action.card for action in rules.legal(twin) if isinstance(action, Play)]
        if not legal:
            return None  # cards were laid that the table has not taken in
        action = self._decided(view, hands)
        if isinstance(action, Play) and action.card in legal:
            return FamilyAct("lay", action.card)
        legal.sort(key=lambda card: (card.suit == hand.trump, card.value, card.suit))
        if not hand.trick:
            return FamilyAct("lay", self._rng(view["deals"], len(hand.tricks)).choice(legal))
        winning = [card for card in legal if self._wins(twin, card, rules)]
        partner_wins = rules.partners and len(hand.trick) >= 2 and self._partner_wins(twin, rules)
        return FamilyAct("lay", winning[0] if winning and not partner_wins else legal[0])

    def _nudge(self, hands: FamilyHands, seat: int) -> FamilyAct | None:
        """Wait for the table to see the card of ``seat``; after a while push it."""
        looks = self.looks()
        if looks == self._looked:
            return None
        self._looked, self._waited = looks, self._waited + 1
        own = hands.laid_by(seat)
        return FamilyAct("nudge", own[-1]) if own and self._waited % PATIENCE == 0 else None

    def _wins(self, hand: Hand, card: Card, rules: Any) -> bool:
        twin = hand.copy()
        twin.trick = [*hand.trick, card]
        return self.seat in rules.trick_winners(twin)

    def _partner_wins(self, hand: Hand, rules: Any) -> bool:
        return (self.seat + 2) % 4 in rules.trick_winners(hand)

    def _rng(self, *about: object) -> random.Random:
        return random.Random("/".join(map(str, (self.seed, self.person, *about))))


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


def _answer(question: Mapping[str, Any], view: Mapping[str, Any], hands: FamilyHands) -> FamilyAct | None:
    """What somebody says who has seen who laid which card, and looks where the table asks; None where they cannot say
    that."""
    if not question["candidates"]:
        return None
    card = _REMEMBERED.get(question["kind"], _lying)(question, view, hands)
    if card is None and not question["may_be_none"]:
        return None
    return FamilyAct("answer", card, Answer(0, question["id"], card).to_json())


def _standing(question: Mapping[str, Any], view: Mapping[str, Any], hands: FamilyHands) -> Card | None:
    """The card in a slot of a holder, by whoever looks at it."""
    held = next((one for one in hands.scene.scene().holders if one.number == question["holder"]), None)
    racked = held.slots[question["slot"]] if held is not None else None
    return None if racked is None else racked.card


def _lying(question: Mapping[str, Any], view: Mapping[str, Any], hands: FamilyHands) -> Card | None:
    """The card that lies there: best a likely one that was not read, else one that was not, else the nearest, but where
    none may lie there beside those that were."""
    read = {play["card"] for play in view["trick"]} | set(view["turned_up"])
    near = _near(question, hands)
    unread = [card for card in near if str(card) not in read]
    likely = [card for card in (*unread, *near) if str(card) in question["candidates"]]
    nearest = near if question["x"] is not None and not question["may_be_none"] else ()
    return next(iter((*likely, *unread, *nearest)), None)


def _near(question: Mapping[str, Any], hands: FamilyHands) -> list[Card]:
    """The cards that lie open where it is asked about one, the nearest first; all of them where no place is named."""
    x, y = question["x"], question["y"]
    if x is None or y is None:
        return hands.laid()
    lie = [(math.hypot(one.x - x, one.y - y), one.card) for one in hands.scene.scene().laid if one.face_up]
    return [card for far, card in sorted(lie, key=lambda one: one[0]) if far <= ABOUT_THERE]


def _owned(question: Mapping[str, Any], view: Mapping[str, Any], hands: FamilyHands) -> Card | None:
    """Which of two cards the one played of whom the table has taken down either."""
    plays = [play["seat"] for play in view["trick"] if play["card"] in question["candidates"]]
    own = [card for seat in plays for card in hands.laid_by(seat) if str(card) in question["candidates"]]
    return next(iter(own), None)


def _first(question: Mapping[str, Any], view: Mapping[str, Any], hands: FamilyHands) -> Card | None:
    """Which of the cards was laid first."""
    return next((card for card in hands.trick() if str(card) in question["candidates"]), None)


def _of_turn(question: Mapping[str, Any], view: Mapping[str, Any], hands: FamilyHands) -> Card | None:
    """The card, where whoever is in turn has laid it."""
    card = Card.parse(question["candidates"][0])
    return card if hands.owner(card) in (view["turn"], None) else None


def _earlier(question: Mapping[str, Any], view: Mapping[str, Any], hands: FamilyHands) -> Card | None:
    """The card that somebody has laid to an earlier trick."""
    return hands.laid_in(question["trick"], question["of"])


_REMEMBERED: Final[Mapping[str, Callable[[Mapping[str, Any], Mapping[str, Any], FamilyHands], Card | None]]] = {
    "replaced": _owned,
    "order": _first,
    "turn": _of_turn,
    "earlier": _earlier,
    "slot": _standing,
}
"""What is answered by who laid a card, and when; all else by where it lies."""
