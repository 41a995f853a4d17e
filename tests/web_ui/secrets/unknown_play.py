"""Random evenings at the table of ``unknown_table``: people play, err, take back, guess, cheat and ask for nonsense."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from typing import Any, Final

from device.simulated.players import Act as Wished
from tests.random_matches import draw_options
from tests.web_ui.secrets.unknown_oracle import BESIDE, BOARD, Order, obeyed
from tests.web_ui.secrets.unknown_table import ANSWER, Act, Doubt, Program, any_of
from tests.whist.family_driver import FamilyWorld
from whist.cards import FULL_PACK, PACK, Card
from whist.games import rules_class
from whist.messages.events import Event
from whist.messages.requests import NewGame
from whist.rules.commands import SECTION_1, SECTION_2
from whist.rules.refusals import Refused
from whist.table.deciding import Deciding
from whist.table.state.seats import human
from whist.tables import begin

ALONE: Final = 0.4
"""How often Android Whist is played alone against a computer player."""
STRANGE: Final = (0.03, 0.22, 0.22)
"""The share of acts that nobody would do who wants to get on with the game, of one evening and another."""
UNSURE: Final = 0.2
"""The share of looks that leave a doubt."""
GUESSES: Final = 0.5
"""How often whoever wants to know more answers a question with any card."""
ERRORS: Final = 0.35
"""How often a commander tries what the android cannot do."""
HIDDEN: Final = 0.4
"""How often they lay their own card so that it hardly shows."""
NONSENSE: Final = (
    *({}, [], 3, {"bid": None}, {"command": 7}, {"answer": "ZZ", "question": 1}, {"answer": "HT"}, {"hcp": "x"}),
    *({"play": "HT"}, {"command": "x" * 300}, {"claim": 99}, {"scores": [1]}, {"in_step": "so"}, {"treat": "Q"}),
)


def some_choice(game: str, rng: random.Random, alone: bool = False) -> NewGame:
    """House rules, number of players and first dealer of an evening, drawn at random; of Android Whist some against a
    computer player, where somebody may sit ``alone``."""
    kind = rules_class(game)
    while True:
        choice = NewGame(0, game, draw_options(game, rng))
        if alone and game == "android" and rng.random() < ALONE:
            choice = replace(choice, holders=(rng.randrange(2),))
        if game != "android":
            players = rng.randint(kind.fewest, min(kind.most, 7))
            choice = replace(choice, players=players, dealer=rng.randrange(players), seed=rng.randrange(10**6))
        with contextlib.suppress(Refused):  # two households sit at two tables
            begin(choice)
            return choice


@cache
def hands_before(game: str, players: int, hands: int) -> tuple[Event, ...]:
    """The events of a match of so many hands, as nobody errs: later ones of Australian Whist are others (RULES U8)."""
    world = FamilyWorld(random.Random(hands), game, {}, players)
    world.play_match(hands)
    return world.table.events


class People:
    """Who play at ``program``, and ``viewer`` among them, who wants to know more than they may."""

    def __init__(self, program: Program, rng: random.Random, viewer: str, known: Callable[[], set[Card]]) -> None:
        self.program, self.rng, self.viewer, self._known = program, rng, viewer, known
        self._strange_share = rng.choice(STRANGE)
        self._look_next = False
        self._half_hidden: Card | None = None
        self._stuck = 0

    def next(self) -> Act:
        """The next thing that happens."""
        if self._look_next and self.rng.random() < 0.97:
            self._look_next = False
            return self._look()
        if self.viewer != BOARD and self.rng.random() < GUESSES and (act := self._guess_at_question()) is not None:
            return act
        if self._strange_now() and (act := self._strange()) is not None:
            return self._moving(act)
        act = self._player()
        self._stuck = 0 if act is not None else self._stuck + 1
        return self._moving(act or self._untangled())

    def _moving(self, act: Act) -> Act:
        self._look_next = act.kind in ("hands", "stand_up") or act.path.startswith("/simulation")
        laid = act.path == f"/simulation/{self.viewer}/lay"
        self._half_hidden = Card.parse(act.what["card"]) if laid and self.rng.random() < HIDDEN else None
        return act

    def _strange_now(self) -> bool:
        return self.rng.random() < self._strange_share

    @property
    def _view(self) -> dict[str, Any]:
        return self.program.keeper.public_view()

    # -- what gets the game on -----------------------------------------------------------------------------------------

    def _player(self) -> Act | None:
        desk, view = self.program.desk.desk(), self._view
        if (asked := self.program.keeper.table.deciding) is not None:
            return self._computer(asked)
        players = {player.person: player for player in desk._players}
        for person in self._likely(view, list(players)):
            private = self.program.keeper.private_view(person)
            act = players[person].act(private, desk._hands)
            if act is not None:
                found = self._wished(act, person, view)
                if found is not None:
                    return found
        return None

    def _computer(self, asked: Deciding) -> Act | None:
        """Whatever a computer player may do."""
        legal = asked.rules.legal(asked.own_hand if asked.hand.phase == "play" else asked.hand)
        action = any_of(self.rng, [one for one in legal if asked.grants(one)])  # type: ignore[arg-type]
        return action and Act("computer", what=action)

    def _likely(self, view: Mapping[str, Any], persons: list[str]) -> list[str]:
        """The persons, those first who may have to do something."""
        seats = [view["turn"], view["dealer"], (view["last_trick"] or {}).get("winner"), view.get("declarer")]
        first = [persons[seat] for seat in seats if seat is not None and seat < len(persons)]
        return list(dict.fromkeys([*first, *persons]))

    def _wished(self, act: Wished, person: str, view: Mapping[str, Any]) -> Act | None:
        hands, seat = self.program.hands, self.program.keeper.table.seat_of(person)
        if act.kind == "command":
            return self._ask(person, {"command": self._error() or act.body["command"]})
        if act.kind == "answer":
            return self._answer(person, act.body["question"], act.body["answer"])
        if act.body:
            return self._ask(person, dict(act.body))
        if act.kind == "deal":
            return Act("ask", person, {}, f"/simulation/{person}/deal")
        if act.kind == "open":
            return Act("hands", what=("open",))
        if act.kind == "kitty":
            gets = hands.rules.options.bidder_gets_kitty
            held = [*hands.hands[seat], *hands.stock] if gets else []
            return Act("hands", what=("kitty", seat, tuple(self.rng.sample(held, len(hands.stock) if gets else 0))))
        if act.kind == "gather":
            return Act("hands", what=("gather", (view["last_trick"] or {}).get("winner")))
        if act.kind == "nudge":
            return Act("hands", what=("nudge", act.card))
        if act.kind == "move":
            return Act("ask", person, {"card": str(act.card)}, f"/simulation/{person}/move")
        return self._lay(person, act.card) if act.card is not None else None

    def _error(self) -> str | None:
        """Now and then a command that meets an Error, if one does: of those a commander tries to learn from."""
        view = self._view
        if self.rng.random() > ERRORS or human(view["turn"], view["dealer"]):
            return None
        allowed = None
        for person in self.program.persons:
            allowed = allowed or self.program.keeper.private_view(person)["commands"]
        held = [card for card in self.program.slots(view["seats"][view["turn"]]["holder"]) if card]
        trick = tuple(Card.parse(play["card"]) for play in view["trick"])
        known = Order(0, 0, "", (), trick, view["trump"], False, None)
        errors = [
            told for told in (allowed or {"allowed": []})["allowed"] if not obeyed(replace(known, command=told), held)
        ]
        return any_of(self.rng, errors)

    def _answer(self, person: str, number: int, card: str) -> Act:
        """The true answer; of a slot, whatever stands there."""
        asked = next(one for one in self.program.keeper.private_view(person)["questions"] if one["id"] == number)
        if asked.get("slot") is None or asked.get("x") is not None:
            return self._ask(person, {"answer": card, "question": number})
        return self._ask(person, {"answer": ANSWER, "question": number, "slot": (asked["holder"], asked["slot"])})

    def _lay(self, person: str, card: Card) -> Act:
        return Act("ask", person, {"card": str(card)}, f"/simulation/{person}/lay")

    def _ask(self, person: str, body: Any) -> Act:
        return Act("ask", person, body, f"/requests/{person}")

    def _untangled(self) -> Act:
        """What may help when nobody can go on."""
        view, rng = self._view, self.rng
        if self._stuck > 6:
            self._stuck = 0
            return self._ask(self._somebody(), {"new_game": True} if view["phase"] == "over" else {"redeal": True})
        if self._left_over():
            return Act("hands", what=("throw_in",))
        ways: list[Act] = [self._look()]
        if view["proposal"] is not None:
            ways += 3 * [self._ask(self._somebody(), {"agree": rng.random() < 0.5})]
        if view["wrong_card"]:
            ways += 3 * [Act("ask", person := self._somebody(), {}, f"/simulation/{person}/take-back")]
        if view["out_of_step"] is not None:
            ways += 2 * [self._ask(self._somebody(), {"in_step": rng.choice(("believed", "seen"))})]
        extra = [card for card in self._trick_lying() if str(card) not in {play["card"] for play in view["trick"]}]
        if extra:
            ways += 2 * [Act("hands", what=("take_back", rng.choice(extra)))]
        return rng.choice(ways)

    def _left_over(self) -> bool:
        """Whether the cards of a misdeal lie there still."""
        return self.program.desk.desk().left_over()

    # -- what does not -------------------------------------------------------------------------------------------------

    def _somebody(self) -> str:
        if self.viewer != BOARD and self.rng.random() < 0.5:
            return self.viewer
        return self.rng.choice(self.program.persons)

    def _strange(self) -> Act | None:
        android = self.program.keeper.table.androids
        ways: list[Callable[[], Act | None]] = [self._say_anything] * 5 + [self._lay_anything] * 3
        ways += [self._lift, self._peep, self._guess_a_card, self._stand_up, self._nothing_seen, self._look]
        ways += [self._nudge] if not android else [self._move_anything, self._change_slots, self._command_anything]
        return self.rng.choice(ways)()

    def _say_anything(self) -> Act:
        rng, person, view = self.rng, self._somebody(), self._view
        card = str(rng.choice(FULL_PACK))
        seats, tricks = len(view["seats"]), view["tricks_done"] + 1
        bodies: list[Any] = [
            *({"undo": True}, {"undo": True}, {"agree": rng.random() < 0.6}, {"claim": rng.randrange(4)}),
            *({"correct": card, "trick": rng.randint(1, tricks), "of": rng.randrange(seats)}, {"expose": card}),
            {"scores": [rng.randrange(5) for _ in range(seats if view["game"] in TWO_EACH else 2)]},
            *({"demand": card}, {"treat": rng.choice(("exposed", *"CDHS"))}, {"laid_by": rng.randrange(seats)}),
            *(
                {"in_step": rng.choice(("seen", "believed"))},
                {"hcp": rng.randrange(20)},
                {"choose": rng.choice("CDHS")},
            ),
            *(
                {"bid": rng.randrange(9)},
                {"bid": rng.choice(("pass", "7NT", "4up", "8H"))},
                {"time_limits": {"bid": 7}},
            ),
            rng.choice(NONSENSE),
        ]
        bodies += [{"redeal": True}] if rng.random() < 0.15 else []
        again = {"game": view["game"], "seed": rng.randrange(10**6)}  # else trumps are drawn otherwise each time
        bodies += [again] if rng.random() < 0.02 else []
        offered = self.program.keeper.private_view(person).get("actions") or []
        return self._ask(person, rng.choice([*bodies, *rng.sample(offered, min(3, len(offered)))]))

    def _guess_at_question(self) -> Act | None:
        asked = [one["id"] for one in self.program.keeper.private_view(self.viewer)["questions"]]
        return self._guess(self.rng.choice(asked)) if asked else None

    def _guess_a_card(self) -> Act | None:
        """A question is answered that is not asked, or another person."""
        asked = [one["id"] for one in self._view["questions"]]
        return None if self.viewer == BOARD else self._guess(self.rng.choice([*asked, self.rng.randrange(9)]))

    def _guess(self, number: int) -> Act:
        """Whoever wants to know more says that it is any card, best one that they have not seen."""
        cards = [card for card in PACK if card not in self._known() or self.rng.random() < 0.2]
        return self._ask(self.viewer, {"answer": str(self.rng.choice(cards or PACK)), "question": number})

    def _lay_anything(self) -> Act | None:
        """Any card of the own hand: a revoke, or out of turn. A cheat names cards that they do not hold."""
        person = self._somebody()
        cheats = person == self.viewer and self.rng.random() < 0.6
        hands = self.program.lying().hands
        own, others = list(hands[person]), [card for who in hands if who != person for card in hands[who]]
        card = any_of(self.rng, (own, others, FULL_PACK)[self.rng.randrange(1, 3) if cheats else 0])
        return None if card is None else self._lay(person, card)

    def _move_anything(self) -> Act | None:
        person = self._somebody()
        card = any_of(self.rng, [card for card in self.program.slots(BESIDE[person]) if card])
        if person == self.viewer and self.rng.random() < 0.3:
            card = self.rng.choice(PACK)
        return card and Act("ask", person, {"card": str(card)}, f"/simulation/{person}/move")

    def _command_anything(self) -> Act:
        return self._ask(self._somebody(), {"command": self.rng.choice((*SECTION_1, *SECTION_2, "high duck"))})

    def _trick_lying(self) -> list[Card]:
        return self.program.hands.trick()

    def _lift(self) -> Act | None:
        laid = self._trick_lying()
        return Act("hands", what=("take_back", laid[-1])) if laid else None

    def _nudge(self) -> Act | None:
        card = any_of(self.rng, self._trick_lying())
        return card and Act("hands", what=("nudge", card))

    def _change_slots(self) -> Act | None:
        slots = self.program.slots(holder := self.rng.choice(self.program.keeper.table.holders))
        full = [slot for slot, card in enumerate(slots) if card]
        return Act("hands", what=("change_slots", holder, *self.rng.sample(full, 2))) if len(full) > 1 else None

    def _stand_up(self) -> Act | None:
        return Act("stand_up", self._somebody(), self.rng.choice(("", "Ann", "Bob")))

    def _nothing_seen(self) -> Act:
        parts = ["play area"]
        if self.program.keeper.table.androids:
            parts = self.rng.sample(["play area", "holder 1", "holder 2"], self.rng.randint(1, 3))
        return Act("blind", what=tuple(parts))

    def _peep(self) -> Act | None:
        """Another person's pages are asked for, and acts of other hands."""
        if self.viewer == BOARD:
            return None
        other = self.rng.choice(self.program.persons)
        act = self.rng.choice(("lay", "move", "take-back", "deal", "plays-itself", "fault"))
        card = str(self.rng.choice(FULL_PACK))
        body = {"card": card, "person": other, "on": False, "fault": "dim"}
        return Act("ask", self.viewer, body, f"/simulation/{other if act != 'deal' else self.viewer}/{act}")

    # -- eyes ----------------------------------------------------------------------------------------------------------

    def _look(self) -> Act:
        unsure = self._half_hidden is not None or self.rng.random() < UNSURE
        return Act("look", what=(self._doubt(),) if unsure else ())

    def _doubt(self) -> Doubt:
        """A doubt between what is there and a card that whoever wants to know more has seen."""
        rng, program = self.rng, self.program
        places: list[Any] = [card for card in program.lying().face_up]
        for holder in program.keeper.table.holders:
            places += [(holder, slot) for slot, card in enumerate(program.slots(holder)) if card]
        if not places:
            return Doubt(PACK[0], (0.5, 0.4), PACK[1])
        place = self._half_hidden if self._half_hidden in places else rng.choice(places)
        other = any_of(rng, sorted(self._known(), key=str)) or PACK[0]
        return Doubt(place, rng.choice(((0.5, 0.4), (0.4, 0.5), (0.1, 0.05), (0.0, 0.95), (0.0, 0.5))), other)


TWO_EACH: Final = ("australian", "german", "honeymoon")
"""Games in which everybody plays alone."""
