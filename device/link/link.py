"""The link of this table with others: kept up beside the table through a broker, which the table never waits for."""

from __future__ import annotations

import logging
import queue
import secrets
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from device.keeper.keeper import Keeper
from device.link.talk import LinkTalk
from device.link.words import MOST_BYTES, Message, NotTaken, Secret, read_code
from device.settings.errors import CommandError
from device.settings.mqtt import Mqtt, password
from device.settings.small_files import forget, remember, remembered
from whist.games import rules_of
from whist.games.australian import Australian
from whist.messages.requests import NewGame
from whist.phrases import joined, phrase, reason
from whist.players.levels import LEVELS
from whist.rules.refusals import Refused
from whist.table.state.holders import MOST as HOLDERS
from whist.tables import TableInPlay, begin

if TYPE_CHECKING:
    from device.home.broker import Broker

log = logging.getLogger(__name__)

FILE: Final = "link.json"
"""Where the secret of the match in play is kept, beside the games, for this account alone."""
LOOK_S: Final = 0.05
"""Seconds between looks while nothing happens."""
MOST_WAITING: Final = 1000
"""Messages that wait at most; whatever is dropped is said again."""


class Link:
    """Links the table of ``keeper`` to others through the broker at ``where``; ``folder`` keeps the secret of the match
    in play, with which a table that was killed comes back by itself."""

    def __init__(self, where: Mqtt, keeper: Keeper, folder: Path) -> None:
        self._where, self._keeper, self._file = where, keeper, folder / FILE
        self._lock = threading.RLock()
        self._heard: queue.Queue[tuple[str, bytes]] = queue.Queue(MOST_WAITING)
        self._talk: LinkTalk | None = None
        self._broker: Broker | None = None
        self._thread: threading.Thread | None = None
        self._over = threading.Event()
        self._first = False
        self._match: Mapping[str, Any] | None = None
        self._computers: tuple[str, ...] = ()
        """How well each computer player plays that is to sit here, its cards in a holder."""
        self._why_not: str | None = None
        """Why the match that the first table plays cannot begin here."""
        self._start = 0
        """Greater at each start of a link, also where the clock goes back."""
        keeper.begin_linked = self.invite
        self._come_back()

    # -- what people ask -----------------------------------------------------------------------------------------------

    def invite(self, choice: NewGame) -> list[str]:
        """Begin ``choice`` here as the first household; the codes by which the others join, household by household.
        Raises ``Refused`` where that cannot be."""
        with self._lock:
            secret = Secret.drawn()
            linked = _first_drawn(replace(choice, household=0))
            begin(linked)  # refused before anything has changed
            self._need_broker()
            self._leave()
            self._keeper.new_game(linked)
            self._go(secret, 0)
            return self.codes()

    def join(self, code: str, computers: Sequence[str] = ()) -> None:
        """Join a match by its ``code``: it begins here once the first table is heard. In the last seats of this
        household sit ``computers``, so many and so good (``whist.players.levels``), their cards in holders 1, 2, 3
        (RULES S1); the other tables hear nothing of that. Raises ``Refused`` for what is no code, for what nobody can
        be, and where no broker can be spoken to."""
        try:
            secret, household = read_code(code)
        except ValueError:
            raise Refused(phrase("That is no code of a linked match; the table that hosts it shows it.")) from None
        if len(computers) > HOLDERS or not {*computers} <= {*LEVELS}:
            raise Refused(
                phrase(
                    "At most {count} computer players can sit here; how well each plays is chosen from the list.",
                    count=HOLDERS,
                )
            )
        with self._lock:
            self._need_broker()
            self._leave()
            self._computers = tuple(computers)
            self._go(secret, household)

    def leave(self) -> None:
        """End the link: the match goes on at no table together."""
        with self._lock:
            self._leave()

    def _leave_that(self, talk: LinkTalk) -> None:
        """End that link, unless another was begun meanwhile."""
        with self._lock:
            if self._talk is talk:
                self._leave()

    def codes(self) -> list[str]:
        """The codes by which others join the match that was begun here; none where none is."""
        with self._lock:
            talk = self._talk
            return [talk.secret.code(one) for one in talk.peers] if talk is not None and self._first else []

    def shown(self) -> dict[str, Any]:
        """What the host's page shows: the ``codes``, whether a link is kept up (``linked``), whether the match has
        begun here (``begun``), and what is wrong (``trouble``, a sentence, or None)."""
        with self._lock:
            linked = self._talk is not None
            return {
                "linked": linked,
                "codes": self.codes(),
                "begun": linked and self._match is not None,
                "trouble": self._trouble(time.monotonic()) if linked else None,
            }

    def close(self) -> None:
        """End, and come back at the next start; waits a few seconds at most."""
        with self._lock:
            thread = self._thread
            self._stop()
        if thread is not None:
            thread.join(5.0)

    # -- begun and ended -----------------------------------------------------------------------------------------------

    def _come_back(self) -> None:
        """Take the link up again that the program had when it ended, if its match is still on the table."""
        try:
            kept = remembered(self._file)
            secret, household = Secret(str(kept["secret"])), int(kept["household"])
            self._start = int(kept["start"])
            self._computers = tuple(map(str, kept.get("computers", ())))
        except (OSError, ValueError, KeyError, TypeError):
            if self._keeper.table.household is not None:
                self._keeper.warn(
                    "opening",
                    phrase("The linked match cannot go on: the code of its link is gone; begin another game."),
                )
            return
        table = self._keeper.table
        here = table.household
        if kept.get("begun") and (here != household or kept.get("match") != _match_of(self._keeper)):
            forget(self._file)
            return
        try:
            self._need_broker()
            self._go(secret, household)
        except Refused as refused:
            self._keeper.warn("link", reason(refused))

    def _need_broker(self) -> None:
        try:
            import_module("device.home.broker")
            password(self._where)
        except ImportError:  # also where the system has version 1 of it
            raise Refused(
                phrase("No tables can be linked: paho-mqtt 2 is missing; README.md says how it is installed.")
            ) from None
        except CommandError as error:
            raise Refused(phrase("No tables can be linked: {why}.", why=reason(error))) from error

    def _go(self, secret: Secret, household: int) -> None:
        from device.home.broker import Broker

        table = self._keeper.table
        here = table.household == household
        self._match = _match_of(self._keeper) if here else None
        self._first = household == 0
        self._start = max(self._start + 1, int(time.time()))
        self._talk = LinkTalk(secret, household, _households(table) if here else 3, self._start)
        self._write()
        topics = [secret.topic_of(one) for one in range(3)]
        try:
            self._broker = Broker(
                self._where,
                password(self._where),
                f"whist-{self._talk.nonce}",
                None,
                topics,
                self._hear,
                self._talk.say_again,
            )
        except (CommandError, OSError, ValueError) as error:  # a certificate that cannot be read, or is none
            self._talk = None
            why = getattr(error, "strerror", None) or reason(error)
            raise Refused(phrase("No tables can be linked: {why}.", why=why)) from error
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._go_on, args=(self._over,), name="link", daemon=True)
        self._thread.start()

    def _write(self) -> None:
        assert self._talk is not None
        begun = self._match is not None
        kept = {"secret": self._talk.secret.letters, "household": self._talk.household, "begun": begun}
        kept |= {"start": self._start, "computers": self._computers}
        remember(self._file, kept | ({"match": self._match} if begun else {}))

    def _leave(self) -> None:
        self._stop()
        forget(self._file)

    def _stop(self) -> None:
        self._over.set()  # the thread ends by itself, and touches nothing more
        broker = self._broker
        self._thread = self._broker = self._talk = None
        if broker is not None:
            broker.close()
        self._first, self._match, self._computers, self._why_not = False, None, (), None
        self._keeper.warn("link", None)
        while not self._heard.empty():
            self._heard.get_nowait()

    # -- from the connection's thread ----------------------------------------------------------------------------------

    def _hear(self, topic: str, payload: bytes, retained: bool) -> None:
        if retained or len(payload) > MOST_BYTES:
            log.warning("A message to the linked tables is not taken: it is kept by the broker, or too long.")
            return
        try:
            self._heard.put_nowait((topic, payload))
        except queue.Full:
            log.warning("A message to the linked tables is not taken: too many have come at once.")

    # -- the link's own thread -----------------------------------------------------------------------------------------

    def _go_on(self, over: threading.Event) -> None:
        seen = -1
        while not over.is_set():
            try:
                seen = self._keeper.wait(seen, LOOK_S)
                with self._lock:
                    if over.is_set():
                        return
                    self._step(time.monotonic())
            except Exception as error:  # the table goes on by itself; what failed may tell of cards
                log.warning("The link has stumbled (%s).", type(error).__name__)
                over.wait(1.0)

    def _step(self, now: float) -> None:
        talk = self._talk
        assert talk is not None
        while not self._heard.empty():
            topic, payload = self._heard.get_nowait()
            try:
                message = talk.take(topic, payload, now)
                if message is not None:
                    self._take(message)
            except (NotTaken, ValueError, Refused) as error:
                log.warning("A message to the linked tables is not taken: %s.", reason(error))
        table = self._keeper.table
        if self._match is not None and _match_of(self._keeper) != self._match:
            self._over.set()  # another game was begun here
            threading.Thread(target=self._leave_that, args=(talk,), daemon=True).start()
            return
        self._keeper.warn("link", self._trouble(now))
        told = table.told if self._match is not None else None
        words = talk.say(told, self._match if self._first else None, now)
        if words is not None and self._broker is not None:
            self._broker.say(talk.secret.topic_of(talk.household), words, retain=False)

    def _take(self, message: Message) -> None:
        talk = self._talk
        assert talk is not None
        if message.by == 0 and message.match is not None and not self._first:
            if self._match is None:
                try:
                    self._begin(message.match, talk.household)
                except Refused as refused:
                    self._why_not = self._cannot_begin(refused)
            elif message.match != self._match:
                raise NotTaken("another match is played there")
        if message.told is not None and self._match is not None:
            self._keeper.hear(message.told)

    def _begin(self, match: Mapping[str, Any], household: int) -> None:
        """The first table's match begins here, too; raises ``Refused`` or ``ValueError`` for one that cannot be."""
        known = {key: match[key] for key in ("game", "options", "players", "dealer", "seed") if key in match}
        if not isinstance(known.get("game"), str) or not isinstance(known.get("options"), dict):
            raise NotTaken("it names no match")
        choice = NewGame(0, **known, household=household)
        seats = _seats_of(choice)
        holders = seats[max(0, len(seats) - len(self._computers)) :]
        self._keeper.new_game(replace(choice, holders=holders, levels=self._computers))
        self._why_not = None
        self._match = _match_of(self._keeper)
        table = self._keeper.table
        assert self._talk is not None
        self._talk.peers = {one: peer for one, peer in self._talk.peers.items() if one < _households(table)}
        self._write()

    def _cannot_begin(self, refused: Refused) -> str:
        why = reason(refused)
        if not self._computers:
            return why
        return joined(" ", [why, phrase("End the link, and join again with fewer computer players.")])

    def _trouble(self, now: float) -> str | None:
        talk, broker = self._talk, self._broker
        if talk is None:
            return None
        if broker is not None and not broker.is_there:
            return broker.trouble
        silent = talk.silent(now)
        if self._match is None:
            return self._why_not or phrase("Waiting for the table that hosts the match.")
        if not silent:
            return None
        if all(talk.peers[one].heard is None for one in silent):
            return phrase("The other household is not heard: it joins by the code on the page Host of the first table.")
        return phrase("The other table is not heard; play goes on once it is back.")


def _match_of(keeper: Keeper) -> dict[str, Any] | None:
    """What is played at the keeper's table, as the first one tells it; None where no linked match is."""
    table = keeper.table
    if table.household is None:
        return None
    begun = table.events[0].to_json()
    return {key: begun[key] for key in ("game", "options", "players", "dealer", "seed")}


def _first_drawn(choice: NewGame) -> NewGame:
    """``choice`` with its first dealer, where that one is to be drawn (RULES S6): the first table draws for all."""
    if choice.options.get("first") != "drawn":
        return choice
    try:
        players = rules_of(choice.game, choice.options, choice.players).players
    except ValueError:
        return choice  # it is said why
    return replace(choice, dealer=secrets.randbelow(players), options={**choice.options, "first": "named"})


def _seats_of(choice: NewGame) -> tuple[int, ...]:
    """The seats of the household that sits here; raises ``ValueError`` for a match that cannot be."""
    rules = rules_of(choice.game, choice.options, choice.players)
    household = choice.household or 0
    if not isinstance(rules, Australian) or household >= len(rules.household_sizes):
        return ()
    return tuple(rules.seats_of(household))


def _households(table: TableInPlay) -> int:
    return len(table.rules.household_sizes) if isinstance(table.rules, Australian) else 1
