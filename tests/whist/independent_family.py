"""The games of the family once more, written from RULES.md alone: what is legal, who wins, what it scores.

Nothing of the program is imported. Cards are codes (``HT``), actions the objects of a game record, options a plain
dictionary. ``Deal`` follows one hand action by action; ``score`` and ``after`` say what it was worth. The program is
compared with it at random (``random_matches``); whoever changes a rule must change it twice.
"""

from __future__ import annotations

from dataclasses import dataclass, field

ORDER = "23456789TJQKA"
SUITS = "CDHS"
POINTS = {"A": 4, "K": 3, "Q": 2, "J": 1}
STRAINS = ["C", "D", "H", "S", "NT"]
SUIT_WORDS = {"clubs": "C", "diamonds": "D", "hearts": "H", "spades": "S"}
SECTION_1 = {"duck", "beat", "high"}
SECTION_2 = {prefix + word for prefix in ("", "high ") for word in (*SUIT_WORDS, "shortest", "longest")}  # RULES A13
TWO = ("german", "honeymoon")
PAIRS = ("android", "classic", "italian", "candid", "bid")


@dataclass
class Before:
    """Where the match stands before a hand; ``scores`` per side."""

    number: int
    dealer: int
    scores: list[int]
    bags: list[int] = field(default_factory=lambda: [0, 0])
    games: list[int] = field(default_factory=lambda: [0, 0])


