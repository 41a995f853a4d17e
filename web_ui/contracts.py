"""What the page needs from whoever runs the table. ``device`` implements these; the page knows nothing else of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol

PLACES: Final = ("south", "southwest", "west", "northwest", "north", "northeast", "east", "southeast")
"""Every place around the table, clockwise; a game uses some of them, and whoever sits there has one page."""


class Keeper(Protocol):
    """The table in play. All methods may be called from many threads at once."""

    def persons(self) -> Sequence[str]:
        """The places at which people sit in the game in play, in the order of their seats."""
        ...

    def games(self) -> list[dict[str, Any]]:
        """The games that may be chosen: ``game``, ``title``, ``summary``, ``players`` (fewest, most) and ``options``
        (name, about, default, and choices or low and high), ``places`` (by how many play, who sits where, seat 0
        first), ``holders`` (to how many seats computer players may be given, whose cards stand in card holders)."""
        ...

    def last_played(self) -> list[dict[str, Any]]:
        """How each game was begun last, the game begun last first: ``game``, ``options`` (all, by name), ``players``,
        ``dealer``, the seat that dealt first, ``holders``, the seats of computer players, and their ``levels``."""
        ...

    def house(self) -> dict[str, str]:
        """What the house allows, also in every view: ``suggestions`` (``off``, ``on``: whether people are advised on
        the own page, RULES S5), ``watching`` (``on``, ``off``, ``ten``: whether devices that hold no seat may open
        the board, or ten of them, RULES S7) and ``picture`` (``off``, ``on``: whether those who sit at a real table see
        the camera's picture)."""
        ...

    def which_hand(self) -> str:
        """Which hand is played, or dealt next: another text for each, one that is dealt again too, and the same one
        after a restart."""
        ...

    def set_name(self, person: str, name: str) -> None:
        """Call whoever sits in ``person``'s place ``name``, "" for nothing; the public view has it under ``names``."""
        ...

    def public_view(self) -> dict[str, Any]:
        """What everybody may see; JSON-able. ``names`` are those of people, by place; ``limits`` are seconds for a
        ``bid`` and for a ``card``, 0 for none; ``pace`` says how long the present turn may take (``limit``) and when it
        began (``since``, in seconds of ``time.monotonic``), None while nobody is timed. ``company`` are the computer
        players by place, each with ``name``, ``face`` (``static/face-….svg``) and ``level``."""
        ...

    def private_view(self, person: str) -> dict[str, Any]:
        """What ``person`` may see: the public view and that human's own secrets; JSON-able."""
        ...

    def question_picture(self, person: str, number: int) -> bytes | None:
        """The JPEG ``number`` (``picture`` of a question in the private view) of what ``person`` is asked about now;
        None for anybody and anything else."""
        ...

    def request(self, person: str, body: dict[str, Any]) -> str | None:
        """Take what ``person`` asked. None when it was taken; raises ``whist.rules.refusals.Refused`` when not."""
        ...

    def wait(self, after: int, timeout: float) -> int:
        """Block until the version of the table exceeds ``after`` or ``timeout`` seconds have passed; the version then.

        The version grows with every event and with every change of the simulated table; it is at least 0.
        """
        ...


class Simulation(Protocol):
    """The hands of the people at the simulated table. Every method raises ``ValueError`` with one sentence when it
    cannot be done now; the rules are not asked, because at a real table nobody stops a hand either."""

    def hand(self, person: str) -> list[str]:
        """That human's own cards as codes, the turn-up among them while it lies on the table."""
        ...

    def face_down(self, person: str) -> int:
        """How many cards that human holds without having looked at them (RULES U8); ``hand`` tells none of them."""
        ...

    def playable(self, person: str) -> list[str]:
        """The cards of ``hand`` that the rules let that human play now; none while it is somebody else's turn. It
        follows from the own hand and from what lies open, and nobody is kept from laying another."""
        ...

    def lay(self, person: str, card: str) -> None:
        """Lay a card of the own hand on the table."""
        ...

    def move(self, person: str, card: str) -> None:
        """Move a card from the holder beside ``person`` to the table."""
        ...

    def take_back(self) -> None:
        """Take back the card that was wrongly laid."""
        ...

    def deal(self) -> None:
        """Deal the next hand, or the first of the next game."""
        ...

    def may_deal(self, person: str) -> bool:
        """Whether it is for ``person`` to ``deal`` now: nobody else does."""
        ...

    def plays_itself(self, person: str) -> bool:
        """Whether a simulated person sits in that chair."""
        ...

    def set_plays_itself(self, person: str, on: bool) -> None:
        """Leave the chair to a simulated person, or take it back."""
        ...

    def choose_level(self, person: str, level: str) -> None:
        """Let a computer player of that ``level`` sit in the chair when it is left to itself."""
        ...

    def advise(self, person: str) -> dict[str, Any]:
        """What that human does well to do now, from what it may know: one of ``play``, ``bid``, ``hcp``, ``choose``,
        ``discard`` or ``command`` as in a game record, and ``why``, one sentence."""
        ...

    def list_faults(self) -> list[dict[str, Any]]:
        """What can go wrong at this table, and whether it does: ``[{"name": "dim", "about": …, "on": false}, …]``."""
        ...

    def switch_fault(self, name: str, on: bool, person: str) -> None:
        """Test problems, or put it right; a card that is laid there for it tells ``person`` nothing of hidden ones."""
        ...


class History(Protocol):
    """The matches that were played, each by its number, newest first; only hands that are over are told. Every method
    raises ``whist.rules.refusals.Refused`` with one sentence while the matches cannot be read, or written."""

    def page(self, before: int | None = None) -> dict[str, Any]:
        """Some matches with numbers below ``before`` (None: the newest): ``evenings``, each with ``date`` and
        ``matches``; ``next``, to be given as ``before`` for those that follow (None: no more); ``count`` of all."""
        ...

    def match(self, number: int) -> dict[str, Any] | None:
        """One match as in the list, with ``view`` (what a score sheet is drawn of) and the hands ``played``; None
        for none."""
        ...

    def review(self, number: int, hand: int) -> dict[str, Any] | None:
        """What the cards of a hand, by its place in ``played`` of its match, cost against best play with open cards:
        ``state`` ("done", "working": ask again, or "none", with ``why``), and once done ``plays`` (each with ``seat``,
        ``card``, ``best`` and ``cost``), ``turns``, the places of its turning points in these, ``par`` and ``tricks``
        of each side; None where there is no such hand. Never of a hand that is not over."""
        ...

    def export(self, to: str, number: int | None = None) -> tuple[str, str] | None:
        """File name and text of one match, or of all, as ``pbn``, ``csv`` or ``json``; None for none."""
        ...

    def delete(self, number: int) -> dict[str, Any] | None:
        """Delete a match for good: ``deleted``, its number, and ``note``, what is to be told besides or None; None
        where there is no such match."""
        ...

    def statistics(self) -> dict[str, Any]:
        """What people have done in the matches that are over: ``people``, each with ``name``, ``matches``, ``won``,
        ``hands``, ``over`` (tricks over par), ``made`` and ``broken`` (contracts), ``hit`` and ``missed``
        (bids), ``commands``, ``errors`` and ``revokes``; ``evenings`` with ``date`` and ``over`` by name, so far; and
        how many matches are ``left`` to be worked out: ask again; and of how many par is ``awaited``, so that an even
        share stands for it."""
        ...

    def forget(self, name: str) -> dict[str, Any] | None:
        """Forget a name for good: in how many matches it is ``forgotten``, and ``note``, what is to be told besides or
        None; None where nobody was called so."""
        ...


class Feed(Protocol):
    """What other programs may read of this table: public events by match and number, and the matches that are over. All
    methods may be called from many threads at once, and raise ``whist.rules.refusals.Refused`` with one sentence while
    the matches cannot be read."""

    def newest(self) -> int:
        """The number of the match in play."""
        ...

    def after(self, match: int, number: int) -> list[dict[str, Any]]:
        """What follows event ``number`` (0: before the first) of ``match``, in order: the rest of that match, or of the
        next one that has something; each with ``match``, ``number`` (1… in its match) and ``event``, as it may be told
        now (``web_ui.api.public_events``). Empty where nothing follows yet. A number that the match does not have, or a
        match that is not yet, is taken for the beginning of that match, or of the one in play."""
        ...

    def events(self, match: int) -> list[dict[str, Any]] | None:
        """All public events of a match; None where there is none of that number."""
        ...

    def matches(self, before: int | None = None) -> dict[str, Any]:
        """Some of the ``matches`` that are over, with numbers below ``before`` (None: the newest), newest first; and
        ``next``, to be given as ``before`` for those that follow (None: no more)."""
        ...

    def match(self, number: int) -> dict[str, Any] | None:
        """A match that is over: as in the list, with its score ``sheet`` and its ``hands``; None for any other."""
        ...

    def pbn(self, number: int) -> str | None:
        """A match that is over as PBN; None for any other."""
        ...


class Fans(Protocol):
    """What people photograph of their own cards at a real table (RULES S5): known to the page of that seat alone,
    nowhere written down, and forgotten with the hand. ``device`` is the token of whoever sits there: what one device
    has photographed no other that takes the place is told."""

    def shown(self, person: str, device: str | None) -> dict[str, Any] | None:
        """``cards`` that are known to be held, how many are ``missing``, ``playable`` ones, high-card ``points`` or
        None, whether there is something to ``decide``, and ``warning``, a sentence or None; None where the house allows
        no advice or no hand is being played."""
        ...

    def take(self, person: str, device: str | None, picture: bytes) -> None:
        """Read the cards in a JPEG picture; raises ``whist.rules.refusals.Refused`` with one sentence."""
        ...

    def forget(self, person: str) -> None:
        """Know nothing of the person's cards any more."""
        ...

    def advise(self, person: str, device: str | None) -> dict[str, Any]:
        """What the person does well to do, and ``why``; raises ``ValueError`` with one sentence."""
        ...


class Power(Protocol):
    """The power of the table's machine."""

    def ask(self, what: str) -> None:
        """Switch the machine ``off`` or ``restart`` it; raises ``whist.rules.refusals.Refused`` where it cannot be."""
        ...


class HostSettings(Protocol):
    """Camera, pack, lights and pins: settings that the host changes on the page. What cannot be done raises
    ``whist.rules.refusals.Refused`` with one sentence, and then nothing is changed."""

    def shown(self) -> dict[str, Any]:
        """The ``file`` and its ``groups``, each with ``name``, ``about`` and ``settings``: dotted ``name``, ``about``,
        ``value``, ``kind`` (``bool``, ``int``, ``float``, ``str``), ``choices`` (all, or none), ``suggested`` ones,
        ``low`` and ``high``; and all that ``change`` gives."""
        ...

    def change(self, changes: Mapping[str, Any]) -> dict[str, Any]:
        """Write these values, by name; ``warnings`` on parts that are left out, whether a ``restart`` is needed before
        all of it holds, and whether the program ``can_restart`` by itself."""
        ...

    def restart(self) -> None:
        """Start the program again."""
        ...


class Linking(Protocol):
    """The link of this table with those of other households. What cannot be done raises
    ``whist.rules.refusals.Refused`` with one sentence, and then nothing is changed."""

    def shown(self) -> dict[str, Any]:
        """Whether a link is kept up (``linked``), the ``codes`` by which others join the match that was begun here,
        household by household, whether the match has ``begun`` here, and the ``trouble``: a sentence, or None."""
        ...

    def join(self, code: str, computers: Sequence[str] = ()) -> None:
        """Join a match by its code; it begins once the first table is heard. ``computers`` say how well each computer
        player plays that sits here, its cards in a holder."""
        ...

    def leave(self) -> None:
        """End the link."""
        ...


STEPS: Final = ("camera", "cards", "lights", "deal")
"""The steps of the guide of a first time."""


class Guide(Protocol):
    """The guide of a first time. ``state`` is JSON-able: ``steps`` by name (``STEPS``), each with ``done``, ``say``
    (what to do next) and ``more``; ``hidden``, why there is nothing to see; ``picture``, the number of the newest, its
    ``size`` and the ``marks`` to draw into it; ``seen`` and a ``note`` on it. All methods may be called from many
    threads at once."""

    def state(self) -> dict[str, Any]:
        """How things stand."""
        ...

    def at(self, step: str, burns: bool | None = None, again: bool = False) -> dict[str, Any]:
        """Somebody is at that step for some seconds; at the lights ``burns`` answers whether the one asked about does,
        and ``again`` begins anew. The state then; raises ``whist.rules.refusals.Refused`` when nothing was asked."""
        ...

    def picture(self, number: int) -> bytes | None:
        """The JPEG of that number, if it is the newest and may be seen now."""
        ...


class Seeing(Protocol):
    """The camera's picture of the play area, with what was read drawn in, and nothing else in it. All methods may be
    called from many threads at once."""

    always: bool
    """Whether everybody may look: on the simulated table."""

    @property
    def on(self) -> bool:
        """Whether those who play, and the host, may look."""
        ...

    def state(self) -> dict[str, Any]:
        """What is seen now: ``number`` of the newest picture (None: there is none yet) with its ``size``, the ``cards``
        read in it (each a list of the one or two that it may be; none: not readable) and their ``places`` in it, pixels
        from its upper left corner; ``holders`` with the place ``at`` which each is drawn; whether something ``moves``
        in it, and a ``note`` on it. Whoever asks has it open."""
        ...

    def picture(self, number: int) -> bytes | None:
        """The JPEG of that number, if it is the newest, or was until now, and may be seen."""
        ...


class SeatsStore(Protocol):
    """Remembers who sits where, over restarts: one hash of a token per person. The token itself is never kept."""

    def get(self, person: str) -> str | None:
        """The hash last put for ``person``; None when nobody sits there."""
        ...

    def put(self, person: str, token_hash: str) -> None:
        """Keep ``token_hash`` for ``person``."""
        ...

    def clear(self, person: str) -> None:
        """Forget who sits in ``person``'s place."""
        ...


class SeenStore(Protocol):
    """Remembers over restarts which devices have seen whose cards in the hand that is played."""

    def get(self) -> tuple[str, Mapping[str, str]]:
        """What was last put; an empty hand where there is nothing."""
        ...

    def put(self, hand: str, seen: Mapping[str, str]) -> None:
        """Keep of ``hand`` (``Keeper.which_hand``) the place that each device has seen, by the hash of what the device
        is known by; and of no other hand anything."""
        ...
