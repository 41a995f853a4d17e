// Cards and words: everything the pages call by name.

import { h } from "./dom.js";

const PIPS = {
  H: "M50 93C20 69 4 51 4 30 4 15 15 6 27 6c10 0 19 6 23 17C54 12 63 6 73 6c12 0 23 9 23 24 0 21-16 39-46 63z",
  D: "M50 2c10 18 22 34 36 48-14 14-26 30-36 48C40 80 28 64 14 50 28 36 40 20 50 2z",
  S: "M50 3C58 23 96 41 96 64c0 14-10 22-21 22-8 0-15-4-19-11 1 10 4 17 10 22H34c6-5 9-12 10-22-4 7-11 11-19 11C14 86 4 78 4 64 4 41 42 23 50 3z",
  J: "M20 76C14 58 8 46 10 27c12 2 21 9 27 20 2-13 6-24 13-34 7 10 11 21 13 34 6-11 15-18 27-20 2 19-4 31-10 49zM22 82h56v11H22zM10 20a7 7 0 1 1 .1 0zM50 14a6 6 0 1 1 .1 0zM90 20a7 7 0 1 1 .1 0z",
  C: "M50 4c12 0 21 9 21 20 0 7-3 13-7 17 3-2 7-3 11-3 12 0 21 9 21 21s-9 21-21 21c-9 0-16-5-19-12 0 12 3 21 10 28H34c7-7 10-16 10-28-3 7-10 12-19 12C13 80 4 71 4 59s9-21 21-21c4 0 8 1 11 3-4-4-7-10-7-17C29 13 38 4 50 4z",
};

export const SUITS = { C: "Clubs", D: "Diamonds", H: "Hearts", S: "Spades" };
const RANKS = { A: "ace", K: "king", Q: "queen", J: "jack", T: "ten", 9: "nine", 8: "eight", 7: "seven", 6: "six", 5: "five", 4: "four", 3: "three", 2: "two" };
const ORDER = "23456789TJQKABR";
const JOKERS = { JR: "red joker", JB: "black joker" };

/** "ten of hearts", "red joker" */
export const cardName = (card) => JOKERS[card] ?? `${RANKS[card[1]]} of ${SUITS[card[0]].toLowerCase()}`;
/** "Hearts", "No trumps" */
export const strainName = (strain) => strain === "NT" ? "No trumps" : SUITS[strain];
export const title = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** The sign of a suit; its colour comes from the style sheet, its shape says the same. */
export const pip = (suit, attributes = {}) =>
  h("svg.pip", { viewBox: "0 0 100 100", "aria-hidden": "true", "data-suit": suit, ...attributes }, h("path", { d: PIPS[suit] }));

/** The face of a card: rank, sign and letter of the suit in the corner that shows when cards overlap, the sign large beside it. A joker
 * has a star and a fool's cap: full for the high one, an outline for the low one. */
const face = (card) => [
  h("span.corner", { "aria-hidden": "true" }, h("b", { "data-rank": card === "JR" ? "★" : card === "JB" ? "☆" : card[1] === "T" ? "10" : card[1] }), card[0] !== "J" && pip(card[0]), card[0] !== "J" && h("i", { "data-letter": card[0] })),
  pip(card[0], { class: card === "JB" ? "large-pip hollow" : "large-pip" }),
];

/** A card that only lies there. */
export const card = (code, attributes = {}) =>
  h("span.card", { role: "img", "aria-label": cardName(code), "data-suit": suitOf(code), "data-card": code, ...attributes }, face(code));

/** A card that can be tapped. */
export const cardButton = (code, attributes = {}) =>
  h("button.card", { type: "button", "aria-label": cardName(code), "data-suit": suitOf(code), "data-card": code, ...attributes }, face(code));

// a joker is drawn in red or black, as hearts and spades are
const suitOf = (code) => code === "JR" ? "H" : code === "JB" ? "S" : code[0];

/** The back of a card. */
export const back = (attributes = {}) => h("span.card.back", { "aria-hidden": "true", ...attributes });

/** Cards by suit, colours alternating, and rank, highest first. */
export const sorted = (cards) => [...cards].sort((a, b) =>
  "JSHCD".indexOf(a[0]) - "JSHCD".indexOf(b[0]) || ORDER.indexOf(b[1]) - ORDER.indexOf(a[1]));

/** What a seat is called: "South", "Holder 2". */
export function seatName(seat) {
  return seat.kind === "human" ? title(seat.person) : `Holder ${seat.holder}`;
}

/** "NW" where a full table leaves no room for Northwest. */
export const shortName = (seat) => seat.kind === "human" && seat.person.length > 5
  ? seat.person.replace(/^(north|south)(east|west)$/, (_, first, then) => (first[0] + then[0]).toUpperCase()) : seatName(seat);

/** A number with a minus that can be seen. */
export const number = (value) => `${value}`.replace("-", "−");

const KINDS = { up: "up", down: "down", NT: "NT" };

/** A call as nodes: "8H", "4up", "4up S", "3NT down", "pass", or a number of tricks. */
export function call(text) {
  const found = /^(\d+)(up|down|NT|[CDHS])?(?: (\w+))?$/.exec(text);
  if (!found) return [title(`${text}`)];
  const [, level, ...words] = found;
  return [h("b", {}, level), ...words.filter(Boolean).flatMap((word) => SUITS[word]
    ? [pip(word), h("i.letter", { "data-letter": word }), h("span.heard", {}, ` ${SUITS[word].toLowerCase()}`)] : [h("span.kind", {}, ` ${KINDS[word] ?? word}`)])];
}

/** "South + Holder 2" */
export const sideName = (view, side) => view.seats.filter((seat) => seat.side === side)
  .sort((a, b) => (a.kind === "human" ? 0 : 1) - (b.kind === "human" ? 0 : 1)).map(seatName).join(" + ");

/** The answer to the last command, as everybody may hear it (no reason is ever given). */
export function answerText(command) {
  if (!command) return "";
  return command.answer === "error" ? "Error Message" : `${title(command.command)} — it is being moved`;
}

/** What is wrong on the table, one sentence each, the most urgent first. */
export function troubles(view) {
  const found = [];
  if (view.out_of_sight.length) found.push(`The camera cannot find ${list(view.out_of_sight.map((part) => part === "play area" ? "the play area" : part))}.`);
  if (view.wrong_card) found.push(`Wrong card: the ${cardName(view.wrong_card.card)} from ${seatName(view.seats[view.wrong_card.seat])} must be taken back.`);
  const { seen, believed } = view.out_of_step ?? { seen: [], believed: [] };
  if (seen.length || believed.length) found.push(`The table looks different from what was played. Seen: ${names(seen)}. Expected: ${names(believed)}.`);
  return found;
}

const names = (cards) => cards.length ? list(cards.map((code) => `the ${cardName(code)}`)) : "no card";
export const list = (words) => words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
