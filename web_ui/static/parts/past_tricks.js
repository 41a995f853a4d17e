// Looking at tricks again: those of the last hand, by option those of the hand in play, one at a time.

import { h } from "../lib/dom.js";
import { list, t } from "../lib/words.js";
import { call, card, number, seatName, shortName, sideName, strainInside } from "./cards.js";

let hand = null; // the hand that is looked at
let at = 0;      // the trick that is shown, from 0

/** The tricks that may be looked at, with keys to leaf through; null when there are none. */
export function lookBack(view) {
  const { played } = view;
  if (!played?.tricks.length) return null;
  if (hand !== played.number || at >= played.tricks.length) {
    hand = played.number;
    at = 0;
  }
  const trick = played.tricks[at];
  const many = played.seats.length > 4;
  const name = (seat) => (many ? shortName : seatName)(played.seats[seat]);
  const leaf = (to, label, id) => h("button.quiet", { type: "button", "data-act": "leaf", "data-to": to, "data-testid": id, disabled: !played.tricks[to] }, label);
  return h("section.look-back", { "data-key": "look-back", "aria-label": t("Tricks of hand {number}", { number: played.number }) },
    h("h2", {}, t("Hand {number}, trick by trick", { number: played.number }), played.contract ? h("small.call", {}, call(played.contract)) : played.trump && h("small", {}, t("trumps: {suit}", { suit: strainInside(played.trump) }))),
    points(played),
    h("div.leaves", { "data-key": "leaves" }, leaf(at - 1, t("‹ Previous"), "leaf-back"),
      h("p", { "data-testid": "leaf", "aria-live": "polite" }, t("Trick {trick} of {tricks}, won by {names}", { trick: at + 1, tricks: played.tricks.length, names: list(trick.winners.map(name)) })),
      leaf(at + 1, t("Next ›"), "leaf-on")),
    trick.cards.length > 0
      ? h("div.cards.trick-again", { "data-key": "again", class: many ? "crowd" : "" }, trick.cards.map(({ seat, card: code }) => h("figure", { "data-key": `again-${seat}-${code}`, class: trick.winners.includes(seat) ? "winner" : "" },
        card(code), h("figcaption", {}, name(seat)))))
      : h("p.banner.note", { "data-key": "unplayed" }, t("Not played: all agreed who took it.")));
}

/** Show another trick. */
export function leafTo(to) {
  at = Number(to);
}

function points({ entries, seats }) {
  return entries?.length > 0 && h("ul.entries", { "data-key": "entries", "data-testid": "entries" }, entries.map(({ side, points: gained, how }) =>
    h("li", {}, `${sideName({ seats }, side)}: `, h("b", {}, signed(gained)), `, ${plain(how, seats)}`)));
}

/** "+3", "−2", "0" */
export const signed = (gained) => `${gained > 0 ? "+" : ""}${number(gained)}`;

/** How points came about, with people for seats. */
export const plain = (how, seats) => how.replace(SEAT, (_, seat) => seatName(seats[seat]));
const SEAT = new RegExp(`\\b${t("seat {seat}", { seat: "(\\d)" })}\\b`, "g");
