"""What a person asks of the table: a tap on a phone or the press of a button.

What is said at a game's turns (``Bid``, ``Choose``, ``Announce``) is an action of the game record and a request as it
is (``whist.rules.actions``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from whist.cards import Card
from whist.rules.actions import Action, Announce, Bid, Choose, Discard, Order, Play
from whist.rules.refusals import Refused


@dataclass(frozen=True, slots=True)
class Command:
    """The commander of the android at ``seat`` (its own seat) gives a command, as ``"high spades"`` (RULES A13)."""

    seat: int
    text: str

    def to_json(self) -> dict[str, Any]:
        """``{"command": "high spades"}``."""
        return {"command": self.text}


NO_CARD: Final = "none"
"""The answer that no card lies where one is asked about."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The person at ``seat`` answers question ``question`` with ``card``; None: no card lies there."""

    seat: int
    question: int
    card: Card | None

    def to_json(self) -> dict[str, Any]:
        """``{"answer": "HT", "question": 3}``, or ``"none"`` for the card."""
        return {"answer": str(self.card) if self.card else NO_CARD, "question": self.question}


@dataclass(frozen=True, slots=True)
class Redeal:
    """The person at ``seat`` calls a misdeal: the cards are dealt again (RULES T10)."""

    seat: int

    def to_json(self) -> dict[str, Any]:
        """``{"redeal": true}``."""
        return {"redeal": True}


@dataclass(frozen=True, slots=True)
class Undo:
    """The person at ``seat`` takes back what they said last, while nobody has acted after it."""

    seat: int

    def to_json(self) -> dict[str, Any]:
        """``{"undo": true}``."""
        return {"undo": True}


@dataclass(frozen=True, slots=True)
class LaidBy:
    """The person at ``seat`` says that the card laid last is seat ``by``'s (RULES T8, T9)."""

    seat: int
    by: int

    def to_json(self) -> dict[str, Any]:
        """``{"laid_by": 2}``."""
        return {"laid_by": self.by}


@dataclass(frozen=True, slots=True)
class Expose:
    """The person at ``seat`` says that their own ``card`` was exposed (RULES T7)."""

    seat: int
    card: Card

    def to_json(self) -> dict[str, Any]:
        """``{"expose": "HT"}``."""
        return {"expose": str(self.card)}


@dataclass(frozen=True, slots=True)
class Demand:
    """The person at ``seat`` demands an opponent's exposed ``card`` (RULES T7)."""

    seat: int
    card: Card

    def to_json(self) -> dict[str, Any]:
        """``{"demand": "HT"}``."""
        return {"demand": str(self.card)}


@dataclass(frozen=True, slots=True)
class Deny:
    """The person at ``seat`` does not hold the ``card`` that is demanded: it was taken for theirs (RULES T7)."""

    seat: int
    card: Card

    def to_json(self) -> dict[str, Any]:
        """``{"deny": "HT"}``."""
        return {"deny": str(self.card)}


@dataclass(frozen=True, slots=True)
class Treat:
    """The person at ``seat`` chooses what follows from an opponent's lead out of turn (RULES T8): ``"exposed"``, or the
    suit (``C D H S``) that side must lead."""

    seat: int
    how: str

    def to_json(self) -> dict[str, Any]:
        """``{"treat": "exposed"}``."""
        return {"treat": self.how}


@dataclass(frozen=True, slots=True)
class NewGame:
    """The person at ``seat`` begins a match of ``game`` by the house ``options`` (a JSON object), dealt first by seat
    ``dealer``; ``seed`` repeats what is drawn at random (RULES I8). ``holders`` are the seats of computer players whose
    cards stand in holders, and ``levels`` say how well each of these plays. ``household`` is the one that sits here of
    those at linked tables (RULES U22c), which no page can ask for. For the keeper of tables, not for a table.
    """

    seat: int
    game: str
    options: Mapping[str, Any] = field(default_factory=dict)
    players: int | None = None
    dealer: int = 0
    seed: int | None = None
    holders: tuple[int, ...] = ()
    levels: tuple[str, ...] = ()
    household: int | None = None

    def to_json(self) -> dict[str, Any]:
        """``{"game": "candid", "options": {}, "dealer": 0}``, with ``players``, ``seed``, ``holders``, ``levels`` and
        ``household`` where they are given."""
        known: dict[str, Any] = {"game": self.game, "options": dict(self.options), "dealer": self.dealer}
        more: dict[str, Any] = {"players": self.players, "seed": self.seed}
        more |= {"holders": [*self.holders] or None, "levels": [*self.levels] or None, "household": self.household}
        return known | {key: value for key, value in more.items() if value is not None}


