"""The same evening twice, over other unknown cards: whoever must not know them is told the very same.

    python -m tests.web_ui.secrets.unknown_cards [--games GAME …] [--count N] [--seed S]

Each evening is played at random through the program, but for its camera, by people who also err, cheat and ask for
nonsense. Then it is played once more with the cards changed round that one of them, or whoever looks at the board, has
not seen (``unknown_oracle``). To that one every page, answer, picture, refusal and stream must be the same, byte for
byte and message for message; and so must be every line of the log, and whatever others are refused.
"""

from __future__ import annotations

import argparse
import contextlib
import random
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from tqdm import tqdm

from tests.web_ui.secrets.unknown_oracle import BOARD, Choice, Order, drawn_swap, seen
from tests.web_ui.secrets.unknown_play import People, hands_before, some_choice
from tests.web_ui.secrets.unknown_table import FEED, Act, Program, Swap
from whist.cards import PACK, Card
from whist.games import GAMES, rules_class, rules_of
from whist.games.australian import Australian
from whist.messages import events as ev
from whist.messages.requests import NewGame
from whist.rules.refusals import Refused
from whist.tables import begin

LENGTHS: Final = (6, 15, 30, 30, 60, 60, 110, 240)
"""Acts of an evening."""
HOLDERS: Final = 0.75
"""How often computer players with holders sit in games that know them."""
LOOKED_AT: Final = 40
"""The last acts of a long evening, of which all is compared."""

FEW: Final = 4
"""With no more cards in other places an evening is compared to an earlier moment."""


class Told(AssertionError):
    """Something was told that depends on a card that must not be known."""


@dataclass
class Witness:
    """Writes down all that ``viewer`` is told, and the board beside, after each act."""

    program: Program
    viewer: str
    rng: random.Random
    quiet: int

    def __post_init__(self) -> None:
        whose = dict.fromkeys((self.viewer, BOARD))
        self._streams = {who: self.program.stream(who) for who in whose}
        self._streams |= {f"{FEED} {who}": self.program.stream(who, FEED) for who in whose}

    def after(self, step: int, act: Act) -> dict[str, Any]:
        """Let ``act`` happen; what was told of it."""
        answer = self.program.do(act)
        if step < self.quiet:
            return {"status": answer[:1]}
        told: dict[str, Any] = {"answer": answer if act.who == self.viewer else answer[:1]}
        told |= {f"stream {who}": self._heard(stream) for who, stream in self._streams.items()}
        told |= self._pictures()
        told["version"] = self.program.keeper.version
        told["log"] = self.program.said[:]
        self.program.said.clear()
        return told

    def _pictures(self) -> dict[str, Any]:
        """Pictures of questions, whoever is asked, by their right numbers."""
        numbers = self.program.keeper._pictures._kept
        addresses = [f"/api/{who}/questions/{number}.jpg" for who in self.program.persons for number in numbers]
        return {page: self.program.ask(self.viewer, page, None, "GET") for page in addresses}

    def _heard(self, stream: Iterator[bytes]) -> bytes:
        heard = b""
        while message := next(stream):
            heard += message
        return heard

    def pages(self, last: bool) -> dict[str, Any]:
        """What pages show now, asked for in several ways: some, and at ``last`` every page of the viewer."""
        ways: list[tuple[str, dict[str, str]]] = [("GET", {})] * 4
        ways += [("HEAD", {}), ("GET", {"Range": "bytes=0-99"}), ("GET", {"If-None-Match": "*"})]
        told: dict[str, Any] = {}
        for who in dict.fromkeys((self.viewer, BOARD)):
            every = self.program.pages()
            for page in every if last and who == self.viewer else self.rng.sample(every, 10):
                method, more = self.rng.choice(ways)
                told[f"{method} {page} {who}"] = self.program.ask(who, page, None, method, **more)
        return told


def chosen(game: str, rng: random.Random) -> NewGame:
    """What is played of a game, drawn at random; of Android Whist some alone."""
    return some_choice(game, rng, alone=True)


def beside_holders(game: str, rng: random.Random) -> NewGame:
    """What is played, with computer players' holders in most evenings of every game that knows them."""
    choice = chosen(game, rng)
    if game == "android" or rng.random() > HOLDERS:
        return choice
    players = choice.players or rules_class(game).fewest
    seats = tuple(rng.sample(range(players), min(rng.randint(1, 3), players - 1)))
    with contextlib.suppress(Refused):
        begin(replace(choice, holders=seats))
        return replace(choice, holders=seats)
    return choice


@dataclass(frozen=True)
class Kind:
    """A kind of evening: the program, who plays, what is drawn at random, and who writes down what is told."""

    program: type[Program] = Program
    people: type[People] = People
    choose: Callable[[str, random.Random], NewGame] = chosen
    witness: type[Witness] = Witness


ANSWERS: Final = Kind()
AT_HOLDERS: Final = Kind(choose=beside_holders)


