// Cards and words: everything the pages call by name.

import { h } from "../lib/dom.js";
import { fill, list, t } from "../lib/words.js";
import { court } from "./courts.js";

const PIPS = {
  H: "M50 93C20 69 4 51 4 30 4 15 15 6 27 6c10 0 19 6 23 17C54 12 63 6 73 6c12 0 23 9 23 24 0 21-16 39-46 63z",
  D: "M50 2c10 18 22 34 36 48-14 14-26 30-36 48C40 80 28 64 14 50 28 36 40 20 50 2z",
  S: "M50 3C58 23 96 41 96 64c0 14-10 22-21 22-8 0-15-4-19-11 1 10 4 17 10 22H34c6-5 9-12 10-22-4 7-11 11-19 11C14 86 4 78 4 64 4 41 42 23 50 3z",
  J: "M20 76C14 58 8 46 10 27c12 2 21 9 27 20 2-13 6-24 13-34 7 10 11 21 13 34 6-11 15-18 27-20 2 19-4 31-10 49zM22 82h56v11H22zM10 20a7 7 0 1 1 .1 0zM50 14a6 6 0 1 1 .1 0zM90 20a7 7 0 1 1 .1 0z",
  C: "M50 4c12 0 21 9 21 20 0 7-3 13-7 17 3-2 7-3 11-3 12 0 21 9 21 21s-9 21-21 21c-9 0-16-5-19-12 0 12 3 21 10 28H34c7-7 10-16 10-28-3 7-10 12-19 12C13 80 4 71 4 59s9-21 21-21c4 0 8 1 11 3-4-4-7-10-7-17C29 13 38 4 50 4z",
};

export const SUITS = { C: t("Clubs"), D: t("Diamonds"), H: t("Hearts"), S: t("Spades") };
const SUITS_INSIDE = { C: t("clubs"), D: t("diamonds"), H: t("hearts"), S: t("spades") };
const NAMES = {
  A: t("ace of {suit}"), K: t("king of {suit}"), Q: t("queen of {suit}"), J: t("jack of {suit}"), T: t("10 of {suit}"), 9: t("9 of {suit}"), 8: t("8 of {suit}"),
  7: t("7 of {suit}"), 6: t("6 of {suit}"), 5: t("5 of {suit}"), 4: t("4 of {suit}"), 3: t("3 of {suit}"), 2: t("2 of {suit}"),
};
const THE = {
  A: t("the ace of {suit}"), K: t("the king of {suit}"), Q: t("the queen of {suit}"), J: t("the jack of {suit}"), T: t("the 10 of {suit}"), 9: t("the 9 of {suit}"), 8: t("the 8 of {suit}"),
  7: t("the 7 of {suit}"), 6: t("the 6 of {suit}"), 5: t("the 5 of {suit}"), 4: t("the 4 of {suit}"), 3: t("the 3 of {suit}"), 2: t("the 2 of {suit}"),
};
const ORDER = "23456789TJQKABR";
const JOKERS = { JR: t("red joker"), JB: t("black joker") };
const THE_JOKERS = { JR: t("the red joker"), JB: t("the black joker") };
const PLACES = {
  south: t("South"), southwest: t("Southwest"), west: t("West"), northwest: t("Northwest"),
  north: t("North"), northeast: t("Northeast"), east: t("East"), southeast: t("Southeast"),
};
const SHORT = { southwest: t("SW"), northwest: t("NW"), northeast: t("NE"), southeast: t("SE") };
const COMMANDS = {
  duck: t("Duck"), beat: t("Beat"), high: t("High"), shortest: t("Shortest"), longest: t("Longest"),
  clubs: t("Clubs"), diamonds: t("Diamonds"), hearts: t("Hearts"), spades: t("Spades"),
  "high clubs": t("High clubs"), "high diamonds": t("High diamonds"), "high hearts": t("High hearts"), "high spades": t("High spades"),
  "high shortest": t("High shortest"), "high longest": t("High longest"),
};

/** "10 of hearts", "red joker" */
export const cardName = (card) => JOKERS[card] ?? fill(NAMES[card[1]], { suit: SUITS_INSIDE[card[0]] });
/** "the 10 of hearts" */
export const theCard = (card) => THE_JOKERS[card] ?? fill(THE[card[1]], { suit: SUITS_INSIDE[card[0]] });
/** "Hearts", "No trumps" */
export const strainName = (strain) => strain === "NT" ? t("No trumps") : SUITS[strain];
/** "hearts", "no trumps" */
export const strainInside = (strain) => strain === "NT" ? t("no trumps") : SUITS_INSIDE[strain];
/** "South" */
export const placeName = (place) => PLACES[place] ?? title(place);
/** "High spades" */
export const commandName = (command) => COMMANDS[command] ?? title(command);
/** The letter that says a suit where its colour does not: "H", or as the language has it. */
export const letter = (suit) => SUITS[suit].charAt(0);
export const title = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** The sign of a suit; its colour comes from the style sheet, its shape says the same. */
export const pip = (suit, attributes = {}) =>
  h("svg.pip", { viewBox: "0 0 100 100", "aria-hidden": "true", "data-suit": suit, ...attributes }, h("path", { d: PIPS[suit] }));

/** The face of a card: rank, sign and letter of the suit in the corner that shows when cards overlap, the sign
 * large beside it, or a court in its frame. A joker
 * has a star and a fool's cap: full for the high one, an outline for the low one. */
