"""The languages of the page: the catalogue is complete, each device has its own, and secrets stay secrets in all."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message
from flask.testing import FlaskClient

from tests.web_ui.fakes import FakeKeeper
from tests.web_ui.real import RealKeeper
from tests.web_ui.seats import MemorySeats
from tests.web_ui.secrets.test_family_secrets import everything, moments, secret_from, sit
from tests.web_ui.secrets.test_secrets import COMMANDED, play, seated
from tests.web_ui.secrets.test_secrets import everything as all_of_android
from tests.web_ui.stage import Stage
from web_ui.app import create_app
from web_ui.catalogue import ROOT, template
from web_ui.catalogue import main as catalogue
from web_ui.languages import FOLDER, Language, complete, languages, read
from whist.cards import Card
from whist.names import card_name
from whist.phrases import counted, joined, listed, phrase

CODES = sorted(file.stem for file in FOLDER.glob("*.po"))
PACKAGES = ("whist", "vision", "web_ui", "device")


# -- the catalogues ----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def wanted() -> Catalog:
    return template()


def forms(message: Message) -> list[str]:
    said = message.string
    return [said] if isinstance(said, str) else list(said)


def originals(message: Message) -> list[str]:
    return [message.id] if isinstance(message.id, str) else list(message.id)


def braces(text: str) -> set[tuple[str, str | None]]:
    """What stands in braces: names, and how their values are written."""
    return {(name, spec) for _, name, spec, _ in Formatter().parse(text) if name is not None}


def test_italian_is_there() -> None:
    assert "it" in CODES


@pytest.mark.parametrize("code", ["--help", "zz", "i"])
def test_what_is_no_language_begins_none(code: str, capsys: pytest.CaptureFixture[str]) -> None:
    before = sorted(FOLDER.iterdir())
    assert catalogue(["it", code]) == 1
    assert capsys.readouterr().err.startswith(f"{code} is no code of a language")
    assert sorted(FOLDER.iterdir()) == before


@pytest.mark.parametrize("code", CODES)
def test_every_text_is_in_the_catalogue_where_it_is_used(code: str, wanted: Catalog) -> None:
    """After a change: python -m web_ui.catalogue, and say what is new in each language."""
    kept = read(FOLDER / f"{code}.po")
    there = {message.id: {file for file, _ in message.locations} for message in kept if message.id}
    assert there == {message.id: {file for file, _ in message.locations} for message in wanted if message.id}
    assert not kept.obsolete


@pytest.mark.parametrize("code", CODES)
def test_every_text_is_translated_with_the_same_values(code: str) -> None:
    wrong = []
    for message in read(FOLDER / f"{code}.po"):
        if not message.id:
            continue
        allowed = set().union(*map(braces, originals(message)))
        same = all(braces(said) <= allowed for said in forms(message))
        if not message.pluralizable:
            same = same and all(braces(said) == allowed for said in forms(message))
        if message.fuzzy or not complete(message.string) or not same:
            wrong.append((message.id, message.string))
    assert wrong == []


@pytest.mark.parametrize("code", CODES)
def test_sentences_end_and_rules_are_cited_as_in_english(code: str) -> None:
    wrong = []
    for message in read(FOLDER / f"{code}.po"):
        for english, said in zip(originals(message), forms(message), strict=False):
            if english and (english[-1] in ".?:…") != (said[-1] in ".?:…"):
                wrong.append((english, said))
            if re.findall(r"RULES \w+", english) != re.findall(r"RULES \w+", said):
                wrong.append((english, said))
    assert wrong == []


def calls(file: Path) -> Iterator[ast.Call]:
    text = file.read_text(encoding="utf-8")
    for node in ast.walk(ast.parse(text)) if "phrase" in text else ():
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("phrase", "counted"):
            yield node


def test_the_words_of_phrases_stand_where_they_are_collected() -> None:
    made = [(file, call) for package in PACKAGES for file in ROOT.glob(f"{package}/**/*.py") for call in calls(file)]
    for file, call in made:
        count = 1 if call.func.id == "phrase" else 2  # type: ignore[attr-defined]
        if file.name != "options.py":  # option() says them
            assert all(isinstance(word, ast.Constant) for word in call.args[:count]), (file, call.lineno)
    assert len(made) > 400


def test_the_words_of_scripts_stand_where_they_are_collected() -> None:
    for file in (ROOT / "web_ui" / "static").rglob("*.js"):
        text = file.read_text(encoding="utf-8")
        if file.name != "words.js":
            assert re.findall(r"(?<![\w.])(?:t|counted)\((?!\")[^)]*", text) == [], file


# -- saying ------------------------------------------------------------------------------------------------------------

ITALIAN = languages()["it"]


@pytest.mark.parametrize(
    ("text", "italian"),
    [
        (card_name(Card.parse("H8")), "l'8 di cuori"),
        (card_name(Card.parse("SQ")), "la donna di picche"),
        (counted("{count} trick", "{count} tricks", 1), "1 presa"),
        (counted("{count} trick", "{count} tricks", 0), "0 prese"),
        (listed([phrase("South"), phrase("West"), phrase("North")]), "Sud, Ovest e Nord"),
        (joined(" ", ["7", phrase("spades")]), "7 picche"),
        (
            phrase("{name}, play the first card of the trick.", name=phrase("North")),
            "Nord, gioca la prima carta della presa.",
        ),
        ("South", "South"),
        (phrase("words that nobody has translated"), "words that nobody has translated"),
    ],
)
def test_what_is_said_in_italian(text: str, italian: str) -> None:
    assert ITALIAN.say(text) == italian
    assert Language("en").say(text) == text
    assert ITALIAN.said({"a": [text, 1, None], "b": (text,)}) == {"a": [italian, 1, None], "b": [italian]}


def test_each_language_is_called_by_its_own_name() -> None:
    assert [language.name for language in languages().values()][:2] == ["English", "Italiano"]


UNFINISHED = r"""
msgid ""
msgstr "Language: it\nPlural-Forms: nplurals=2; plural=(n != 1);\nContent-Type: text/plain; charset=utf-8\n"

