"""Evenings that version 0.1.0 wrote down, and what it showed after every event of them, beside what is shown today.

``version_0_1_0/journal.sqlite.xz`` is its journal, ``exported.json.xz`` what its ``export`` made of that.
``version_0_1_0/shown.jsonl.xz`` has a line for each event of each game, in order: ``[game, null]`` where that version
could show nothing, else ``[game, [[keys, gone], …]]`` with the public view first and then that of each seat. Of a seat
only those keys are kept that differ from the public view, of each view only ``keys`` that differ from the event before;
``gone`` are those that it has no more. ``write.py`` and ``erring_people.py`` beside them, run by that version, made
them. Of frames a few are kept, smaller, in ``tests/device/keeper``: a dozen as they were weigh more than all evenings
together.

    python -m tests.device.journal.old_evenings

prints every difference that ``DIFFERENCES`` does not explain, and how often each of those that it does was met.
"""

from __future__ import annotations

import json
import lzma
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from device.journal.journal import Journal
from device.settings.game_choice import chosen
from whist.messages.events import event_from_json
from whist.messages.requests import NewGame
from whist.tables import follow

FOLDER: Final = Path(__file__).parent / "version_0_1_0"
View = dict[str, Any]
ABSENT: Final = object()
"""In the place of what one of the two does not have."""


@dataclass(frozen=True)
class Evening:
    """A game of the old journal: its events as JSON, and after each the views that were shown (public, seat 0, …)."""

    number: int
    choice: NewGame
    events: list[View]
    shown: list[list[View] | None]


