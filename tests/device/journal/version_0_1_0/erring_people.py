# ruff: noqa: RUF005, RUF012, SIM905
"""People who err, at both kinds of table of version 0.1.0 (commit 12dde83), for ``write.py`` beside this file."""

from __future__ import annotations

from contextlib import suppress

from tests.whist.driver import World
from tests.whist.family_driver import FamilyWorld, rebuilt
from whist.cards import PACK, Card
from whist.events import event_from_json
from whist.family.persons import direction, persons
from whist.observations import HolderShows, LaidCard, OutOfSight, Reading, TableShows
from whist.requests import (
    Agree,
    Answer,
    Claim,
    Command,
    Correct,
    LaidBy,
    Redeal,
    Refused,
    SayStep,
    SetScores,
    Undo,
    request_from_json,
)
from whist.seats import PERSONS
from whist.table import Table

LONGEST = 420
"""Events of an evening."""


class Erring:
    """What the people of both kinds of table do wrong; the worlds below say where they lay."""

    def __init__(self, *given, erring=0.2, truthful=0.8, **more):
        self.erring, self.truthful = erring, truthful
        super().__init__(*given, **more)

    def people(self):
        return range(len(persons(self.rules.players))) if hasattr(self, "rules") else range(4)

    def ask(self, request):
        with suppress(Refused):
            self.table.apply(request)
            return True
        return False

    def look(self, cards):
        self.table.apply(TableShows(tuple(cards)))

    def err(self):
        """One thing that goes wrong; then all is as it should be, and what is asked is answered."""
        rng = self.rng
        what = rng.choice(self.ERRORS)
        getattr(self, what)()
        for _ in range(3):
            if rng.random() < 0.9:
                self.show_all()
            self.answer_all()
        if self.table.state.proposal is not None:
            for seat in self.people():
                self.ask(Agree(seat, rng.random() < 0.7))
        if self.table.state.out_of_step is not None:
            self.show_all()
            for seat in self.people():
                self.ask(SayStep(seat, rng.choice(("seen", "believed"))))

    def tried_step(self):
        """One step; where the table does not follow, another look, and answers."""
        for _ in range(6):
            try:
                return self.step()
            except (TypeError, Refused):
                self.show_all()
                self.answer_all()
        raise ValueError("table and people are not of one mind")

    def answer_all(self):
        for question in self.table.state.questions:
            candidates = [*question.candidates, *self.true_cards(question)] or [self.any_card()]
            seat = next((s for s in self.people() if self.person(s) in question.ask), 0)
            card = self.rng.choice(candidates)
            if self.rng.random() < self.truthful:
                card = next(iter(self.true_cards(question)), card)
            if question.may_be_none and self.rng.random() < 0.7 * (1 - self.truthful):
                card = None
            self.ask(Answer(seat, question.id, card))
            if self.rng.random() < 0.15:
                self.ask(Undo(seat))

    def true_cards(self, question):
        if question.x is not None:
            lies = sorted(self.cards(), key=lambda c: (c.x - question.x) ** 2 + (c.y - question.y) ** 2)
            return [c.reading.best for c in lies[:1]]
        return [c.reading.best for c in self.cards() if c.reading.best in question.candidates][:1]

    def any_card(self):
        return self.rng.choice(PACK)

    def hidden(self):
        """Nothing is seen of the play area."""
        self.table.apply(OutOfSight(frozenset({"play area"})))
        if self.rng.random() < 0.7:
            self.table.apply(OutOfSight(frozenset()))

    def extra(self):
        """A card lies there that should not, clear or not."""
        card, other = self.any_card(), self.any_card()
        at = self.chance_place()
        reading = self.rng.choice(
            (
                Reading.certain(card),
                Reading(((card, 0.55), (other, 0.3))) if card != other else Reading(()),
                Reading(()),
            )
        )
        for _ in range(self.rng.randint(1, 3)):
            self.look([*self.cards(), LaidCard(reading, *at)])
            if self.rng.random() < 0.3:
                self.answer_all()
        if self.rng.random() < 0.4:
            self.ask(LaidBy(self.rng.choice(self.people()), self.rng.choice(self.people())))

    def early(self):
        """Somebody whose turn it is not lays a card of the own hand."""
        seat = self.rng.choice(self.people())
        own = [card for card in self.hands_now()[seat] if card]
        if own:
            for _ in range(self.rng.randint(1, 2)):
                self.look([*self.cards(), LaidCard(Reading.certain(self.rng.choice(own)), *self.before(seat))])
            if self.rng.random() < 0.5:
                self.ask(LaidBy(self.rng.choice(self.people()), seat))
                for _ in range(3):
                    self.by_law()

    def taken(self):
        """The last card is taken back; perhaps another is laid in its place."""
        cards = list(self.cards())
        if not cards or not self.laid:
            return
        seat, last = self.laid[-1]
        rest = [card for card in cards if card.reading.best != last]
        if self.rng.random() < 0.5:
            for _ in range(2):
                self.look(rest)
        else:
            own = [card for card in self.hands_now()[seat] if card]
            other = self.rng.choice(own) if own else last
            for _ in range(3):
                self.look([*rest, LaidCard(Reading.certain(other), *self.before(seat))])
                self.answer_all()
        if self.rng.random() < 0.5:
            self.by_law()

    def doubtful(self):
        """What lies there is read badly."""
        other = self.any_card
        cards = []
        for card in self.cards():
            best, third = card.reading.best, other()
            belief = ((best, self.rng.uniform(0.3, 0.8)), *([(third, 0.15)] if third != best else []))
            cards.append(LaidCard(Reading(belief if self.rng.random() < 0.7 else ()), card.x, card.y))
        for _ in range(2):
            self.look(cards)
            self.answer_all()

    def corrected(self):
        """Somebody says that another card was played."""
        seat, of = self.rng.choice(self.people()), self.rng.choice(self.people())
        played = self.tricks_played()
        card = self.any_card()
        if self.rng.random() < 0.4 and played:
            card = self.rng.choice(list(played))
        self.ask(Correct(seat, card, self.rng.randint(1, max(1, self.tricks_done() + 1)), of))

    def scores(self):
        """Somebody says that the scores are others."""
        sides = len(self.table.public_view()["scores"])
        self.ask(SetScores(self.rng.choice(self.people()), tuple(self.rng.randint(0, 4) for _ in range(sides))))

    def said(self):
        """Somebody asks for something that the own page offers."""
        self.by_law()

    def undone(self):
        for seat in self.people():
            if self.ask(Undo(seat)):
                return

    def broken(self):
        """The program ends and begins again."""
        if isinstance(self.table, Table):
            self.table = Table.from_events(
                self.table.options, [event_from_json(e.to_json()) for e in self.table.events]
            )
        else:
            self.table = rebuilt(self.table)

    def moved_cards(self):
        """Cards are pushed about."""
        self.look(
            LaidCard(c.reading, c.x + self.rng.uniform(-40, 40), c.y + self.rng.uniform(-40, 40)) for c in self.cards()
        )

    def looked_again(self):
        """The last trick, which is gathered, is laid open again."""
        state = self.table.state
        tricks = state.tricks if isinstance(self.table, Table) else state.hand.tricks if state.hand else ()
        if tricks and not self.laid:
            last = tricks[-1]
            seated = (
                [(p.seat, p.card) for p in last.plays]
                if hasattr(last, "plays")
                else [(last.seat(place), card) for place, card in enumerate(last.cards)]
            )
            for _ in range(3):
                self.look(
                    [*self.cards(), *(LaidCard(Reading.certain(card), *self.before(seat)) for seat, card in seated)]
                )

    def some_gathered(self):
        cards = list(self.cards())
        self.look(self.rng.sample(cards, self.rng.randint(0, len(cards))))

    ERRORS = (
        "hidden extra extra early early taken taken doubtful doubtful corrected corrected scores said said undone"
        " broken moved_cards some_gathered looked_again"
    ).split()


