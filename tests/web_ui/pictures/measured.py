"""What is measured of a page as it stands: whether it scrolls, whether anything is cut, covered or out of reach."""

from __future__ import annotations

from typing import Final

from playwright.sync_api import Page

LEAST: Final = 24
"""Pixels of each control that a thumb finds."""

SEAT: Final = """least => {
  const found = [];
  const page = document.documentElement, play = document.getElementById("play");
  if (page.scrollHeight > innerHeight) found.push(`the page is ${page.scrollHeight} high`);
  if (page.scrollWidth > innerWidth) found.push(`the page is ${page.scrollWidth} wide`);
  for (const part of [play, document.getElementById("says"), ...document.querySelectorAll(".ask")])
    if (part.scrollHeight > part.clientHeight + 1) found.push(`${part.id || part.className} scrolls`);
  const at = (x, y) => document.elementFromPoint(x, y)?.closest(".held, .card");
  const hand = [...document.querySelectorAll(".fan > .held")];
  for (const card of hand) {
    const name = card.dataset.card, index = card.querySelector(".corner b").getBoundingClientRect();
    const y = (index.top + index.bottom) / 2, middle = (index.left + index.right) / 2, half = index.width * .4;
    if (index.bottom > innerHeight || index.left < 0 || index.right > innerWidth) found.push(`${name} leaves the page`);
    if ([middle - half, middle, middle + half].some((x) => at(x, y) !== card)) found.push(`${name} is covered`);
    const box = card.getBoundingClientRect(), end = Math.min(innerWidth, box.right);
    let wide = 0;
    for (let x = Math.max(0, Math.floor(box.left)); x < end; x += .5) wide += at(x, y) === card ? .5 : 0;
    if (wide + .5 < least) found.push(`only ${wide} px of ${name}`);
  }
  const tops = hand.map((card) => card.getBoundingClientRect().top);
  const one = hand[0]?.getBoundingClientRect().height ?? 0;
  if (Math.max(...tops) - Math.min(...tops) > one / 2) found.push("the hand has more than one row");
  for (const card of document.querySelectorAll(".laid .card")) {
    const { left, top, width, height } = card.getBoundingClientRect();
    for (const x of [.08, .5, .92]) for (const y of [.06, .5, .94])
      if (at(left + x * width, top + y * height) !== card) found.push(`something lies over ${card.dataset.card}`);
  }
  const all = (selector) => [...document.querySelectorAll(selector)];
  for (const part of all("#play :is(.plate, .key, .big, .question, .slot, .taps button), .says > *, .icon, .side")) {
    const box = part.getBoundingClientRect();
    if (box.width && (box.left < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1 || box.top < -1))
      found.push(`${part.className} leaves the screen: ${part.textContent.slice(0, 20)}`);
  }
  const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const shown = (selector) => all(selector).filter((one) => getComputedStyle(one).visibility === "visible");
  const plates = shown(".seat .plate").map((one) => [one.textContent, one.getBoundingClientRect()]);
  for (const card of shown(".turned-up .card")) for (const [text, plate] of plates)
    if (meet(card.getBoundingClientRect(), plate)) found.push(`${card.dataset.card} lies over ${text}`);
  for (const side of all(".facts .side")) for (const icon of all(".icon"))
    if (meet(side.getBoundingClientRect(), icon.getBoundingClientRect()))
      found.push(`${side.innerText} lies under ${icon.id}`);
  for (const part of all(".past :is(figure, .leaves button)"))
    if (part.getBoundingClientRect().right > innerWidth) found.push(`${part.textContent} is cut`);
  const keys = all("#play :is(.key, .big, .taps button, .question .card)")
    .map((key) => [key.textContent, key.getBoundingClientRect()]);
  for (const [text, { width, height }] of keys)
    if (Math.min(width, height) < least) found.push(`${text} is ${width} × ${height}`);
  keys.forEach(([text, a], i) => keys.slice(i + 1).forEach(([other, b]) => {
    if (meet(a, b)) found.push(`${text} lies over ${other}`);
  }));
  return found;
}"""
"""Faults of a seat's page in play, which is one screen."""

ANY: Final = """() => {
  const found = [], page = document.documentElement;
  if (page.scrollWidth > innerWidth) found.push(`the page is ${page.scrollWidth} wide`);
  const shown = (one) => one.getClientRects().length && getComputedStyle(one).visibility === "visible"
    && !one.closest(".heard");
  const top = document.querySelector("dialog[open]:last-of-type") ?? document;
  const parts = "button, a, select, summary, input, label.field, h1, h2, h3, .banner, .plate, .chip, .fact, .title";
  for (const part of top.querySelectorAll(parts)) {
    if (!shown(part) || part.closest(".card, .held, .slot, svg")) continue;
    const style = getComputedStyle(part), named = `${part.tagName.toLowerCase()} “${part.innerText?.slice(0, 30)}”`;
    if (style.clipPath !== "none") continue; // it is read out, and not seen
    if (style.display !== "inline" && part.clientWidth && part.scrollWidth > part.clientWidth + 2)
      found.push(`${named} is cut`);
  }
  const controls = [...top.querySelectorAll("button, a, select, summary, input")]
    .filter((one) => shown(one) && !one.closest(".fan, .card, .slots, .head, details:not([open]) > :not(summary)"))
    .map((one) => [one, one.getBoundingClientRect()]);
  const meet = (a, b) => a.left < b.right - 2 && b.left < a.right - 2 && a.top < b.bottom - 2 && b.top < a.bottom - 2;
  controls.forEach(([one, a], at) => controls.slice(at + 1).forEach(([other, b]) => {
    if (meet(a, b) && !one.contains(other) && !other.contains(one))
      found.push(`“${one.innerText?.slice(0, 24)}” lies over “${other.innerText?.slice(0, 24)}”`);
  }));
  return found;
}"""
"""Faults that no page may have."""

TALLER: Final = "document.documentElement.scrollHeight > innerHeight"


def faults(page: Page, *, one_screen: bool = False) -> list[str]:
    """What is wrong with the page in its present size; a page that is ``one_screen`` may not scroll."""
    found: list[str] = page.evaluate(ANY)
    in_play = "!document.querySelector('dialog[open]') && document.body.classList.contains('playing')"
    if one_screen and page.evaluate(in_play):
        found += page.evaluate(SEAT, LEAST)
    elif one_screen and page.evaluate(TALLER):
        found.append("the page scrolls")
    return found