@dataclass
class Evening:
    """What was done, what ``viewer`` was told after each act, and when they saw each card of each deal."""

    choice: NewGame
    seed: int
    language: str
    before: tuple[ev.Event, ...] = ()
    quiet: int = 0
    """The acts of which nothing is written down."""
    journal: bool = False
    """Whether past matches are kept."""
    cut: bool = False
    """Whether it ended early, with a match of other people."""
    kind: Kind = ANSWERS
    viewer: str = BOARD
    acts: list[Act] = field(default_factory=list)
    told: list[dict[str, Any]] = field(default_factory=list)
    seen: dict[tuple[int, Card], int] = field(default_factory=dict)
    orders: list[Order | Choice] = field(default_factory=list)
    deals: list[int] = field(default_factory=list)
    """The deal in which each act happened."""
    phases: Counter[str] = field(default_factory=Counter)

    def pack(self) -> list[Card]:
        """The cards that are played with."""
        if self.choice.game == "android":
            return list(PACK)
        return list(rules_of(self.choice.game, self.choice.options, self.choice.players).pack())

    def hidden(self, deal: int, until: int) -> list[Card]:
        """The cards of a deal that the viewer has not seen before act ``until``."""
        return [card for card in self.pack() if self.seen.get((deal, card), until) >= until]

    def swaps(self, until: int, rng: random.Random) -> dict[int, Swap]:
        """For each deal before act ``until``, other places of the cards that are hidden."""
        swaps: dict[int, Swap] = {}
        for deal in sorted(set(self.deals[:until])):
            if deal and len(hidden := self.hidden(deal, until)) > 1:
                orders = [order for order in self.orders if order.deal == deal and order.step < until]
                swaps[deal] = drawn_swap(hidden, orders, rng)
        return swaps


def play(game: str, seed: int, kind: Kind = ANSWERS) -> Evening:
    """An evening, played at random."""
    rng = random.Random(f"{game} {seed}")
    choice, before = kind.choose(game, rng), ()
    if game == "australian" and rng.random() < 0.5:
        players, special = rng.randint(2, 5), rng.randrange(9, 14)
        choice, before = NewGame(0, game, {}, players, 0, 0), hands_before(game, players, special)
    length = rng.choice(LENGTHS)
    quiet = max(0, length - LOOKED_AT) if rng.random() < 0.5 else 0
    evening = Evening(choice, seed, rng.choice(("", "it")), before, quiet, not before and rng.random() < 0.3, kind=kind)
    with _opened(evening, {}) as program:
        evening.viewer = rng.choice([*program.persons, *program.persons, BOARD])
        _go(evening, program, rng, length)
    return evening


@contextmanager
def _opened(evening: Evening, swaps: Mapping[int, Swap]) -> Iterator[Program]:
    with TemporaryDirectory() as folder:
        journal = Path(folder) / "journal.sqlite" if evening.journal else None
        program = evening.kind.program(evening.choice, evening.seed, swaps, evening.language, evening.before, journal)
        try:
            yield program
        finally:
            program.close()


def _go(evening: Evening, program: Program, rng: random.Random, length: int) -> None:
    witness = evening.kind.witness(program, evening.viewer, random.Random(evening.seed), evening.quiet)
    known: set[Card] = set()
    people = evening.kind.people(program, rng, evening.viewer, lambda: known)
    pages = rng.randrange(length)
    for step in range(length):
        act = people.next()
        before = len(program.keeper.table.events)
        told = witness.after(step, act)
        if step == length - 1 or step == pages >= evening.quiet:
            told |= witness.pages(step == length - 1)
        evening.acts.append(act)
        evening.told.append(told)
        dealt = program.deals != (evening.deals[-1] if evening.deals else 0)
        if dealt:
            known.clear()
        evening.deals.append(program.deals)
        evening.phases[program.keeper.public_view()["phase"]] += 1
        if tuple(program.keeper.persons()) != program.persons:
            evening.cut = True
            return  # somebody has begun another match, of more people or fewer: whom to compare is another question
        if _holds_an_earlier_deal(program, before, dealt):
            evening.cut = True
            if dealt:
                for kept in (evening.acts, evening.told, evening.deals):
                    kept.pop()
            return  # what it plays is of one deal, and what stands there of the next: no swap is of both
        now = seen(program.lying(), evening.viewer)
        known |= now
        for card in now:
            evening.seen.setdefault((program.deals, card), step)
        _note_order(evening, program, before, step)


