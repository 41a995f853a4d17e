import random

import numpy as np
import pytest

from vision.measuring.slots import SlotFigures, kind_of, leaning, main, measure, scenes
from vision.packs.faces import Pack
from vision.reader.reader import MODEL_FOLDER, Reader
from whist.cards import FULL_PACK, Card

HEARTS_TEN, SPADES_TEN = Card("H", "T"), Card("S", "T")


def belief(card, share):
    values = np.zeros(55, np.float32)
    values[FULL_PACK.index(card)] = share
    values[-1] = 1 - share
    return values


@pytest.mark.parametrize(
    ("card", "read", "kind"),
    [
        (None, None, "empty, right"),
        (HEARTS_TEN, None, "overlooked"),
        (HEARTS_TEN, belief(HEARTS_TEN, 0.95), "right, sure"),
        (HEARTS_TEN, belief(HEARTS_TEN, 0.6), "right, in doubt"),
        (HEARTS_TEN, belief(SPADES_TEN, 0.6), "wrong, in doubt"),
        (HEARTS_TEN, belief(SPADES_TEN, 0.99), "wrong, sure"),
        (None, belief(SPADES_TEN, 0.99), "seen in an empty slot, sure"),
        (None, belief(SPADES_TEN, 0.5), "seen in an empty slot, in doubt"),
    ],
)
def test_what_came_of_a_slot(card, read, kind):
    assert kind_of(card, read) == kind
    figures = SlotFigures()
    figures.add("holder 1", card, read)
    assert dict(figures.counts) == {kind: 1}
    assert len(figures.mistakes) == ("sure" in kind and "right" not in kind)


def test_the_table_says_how_sure_wrong_readings_are():
    figures = SlotFigures()
    for card, share in ((HEARTS_TEN, 0.97), (SPADES_TEN, 0.97), (HEARTS_TEN, 0.9992)):
        figures.add("somewhere", HEARTS_TEN, belief(card, share))
    rows = [line.split() for line in str(figures).splitlines() if line.startswith(" ")]
    assert ["0.9500", "3", "1"] in rows
    assert ["0.9900", "1", "0"] in rows


def test_scenes_are_the_same_for_a_seed_and_lean_in_turn():
    pack = Pack.drawn("standard")
    first, again = list(scenes(pack, 3, 3)), list(scenes(pack, 3, 3))
    assert first == again
    assert first != list(scenes(pack, 4, 3))
    filled = [sum(card is not None for row in held.values() for card in row) for _, held in first]
    assert filled[0] == 26 > filled[1] > filled[2]
    raised = [max(r.dv for h in scene.holders for r in h.slots if r) for scene, _ in first]
    assert raised[1] > max(raised[0], raised[2])
    for scene, held in first:
        for holder in scene.holders:
            assert [racked and racked.card for racked in holder.slots] == held[holder.number]
    assert leaning(first[0][0], random.Random(1)) != first[0][0]


@pytest.mark.skipif(not (MODEL_FOLDER / "classifier.onnx").is_file(), reason="there is no model yet")
def test_the_shipped_model_reads_the_own_packs():
    found = measure(Reader(threads=1), [Pack.drawn("large")], 1, seed=2)
    (figures,) = found.values()
    racked = sum(figures.counts.values()) - figures.counts["empty, right"]
    assert racked == 26
    assert figures.counts["right, sure"] >= 22


@pytest.mark.parametrize(("arguments", "said"), [(["--model", "nowhere"], "nowhere"), (["--faces", "gone"], "gone")])
def test_what_is_missing_is_told_in_a_sentence(arguments, said, capsys):
    assert main(arguments) == 1
    error = capsys.readouterr().err
    assert said in error
    assert len(error.splitlines()) == 1


def test_no_scenes_are_refused(capsys):
    with pytest.raises(SystemExit, match="2"):
        main(["--scenes", "0"])
    assert "--scenes is 0" in capsys.readouterr().err