const face = (card) => [
  h("span.corner", { "aria-hidden": "true" }, h("b", { "data-rank": card === "JR" ? "★" : card === "JB" ? "☆" : card[1] === "T" ? "10" : card[1] }), card[0] !== "J" && pip(card[0]), card[0] !== "J" && h("i", { "data-letter": letter(card[0]) })),
  (card[0] !== "J" && court(card[1], PIPS[card[0]])) || pip(card[0], { class: card === "JB" ? "large-pip hollow" : "large-pip" }),
];

/** A card that only lies there. */
export const card = (code, attributes = {}) =>
  h("span.card", { role: "img", "aria-label": cardName(code), "data-suit": suitOf(code), "data-card": code, ...attributes }, face(code));

/** A card that can be tapped. */
export const cardButton = (code, attributes = {}) =>
  h("button.card", { type: "button", "aria-label": cardName(code), "data-suit": suitOf(code), "data-card": code, ...attributes }, face(code));

// a joker is drawn in red or black, as hearts and spades are
export const suitOf = (code) => code === "JR" ? "H" : code === "JB" ? "S" : code[0];

/** The back of a card. */
export const back = (attributes = {}) => h("span.card.back", { "aria-hidden": "true", ...attributes });

/** Cards by suit, colours alternating, and rank, highest first. */
export const sorted = (cards) => [...cards].sort((a, b) =>
  "JSHCD".indexOf(a[0]) - "JSHCD".indexOf(b[0]) || ORDER.indexOf(b[1]) - ORDER.indexOf(a[1]));

let called = {}; // by place, on the page of somebody who plays

/** Call people by these names from now on, {"south": "Anna"}. */
export const callBy = (names) => { called = names; };

/** Where a seat is: "South", "Holder 2". */
export const seatPlace = (seat) => seat.kind !== "android" ? placeName(seat.person) : t("Holder {number}", { number: seat.holder });

/** What a seat is called: "Anna" where that is known, else "South", "Holder 2". */
export const seatName = (seat) => (seat.kind !== "android" && called[seat.person]) || seatPlace(seat);

/** "Anna" where that is known, else "NW" where a full table leaves no room for Northwest. */
export const shortName = (seat) => (seat.kind !== "android" && (called[seat.person] || SHORT[seat.person])) || seatPlace(seat);

/** A number with a minus that can be seen. */
export const number = (value) => `${value}`.replace("-", "−");

const KINDS = { up: t("up"), down: t("down"), NT: t("NT") };

/** A call as nodes: "8H", "4up", "4up S", "3NT down", "pass", or a number of tricks. */
export function call(text) {
  const found = /^(\d+)(up|down|NT|[CDHS])?(?: (\w+))?$/.exec(text);
  if (!found) return [text === "pass" ? t("Pass") : title(`${text}`)];
  const [, level, ...words] = found;
  return [h("b", {}, level), ...words.filter(Boolean).flatMap((word) => SUITS[word]
    ? [pip(word), h("i.letter", { "data-letter": letter(word) }), h("span.heard", {}, ` ${strainInside(word)}`)] : [h("span.kind", {}, ` ${KINDS[word] ?? word}`)])];
}

const KINDS_OF_SEATS = ["human", "computer", "android"];

/** The seats of a side in the order in which they are named. */
export const seatsOfSide = (view, side) => view.seats.filter((seat) => seat.side === side)
  .sort((a, b) => KINDS_OF_SEATS.indexOf(a.kind) - KINDS_OF_SEATS.indexOf(b.kind));

/** "South + Holder 2", or as `name` calls each of them. */
export const sideName = (view, side, name = seatName) => seatsOfSide(view, side).map(name).join(" + ");

/** The answer to the last command, as everybody may hear it (no reason is ever given). */
export function answerText(command) {
  if (!command) return "";
  return command.answer === "error" ? t("Error Message") : t("{command} — it is being moved", { command: commandName(command.command) });
}

/** What is wrong on the table and not said by the prompt, one sentence each, the most urgent first. The prompt speaks of one thing: of what
 * cannot be seen before all else, then of a table that looks different, then of a proposal, then of a wrong card. */
export function troubles(view) {
  const found = [];
  const { seen, believed } = view.out_of_step ?? { seen: [], believed: [] };
  const different = seen.length || believed.length;
  if (view.wrong_card) found.push(...wrongCards(view.wrong_card, view.seats).slice(view.out_of_sight.length || different || asksAgree(view) ? 0 : 1));
  if (different) found.push(t("The table does not match what was recorded. Seen: {seen}. Expected: {believed}.", { seen: names(seen), believed: names(believed) }));
  return found;
}

/** Whether the prompt speaks of something that is wrong on the table. */
export const isTrouble = (view) => Boolean(view.out_of_sight.length || view.out_of_step || (view.wrong_card && !asksAgree(view)) || view.unread);

// Who has proposed it is told what is to be done.
const asksAgree = ({ proposal, me }) => Boolean(proposal) && proposal.seat !== me?.seat;

// From a holder it came surely; of a person it is said only where it lies, unless somebody has said whose it is.
function wrongCards({ card: code, seat: by, also, said }, seats) {
  const values = { card: theCard(code), seat: by === null ? "" : seatName(seats[by]) };
  const first = by === null ? t("Wrong card: take back {card}.", values)
    : said || seats[by].kind !== "human" ? t("Wrong card: take back {card} from {seat}.", values)
    : t("Wrong card: take back {card}, which lies before {seat}.", values);
  return [first, ...also.map((other) => t("Wrong card: take back {card}.", { card: theCard(other) }))];
}

const names = (cards) => cards.length ? list(cards.map(theCard)) : t("no card");
