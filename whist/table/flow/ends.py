"""How a trick ends, and a hand: who has won, which revokes are found, what is scored (RULES T1, T4–T6)."""

from __future__ import annotations

from typing import Any

from whist.messages import events as ev
from whist.rules.base import Rules
from whist.rules.scoring import won_by_side
from whist.table.state.corrected import proved, scored
from whist.table.state.state import State


def trick_won(state: State, rules: Rules[Any]) -> list[ev.Event]:
    """Who has won the trick that lies there whole, and the revokes that are proved by what was now seen of the hand;
    what is known otherwise of it stays unsaid (RULES T12)."""
    new = [revoke for revoke in proved(state, rules) if revoke not in state.revokes]
    won = ev.TrickWon(state.hand.tricks[-1].winner, len(state.hand.tricks))
    return [won, *(ev.RevokeFound(revoke.seat, revoke.trick + 1) for revoke in new)]


def hand_over(state: State, rules: Rules[Any]) -> list[ev.Event]:
    """The score of the hand whose tricks are all played or claimed, with what its revokes cost, and who has won the
    match by it. Of androids, whose events tell the tricks by sides, a hand in which both sides have revoked is dealt
    again at once; in the other games it is scored as nothing first."""
    line, after = scored(state, rules)
    if not rules.androids:
        scores = ev.HandScored(tuple(state.hand.winners()), line.won, line.points, after.scores)
        return [scores, *([ev.GameOver(after.winners[0], after.winners)] if after.over else [])]
    if line.thrown_in:
        return [ev.DealStarted(state.hand.number, state.dealer, True)]
    winners = tuple(trick[0] for trick in line.tricks)
    scores = ev.HandScored(winners, won_by_side(winners), line.points, after.scores)
    return [scores, *(ev.GameOver(side) for side in after.winners)]