@contextmanager
def opened() -> Iterator[Journal]:
    """The old journal, as this program opens it."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "journal.sqlite")
        path.write_bytes(lzma.decompress((FOLDER / "journal.sqlite.xz").read_bytes()))
        with closing(Journal(path)) as journal:
            yield journal


def exported() -> dict[str, dict[str, Any]]:
    """What that version exported of its journal, by format: the ``text``, and a sentence for each hand ``left_out``."""
    told: dict[str, dict[str, Any]] = json.loads(lzma.decompress((FOLDER / "exported.json.xz").read_bytes()))
    return told


def evenings() -> Iterator[Evening]:
    """All games, oldest first."""
    shown: dict[int, list[list[View] | None]] = {}
    before: list[View] = []
    for line in lzma.decompress((FOLDER / "shown.jsonl.xz").read_bytes()).decode().splitlines():
        game, changes = json.loads(line)
        if game not in shown:
            before = []
        if changes is not None:
            now = []
            for place, (keys, gone) in enumerate(changes):
                old = before[place] if len(before) == len(changes) else {}
                now.append({key: value for key, value in (old | keys).items() if key not in gone})
            before = now
        views = None if changes is None else [before[0], *(before[0] | own for own in before[1:])]
        shown.setdefault(game, []).append(views)
    with opened() as journal:
        for game in journal.games():
            yield Evening(game.id, chosen(game.options), journal.events(game.id), shown[game.id])


def shown_today(evening: Evening) -> Iterator[list[View]]:
    """The views after each event, as JSON would have them."""
    for table, old in zip(follow(evening.choice, map(event_from_json, evening.events)), evening.shown, strict=True):
        views = [] if old is None else [table.public_view(), *(table.view(seat) for seat in range(len(old) - 1))]
        yield json.loads(json.dumps(views))


def unlike(old: Any, new: Any, path: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Where two values differ, but for keys that only the new one has: ``("wrong_card.seat", 1, None)``. Lists of what
    may be asked for are compared whole."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key, value in old.items():
            yield from unlike(value, new.get(key, ABSENT), f"{path}.{key}".lstrip("."))
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new) and path != "actions":
        for one, other in zip(old, new, strict=True):
            yield from unlike(one, other, f"{path}[]")
    elif old != new or type(old) is not type(new):
        yield path, old, new


# -- what is otherwise by intent ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Difference:
    """At ``path`` something is shown otherwise than by version 0.1.0; ``is_it`` tells from old and new value whether
    this is all that is otherwise, ``why`` why it is meant."""

    path: str
    why: str
    is_it: Callable[[Any, Any], bool]


def words(path: str, old: str, new: str, why: str = "said as people at a card table do") -> Difference:
    """Other words: ``old`` is a pattern, ``new`` what stands in its place."""
    return Difference(path, f"{why}: {old!r} is {new!r}", lambda was, now: bool(re.sub(old, new, was) == now != was))


def reason(old: str, new: str, why: str) -> Difference:
    """Another reason why a card is to be taken back."""
    pattern = re.compile(f"(Take .+ back: )(?:{old})\n\\1(?:{new})")
    return Difference("prompt", why, lambda was, now: pattern.fullmatch(f"{was}\n{now}") is not None)


def less_demands(old: Any, new: Any) -> bool:
    """Whether nothing but demands is gone, and nothing but denials has come."""
    demands = [[one for one in said if "demand" in one] for said in (old, new)]
    rest = [[one for one in said if not {"demand", "deny"} & set(one)] for said in (old, new)]
    return rest[0] == rest[1] and all(one in demands[0] for one in demands[1])


def less_alerts(old: Any, new: Any) -> bool:
    """Whether nothing but remarks about a revoke that is known at once is gone."""
    left = [one for one in old if not one.endswith(" can follow suit in this trick and has not.")]
    changed = [pair for pair in zip(left, new, strict=False) if pair[0] != pair[1]]
    return len(left) == len(new) < len(old) and all(explained("notes[]", *pair) for pair in changed)


def explained(path: str, old: Any, new: Any) -> Difference | None:
    """What explains that something is shown otherwise; None where nothing does."""
    return next((one for one in DIFFERENCES if one.path == path and new is not ABSENT and one.is_it(old, new)), None)


OLD_LAW: Final = ", tricks that end the game come before honours"
WHO: Final = "[A-Z][a-z]+"
ONE: Final = "said alike at every table"
LAST: Final = "Another card lies in the place of the last one: which of the two belongs to this trick?"
SCORES: Final = f", (-?[0-9]+ for {WHO})(?=[.;])"
DIFFERENCES: Final = (
    Difference(
        "title",
        "honours count on, once the tricks have ended the game; a match of before keeps its law, and says so",
        lambda old, new: new.count(OLD_LAW) == 1 and new.replace(OLD_LAW, "") == old,
    ),
    *(
        Difference(
            path, "German Whist: tricks of the first part do not count (RULES G8)", lambda old, new: 0 <= new < old
        )
        for path in ("won[]", "seats[].won")
    ),
    Difference(
        "wrong_card.seat",
        "the seat that has laid the card; it was the one in turn. Events of before do not say who has laid it",
        lambda old, new: new is None,
    ),
    reason(
        f"{WHO}'s card can no longer be changed\\.",
        f"it has been played already\\.|it is {WHO}'s turn(?:, not {WHO}'s)?\\.|{WHO} cannot hold it\\.",
        "it was said of the one in turn, whoever had laid the card; now only of who has, which events of before do not"
        " say",
    ),
    reason(f"it is ({WHO})'s turn\\.", f"it is \\2's turn, not {WHO}'s\\.", "both are named where the card is one's"),
    reason(
        "The opponents demand .+; play it\\.",
        f"it is {WHO}'s turn\\.",
        "a demanded card that another has played since is known to be in that hand no more",
    ),
    Difference(
        "actions",
        "an exposed card that another has played since cannot be demanded; who does not hold a demanded card says so",
        less_demands,
    ),
    Difference(
        "notes",
        "no revoke follows at once from a card that was exposed or taken and that another has played since",
        less_alerts,
    ),
    Difference(
        "mend.in_step",
        "an open card that nobody has is overlooked by one tap",
        lambda old, new: (old, new) == ([], ["believed"]),
    ),
    words("prompt", "A card is in doubt:", "One card is unclear:"),
    words("prompt", "each of you racks 13 cards in", "each of you puts 13 cards in"),
    words("prompt", "Rack the cards:", "Put the cards in the holders:"),
    words("prompt", "I believe that (.+) lies? there: lay it so that I see it", r"Lay \1 where I can see it"),
    words(
        "prompt",
        "I believe that (.+) lie there: lay these cards so that I see them all",
        r"Lay \1 where I can see them",
    ),
    words(
        "prompt",
        "lay the (.+) of the kitty open, so that I see them all",
        r"turn up the \1 of the kitty, and no others, where I can see them all",
    ),
    words(
        "prompt",
        "(holder .) does not show the cards that I believe it to hold",
        r"the cards in \1 are not the ones recorded",
    ),
    words(
        "prompt",
        "The trick that I know is (.+): lay its cards so that I see them all",
        r"The trick should be \1: lay the cards where I can see them all",
    ),
    words("prompt", ", lead\\.$", ", play the first card of the trick."),
    words(
        "prompt",
        "; to play the turned-up card, move it in with the others\\.$",
        ". The turned-up card is one of yours, too.",
    ),
    words("questions[].about", "so that I see it", "where I can see it"),
    words("questions[].about", "What was seen since", "A card seen since"),
    words("questions[].about", "reads otherwise", "looks different"),
    words("questions[].about", "Two cards were laid at once:", "More than one card was laid:", ONE),
    Difference(
        "questions[].about",
        f"{ONE}: 'Another card lies in the place of the last one …' is 'Which card did … play to this trick?'",
        lambda old, new: old == LAST and re.fullmatch(f"Which card did {WHO} play to this trick\\?", new) is not None,
    ),
    words("notes[]", f"({WHO}) said so and \\1 agreed", r"\1 said so", ONE),
    words("notes[]", SCORES, r" and \1", ONE),
    words("prompt", SCORES, r" and \1", ONE),
    words("proposal.text", SCORES, r" and \1", ONE),
    Difference(
        "prompt",
        "who has proposed something is told what is to be done, not asked whether they agree",
        lambda old, new: old.endswith("agree?") and not new.endswith("agree?"),
    ),
    Difference(
        "proposal.text",
        "who has proposed something is told so",
        lambda old, new: re.sub(f"^{WHO} (say|claim|concede)s", r"You \1", re.sub(SCORES, r" and \1", old)) == new,
    ),
)
"""All that is shown otherwise than by version 0.1.0, but for keys that have come since."""


def compared(evening: Evening) -> Iterator[tuple[int, str, Any, Any, Difference | None]]:
    """What differs, by the number of the event (1…), with what explains it."""
    for number, (old, new) in enumerate(zip(evening.shown, shown_today(evening), strict=True), 1):
        for one, other in zip(old or (), new, strict=True):
            for path, was, now in unlike(one, other):
                yield number, path, was, now, explained(path, was, now)


def main() -> int:
    """Compare all; status 1 where anything is not explained."""
    met: Counter[str] = Counter()
    steps = unexplained = 0
    for evening in evenings():
        steps += len(evening.events)
        for number, path, was, now, known in compared(evening):
            if known is None:
                unexplained += 1
                print(f"game {evening.number} ({evening.choice.game}), event {number}, {path}: {was!r}, now {now!r}")
            else:
                met[f"{known.path}: {known.why}"] += 1
    for said in DIFFERENCES:
        print(met[f"{said.path}: {said.why}"], f"{said.path}: {said.why}")
    print(f"{steps} events, {unexplained} differences that nothing explains")
    return int(unexplained > 0)


if __name__ == "__main__":
    sys.exit(main())