@dataclass
class Deal:
    """One hand with known cards. ``trump`` is what the deal fixed (RULES U6, I8), None where cards or players do."""

    game: str
    options: dict
    before: Before
    hands: list[list[str]]
    stock: list[str]
    trump: str | None = None

    def __post_init__(self):
        self.hands = [list(own) for own in self.hands]
        self.dealt = [list(own) for own in self.hands]
        self.stock = list(self.stock)
        self.seats = len(self.hands)
        self.leader = (self.before.dealer + 1) % self.seats  # W4, U13, G1
        self.trick: list[str] = []
        self.tricks: list[tuple[int, list[str], list[int]]] = []
        self.bids: dict[int, int] = {}
        self.hcp: dict[int, int] = {}
        self.calls: list[tuple[int, str]] = []
        self.passed: set[int] = set()
        self.bid: tuple[int, str] | None = None
        self.direction = "up"
        self.over = self.thrown_in = self.had_error = False
        self.agreeing = self.discarding = False
        self.untold: list[tuple[int, str]] = []
        self.turn = self._first_turn()
        self._turn_up()

    # -- the start -----------------------------------------------------------------------------------------------------

    def _first_turn(self):
        named = self.game in ("classic", "italian") and self.trump is None
        if named and self.options.get("trump_method", "turn_up") in ("chosen", "entered"):
            if not (self.game == "italian" and self.before.number % 5 == 0):  # I7
                return self.before.dealer
            self.trump = "NT"
        return (self.before.dealer + 1) % self.seats

    def _turn_up(self):
        if self.game == "android" or (self.game == "classic" and self.options["trump_method"] == "turn_up"):
            self.trump = self.hands[self.before.dealer][-1][0]  # W2
        elif self.game == "classic" and self.options["trump_method"] == "rotation":
            cycle = self.options["trump_cycle"].split()
            self.trump = cycle[(self.before.number - 1) % len(cycle)]  # W11
        elif self.game == "italian" and self.before.number % 5 == 0:
            assert self.trump == "NT"  # I7
        elif self.game == "australian":
            self.trump = self._trump_by_turns()
        elif self.game in TWO:
            while self.game == "honeymoon" and self.stock[0][0] == "J" and self.options["joker_turn_up"] == "redraw":
                self.stock.append(self.stock.pop(0))  # H4
            top = self.stock[0]
            self.trump = "NT" if top[0] == "J" else top[0]  # G2, H4

    def _trump_by_turns(self):
        """RULES U6–U8: the special rounds follow 1 … M−1; the second and the fourth have no trumps."""
        most = biggest(self.seats, self.options)
        without = {most + 1, most + 3}
        number = self.before.number
        if number in without:
            return "NT"
        skipped = len([n for n in without if n < number]) if self.options["trump_cycle_on_nt"] == "pause" else 0
        return "HCDS"[(number - 1 - skipped) % 4]

    @property
    def special(self):
        """``blind``, ``misere`` … of an Australian round (RULES U8)."""
        if self.game != "australian":
            return ""
        place = self.before.number - biggest(self.seats, self.options)
        return {1: "no trumps", 2: "blind", 3: "misere"}.get(place, "")

    # -- cards ---------------------------------------------------------------------------------------------------------

    def suit(self, card):
        """The suit that a card counts for (RULES B15, B16, H3)."""
        if card[0] != "J":
            return card[0]
        trumps = self.game == "bid" or self.options.get("jokers") == "top_trumps"
        return self.trump if trumps and self.trump != "NT" else "J"

    def led(self):
        """The suit to follow: of the first card that has one (RULES B20, B21); a worthless joker asks for nothing."""
        free = self.game == "bid" or self.options.get("jokers") == "worthless"
        for card in self.trick if self.game == "bid" else self.trick[:1]:
            if not (free and self.suit(card) == "J"):
                return self.suit(card)
        return None

    def height(self, card, led):
        """A number that is greater for a better card in a trick where ``led`` was led (RULES C5, B14–B16, G4, H3)."""
        if card[0] == "J":
            worthless = self.options.get("jokers") == "worthless" or (self.game == "bid" and self.trump == "NT")
            return -1 if worthless else 1000 + (card == "JR")
        rank = ORDER.index(card[1])
        if self.direction == "down" and card[1] != "A":
            rank = 11 - rank
        return rank + (500 if card[0] == self.trump else 100 if card[0] == led else 0)

    def legal_cards(self):
        """The cards that the seat whose turn it is may play."""
        own = self.hands[self.turn]
        if not self.trick:
            return self._leads(own)
        led = self.led()
        if self.game == "honeymoon" and len(self.tricks) < 14:
            return own  # H2
        if self.game == "german" and len(self.tricks) < 13 and not self.options["follow_stage1"]:
            return own  # G5
        same = [card for card in own if self.suit(card) == led]
        if same or led is None:
            return same or own  # C4, B20
        jokers = [card for card in own if card[0] == "J"]
        if self.game == "bid" and self.trump == "NT" and self.options["nt_joker_must_go"] and jokers:
            return jokers  # B19
        return own

    def _leads(self, own):
        if self.game == "australian" and self.options["trump_lead"] == "when_broken":  # U16, U17
            broken = any(card[0] == self.trump for _, cards, _ in self.tricks for card in cards)
            plain = [card for card in own if card[0] != self.trump]
            return own if broken or not plain else plain
        if self.game == "bid" and self.trump == "NT" and self.options["nt_joker_lead"] == "last_card_only":  # B22
            return [card for card in own if card[0] != "J"] or own
        return own

    # -- what is legal -------------------------------------------------------------------------------------------------

    def legal(self):
        """The legal actions of the seat whose turn it is, each as (key, value); of a discard only its number."""
        if self.over:
            return set()
        if self.game == "android" and self._android(self.turn):
            return {("command", word) for word in self._commands()}
        if self.discarding:
            return {("discard", len(self.discarding))}
        if self.agreeing:
            return {("choose", str(seat)) for seat in self.tricks[-1][2]}
        said = self._to_say()
        return said if said is not None else {("play", card) for card in self.legal_cards()}

    def _to_say(self):
        """What may be said now; None when a card is to be played."""
        if self.game in ("classic", "italian") and self.trump is None:
            return {("choose", strain) for strain in (STRAINS if self.game == "classic" else SUITS)}
        if self.game == "candid" and self.trump is None:
            return self._candid_calls()
        if self.game == "bid" and self.trump is None:
            return self._bid_calls()
        if self.game == "australian" and self.special != "misere" and len(self.bids) < self.seats:
            size = len(self.hands[0])
            barred = size - sum(self.bids.values()) if self.turn == self.before.dealer else None  # U10
            return {("bid", number) for number in range(size + 1) if number != barred}
        return None

    def _candid_calls(self):
        if len(self.hcp) < 4:
            return {("hcp", sum(POINTS.get(card[1], 0) for card in self.hands[self.turn]))}  # K2, K4
        floor = -1 if self.bid is None else candid_height(self.bid[1])
        bids = [f"{tricks}{strain}" for tricks in range(7, 14) for strain in STRAINS]
        return {("bid", "pass")} | {("bid", bid) for bid in bids if candid_height(bid) > floor}  # K6, K7

    def _bid_calls(self):
        if len(self.calls) == 4:  # B8
            return {("choose", what) for what in (("up", "down") if self.bid[1].endswith("NT") else SUITS)}
        least, down_wins = self.options["min_bid"], self.options["low_beats_high"]
        kinds = {"up": 0, "down": 1 if down_wins else 0, "NT": 2}
        may = set()
        for level in range(least, 8):
            for kind, height in kinds.items():
                last = None if self.bid is None else (int(self.bid[1][0]), kinds[self.bid[1][1:]])
                if last is None or (level, height) > last:  # B5, B6
                    may.add(("bid", f"{level}{kind}"))
        forced = len(self.calls) == 3 and self.bid is None  # B7
        return may if forced else may | {("bid", "pass")}

    # -- what happens --------------------------------------------------------------------------------------------------

    def act(self, action):
        """Let one action of a game record happen; ``AssertionError`` when it is not legal."""
        seat = action["seat"]
        key, value = next((key, value) for key, value in action.items() if key != "seat")
        if key == "play" and (seat, value) in self.untold[:1]:
            self.untold.pop(0)  # the move of an android's card
            return
        self.untold.clear()
        assert seat == self.turn, f"it is the turn of {self.turn}, not of {seat}"
        told = (key, len(value)) if key == "discard" else (key, value)
        assert told in self.legal(), f"{told} is not legal"
        getattr(self, f"_do_{key}")(seat, value)

    def _do_hcp(self, seat, value):
        self.hcp[seat] = value
        self.turn = (seat + 1) % 4
        if len(self.hcp) == 4:  # K5
            dealer = self.before.dealer
            key = {s: (self.hcp[s], self.hcp[s] + self.hcp[(s + 2) % 4], (s - dealer - 1) % 4) for s in range(4)}
            self.turn = min(range(4), key=key.__getitem__)

    def _do_bid(self, seat, value):
        if self.game == "australian":
            self.bids[seat] = value
            self.turn = (seat + 1) % self.seats
            return
        self.calls.append((seat, value))
        if value == "pass":
            self.passed.add(seat)
        else:
            self.bid = (seat, value)
        self.turn = (seat + 1) % 4
        if self.game == "candid":
            self._candid_called()
        elif len(self.calls) == 4:
            self.turn = self.bid[0]

    def _candid_called(self):
        if self.bid is None:
            if len(self.calls) == 4:  # K9
                self.over = self.thrown_in = True
            return
        while self.options["pass_is_final"] and self.turn in self.passed and self.turn != self.bid[0]:  # K10
            self.turn = (self.turn + 1) % 4
        if self.turn == self.bid[0] or self.bid[1] == "13NT":  # K8
            self.trump = self.bid[1].lstrip("0123456789")
            self.leader = self.turn = (self.bid[0] + 1) % 4  # K11, K12

    def _do_choose(self, seat, value):
        if self.agreeing:  # U27
            leader, cards, winners = self.tricks[-1]
            self.tricks[-1] = (leader, cards, [int(value), *(s for s in winners if s != int(value))])
            self.agreeing, self.leader, self.turn = False, int(value), int(value)
            return
        if self.game != "bid":
            self.trump = value
            self.turn = self.leader
            return
        kind = self.bid[1][1:]
        self.trump, self.direction = ("NT", value) if kind == "NT" else (value, kind)
        if self.options["bidder_gets_kitty"]:  # B10
            self.hands[seat] += self.stock
            self.discarding, self.stock = self.stock, []
        else:
            self._bid_leads()

    def _do_discard(self, seat, value):
        assert len(set(value)) == len(value)
        for card in value:
            self.hands[seat].remove(card)
        self.discarding = False
        self._bid_leads()

    def _bid_leads(self):
        bidder = self.options["bidder_leads"]  # B17
        self.leader = self.turn = self.bid[0] if bidder else (self.before.dealer + 1) % 4

    def _do_play(self, seat, value):
        self.hands[seat].remove(value)
        self.trick.append(value)
        self.had_error = False
        if len(self.trick) < self.seats:
            self.turn = (self.turn + 1) % self.seats
        else:
            self._complete()
        self._autoplay()

    def _complete(self):
        led = self.led()
        heights = [self.height(card, led) for card in self.trick]
        places = [place for place, height in enumerate(heights) if height == max(heights)]
        if self.game == "honeymoon" and max(heights) == -1:
            places = [0]  # G4: else the leader wins
        winners = [(self.leader + place) % self.seats for place in places]
        shared = [card for card in self.trick if card == self.trick[places[0]]]
        assert len(shared) == len(places) or self.game == "honeymoon"
        self.tricks.append((self.leader, self.trick, winners))
        self.trick, self.leader, self.turn = [], winners[0], winners[0]
        won = self.won()
        if self.game == "honeymoon" and max(won) == 14:  # H5
            self.over = True
            return
        if self.game in TWO and self.stock:  # G3, G6
            self.hands[winners[0]].append(self.stock.pop(0))
            self.hands[1 - winners[0]].append(self.stock.pop(0))
        if not any(self.hands):
            self.over = True
        elif len(winners) > 1 and self.options.get("shared_lead") == "agreed":
            self.agreeing = True

    def won(self):
        """Tricks taken by each seat, a shared one by each of its winners (RULES U26)."""
        return [sum(seat in winners for _, _, winners in self.tricks) for seat in range(self.seats)]

    # -- androids ------------------------------------------------------------------------------------------------------

    def _android(self, seat):
        return (seat - self.before.dealer) % 4 in (1, 2)  # A2

    def _commands(self):
        if not self.trick:
            return SECTION_2  # A14
        if not self.had_error:
            return SECTION_1  # A15
        return SECTION_2 if self.options["after_error"] == "section2_only" else SECTION_1 | SECTION_2  # A16

    def _do_command(self, seat, value):
        card = self._obeyed(value, self.hands[seat])
        if card is None:
            self.had_error = True
        else:
            self.untold.append((seat, card))
            self._do_play(seat, card)

    def _autoplay(self):
        """A34."""
        auto = self.game == "android" and self.options["autoplay_last"] and not self.over
        if auto and self._android(self.turn) and len(self.hands[self.turn]) == 1:
            self.untold.append((self.turn, self.hands[self.turn][0]))
            self._do_play(self.turn, self.hands[self.turn][0])

    def _obeyed(self, command, own):
        """The card that a command makes an android play, None for an Error (RULES A21–A31)."""
        if command in SECTION_1:
            return self._following(command, own)
        word, pick = command.removeprefix("high "), max if command.startswith("high ") else min
        suits = [SUIT_WORDS[word]] if word in SUIT_WORDS else self._by_length(word, own)
        cards = [card for card in own if len(suits) == 1 and card[0] == suits[0]]
        return pick(cards, key=lambda card: ORDER.index(card[1])) if cards else None

    def _by_length(self, word, own):
        number = {suit: sum(card[0] == suit for card in own) for suit in SUITS}
        if word == "shortest":
            voids = self.options["void_counts_as_shortest"]  # A28
            number = {suit: n for suit, n in number.items() if suit != self.trump and (n or voids)}
        wanted = (min if word == "shortest" else max)(number.values(), default=None)
        return [suit for suit, n in number.items() if n == wanted]

    def _following(self, command, own):
        led = self.trick[0][0]
        held = sorted((card for card in own if card[0] == led), key=lambda card: ORDER.index(card[1]))
        lowest = held[0] if held else None
        if command == "duck":
            return lowest
        best = max(self.height(card, led) for card in self.trick)
        beating = sorted((self.height(card, led), card) for card in held or own if self.height(card, led) > best)
        if not beating:
            return lowest
        return beating[0 if command == "beat" else -1][1]


