"""Which messages of linked tables count: each once, in order, and none that was said before this table began."""

import random

import pytest

from device.link.talk import BEAT_S, SILENT_S, LinkTalk
from device.link.words import Message, NotTaken, Secret, signed
from whist.messages.observations import HouseholdTells
from whist.rules.actions import Bid

SECRET = Secret("ABCDEFGHJKMNPQRST")


def told(bid=None, household=1):
    return HouseholdTells(household, 1, False, (), ((household, () if bid is None else (Bid(household, bid),)),))


class Two:
    """Two tables, and all that they have said."""

    def __init__(self):
        self.host, self.guest = LinkTalk(SECRET, 0, 2, 1), LinkTalk(SECRET, 1, 2, 1)
        self.now = 0.0
        self.kept = []

    def say(self, one, words=None):
        """What a table says now, which everybody on the broker may keep."""
        self.now += BEAT_S
        payload = one.say(words, None, self.now)
        self.kept.append((SECRET.topic_of(one.household), payload))
        return self.kept[-1]

    def met(self):
        """Both have heard of each other."""
        for _ in range(2):
            self.host.take(*self.say(self.guest), self.now)
            self.guest.take(*self.say(self.host), self.now)
        return self

    def guest_begins_anew(self):
        self.guest = LinkTalk(SECRET, 1, 2, self.guest.start + 1)

    def host_begins_anew(self):
        self.host = LinkTalk(SECRET, 0, 2, self.host.start + 1)


def test_two_tables_hear_each_other_within_two_messages_u22c():
    two = Two()
    assert two.guest.silent(0.0) == [0]
    assert two.host.take(*two.say(two.guest), two.now) is None, "it does not know this table yet"
    heard = two.guest.take(*two.say(two.host), two.now)
    assert heard is not None
    assert heard.by == 0
    assert two.host.take(*two.say(two.guest, told(2)), two.now).told == told(2)
    assert two.host.silent(two.now) == two.guest.silent(two.now) == []
    assert two.host.silent(two.now + SILENT_S + 0.1) == [1]


def test_a_message_counts_once_and_in_order():
    two = Two().met()
    first, second = two.say(two.guest, told(1)), two.say(two.guest, told(2))
    assert two.host.take(*second, two.now).told == told(2)
    for again in (second, first):
        with pytest.raises(NotTaken, match="come before"):
            two.host.take(*again, two.now)


def test_what_is_lost_is_said_again_and_nothing_else_is_said_without_need():
    two = Two().met()
    two.say(two.guest, told(1))
    now = two.now
    assert two.guest.say(told(1), None, now + BEAT_S / 2) is None
    again = two.guest.say(told(1), None, now + BEAT_S)
    assert two.host.take(SECRET.topic_of(1), again, now).told == told(1)
    assert two.guest.say(told(3), None, now + BEAT_S) is not None, "something new is said at once"
    two.guest.say_again()
    assert two.guest.say(told(3), None, now + BEAT_S) is not None


def test_a_table_that_begins_anew_is_heard_and_what_it_said_before_counts_no_more():
    two = Two().met()
    old = two.say(two.guest, told(1))
    withheld = two.say(two.guest, told(0))
    two.host.take(*old, two.now)
    two.guest_begins_anew()
    two.met()
    assert two.host.take(*two.say(two.guest, told(2)), two.now).told == told(2)
    with pytest.raises(NotTaken, match="begun anew"):
        two.host.take(*withheld, two.now)
    two.host_begins_anew()
    for kept in two.kept[:-1]:
        if kept[0] == SECRET.topic_of(1):
            assert two.host.take(*kept, two.now) is None, "nothing said before this table began counts"
    two.met()
    assert two.host.take(*two.say(two.guest, told(3)), two.now).told == told(3)


@pytest.mark.parametrize(
    ("by", "why"), [(0, "another table speaks"), (2, "no such household")], ids=["for this household", "for a third"]
)
def test_nobody_speaks_for_another_household(by, why):
    two = Two().met()
    forged = signed(Message(by, 5, "ee", 99, {0: (two.host.nonce,)}, told(1, by)), SECRET)
    with pytest.raises(NotTaken, match=why):
        two.host.take(SECRET.topic_of(by), forged, two.now)
    assert two.host.take(*two.say(two.host), two.now) is None, "it hears itself"


def test_any_disorder_of_a_broker_ends_with_what_was_said_last():
    """Lost, doubled, late and repeated: the bid that counts only ever goes on, and the last one arrives."""
    for seed in range(200):
        rng, two = random.Random(seed), Two().met()
        heard = [-1]
        for bid in range(12):
            if rng.random() < 0.1:
                two.guest_begins_anew()
            if rng.random() < 0.1:
                two.host_begins_anew()
            two.say(two.guest, told(bid))
            two.say(two.host)
            for topic, payload in rng.choices(two.kept, k=rng.randrange(8)):
                talk = two.host if topic == SECRET.topic_of(1) else two.guest
                try:
                    message = talk.take(topic, payload, two.now)
                except NotTaken:
                    continue
                if message is not None and message.told is not None:
                    heard.append(message.told.did[0][1][0].call)
        for _ in range(3):
            two.guest.take(*two.say(two.host), two.now)
            last = two.host.take(*two.say(two.guest, told(12)), two.now)
        assert last.told == told(12)
        assert heard == sorted(heard), "nothing older counts after something newer"