def _holds_an_earlier_deal(program: Program, before: int, dealt: bool) -> bool:
    """Whether people have just said of a computer player's holder that it is as believed, though it was dealt anew, or
    have ``dealt`` now though those of the deal before were taken for a new one."""
    table = program.keeper.table
    said = any(isinstance(event, ev.StepSaid) and event.how == "believed" for event in table.events[before:])
    if not said and not dealt:
        return False
    believed = [(number, table.state.holders.held(seat)) for number, seat in program.hands.seats.items()]
    return any(len({*held} - {*program.slots(number)}) > len(held) // 2 for number, held in believed)


def _note_order(evening: Evening, program: Program, before: int, step: int) -> None:
    """Write down a command that an android has just been given, with what it is believed to hold, and what a computer
    player has chosen."""
    table = program.keeper.table
    new = table.events[before:]
    given = [event for event in new if isinstance(event, ev.Commanded)]
    if evening.choice.game != "android" and not evening.choice.holders:
        return
    view = table.public_view()
    chosen = [event for event in new if isinstance(event, ev.ToMove) and event.seat in table.computers]
    if chosen:
        trick = tuple(Card.parse(play["card"]) for play in view["trick"])
        held = table.state.holders.held(chosen[0].seat)
        goes = bool(evening.choice.options.get("nt_joker_must_go"))
        trump, rules = view["trump"] or "", table.rules
        free = not isinstance(rules, Australian) or rules.options.trump_lead == "any"
        unbroken = not (free or rules.trumps_broken(table.state.hand))
        evening.orders.append(Choice(program.deals, step, held, trick, chosen[0].card, trump, goes, unbroken))
    if not given:
        return
    answer = next((event.card for event in new if isinstance(event, ev.ToMove)), None)
    trick = tuple(Card.parse(play["card"]) for play in view["trick"])
    held = table.state.holders.held(given[0].seat)  # what was read of it, rightly or not: it answers by that
    voids = bool(evening.choice.options.get("void_counts_as_shortest"))
    evening.orders.append(
        Order(
            program.deals,
            step,
            given[0].command,
            held,
            trick,
            view["trump"] or "NT",
            voids,
            answer,
            bool(evening.choice.holders),
        )
    )


def again(evening: Evening, until: int, swaps: Mapping[int, Swap]) -> None:
    """Let the first ``until`` acts happen over other hidden cards; raises ``Told`` when anything is told otherwise."""
    with _opened(evening, swaps) as program:
        witness = evening.kind.witness(program, evening.viewer, random.Random(evening.seed), evening.quiet)
        for step in range(until):
            told, known = witness.after(step, evening.acts[step]), evening.told[step]
            if any(name.startswith(("GET ", "HEAD ")) for name in known):
                told |= witness.pages(step == len(evening.acts) - 1 and not evening.cut)
            if told != known:
                raise Told(_difference(evening, step, known, told, swaps))


def _difference(evening: Evening, step: int, known: Mapping[str, Any], told: Mapping[str, Any], swaps: Any) -> str:
    name = next(name for name in known if known[name] != told.get(name))
    one, other = _text(known[name]), _text(told.get(name))
    at = next((k for k, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    near = slice(max(0, at - 90), at + 90)
    moved = {str(a): str(b) for swap in swaps.values() for a, b in swap.items() if a != b}
    return (
        f"{evening.choice.game} {evening.seed}, to {evening.viewer or 'the board'}, act {step} ({evening.acts[step]}): "
        f"{name}\n  …{one[near]}…\n  …{other[near]}…\nchanged: {moved}\noptions: {evening.choice.options}"
    )


def _text(told: Any) -> str:
    return told.decode("utf-8", "replace") if isinstance(told, bytes) else repr(told)


def compare(game: str, seed: int, kind: Kind = ANSWERS) -> Counter[str]:
    """Play an evening and, to a moment of it, once more over other unknown cards; what was compared. Raises ``Told``
    where anything differs."""
    evening = play(game, seed, kind)
    rng = random.Random(f"again {game} {seed}")
    counted = Counter({f"in {phase}": number for phase, number in evening.phases.items()})
    counted += Counter(evenings=1, acts=len(evening.acts))
    last = len(evening.acts)
    if last <= evening.quiet:
        return counted
    for until in (last, *(rng.randint(evening.quiet + 1, last) for _ in range(6))):
        swaps = evening.swaps(until, rng)
        moved = sum(card != other for swap in swaps.values() for card, other in swap.items())
        if moved > FEW:
            again(evening, until, swaps)
            return counted + Counter(compared=1, told=sum(map(len, evening.told[:until])), cards=moved)
    return counted


def sweep(about: str, comparing: Callable[[str, int], Counter[str]]) -> int:
    """Compare many evenings of the games and seeds of the command line, ``about`` which it says what it does; status 1
    when something was told."""
    parser = argparse.ArgumentParser(description=about.split("\n")[0])
    parser.add_argument("--games", nargs="+", default=list(GAMES), choices=list(GAMES), metavar="GAME")
    parser.add_argument("--count", type=int, default=1000, help="evenings of each game (1000)")
    parser.add_argument("--seed", type=int, default=1, help="of the first evening (1)")
    given = parser.parse_args()
    failed = 0
    for game in given.games:
        counted: Counter[str] = Counter()
        started = time.process_time()
        for seed in tqdm(range(given.seed, given.seed + given.count), desc=game, unit="evening", disable=None):
            try:
                counted += comparing(game, seed)
            except Exception as error:
                failed += 1
                told = str(error) if isinstance(error, Told) else traceback.format_exc()
                tqdm.write(f"{game} {seed}: {told}")
        shown = ", ".join(f"{name} {number}" for name, number in counted.items())
        print(f"{game}: {shown}; {time.process_time() - started:.0f} s of processor time", flush=True)
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(sweep(__doc__, lambda game, seed: compare(game, seed, AT_HOLDERS)))
