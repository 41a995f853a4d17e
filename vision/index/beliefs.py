"""What one index may be: probabilities of the 54 cards and of no card, and how several looks at one index join."""

from __future__ import annotations

from collections.abc import Container
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.thresholds import Beliefs
from whist.cards import FULL_PACK, PACK, RANKS, SUITS, Card
from whist.messages.observations import Reading

Belief = npt.NDArray[np.float32]
"""(55,) probabilities that sum to 1: the 54 cards in the order of ``whist.cards.FULL_PACK``, then "no card"."""

NO_CARD: Final = len(FULL_PACK)
"""Place of "no card" in a belief."""
RANK_CLASSES: Final = len(RANKS) + 2
"""What the reader tells of a rank: the thirteen in the order of ``whist.cards.RANKS``, joker, none."""
SUIT_CLASSES: Final = len(SUITS) + 3
"""What it tells of a suit: the four in the order of ``whist.cards.SUITS``, red joker, black joker, none."""
_JOKER: Final = len(RANKS)


def joined(rank: npt.NDArray[np.floating], suit: npt.NDArray[np.floating]) -> Belief:
    """Beliefs (n, 55) from probabilities (n, RANK_CLASSES) of the rank and (n, SUIT_CLASSES) of the suit."""
    plain = (suit[:, : len(SUITS), None] * rank[:, None, : len(RANKS)]).reshape(len(rank), len(SUITS) * len(RANKS))
    jokers = suit[:, len(SUITS) : len(SUITS) + 2] * rank[:, _JOKER : _JOKER + 1]
    cards = np.concatenate([plain, jokers], 1)
    return np.concatenate([cards, 1 - cards.sum(1, keepdims=True)], 1).clip(0, 1).astype(np.float32)


def softened(shares: npt.NDArray[np.floating], power: float) -> npt.NDArray[np.floating]:
    """Probabilities (n, k), each row to a power, and summing to 1 again: with one below 1 they tell less."""
    out = shares**power
    return np.asarray(out / out.sum(1, keepdims=True))


def suit_shares(beliefs: Belief) -> npt.NDArray[np.float32]:
    """(n, 4): how beliefs (n, 55) share out, among the four suits, what they give to cards with a suit."""
    plain = beliefs[:, : len(SUITS) * len(RANKS)].reshape(-1, len(SUITS), len(RANKS)).sum(2)
    return np.asarray(plain / np.maximum(plain.sum(1, keepdims=True), Beliefs.LEAST), np.float32)


def with_suits(beliefs: Belief, suits: npt.NDArray[np.floating]) -> Belief:
    """Beliefs (n, 55) weighed with what closer looks at the suits say, (n, SUIT_CLASSES).

    A look that sees no suit, or a joker's sign, tells nothing. Whether there is a card stays as it was believed.
    """
    shares = suits[:, : len(SUITS)] + np.maximum(1 - suits[:, : len(SUITS)].sum(1, keepdims=True), Beliefs.LEAST) / len(
        SUITS
    )
    out = beliefs.astype(np.float64)
    plain = out[:, : len(SUITS) * len(RANKS)]
    before = plain.sum(1, keepdims=True)
    plain *= np.repeat(shares, len(RANKS), axis=1)
    plain *= before / np.maximum(plain.sum(1, keepdims=True), 1e-30)
    return np.asarray(out, np.float32)


def together(tried: Belief) -> Belief:
    """Beliefs (n, 55) of the same indices read several times, given as (times, n, 55): their geometric mean."""
    mean = np.exp(np.log(np.maximum(tried.astype(np.float64), Beliefs.LEAST)).mean(axis=0))
    return np.asarray(mean / mean.sum(axis=-1, keepdims=True), np.float32)


