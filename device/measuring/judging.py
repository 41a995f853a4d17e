"""Whether a followed evening came out right: the events of ``watch`` beside the lines of ``truth.jsonl``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any, Final

JsonLine = Mapping[str, Any]
_LINGER: Final = 1.0
"""Seconds for which a card that lay there may still be told."""


@dataclass
class DealJudged:
    """How one deal was followed. ``faults`` have happened in it."""

    deal: int
    faults: tuple[str, ...] = ()
    scored: bool = False
    """Whether tricks and points are right."""
    wrong: list[str] = field(default_factory=list)
    """Cards that were told, without a question or a warning, and are not so."""
    questions: list[str] = field(default_factory=list)
    """What was asked: about what, and whether a fault was in the picture then."""
    unwarranted: int = 0
    """Questions while nothing was wrong with the picture or with what people did."""

    @property
    def right(self) -> bool:
        """Tricks and points are right, and no card was told wrong."""
        return self.scored and not self.wrong

    def __str__(self) -> str:
        told = ["right" if self.scored else "NOT SCORED RIGHT", *self.wrong, *self.questions]
        return f"deal {self.deal} ({', '.join(self.faults) or 'no fault'}): {'; '.join(told)}"


def judged(truth: Sequence[JsonLine], events: Sequence[JsonLine]) -> list[DealJudged]:
    """The deals of an evening, in order."""
    ends = [number for number, line in enumerate(truth) if "deal" in line]
    scored = [event for event in events if event["event"] == "hand_scored"]
    result, begin, t = [], 0, -1.0
    for number, end in enumerate(ends):
        frames = truth[begin:end]
        last = float(frames[-1]["t"]) if frames else t
        own = [event for event in events if t < event["t"] <= last]
        if not any(event["event"] == "hand_scored" for event in own):
            own += _told_late(event for event in events if last < event["t"] <= last + _LINGER)
        hand = scored[number] if number < len(scored) and len(scored) >= number + 1 else None
        result.append(_deal(truth[end], frames, own, hand))
        begin, t = end + 1, max([last, *(float(event["t"]) for event in own)])
    return result


def _told_late(events: Iterable[JsonLine]) -> Iterator[JsonLine]:
    """What was told of a hand when its last trick was gone already: all up to the start of the next."""
    return takewhile(lambda event: event["event"] not in ("deal_started", "hand_started"), events)


def _deal(line: JsonLine, frames: Sequence[JsonLine], events: Sequence[JsonLine], hand: JsonLine | None) -> DealJudged:
    deal = DealJudged(int(line["deal"]), tuple(line.get("fault", ())))
    deal.scored = hand is not None and hand["tricks"] == line["tricks"] and hand["points"] == line["points"]
    plays = [list(play) for play in line["plays"]]
    told = plays_of(events)
    if told != plays:
        first = next(
            (k for k, (a, b) in enumerate(zip(told, plays, strict=False)) if a != b), min(len(told), len(plays))
        )
        if first < len(told):
            truly = plays[first] if first < len(plays) else "nothing"
            deal.wrong.append(f"play {first + 1} told as {told[first]}, was {truly}")
        else:
            deal.scored = False
    deal.wrong += _never_lay(frames, events)
    for event in events:
        if event["event"] == "question":
            fault = faults_at(frames, event["t"])
            offered = "/".join(event["candidates"])
            deal.questions.append(f"{event['about']} {offered} at {event['t']} ({', '.join(fault) or 'no fault'})")
            deal.unwarranted += not fault
    return deal


def plays_of(events: Iterable[JsonLine]) -> list[list[Any]]:
    """Who played which card, less what was taken back, corrected or dealt again."""
    plays: list[list[Any]] = []
    for event in events:
        if event["event"] == "played":
            plays.append([event["seat"], event["card"]])
        elif event["event"] == "taken_back":
            del plays[-1:]
        elif event["event"] in ("put_right", "play_corrected"):
            was, now = [event["of"], event["was"]], [event["of"], event["card"]]
            plays = [now if play == was else play for play in plays]
        elif event["event"] == "replaced":
            was, now = [event["seat"], event["card"]], [event["seat"], event["by"]]
            plays = [now if play == was else play for play in plays]
        elif event["event"] == "deal_started" and event.get("redeal"):
            plays.clear()
    return plays


def faults_at(frames: Sequence[JsonLine], t: float) -> tuple[str, ...]:
    """What was wrong in the pictures of the second before ``t``."""
    names = {name for frame in frames if t - _LINGER <= frame["t"] <= t for name in frame.get("fault", ())}
    return tuple(sorted(names))


def _never_lay(frames: Sequence[JsonLine], events: Sequence[JsonLine]) -> list[str]:
    """Cards that were told as laid and did not lie there then."""
    wrong = []
    for event in events:
        if event["event"] in ("played", "turned_up") and frames:
            lay = [frame for frame in frames if event["t"] - _LINGER <= frame["t"] <= event["t"]]
            if not any(event["card"] in frame["table"] for frame in lay):
                wrong.append(f"{event['card']} told at {event['t']} did not lie there")
    return wrong
