"""What is done at a table that is no part of the game, by what the pages of a browser offer: each leaves the cards
alone, and afterwards the same person can go on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.browser import PATIENCE_MS
from whist.games import GAMES

if TYPE_CHECKING:
    from tests.clumsy.browser import Evening


def errand(evening: Evening) -> str | None:
    """One of them, drawn at random; what broke, if anything did."""
    act = evening.rng.choice((rename, leave_and_return, hand_over, look_in, switch_game, cancel_switch))
    evening.counted[act.__name__] += 1
    before = _cards(evening)
    _waits_for(evening, "#view [data-act=leave]")
    act(evening)
    if act is not switch_game and _cards(evening) != before:
        return f"lost: {act.__name__} has changed cards or game"
    return None


def _cards(evening: Evening) -> tuple[Any, ...]:
    hands: Any = evening.stage.desk.desk()._hands
    return evening.stage.keeper.table.events, [list(own) for own in hands.hands], hands.scene.scene().laid


def _tap(evening: Evening, act: str, times: int = 1) -> None:
    """Press a button of the page, wherever it is hidden."""
    for _ in range(times):
        evening.page.evaluate("act => document.querySelector(`#view [data-act='${act}']`).click()", act)


def _waits_for(evening: Evening, what: str) -> None:
    evening.page.wait_for_selector(what, state="attached", timeout=PATIENCE_MS)


def rename(evening: Evening) -> None:
    """South says a name, or none."""
    name = evening.rng.choice(("Anna", "", "Ben"))
    evening.page.evaluate(
        """name => {
          const form = document.querySelector("form[data-form=rename]");
          form.elements.name.value = name;
          form.requestSubmit();
        }""",
        name,
    )
    evening.page.wait_for_timeout(30)


def leave_and_return(evening: Evening) -> None:
    """South leaves the place, and sits down there again."""
    _tap(evening, "leave", 2)
    evening.page.get_by_test_id("sit").click(timeout=PATIENCE_MS)
    _waits_for(evening, "#view [data-act=leave]")


def hand_over(evening: Evening) -> None:
    """The place moves to another browser; the old one must see nothing of it any more."""
    old = evening.page
    _tap(evening, "hand-over")
    code = old.get_by_test_id("join-code").get_attribute("data-code", timeout=PATIENCE_MS)
    browser = old.context.browser
    assert browser is not None
    new = browser.new_page()
    new.goto(old.url.replace("/south", "/join") + f"#south.{code}")
    new.get_by_test_id("take-south").click()
    new.wait_for_url("**/south", timeout=PATIENCE_MS)
    evening.sit_at(new)
    _waits_for(evening, "#view [data-act=leave]")
    old.reload()
    if old.locator("#view").count():
        evening.failed.append("secret: the place was handed over, and its old page shows it")
    old.close()


def look_in(evening: Evening) -> None:
    """Another browser opens South's page, which is taken, and North's."""
    browser = evening.page.context.browser
    assert browser is not None
    other = browser.new_page()
    for place in ("south", "north"):
        other.goto(evening.page.url.replace("/south", f"/{place}"))
        if other.locator("#view").count():
            evening.failed.append(f"secret: somebody who does not sit there sees {place}'s page")
    other.close()


def switch_game(evening: Evening) -> None:
    """Another game is begun, which takes two taps where the one in play would be lost."""
    game = evening.rng.choice(GAMES)
    _waits_for(evening, "[data-choose=game]")
    evening.page.select_option("[data-choose=game]", game, force=True)
    _tap(evening, "begin", 2 if _asks_once_more(evening) else 1)
    evening.page.wait_for_timeout(100)


def _asks_once_more(evening: Evening) -> bool:
    return bool(evening.page.evaluate("() => document.querySelector('#view [data-act=begin]').dataset.twice === 'yes'"))


def cancel_switch(evening: Evening) -> None:
    """One tap alone begins nothing where something would be lost."""
    _waits_for(evening, "#view [data-act=begin]")
    if not _asks_once_more(evening):
        return
    _tap(evening, "begin")
    evening.page.wait_for_timeout(30)
    evening.page.evaluate("() => document.querySelector(`#view [data-act='defaults']`).click()")