def agreed(tried: Belief) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """What looks at the same indices, (n, looks, 55), agree on: shares (n, 54) of the cards that sum to 1, and the
    belief (n, looks) of each look in any card.

    A look beside the index shows none, which tells nothing: each one's word on which card it is counts for as much as
    it sees one.
    """
    cards = np.maximum(tried[..., :NO_CARD].astype(np.float64), Beliefs.LEAST)
    there = cards.sum(axis=2, keepdims=True)
    mean = np.exp((np.log(cards / there) * there).sum(axis=1) / there.sum(axis=1))
    return mean / mean.sum(axis=1, keepdims=True), there[..., 0]


def with_one_look_more(before: Belief | None, looks: int, new: Belief | None) -> Belief | None:
    """What so many looks at one place and a new one agree on, (55,); where either saw no card, what the other did."""
    if before is None or new is None:
        return before if new is None else new
    cards, there = agreed(np.stack([before] * looks + [new])[None])
    seen = min(float(there.mean()), 1.0)
    return np.append(cards[0] * seen, 1 - seen).astype(np.float32)


def of_one_card(beliefs: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """One belief (55,) of the sightings (n, 55) of one card. One that shows none tells nothing of the card; there is
    none only if no sighting shows one."""
    if len(beliefs) == 1:
        return np.asarray(beliefs[0])
    none = beliefs[:, NO_CARD:]
    shares = np.log(np.maximum(beliefs[:, :NO_CARD] + none / NO_CARD, Beliefs.LEAST_SHARE)).sum(axis=0)
    shares = np.exp(shares - shares.max())
    nowhere = float(none.prod())
    return np.asarray(np.append(shares / shares.sum() * (1 - nowhere), nowhere))


def joined_by(beliefs: npt.NDArray[np.floating], looks: Belief, trust: float) -> npt.NDArray[np.float64]:
    """Beliefs (n, 55) in cards, each joined by what another look (n, 55) at its card says: ``trust`` of it counts, the
    rest tells nothing. Whether there is a card stays as it was believed."""
    told = trust * looks.astype(np.float64)
    told[:, NO_CARD] += 1 - trust
    out = beliefs.astype(np.float64)
    for k, belief in enumerate(out):
        both = of_one_card(np.stack([belief, told[k]]))[:NO_CARD]
        out[k, :NO_CARD] = both / both.sum() * belief[:NO_CARD].sum()
    return out


def roots(features: npt.NDArray[np.floating]) -> npt.NDArray[np.float64]:
    """Of what was seen of indices, (n, features), 0 and above: numbers that are sums of many scatter as their roots do
    not."""
    return np.sqrt(np.maximum(features.astype(np.float64), 0))


def reweighed(beliefs: Belief, ranks: npt.NDArray[np.floating], suits: npt.NDArray[np.floating]) -> Belief:
    """Beliefs (n, 55), weighed by logarithms for ranks (n, 13) and suits (n, 4). Probabilities that there is no card
    stay as they are."""
    out = beliefs.astype(np.float64)
    out[:, : len(PACK)] *= np.exp(suits[:, :, None] + ranks[:, None, :]).reshape(-1, len(PACK))
    share = beliefs[:, :NO_CARD].sum(1) / np.maximum(out[:, :NO_CARD].sum(1), 1e-30)
    out[:, :NO_CARD] *= share[:, None]
    return np.asarray(out, np.float32)


def guessed(cards: npt.NDArray[np.floating]) -> Belief:
    """The belief (55,) of a card of which it is known only that it is there, by what speaks for each of the 54."""
    return np.append(cards * (Beliefs.GUESS / cards.sum()), 1.0 - Beliefs.GUESS).astype(np.float32)


def reading_of(belief: npt.NDArray[np.floating]) -> Reading:
    """The reading of a belief (55,): its few most probable cards."""
    order = np.argsort(-belief[:NO_CARD], kind="stable")[: Beliefs.MOST_TOLD]
    return Reading(tuple((FULL_PACK[k], min(1.0, float(belief[k]))) for k in order if belief[k] >= Beliefs.TOLD))


def within(pack: Container[Card], reading: Reading) -> Reading:
    """A reading without the cards that are not in the pack: what they had is no other card's."""
    return Reading(tuple((card, share) for card, share in reading.belief if card in pack))
