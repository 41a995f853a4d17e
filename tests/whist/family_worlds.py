"""Tables without holders on which cards are laid, asked about and told."""

from tests.whist.family_driver import answer, look, place
from whist.cards import Card

SOUTH, WEST, NORTH, EAST = (place(seat, 4) for seat in range(4))
PILE = [(10.0, 10.0), (-20.0, 10.0), (0.0, 40.0), (30.0, -20.0)]
"""Places near the middle, before nobody."""


def lay(world, codes, at=None):
    """Lay cards at the seats' turns, each at its owner's place or at ``at``; the events of the last one."""
    done = []
    for code in codes.split():
        world.laid.append((world.table.state.turn, Card.parse(code)))
        done = world.show()
    return done


def lies(world, *cards):
    """Nothing but ``cards`` lies there: (code or reading, (x, y))."""
    return look(world, *((code, *at) for code, at in cards), without=[str(c.reading.best) for c in world.cards()])


def asked(world):
    """The open questions."""
    return [(q.about, " ".join(sorted(map(str, q.candidates)))) for q in world.table.state.questions]


def said(world, code, seat=0):
    """Somebody answers the open question."""
    return answer(world, world.table.state.questions[0].id, code, seat)


def prompt(world):
    return world.table.public_view()["prompt"]


def trick(world):
    return [(play.seat, str(play.card)) for play in world.table.state.trick]
