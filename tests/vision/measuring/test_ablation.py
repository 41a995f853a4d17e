"""What each rung of the ladder costs and gains, counted and told."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from tests.vision.beliefs import belief
from vision.holders.indices import USUAL
from vision.ladder import EVERYWHERE, FOOT, HOLDERS, LADDER, PHOTOGRAPHS, PLAY_AREA, Rung
from vision.measuring.ablation import (
    BEGIN,
    CARD,
    CONDITIONS,
    END,
    KNOWN,
    NONE,
    PICTURES,
    REST,
    Ablation,
    Bench,
    Tallies,
    gains,
    kind_of,
    kinds_on_table,
    ladder,
    left_out,
    main,
    photographs_of,
    spoiled,
    tables,
    with_tables,
)
from vision.measuring.labels import Label, Photograph
from vision.packs.faces import Pack
from vision.reader.reader import Reader
from vision.watch.play_area import SeenCard
from whist.cards import Card
from whist.messages.observations import Reading

NINE, OTHER = Card.parse("S9"), Card.parse("C9")


@pytest.mark.parametrize(
    ("told", "kind"),
    [
        (None, "unseen"),
        (Reading(((NINE, 0.99),)), "right"),
        (Reading(((NINE, 0.97), (OTHER, 0.03))), "asked"),
        (Reading(((OTHER, 0.5),)), "asked"),
        (Reading(((OTHER, 0.99),)), "wrong"),
        (Reading(()), "asked"),
    ],
)
def test_what_came_of_a_card_in_a_slot(told: Reading | None, kind: str) -> None:
    assert kind_of(NINE, told) == kind


@pytest.mark.parametrize(
    ("seen", "kind"),
    [
        ([], "unseen"),
        ([(belief(S9=0.99), 5.0)], "right"),
        ([(belief(S9=0.9), 5.0)], "asked"),
        ([(belief(C9=0.99), 5.0)], "wrong"),
        ([(belief(S9=0.99), 5.0), (belief(C9=0.99), 8.0)], "wrong"),
        ([(belief(S9=0.99), 60.0)], "unseen"),
    ],
)
def test_what_came_of_a_card_on_the_play_area(seen: list[tuple[Any, float]], kind: str) -> None:
    cards = [SeenCard(one, x, 0.0, 0.0) for one, x in seen]
    assert kinds_on_table({NINE: (0.0, 0.0)}, cards) == {kind: 1}


@pytest.mark.parametrize("path", EVERYWHERE)
def test_every_rung_is_left_out_but_those_at_the_foot(path: str) -> None:
    out = left_out(path)
    alone = {rung for rungs in out if len(rungs) == 1 for rung in rungs}
    assert alone == {look.rung for look in LADDER if path in look.climbed_by} - FOOT
    assert REST in out


def tallied() -> Ablation:
    """Without a suit larger there is a question more in each hundred of blurred cards, and two errors in the dark."""
    measured = Ablation(yardstick=[2.0, 4.0, 90.0])
    without = {"clean": (100, 0, 0), "blur": (89, 11, 0), "dim": (90, 8, 2)}
    for condition, (right, asked, wrong) in without.items():
        base = {"clean": (100, 0, 0), "blur": (90, 10, 0), "dim": (92, 8, 0)}[condition]
        for rungs, counts, spent in ((NONE, base, 20.0), (frozenset((Rung.SUIT_LARGER,)), (right, asked, wrong), 14.0)):
            kinds = Counter(dict(zip(("right", "asked", "wrong"), counts, strict=True)))
            measured.tallies[HOLDERS].add(rungs, condition, kinds, spent)
    for group, rung in ((KNOWN, Rung.ORDER), (PICTURES, Rung.ANOTHER_PICTURE)):
        for condition in CONDITIONS:
            measured.tallies[group].add(NONE, condition, Counter(right=10), 8.0)
            measured.tallies[group].add(frozenset((rung,)), condition, Counter(right=9, asked=1), 6.0)
    return measured


def test_gains_are_told_as_what_there_is_more_with_a_rung() -> None:
    assert gains(tallied(), HOLDERS)[2:] == [
        "| all, holders | 5.00 | 100 / 0 / 0 / 0 | 90 / 10 / 0 / 0 | 92 / 8 / 0 / 0 |",
        "| suit larger | +1.50 | – | +1 / -1 / 0 / 0 | +2 / 0 / -2 / 0 |",
        "| all, holders known before | – | 10 / 0 / 0 / 0 | 10 / 0 / 0 / 0 | 10 / 0 / 0 / 0 |",
        "| order | +0.50 | +1 / -1 / 0 / 0 | +1 / -1 / 0 / 0 | +1 / -1 / 0 / 0 |",
        "| all, holders in more pictures | – | 10 / 0 / 0 / 0 | 10 / 0 / 0 / 0 | 10 / 0 / 0 / 0 |",
        "| another picture | +0.50 | +1 / -1 / 0 / 0 | +1 / -1 / 0 / 0 | +1 / -1 / 0 / 0 |",
    ]


def test_cards_are_counted_and_times_are_means() -> None:
    tallies = Tallies()
    tallies.add(NONE, "clean", Counter(right=2, unseen=1), 3.0)
    tallies.add(NONE, "dim", Counter(right=2), 5.0)
    assert (tallies.cards("clean"), tallies.cards("blur"), tallies.spent()) == (3, 0, pytest.approx(4.0))


def test_the_model_card_shows_the_ladder_as_it_is() -> None:
    _, _, rest = CARD.read_text(encoding="utf-8").partition(BEGIN)
    written, end, _ = rest.partition(END)
    assert end
    assert [line for line in ladder() if line not in written] == []
    for path in (HOLDERS, PLAY_AREA, PHOTOGRAPHS):
        assert f"| all, {path} |" in written


def test_tables_go_where_the_card_has_a_place_for_them() -> None:
    assert with_tables(f"a\n{BEGIN}\nold\n{END}\nb", "new") == f"a\n{BEGIN}\n\nnew\n\n{END}\nb"
    with pytest.raises(ValueError, match="no place"):
        with_tables("a", "new")


def test_pictures_are_spoiled_as_they_are_called() -> None:
    rng = np.random.default_rng(1)
    picture = rng.integers(0, 255, (60, 60, 3), np.uint8)
    assert spoiled(picture, "clean", rng) is picture
    assert spoiled(picture, "blur", rng).std() < 0.3 * picture.std()
    assert spoiled(picture, "dim", rng).mean() == pytest.approx(0.35 * picture.mean(), rel=0.05)


def test_a_table_and_a_photograph_are_read_with_each_rung_left_out(tmp_path: Path) -> None:
    bench = Bench(Reader(threads=1), 3)
    (table,) = tables([Pack.drawn("standard")], 1, 3)
    shape = bench.table(table, "clean", USUAL)
    assert shape.told_by > 20
    cv2.imwrite(str(tmp_path / "one.png"), cv2.resize(table.renderer.full(), None, fx=0.4, fy=0.4))
    codes = [*(card for row in table.held.values() for card in row), *table.laid]
    bench.photograph(Photograph(tmp_path / "one.png", tuple(Label(str(card)) for card in codes)), "clean")
    tallies = bench.measured.tallies
    assert tallies[HOLDERS].counts[NONE, "clean"] == {"right": 26}
    assert tallies[PLAY_AREA].counts[NONE, "clean"] == {"right": 5}
    assert tallies[KNOWN].cards("clean") == 18
    assert tallies[PICTURES].counts[NONE, "clean"]["right"] == 26
    for path, cards in ((HOLDERS, 26), (PLAY_AREA, 5)):
        counted = [key for key, _ in tallies[path].counts]
        assert all(tallies[path].cards("clean", key) == cards for key in counted)
    assert {key for key, _ in tallies[PHOTOGRAPHS].counts} == {NONE, *left_out(PHOTOGRAPHS)}
    assert tallies[PHOTOGRAPHS].counts[NONE, "clean"]["right"] >= 25


def test_what_is_read_alone_leaves_the_model_card_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "card").write_text(f"{BEGIN}\n{END}")
    monkeypatch.setattr("vision.measuring.ablation.packs_in", lambda _: [Pack.drawn("standard")])
    arguments = ["--only", PLAY_AREA, "--size", "0.01", "--faces", "some", "--card", str(tmp_path / "card")]
    assert main(arguments) == 0
    said = capsys.readouterr().out
    assert "| all, play area |" in said
    assert "| rest of the card |" in said
    assert "| suit larger |" not in said, "it is not climbed there"
    assert "| all, holders |" not in said
    assert (tmp_path / "card").read_text() == f"{BEGIN}\n{END}"


def test_photographs_are_taken_evenly(tmp_path: Path) -> None:
    photos = []
    for k in range(10):
        cv2.imwrite(str(tmp_path / f"{k}.png"), np.zeros((8, 8, 3), np.uint8))
        photos.append({"file": f"{k}.png", "cards": [{"card": "HT"}]})
    (tmp_path / "labels.json").write_text(json.dumps({"photos": photos}))
    assert [one.path.stem for one in photographs_of([tmp_path], 3)] == ["0", "3", "6"]
    assert len(photographs_of([tmp_path], 99)) == 10


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--print", "--folder", "nowhere"], "holds no fonts"),
        (["--card", "CARD"], "no place between"),
        (["--card", "nowhere/at.all"], "nowhere/at.all"),
        (["--print", "--model", "nowhere"], "no model file"),
        (["--print", "--faces", "nowhere"], "nowhere"),
    ],
)
def test_what_cannot_be_used_is_said_in_one_sentence(
    arguments: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "card").write_text("a card without a place")
    assert main([str(tmp_path / "card") if one == "CARD" else one for one in arguments]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err
    assert "Traceback" not in err
