"""Android Whist (RULES A1–A37): two people, and two card holders that play what they are commanded to play.

The commands themselves are in ``whist.rules.commands``. A command is an ``Order``; where the holders' cards are known
its answer is played at once. The move of that card may then be told once more, as a ``Play`` of the android's: so a
real table sees it. Where no cards are known (nobody can then answer for an android) its card is a ``Play`` after an
``Order``, and an ``Order`` that is followed by another one met an Error.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from whist.cards import NO_TRUMP, Card
from whist.games.odd_tricks import OddTricks
from whist.names import seat_first, seat_name
from whist.phrases import phrase
from whist.rules.actions import Action, Legal, Order, Play
from whist.rules.commands import answer, is_android, legal_commands, parse_command, role, why_refused
from whist.rules.deal import Cards, Told
from whist.rules.hand import Hand
from whist.rules.options import AndroidOptions
from whist.rules.standing import Line, Standing


class Android(OddTricks[AndroidOptions]):
    """Android Whist: Classic Whist without honours (RULES A1) in which the two seats after the dealer's are androids
    (RULES A2)."""

    name = "android"
    options_type = AndroidOptions
    keys = ("play", "command")
    androids = True
    score_limits = (0, 99)
    may_claim = True
    turn_up_lies = True

    @property
    def target(self) -> int:
        """Points that win the game (RULES W6)."""
        return self.options.target

    # -- the deal ------------------------------------------------------------------------------------------------------

    def begin(self, hand: Hand, standing: Standing, trump: str | None) -> None:
        """The dealer's last card is turned up (RULES W2, A37)."""
        self.begin_turn_up(hand, trump)

    def from_record(self, standing: Standing, cards: Cards, told: Told) -> Hand:
        """Trumps must be told: the cards of a record are in no order, so the turn-up may be any of the dealer's."""
        if told.trump is None:
            raise ValueError("trumps cannot be None: the dealer's turned-up card fixes them")
        return super().from_record(standing, cards, told)

    # -- what is legal -------------------------------------------------------------------------------------------------

    def choices(self, hand: Hand) -> Sequence[Legal]:
        """Commands at an android's turn (RULES A14–A18), else cards."""
        if hand.phase != "play" or hand.turn is None or not self.android(hand, hand.turn):
            return super().choices(hand)
        commands = legal_commands(not hand.trick, hand.had_error, self.options)
        orders = [Order(hand.turn, command) for command in commands]
        return [*orders, *super().choices(hand)] if self.may_move(hand) else orders

    def android(self, hand: Hand, seat: int) -> bool:
        """Whether ``seat`` is a card holder (RULES A2)."""
        return is_android(seat, hand.dealer)

    def may_move(self, hand: Hand) -> bool:
        """Whether any card of the android whose turn it is may be moved: nobody knows its cards, and it has been given
        a command, or this is its last card and that needs none (RULES A13, A34)."""
        last = self.options.autoplay_last and len(hand.tricks) == hand.size - 1
        return hand.hands is None and (hand.had_error or last)

    def told_again(self, hand: Hand, action: Action) -> bool:
        """Whether ``action`` is the move of a card that an android has just played."""
        return action in hand.untold[:1]

    def why_not(self, hand: Hand, action: Action) -> str | None:
        """An android plays only what a command makes it play (RULES A13), and that may be told twice."""
        if self.told_again(hand, action):
            return None
        moves = isinstance(action, Play) and action.seat == hand.turn and self.android(hand, action.seat)
        if moves and not self.may_move(hand):
            return phrase("The android, {name}, plays only what a command makes it play.", name=seat_name(action.seat))
        return super().why_not(hand, action)

    def why_not_said(self, hand: Hand, action: Action) -> str | None:
        """Only androids take commands, and only those for now (RULES A14–A18)."""
        if not isinstance(action, Order):
            return super().why_not_said(hand, action)
        if not self.android(hand, action.seat):
            return phrase(
                "{name} ({role}) is a person and takes no command.",
                name=seat_first(action.seat),
                role=role(action.seat, hand.dealer),
            )
        try:
            command = parse_command(action.command)
        except ValueError as error:
            return f"{error}."
        return why_refused(command, not hand.trick, hand.had_error, self.options)

    # -- what happens --------------------------------------------------------------------------------------------------

    def happen(self, hand: Hand, action: Action) -> None:
        """A move that is told again changes nothing more."""
        if self.told_again(hand, action):
            hand.untold = hand.untold[1:]
            return
        hand.untold = ()
        super().happen(hand, action)

    def said(self, hand: Hand, action: Action) -> None:
        """The android answers a command with a card or an Error (RULES A21–A31)."""
        if not isinstance(action, Order):
            super().said(hand, action)
            return
        card = None
        if hand.hands is not None:
            own = hand.hands[action.seat]
            card = answer(action.command, own, hand.trick, hand.trump or NO_TRUMP, self.options)
        hand.had_error = card is None
        if card is not None:
            self.move(hand, card)

    def move(self, hand: Hand, card: Card) -> None:
        """The android whose turn it is plays ``card``, whose move may yet be told."""
        if hand.turn is not None:
            hand.untold = (*hand.untold, Play(hand.turn, card))
        self.play(hand, card)

    def play(self, hand: Hand, card: Card) -> None:
        """Let a card be played; an android's last one may follow by itself (RULES A34)."""
        super().play(hand, card)
        hand.had_error = False
        if self.options.autoplay_last and hand.hands is not None and hand.turn is not None:
            own = hand.hands[hand.turn]
            if len(own) == 1 and self.android(hand, hand.turn):
                self.move(hand, own[0])

    # -- the next hand -------------------------------------------------------------------------------------------------

    def after(self, standing: Standing, line: Line) -> Standing:
        """The deal alternates between the people (RULES A8). Their seats are numbered anew so that sides stay (RULES
        A9): the non-dealer, at the last seat, comes to the seat after the first, with the deal."""
        return replace(super().after(standing, line), dealer=standing.dealer ^ 1)