# -- scores ------------------------------------------------------------------------------------------------------------


def biggest(players, options):
    """The most cards of an Australian hand, by the largest household (RULES U2, U22b, U23)."""
    first, second = options["first_household"], options["second_household"]
    others = options["households"] - (first > 0) - (second > 0)
    return min(10, 52 // max(first, second, -(-(players - first - second) // others)))


def candid_height(bid):
    """Where a bid stands among all (RULES K6)."""
    tricks = bid.rstrip("CDHSNT")
    return int(tricks) * 5 + STRAINS.index(bid[len(tricks) :])


def sides_won(deal):
    """Tricks of each side (RULES C7), with the kitty for the bidders (RULES B11)."""
    won = deal.won()
    if deal.game not in PAIRS:
        return won
    both = [won[0] + won[2], won[1] + won[3]]
    if deal.game == "bid":
        both[deal.bid[0] % 2] += 1
    return both


def score(deal):
    """The points of each side, and its bags."""
    points = [0] * (2 if deal.game in PAIRS else deal.seats)
    bags = [0, 0]
    if not deal.thrown_in:
        _SCORES[deal.game](deal, sides_won(deal), points, bags)
    return points, bags


def _odd(deal, won, points, bags):
    for side in (0, 1):
        points[side] += max(0, won[side] - 6)  # W5, I5
    if deal.game != "classic" or not deal.options["honours"] or deal.trump == "NT":
        return
    had = [sum(deal.trump + rank in deal.dealt[s] + deal.dealt[s + 2] for rank in "AKQJ") for s in (0, 1)]
    target, before = deal.options["target"], deal.before.scores
    ended = [before[side] + points[side] >= target for side in (0, 1)]  # W9
    if deal.options["honours_at_game_end"] == "counted":
        ended = [False, False]  # W9b
    for side in (0, 1):
        barred = not deal.options["honours_at_four"] and before[side] == target - 1  # W10
        if had[side] >= 3 and not ended[1 - side] and not barred:
            points[side] += {3: 2, 4: 4}[had[side]]  # W7


def _candid(deal, won, points, bags):
    seat, bid = deal.bid
    side, tricks = seat % 2, int(bid.rstrip("CDHSNT"))
    if won[side] < tricks:
        points[side] = -10 * tricks
        return
    bags[side] = won[side] - tricks
    points[side] = 10 * tricks + bags[side]  # K13
    if deal.before.bags[side] + bags[side] >= 10:
        points[side] -= 100  # K14


def _australian(deal, won, points, bags):
    for seat in range(deal.seats):
        shared = sum(len(winners) > 1 and seat in winners for _, _, winners in deal.tricks)
        if deal.special == "misere":
            points[seat] = 10 if won[seat] == 0 else -2 * won[seat]  # U20
        elif won[seat] == deal.bids[seat]:
            points[seat] = 10 + 2 * (won[seat] - shared) + shared  # U19, U25


def _bid(deal, won, points, bags):
    side, level = deal.bid[0] % 2, int(deal.bid[1][0])
    made = won[side] >= 6 + level
    times = 2 if deal.options["double_nt"] and deal.trump == "NT" else 1  # B24
    points[side] = times * (won[side] - 6 if made else -level)  # B23
    if deal.options["defensive_scoring"]:
        points[1 - side] = max(0, won[1 - side] - 6)  # B25


def _german(deal, won, points, bags):
    counted = deal.tricks[13:] if deal.options["count"] == "stage2" else deal.tricks  # G8
    first = sum(winners == [0] for _, _, winners in counted)
    ahead = first - (len(counted) - first)
    if ahead:
        points[0 if ahead > 0 else 1] = abs(ahead) if deal.options["scoring"] == "difference" else 1  # G10


def _honeymoon(deal, won, points, bags):
    points[:] = won  # H1


_SCORES = {
    "android": _odd,
    "classic": _odd,
    "italian": _odd,
    "candid": _candid,
    "australian": _australian,
    "bid": _bid,
    "german": _german,
    "honeymoon": _honeymoon,
}


def after(deal):
    """The standing after the hand: a dictionary of scores, bags, games, whether the match is over, and who has won."""
    before, (points, bags) = deal.before, score(deal)
    scores = [old + new for old, new in zip(before.scores, points, strict=True)]
    new = {"scores": scores, "games": list(before.games), "over": False, "winners": []}
    new["bags"] = [(old + more) % 10 for old, more in zip(before.bags, bags, strict=True)]
    if not deal.thrown_in:
        _judge(deal, new)
    return new


def _judge(deal, new):
    options, scores, game = deal.options, new["scores"], deal.game
    if game in ("classic", "android", "italian", "candid"):
        target = 7 if game == "italian" else options["target"]  # I6, W6, K15
        there = [side for side in (0, 1) if scores[side] >= target]
        if len(there) == 2:
            assert options["honours_at_game_end"] == "counted", "both sides are at the target (RULES W9)"
            there = [_first_by_tricks(deal, target)]
        if there and options.get("rubber"):
            _game_won(new, there[0])
        elif there:
            new["over"], new["winners"] = True, there
        return
    if _is_last(deal, scores):
        new["over"] = True
        new["winners"] = [side for side, score in enumerate(scores) if score == max(scores)]


def _first_by_tricks(deal, target):
    """The side whose odd tricks, which are scored before honours, bring it to the target (RULES W9, W9b)."""
    won = sides_won(deal)
    return next(side for side in (0, 1) if deal.before.scores[side] + max(0, won[side] - 6) >= target)


def _is_last(deal, scores):
    if deal.game == "bid":
        return any(abs(score) >= deal.options["target"] for score in scores)  # B26
    if deal.game == "australian":
        return deal.before.number >= rounds(deal.seats, deal.options)  # U21
    return deal.game == "honeymoon" or deal.before.number >= deal.options["hands"]  # H5, G10


def _game_won(new, side):
    """W12."""
    new["games"][side] += 1
    if new["games"][side] == 2:
        new["over"], new["winners"] = True, [side]
    else:
        new["scores"] = [0, 0]


def rounds(players, options):
    """Rounds of an Australian match (RULES U3, U4)."""
    most = biggest(players, options)
    return 2 * (most - 1) + 5 + options["extra_top_round"]


def dealer_after(deal):
    """Who deals next (RULES C9, K9); for androids only the side is known (RULES A8)."""
    same = deal.thrown_in and deal.options.get("passed_out") == "same_dealer"
    return deal.before.dealer if same else (deal.before.dealer + 1) % deal.seats