#: web_ui/static/parts/table.js
msgid "Turn"
msgstr ""

#: web_ui/static/parts/table.js
msgid "Trumps"
msgstr "Atout"

#: web_ui/static/parts/table.js
msgid "{count} trick"
msgid_plural "{count} tricks"
msgstr[0] "{count} presa"
msgstr[1] ""

#: web_ui/static/parts/table.js
msgid "{count} bag"
msgid_plural "{count} bags"
msgstr[0] "{count} bag"
msgstr[1] "{count} bags"

#: web_ui/static/parts/table.js
#, fuzzy
msgid "Score"
msgstr "Forse"
"""


def test_what_an_unfinished_language_lacks_stays_english(tmp_path: Path) -> None:
    file = tmp_path / "it.po"
    file.write_text(UNFINISHED, encoding="utf-8")
    language = Language("it", read(file))
    assert language.words["texts"] == {"Trumps": "Atout", "{count} bag": ["{count} bag", "{count} bags"]}
    assert [language.say(phrase(text)) for text in ("Turn", "Trumps", "Score")] == ["Turn", "Atout", "Score"]
    assert [language.say(counted("{count} trick", "{count} tricks", n)) for n in (1, 3)] == ["1 trick", "3 tricks"]


def test_the_scripts_are_handed_what_they_use_and_no_more() -> None:
    assert ITALIAN.words["texts"]["Trumps"] == "Seme vincente"
    assert ITALIAN.words["texts"]["{count} trick"] == ["{count} presa", "{count} prese"]
    assert ITALIAN.words["plural"][:4] == "1011"
    assert "The camera is closed." not in ITALIAN.words["texts"]
    assert Language("en").words == {}


# -- each device its own -----------------------------------------------------------------------------------------------

ODD = ["", "xx", "IT", "it'", "../it", "it\x00", "en;q=1", "🂡", "a" * 5000]


def page(client: FlaskClient, **headers: str) -> str:
    answer = client.get("/", headers=headers)
    assert answer.status_code == 200
    return answer.get_data(as_text=True)


def client_of(keeper: FakeKeeper | None = None) -> FlaskClient:
    return create_app(keeper or FakeKeeper(), seats_store=MemorySeats()).test_client()


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ("it-IT,it;q=0.9,en;q=0.5", "it"),
        ("it", "it"),
        ("de, it;q=0.5", "it"),
        ("en-GB, it", "en"),
        ("de", "en"),
        ("", "en"),
        ("*", "en"),
        (";;;q=9,it;q=x", "en"),
        ("a" * 2000, "en"),
    ],
)
def test_the_browser_asks_for_a_language_until_one_is_chosen(asked: str, code: str) -> None:
    client = client_of()
    assert f'<html lang="{code}">' in page(client, **{"Accept-Language": asked})
    client.set_cookie("language", "en" if code == "it" else "it")
    assert f'<html lang="{"en" if code == "it" else "it"}">' in page(client, **{"Accept-Language": asked})


@pytest.mark.parametrize("cookie", ODD)
def test_an_unknown_language_is_harmless(cookie: str) -> None:
    assert '<html lang="en">' in page(client_of(), Cookie=f"language={cookie.encode('unicode_escape').decode()}")


def test_refusals_and_offers_are_said_in_the_language_of_who_asked() -> None:
    client = client_of()
    for code, sentence in (("en", "There is no such page at this table."), ("it", "A questo tavolo non c'è")):
        client.set_cookie("language", code)
        assert client.get("/nowhere").get_json()["error"].startswith(sentence)
        shut = client.post("/requests/south", json={"command": "duck"}).get_json()["error"]
        assert ("South's" in shut) == (code == "en")


# -- secrets in Italian ------------------------------------------------------------------------------------------------


def named_in(text: str, card: Card) -> bool:
    """Whether an Italian text names the card."""
    if card.is_joker:
        return bool(re.search(rf"\b{card}\b|jolly {'rosso' if card.rank == 'R' else 'nero'}", text))
    told = re.sub(r"^(il |la |l')", "", ITALIAN.say(card_name(card)))
    spelled = ITALIAN.words["texts"][f"{WORDS[card.rank]} of {{suit}}"].split(" ")[0]
    return bool(re.search(rf"\b({card}|{told}|{spelled} di {told.rsplit(' ', 1)[-1]})\b", text))


WORDS = {rank: rank for rank in "23456789"} | {"T": "10", "J": "jack", "Q": "queen", "K": "king", "A": "ace"}


def test_italian_names_would_be_found() -> None:
    for code, text in {"HT": "il 10 di cuori", "H8": "8 di cuori", "SQ": "la donna di picche"}.items():
        assert named_in(text, Card.parse(code))
        assert not named_in(text, Card.parse("C2"))


def spoken(text: str) -> str:
    """``text`` without the words for the scripts, which name every card there is."""
    return re.sub(r'(?s)<script id="words".*?</script>', "", text)


def italian(client: FlaskClient) -> FlaskClient:
    client.set_cookie("language", "it")
    return client


def test_a_commander_gets_no_card_of_the_commanded_android_in_italian_either() -> None:
    keeper = RealKeeper(seed=6)
    clients, stranger = seated(keeper, "south", "north")
    for client in (*clients.values(), stranger):
        italian(client)
    for _ in play(keeper, clients, tricks=2):
        for person, android in COMMANDED.items():
            text = spoken(all_of_android(clients[person]))
            assert "Sud" in text
            assert [card for card in keeper.hands[android] if named_in(text, card)] == []


@pytest.mark.parametrize("game", ["classic", "candid", "bid"])
def test_no_card_is_told_to_whom_it_is_hidden_in_italian_either(game: str, tmp_path: Path) -> None:
    stage = Stage(tmp_path, game, seed=16, humans=())
    persons = tuple(stage.keeper.persons())
    clients = {person: italian(client) for person, client in sit(stage, *persons).items()}
    for _ in moments(stage, 4):
        for seat, (person, client) in enumerate(clients.items()):
            text = spoken(everything(client, persons))
            assert [card for card in secret_from(stage, seat) if named_in(text, card)] == [], person


def test_an_italian_view_does_not_depend_on_cards_that_are_hidden(tmp_path: Path) -> None:
    pages = []
    for swapped in (False, True):
        folder = tmp_path / str(swapped)
        folder.mkdir()
        stage = Stage(folder, "classic", seed=15, humans=())
        client = italian(sit(stage, "south")["south"])
        stage.play_until(lambda view: view["tricks_done"] == 2 and len(view["trick"]) == 1)
        hands = stage.desk.desk()._hands
        if swapped:
            hands.hands[1][0], hands.hands[2][0] = hands.hands[2][0], hands.hands[1][0]
        pages.append([client.get(path).data for path in ("/api/board", "/api/south", "/", "/south")])
    assert pages[0] == pages[1]
    assert b"Whist classico" in pages[0][0]