class ErringAndroids(Erring, World):
    def people(self):
        return [seat for seat in range(4) if self.table.commander(seat) is None]

    def person(self, seat):
        return self.table.view(seat).get("me", {}).get("person")

    def chance_place(self):
        return self.rng.uniform(-90, 90), self.rng.uniform(-90, 90)

    def before(self, seat):
        side = -1 if self.person(seat) == "south" else 1
        return self.rng.uniform(-30, 30), 70.0 * side

    def hands_now(self):
        return self.hands

    def tricks_played(self):
        return self.table.state.played()

    def tricks_done(self):
        return len(self.table.state.tricks)

    def show_all(self):
        for holder in (1, 2):
            self.show_holder(holder)
        self.show_table()

    def by_law(self):
        self.ask(Redeal(self.rng.choice(self.people()))) if self.rng.random() < 0.08 else None

    def true_cards(self, question):
        if question.about == "slot" and question.holder and question.slot is not None:
            card = self.slots[question.holder][question.slot]
            return [card] if card else []
        return super().true_cards(question)

    def bad_holder(self):
        """A holder is read badly, shows too few, or stands before the other person."""
        holder = self.rng.choice((1, 2))
        slots = [Reading.certain(card) if card else None for card in self.slots[holder]]
        full = [at for at, one in enumerate(slots) if one]
        if not full:
            return
        how = self.rng.random()
        if how < 0.3:
            self.table.apply(HolderShows(holder, tuple(slots), PERSONS[2 - holder]))
        elif how < 0.6:
            for _ in range(2):
                wrong = [Reading.certain(self.any_card()) if one and self.rng.random() < 0.5 else one for one in slots]
                self.table.apply(HolderShows(holder, tuple(wrong)))
            for seat in self.people():
                self.ask(SayStep(seat, self.rng.choice(("seen", "believed"))))
        else:
            at = self.rng.choice(full)
            best, other = self.slots[holder][at], self.any_card()
            slots[at] = self.rng.choice(
                (None, Reading(()), Reading(((best, 0.5), (other, 0.4))) if other != best else None)
            )
            self.table.apply(HolderShows(holder, tuple(slots)))
            self.answer_all()

    def rearranged(self):
        holder = self.rng.choice((1, 2))
        self.rng.shuffle(self.slots[holder])
        self.show_holder(holder)

    def wrong_move(self):
        """Another card than the marked one leaves a holder."""
        holder = self.rng.choice((1, 2))
        full = [card for card in self.slots[holder] if card]
        if full:
            card = self.rng.choice(full)
            slots = tuple(Reading.certain(one) if one and one != card else None for one in self.slots[holder])
            for _ in range(2):
                self.table.apply(HolderShows(holder, slots))
                self.look([*self.cards(), LaidCard(Reading.certain(card), *self.chance_place())])
                self.answer_all()

    def claimed(self):
        self.ask(Claim(self.rng.choice(self.people()), self.rng.randint(0, max(0, 13 - self.tricks_done()))))

    def misread(self):
        """The card that an android has to move reads otherwise on the table than it did in the holder."""
        turn = self.table.state.turn
        if turn is None or self.table.commander(turn) is None or turn != self.turn:
            return
        card = self.order()
        holder = next(h for h in (1, 2) if card in self.slots[h])
        other = self.any_card()
        slots = tuple(Reading.certain(one) if one and one != card else None for one in self.slots[holder])
        self.table.apply(HolderShows(holder, slots))
        for _ in range(2):
            self.look([*self.cards(), LaidCard(Reading.certain(other), *self.chance_place())])
            self.answer_all()

    def mine(self):
        """A card that lies in the wrong half is said to be the own one."""
        turn = self.table.state.turn
        if turn is None or turn not in self.people() or turn != self.turn or not self.hands[turn]:
            return
        at = self.before(next(seat for seat in self.people() if seat != turn))
        for _ in range(2):
            self.look([*self.cards(), LaidCard(Reading.certain(self.rng.choice(self.hands[turn])), *at)])
        self.ask(LaidBy(self.rng.choice(list(self.people())), turn))

    def commanded(self):
        if self.table.state.turn is not None:
            self.ask(Command(self.table.state.turn, self.rng.choice(("duck", "beat", "high", "spades", "lowest"))))

    ERRORS = [
        *Erring.ERRORS,
        *"bad_holder bad_holder bad_holder rearranged wrong_move wrong_move misread misread mine mine".split(),
        "commanded",
    ]

    def evening(self, hands):
        for _ in range(hands):
            if self.rng.random() < 0.5:
                self.slots = {1: [*PACK[:13]], 2: [*PACK[13:26]]}
                self.table.apply(
                    HolderShows(1, tuple(Reading.certain(c) for c in PACK[: self.rng.randint(1, 12)]) + (None,))
                )
            self.deal()
            while any(self.hands) and len(self.table.events) < LONGEST:
                if self.rng.random() < self.erring:
                    self.err()
                before = len(self.table.events)
                if self.tricks_done() > 7 and self.rng.random() < 0.05 * (self.erring > 0):
                    self.claimed()
                    for seat in self.people():
                        self.ask(Agree(seat, True))
                    if self.table.state.phase in ("scored", "over"):
                        break
                self.tried_step()
                if len(self.table.events) == before:
                    self.show_all()
                    self.answer_all()
            self.look(())
            if self.table.state.phase == "over":
                return


