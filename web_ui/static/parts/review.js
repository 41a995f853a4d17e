// What each card of a played hand cost against best play with open cards, and the cards on which it turned.

import { h } from "../lib/dom.js";
import { counted, t } from "../lib/words.js";
import { card, number, seatName, sideName, theCard } from "./cards.js";

const NAMED = 3; // cards that are named where several were best

const title = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** "the 2 of clubs, the ace of clubs or the 10 of hearts" */
function either(codes) {
  const words = codes.slice(0, NAMED).map(theCard);
  if (codes.length > NAMED) words.push(counted("{count} other card", "one of {count} others", codes.length - NAMED));
  return words.length < 2 ? words.join("") : t("{card} or {other}", { card: words.slice(0, -1).join(", "), other: words.at(-1) });
}

/** "South + North (8), West + East (5)" */
const sides = (tricks, played) => tricks.map((count, side) => `${sideName(played, side)} (${count})`).join(", ");

const cost = (tricks) => counted("{count} trick", "{count} tricks", tricks);

/** Where each card of the hand stands in the order played: the trick, and its first place. */
function tricksOf(played) {
  let first = 0;
  return played.tricks.map(({ cards, winners }, at) => {
    const trick = { at, cards, winners, first };
    first += cards.length;
    return trick;
  });
}

/** The review of a hand; `found` is what the table said of it, null while it is asked for. */
export function reviewed(found, played) {
  if (!found || found.state === "working") return h("p.small", { role: "status", "data-key": "review", "data-testid": "reviewing" }, t("Working out how the hand could have gone…"));
  if (found.state !== "done") return h("p.small", { role: "status", "data-key": "review", "data-testid": "no-review" }, found.why ?? found.error);
  const tricks = tricksOf(played);
  const judged = found.plays.filter((play) => play.cost !== null).length;
  return h("section.review", { "data-key": "review", "data-testid": "review", "aria-label": t("Where the hand turned") },
    h("h3", {}, t("Where the hand turned")),
    found.par && h("p", { "data-key": "par", "data-testid": "par" }, t("With best play by all: {best}. Played: {won}.", { best: sides(found.par, played), won: sides(found.tricks, played) })),
    !found.turns.length && h("p", { "data-key": "none" }, t("No card cost a trick.")),
    found.turns.map((place) => turn(found, played, tricks, place)),
    judged < found.plays.length && h("p.small", { "data-key": "judged" }, t("Only the last {judged} of {all} cards can be judged.", { judged, all: found.plays.length })),
    h("details.every", { "data-key": "every" }, h("summary", { "data-testid": "every-card" }, t("Every card and what it cost")),
      h("ol", {}, tricks.map((trick) => h("li", { "data-key": `every-${trick.at}` }, laid(found, played, trick, -1))))));
}

// A turning point: the trick as it lay, the card that cost something, and beside it the better one.
function turn(found, played, tricks, place) {
  const play = found.plays[place];
  const trick = tricks.findLast(({ first }) => first <= place);
  return h("figure.turning", { "data-key": `turn-${place}`, "data-testid": `turn-${place}` },
    laid(found, played, trick, place),
    h("figcaption", {}, t("Trick {number}: {name} played {card}. {better} would have won {more} more.", {
      number: trick.at + 1, name: seatName(played.seats[play.seat]), card: theCard(play.card), better: title(either(play.best)), more: cost(play.cost),
    })));
}

function laid(found, played, { cards, winners, first }, place) {
  return h("div.cards", {}, cards.map(({ seat, card: code }, at) => {
    const play = found.plays[first + at];
    const dear = first + at === place || (place < 0 && play.cost > 0);
    return [
      h("figure", { "data-key": `${code}`, class: [winners.includes(seat) ? "winner" : "", dear ? "dear" : ""].filter(Boolean).join(" ") },
        card(code), h("figcaption", {}, seatName(played.seats[seat]), dear && h("b", {}, ` ${number(-play.cost)}`, h("span.heard", {}, ` ${cost(play.cost)}`)))),
      first + at === place && h("figure.better", { "data-key": `better-${code}` }, card(play.best[0]), h("figcaption", {}, t("better"))),
    ];
  }));
}
