"""Advice on the own page (RULES S5): where the house allows it, to whoever sits there, from what that person knows."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Browser

from device.company.characters import Company
from tests.browser import PATIENCE_MS
from tests.device.company.test_characters import Here
from tests.web_ui.gear import gear
from tests.web_ui.serving import serving
from tests.web_ui.stage import Stage
from tests.web_ui.test_streams import wait_until
from whist.cards import Card

GAMES = ("classic", "candid", "bid", "australian", "german", "android")


def stage_of(folder: Path, game: str, seed: int = 3) -> Stage:
    stage = Stage(folder, game, seed=seed, company=Company(Here(), "easy"))
    stage.keeper.request("south", {"house": {"suggestions": "on"}})
    return stage


def sits(stage: Stage) -> FlaskClient:
    client = stage.app.test_client()
    client.post("/seats/south", json={})
    return client


def is_asked(stage: Stage) -> bool:
    """Whether South has something to decide."""
    view = stage.keeper.private_view("south")
    says = any(key in action for action in view.get("actions", ()) for key in ("hcp", "bid", "choose"))
    return bool(says or stage.desk.playable("south") or view.get("commands"))


def until_asked(stage: Stage) -> None:
    """Play on until South has something to decide, and nothing else can happen."""
    for _ in range(400):
        version = stage.keeper.version
        if stage.desk.may_deal("south"):
            stage.desk.deal()
        marked = (stage.keeper.private_view("south").get("beside") or {}).get("to_move")
        if marked and marked not in [play["card"] for play in stage.view["trick"]]:
            with suppress(ValueError):  # it lies there already
                stage.desk.move("south", marked)
        stage.step()
        if stage.keeper.version == version and is_asked(stage):
            return
    raise AssertionError(stage.view["prompt"])


@pytest.mark.parametrize("game", GAMES)
def test_s5_what_is_advised_may_be_done_and_is_done(tmp_path: Path, game: str) -> None:
    stage = stage_of(tmp_path, game)
    client = sits(stage)
    for _ in range(6):
        until_asked(stage)
        answer = client.post("/simulation/south/advice", json={})
        assert answer.status_code == 200, answer.get_json()
        advice = answer.get_json()["advice"]
        assert advice.pop("why")[-1] == "."
        done = _do(client, advice)
        assert done.status_code == 200, (advice, done.get_json())


def _do(client: FlaskClient, advice: dict[str, Any]) -> Any:
    if "play" in advice:
        return client.post("/simulation/south/lay", json={"card": advice["play"]})
    return client.post("/requests/south", json=advice)


def test_s5_nobody_else_is_told_and_nobody_where_the_house_does_not_allow_it(tmp_path: Path) -> None:
    stage = stage_of(tmp_path, "classic")
    client, stranger = sits(stage), stage.app.test_client()
    assert client.post("/simulation/south/advice", json={}).status_code == 409, "there is nothing to decide"
    until_asked(stage)
    assert stranger.post("/simulation/south/advice", json={}).status_code == 403
    assert client.post("/simulation/north/advice", json={}).status_code == 403
    assert client.post("/simulation/nobody/advice", json={}).status_code == 404
    before = stage.keeper.public_view()
    assert client.post("/simulation/south/advice", json={}).status_code == 200
    assert stage.keeper.public_view() == before, "it is nobody's but South's"
    stage.keeper.request("south", {"house": {"suggestions": "off"}})
    answer = client.post("/simulation/south/advice", json={})
    assert (answer.status_code, answer.get_json()["error"]) == (
        409,
        "Nobody is advised at this table; the host may allow it.",
    )


def test_s5_advice_does_not_change_with_cards_that_south_does_not_see(tmp_path: Path) -> None:
    stage = stage_of(tmp_path, "classic")
    client = sits(stage)
    until_asked(stage)
    told = client.post("/simulation/south/advice", json={}).get_json()
    hands = stage.desk.desk()._hands  # type: ignore[union-attr]
    turned_up = stage.view["turned_up"]
    for one, other in ((1, 2), (2, 3), (1, 3)):  # the others have each other's cards, but for what lies open
        mine, theirs = hands.hands[one], hands.hands[other]
        for k in range(min(len(mine), len(theirs))):
            if turned_up not in (str(mine[k]), str(theirs[k])):
                mine[k], theirs[k] = theirs[k], mine[k]
        assert client.post("/simulation/south/advice", json={}).get_json() == told


@pytest.mark.parametrize("language", ["en", "it"])
def test_a_person_asks_is_told_and_is_warned_of_a_revoke(browser: Browser, tmp_path: Path, language: str) -> None:
    stage = stage_of(tmp_path, "classic")
    with serving(stage.app) as server:
        address = f"http://127.0.0.1:{server.port}"
        context = browser.new_context(viewport={"width": 360, "height": 740})
        context.add_cookies([{"name": "language", "value": language, "url": address}])
        page = context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        failed: list[str] = []
        page.on("pageerror", lambda error: failed.append(str(error)))
        page.goto(f"{address}/south")
        page.get_by_test_id("sit").click()
        page.get_by_test_id("prompt").wait_for()
        until_asked(stage)
        page.get_by_test_id("advise").click()
        page.get_by_test_id("advice").wait_for()
        assert page.locator(".held.advised").count() == 1
        assert not page.evaluate("document.documentElement.scrollHeight > innerHeight + 1")
        _revoke(stage, page)
        card = page.locator(".held.advised").get_attribute("data-card")
        page.get_by_test_id(f"hand-{card}").focus()
        page.keyboard.press("Enter")
        while not (laid := stage.desk.desk()._hands.laid_by(0)):  # type: ignore[union-attr]
            page.wait_for_timeout(20)
        assert laid == [Card.parse(card)]
        stage.step(gather=False)  # the camera sees it
        page.get_by_test_id("advice").wait_for(state="detached")
        gear(page).get_by_test_id("house").click()
        page.get_by_test_id("house-suggestions").select_option("off")
        wait_until(lambda: stage.keeper.house()["suggestions"] == "off")
        page.wait_for_function("() => !document.querySelector('[data-testid=advise]')")
        assert failed == []
        context.close()


def _revoke(stage: Stage, page: Any) -> None:
    """Tap a card that may not be played, if there is one: it stays in the hand."""
    held, legal = stage.desk.hand("south"), stage.desk.playable("south")
    wrong = next((card for card in held if card not in legal), None)
    if wrong is None:
        return
    page.get_by_test_id(f"hand-{wrong}").focus()
    page.keyboard.press("Enter")
    page.get_by_test_id("refusal").wait_for()
    assert stage.desk.desk()._hands.laid_by(0) == []  # type: ignore[union-attr]