@dataclass(frozen=True, slots=True)
class Claim:
    """The person at ``seat`` claims ``tricks`` of those that are left, or concedes all with 0; the other must agree."""

    seat: int
    tricks: int

    def to_json(self) -> dict[str, Any]:
        """``{"claim": 4}``."""
        return {"claim": self.tricks}


@dataclass(frozen=True, slots=True)
class Agree:
    """The person at ``seat`` agrees, or does not, to what the other has proposed."""

    seat: int
    yes: bool

    def to_json(self) -> dict[str, Any]:
        """``{"agree": true}``."""
        return {"agree": self.yes}


@dataclass(frozen=True, slots=True)
class Correct:
    """The person at ``seat`` says that seat ``of`` played ``card`` in trick ``trick`` (1…); the other must agree."""

    seat: int
    card: Card
    trick: int
    of: int

    def to_json(self) -> dict[str, Any]:
        """``{"correct": "HT", "trick": 3, "of": 2}``."""
        return {"correct": str(self.card), "trick": self.trick, "of": self.of}


@dataclass(frozen=True, slots=True)
class SetScores:
    """The person at ``seat`` says that the ``scores`` are these, per side; the other must agree."""

    seat: int
    scores: tuple[int, ...]

    def to_json(self) -> dict[str, Any]:
        """``{"scores": [3, 1]}``."""
        return {"scores": list(self.scores)}


@dataclass(frozen=True, slots=True)
class SayStep:
    """The person at ``seat`` says that the table is as it is ``"seen"``, or as it is ``"believed"``, where these are
    out of step."""

    seat: int
    how: str

    def to_json(self) -> dict[str, Any]:
        """``{"in_step": "seen"}``."""
        return {"in_step": self.how}


@dataclass(frozen=True, slots=True)
class NameFirst:
    """The person at ``seat`` says that seat ``first`` begins, whatever is cut or drawn (RULES S6)."""

    seat: int
    first: int

    def to_json(self) -> dict[str, Any]:
        """``{"first": 2}``."""
        return {"first": self.first}


@dataclass(frozen=True, slots=True)
class CutAgain:
    """The person at ``seat`` asks that all cut again for who begins (RULES S6)."""

    seat: int

    def to_json(self) -> dict[str, Any]:
        """``{"cut_again": true}``."""
        return {"cut_again": True}


@dataclass(frozen=True, slots=True)
class SayCleared:
    """The person at ``seat`` says that the cards that were cut are taken away (RULES S6)."""

    seat: int

    def to_json(self) -> dict[str, Any]:
        """``{"cleared": true}``."""
        return {"cleared": True}


Beginning = NameFirst | CutAgain | SayCleared
"""What is asked before the first deal, where it is drawn or cut who begins."""
Said = Bid | Choose | Announce
"""What is said at a seat's turn."""
Wanted = Play | Discard
"""The card that a computer player wants to play, or those that it discards for a kitty: they are to be moved from its
holder. No page can ask that."""
Mending = Claim | Agree | Correct | SetScores | SayStep
"""How people end a hand early and put right what was taken down wrong."""
Lawful = LaidBy | Expose | Demand | Deny | Treat
"""What table law lets people ask."""
Request = Command | Answer | Redeal | Undo | Lawful | NewGame | Beginning | Mending | Said | Wanted


def request_of(action: Action) -> Command | Said | Wanted | None:
    """What a computer player asks of the table that does this; None for what is not asked."""
    if isinstance(action, Order):
        return Command(action.seat, action.command)
    return action if isinstance(action, Said | Wanted) else None


def request_from_json(seat: int, obj: object, seats: int = 4) -> Request:
    """The request of a JSON object; ``seat`` (0 to ``seats`` - 1) is the android's for a command, else that of the
    person who asks. Raises ``Refused`` (code ``"refused"``) with one sentence for anything that is no request."""
    if not isinstance(obj, Mapping):
        raise Refused('A request is an object such as {"command": "duck"}.')
    if type(seat) is not int or seat not in range(seats):
        raise Refused(f"{seat!r} is no seat; seats are 0 to {seats - 1}.")
    keys = frozenset(obj) - {"seat"}
    if "game" in keys:
        return _new_game(seat, obj)
    known = _KINDS.get(keys)
    if known is None:
        raise Refused(f"A request has one of the keys {_NAMES}, with a fitting value; answer goes with question.")
    try:
        return known(seat, obj)
    except ValueError as error:
        raise Refused(f"{error}.") from None


def _typed(obj: Mapping[str, Any], key: str, *kinds: type) -> Any:
    """The value of ``key``, of one of ``kinds`` exactly: a truth is no number."""
    value = obj[key]
    if type(value) not in kinds:
        raise ValueError(f"{key} cannot be {_short(value)}")
    return value