class ErringFamily(Erring, FamilyWorld):
    def people(self):
        return range(self.rules.players)

    def person(self, seat):
        return self.table.persons[seat]

    def chance_place(self):
        return self.rng.uniform(-90, 90), self.rng.uniform(-90, 90)

    def before(self, seat):
        import math

        angle = direction(seat, self.rules.players)
        return 90 * math.cos(angle), 90 * math.sin(angle)

    def hands_now(self):
        return self.hand.hands or [[] for _ in self.people()]

    def tricks_played(self):
        return self.table.state.hand.played() if self.table.state.hand else ()

    def tricks_done(self):
        return len(self.table.state.hand.tricks) if self.table.state.hand else 0

    def show_all(self):
        self.show()

    def any_card(self):
        return self.rng.choice(self.rules.pack()) if self.rng.random() < 0.95 else Card.parse("JR")

    def by_law(self):
        seat = self.rng.choice(self.people())
        offered = [a for a in self.table.view(seat)["actions"] if not {"bid", "choose", "hcp"} & set(a)]
        offered = [a for a in offered if "redeal" not in a or self.rng.random() < 0.1]
        offered += [{"expose": str(self.rng.choice(own))} for own in [self.hands_now()[seat]] if own]
        if offered:
            with suppress(Refused):
                self.table.apply(request_from_json(seat, self.rng.choice(offered), self.rules.players))

    def undone(self):
        before = self.table.state.hand.actions[-1:] if self.table.state.hand else []
        if before and hasattr(before[0], "to_json") and self.ask(Undo(before[0].seat)):
            self.ask(before[0])

    def evening(self, hands):
        for _ in range(hands):
            self.deal()
            while not self.hand.over and len(self.table.events) < LONGEST:
                if self.rng.random() < self.erring:
                    self.err()
                before = len(self.table.events)
                self.tried_step()
                if len(self.table.events) == before:
                    self.show_all()
                    self.answer_all()
            self.finish()
            if self.match.standing.over:
                return
