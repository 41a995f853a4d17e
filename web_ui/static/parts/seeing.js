// What the camera sees on the play area, with what was read drawn in: beside the board, and in a dialog on a seat's page.

import { draw, h } from "../lib/dom.js";
import { ask, close, dialog } from "../lib/doors.js";
import { counted, list, t } from "../lib/words.js";
import { title, theCard } from "./cards.js";
import { cardsLeft } from "./table.js";

const EVERY = 1000; // milliseconds between two questions; the table draws once a second at most
const SIZE = [960, 846];

/** "always" on the simulated table, "rule" for whoever may look by the house rule, else "". */
export const offered = document.body.dataset.seeing ?? "";

let newest = {};
let timer = 0;
let shown = () => {};

/** Ask what is seen, again and again, and call `show` when that has changed; or (null) no more. */
export function watch(show) {
  clearInterval(timer);
  shown = show ?? (() => {});
  if (!show) {
    newest = {}; // by then its picture is gone
    return;
  }
  look();
  timer = setInterval(() => document.hidden || look(), EVERY);
}

async function look() {
  const found = await ask("/api/seen", null, "GET");
  if (JSON.stringify(found) === JSON.stringify(newest)) return;
  newest = found;
  shown();
}

/** What was read, in words. */
function read({ number, cards = [], moves }) {
  if (number === null || number === undefined) return "";
  if (moves) return t("Something moves over the table.");
  const sure = cards.filter((one) => one.length === 1).map(([code]) => theCard(code));
  const unclear = cards.filter((one) => one.length === 2).map(([one, other]) => t("{card} or {other}", { card: theCard(one), other: theCard(other) }));
  const none = cards.filter((one) => !one.length).length;
  return [
    sure.length ? t("On the table: {cards}.", { cards: list(sure) }) : !cards.length && t("No card lies on the table."),
    unclear.length && t("Unclear: {cards}.", { cards: list(unclear) }),
    none && counted("One card cannot be read.", "{count} cards cannot be read.", none),
  ].filter(Boolean).join(" ");
}

// A holder is a blank shape: on it stands what everybody knows of it.
function holder(view, { holder: number, at: [x, y] }) {
  const seat = view?.seats.find((one) => one.holder === number);
  const left = seat ? cardsLeft(view, seat) : 0;
  return h("text", { x, y }, left ? counted("{count} card", "{count} cards", left) : t("Holder {number}", { number }));
}

/** What was read of one card: "The 10 of hearts". */
const named = (cards) => cards.length ? title(cards.map(theCard).join(" / ")) : t("This card cannot be read.");

// A place to tap.
const spot = ([x, y], at, cards, chosen) => h("g", { class: at === chosen ? "spot chosen" : "spot", role: "button", tabindex: "0", "data-spot": at, "data-key": `spot-${at}`, "data-testid": `spot-${cards.join("-") || at}`, "aria-label": named(cards), "aria-pressed": at === chosen ? "true" : "false" },
  h("rect", { x: x - 75, y: y - 75, width: 150, height: 150, rx: 18 }));

/** The picture and what was read, as nodes; `view` is the table as this page knows it. It may be `put` away, or its cards tapped, of
 * which the `chosen` one is marked. */
export function picture(view, put = false, chosen = undefined) {
  const { number = null, size = SIZE, holders = [], places = [], cards = [], note, error } = newest;
  const words = read(newest);
  return h("figure.seeing", { "data-key": "seeing", "data-testid": "seeing" },
    h("div.frame", { class: note || error ? "old" : "" },
      number === null ? h("p", { "data-key": "none" }, error ? "" : t("Looking for the table…"))
        : [h("img", { src: `/api/seen/${number}.jpg`, width: size[0], height: size[1], alt: words, "data-key": "img", "data-testid": "seen", "data-number": number }),
          h("svg", { viewBox: `0 0 ${size[0]} ${size[1]}`, "aria-hidden": "true", "data-key": "labels" }, holders.map((one) => holder(view, one))),
          chosen !== undefined && h("svg.spots", { viewBox: `0 0 ${size[0]} ${size[1]}`, "data-key": "spots" }, places.map((place, at) => spot(place, at, cards[at], chosen)))]),
    h("figcaption", {}, h("span.title", {}, t("What I see"), put && h("button.quiet", { type: "button", "data-act": "put-away", "data-testid": "close-seeing" }, t("Put away"))), h("span", { "data-testid": "seen-words", "aria-hidden": number === null ? null : "true" }, words),
      (note || error) && h("em", { "data-testid": "seen-note" }, note || error)));
}

/** Open the picture in a dialog; `now` gives the view. Whoever sits there taps a card in it, then what it is. */
export async function open(now) {
  const own = h("div.seen-here", {});
  const { onTap, sayings } = now().me ? await import("./tapping.js") : {};
  let chosen = null; // what the card that was tapped may be
  const at = () => chosen === null ? null : (newest.cards ?? []).findIndex((cards) => cards.join() === chosen.join());
  const show = () => draw(own, picture(now(), false, sayings ? at() : undefined), sayings?.(now(), chosen));
  show();
  watch(show);
  const { closed } = dialog(t("What I see"), own, close(t("Back to the table")));
  onTap?.(own, now, (spot) => {
    if (spot !== undefined) chosen = spot === null ? null : newest.cards[spot];
    show();
  });
  await closed;
  watch(null);
}