def _seat(obj: Mapping[str, Any], key: str) -> int:
    seat: int = _typed(obj, key, int)
    return seat


def _true(obj: Mapping[str, Any], key: str) -> None:
    if obj[key] is not True:
        raise ValueError(f"{key} must be true, not {_short(obj[key])}")


def _agree(seat: int, obj: Mapping[str, Any]) -> Request:
    return Agree(seat, _typed(obj, "agree", bool))


def _scores(seat: int, obj: Mapping[str, Any]) -> Request:
    scores = obj["scores"]
    if not isinstance(scores, list | tuple) or any(type(one) is not int for one in scores):
        raise ValueError(f"scores are a list of whole numbers, not {_short(scores)}")
    return SetScores(seat, tuple(scores))


def _redeal(seat: int, obj: Mapping[str, Any]) -> Request:
    _true(obj, "redeal")
    return Redeal(seat)


def _undo(seat: int, obj: Mapping[str, Any]) -> Request:
    _true(obj, "undo")
    return Undo(seat)


def _cut_again(seat: int, obj: Mapping[str, Any]) -> Request:
    _true(obj, "cut_again")
    return CutAgain(seat)


def _cleared(seat: int, obj: Mapping[str, Any]) -> Request:
    _true(obj, "cleared")
    return SayCleared(seat)


_KINDS: Mapping[frozenset[str], Callable[[int, Mapping[str, Any]], Request]] = {
    frozenset({"command"}): lambda seat, obj: Command(seat, _typed(obj, "command", str)),
    frozenset({"answer", "question"}): lambda seat, obj: Answer(
        seat, _typed(obj, "question", int), None if obj["answer"] == NO_CARD else Card.parse(obj["answer"])
    ),
    frozenset({"redeal"}): _redeal,
    frozenset({"undo"}): _undo,
    frozenset({"bid"}): lambda seat, obj: Bid(seat, _typed(obj, "bid", str, int)),
    frozenset({"choose"}): lambda seat, obj: Choose(seat, _typed(obj, "choose", str)),
    frozenset({"hcp"}): lambda seat, obj: Announce(seat, _typed(obj, "hcp", int)),
    frozenset({"laid_by"}): lambda seat, obj: LaidBy(seat, _seat(obj, "laid_by")),
    frozenset({"expose"}): lambda seat, obj: Expose(seat, Card.parse(obj["expose"])),
    frozenset({"demand"}): lambda seat, obj: Demand(seat, Card.parse(obj["demand"])),
    frozenset({"deny"}): lambda seat, obj: Deny(seat, Card.parse(obj["deny"])),
    frozenset({"claim"}): lambda seat, obj: Claim(seat, _typed(obj, "claim", int)),
    frozenset({"agree"}): _agree,
    frozenset({"correct", "trick", "of"}): lambda seat, obj: Correct(
        seat, Card.parse(obj["correct"]), _typed(obj, "trick", int), _seat(obj, "of")
    ),
    frozenset({"scores"}): _scores,
    frozenset({"in_step"}): lambda seat, obj: SayStep(seat, _typed(obj, "in_step", str)),
    frozenset({"first"}): lambda seat, obj: NameFirst(seat, _seat(obj, "first")),
    frozenset({"cut_again"}): _cut_again,
    frozenset({"cleared"}): _cleared,
    frozenset({"treat"}): lambda seat, obj: Treat(seat, _typed(obj, "treat", str)),
}
_NAMES = ", ".join(sorted("/".join(sorted(keys)) for keys in _KINDS)) + " or game"


def _new_game(seat: int, obj: Mapping[str, Any]) -> NewGame:
    if not frozenset(obj) <= {"seat", "game", "options", "players", "dealer", "seed", "holders", "levels"}:
        raise Refused("A new game is told by game, options, players, dealer, seed, holders and levels alone.")
    options = obj.get("options", {})
    if not isinstance(obj["game"], str) or not isinstance(options, Mapping):
        raise Refused("A new game is told by its name and an object of options.")
    numbers = {key: obj[key] for key in ("players", "dealer", "seed") if obj.get(key) is not None}
    if any(type(number) is not int or number < 0 for number in numbers.values()):
        raise Refused("Players, dealer and seed of a new game are whole numbers.")
    holders, levels = obj.get("holders") or (), obj.get("levels") or ()
    if not _all_of(holders, int) or not _all_of(levels, str) or len(levels) not in (0, len(holders)):
        raise Refused("The holders of a new game are a list of seats, the levels a list of as many names.")
    return NewGame(seat, obj["game"], dict(options), **numbers, holders=tuple(holders), levels=tuple(levels))


def _all_of(values: object, kind: type) -> bool:
    return isinstance(values, list | tuple) and all(type(one) is kind for one in values)


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 80 else text[:77] + "…"
