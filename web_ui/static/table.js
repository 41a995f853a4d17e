// The drawn table, seen from above with South at the bottom, and what belongs to it. Board and seat pages share it.

import { card, list, pip, seatName, sideName, strainName, title } from "./cards.js";
import { h } from "./dom.js";

/** Where a seat is on the drawing: "south", "west" …, "holder-1", "holder-2". */
const place = (seat) => seat.kind === "human" ? seat.person : `holder-${seat.holder}`;

/** Cards that lie open beside the trick: the turn-up, the stock's top card, the kitty. */
export const opened = (view) => Array.isArray(view.turned_up) ? view.turned_up : view.turned_up ? [view.turned_up] : [];

/** The table: seats, holders on the dealer's left, the trick, what lies open, and what just happened. */
export function drawnTable(view) {
  const dealer = view.seats[view.dealer];
  const round = view.game !== "android";
  const side = round ? null : dealer.person === "south" ? "left" : "right";
  return h("section.table", { "aria-label": "The table", "data-side": side, "data-key": "table", class: round ? "round" : "", "data-seats": view.seats.length },
    view.seats.map((seat) => seatPlate(view, seat)),
    opened(view).length > 0 && h("div.turned-up", { "data-at": round ? "middle" : dealer.person, "data-key": "turned-up" },
      h("span.cards", {}, opened(view).map((code) => card(code, { "data-testid": "turned-up", "data-key": `up-${code}` }))),
      h("span.label", {}, view.phase === "kitty" ? "kitty" : "turned up")),
    view.trick.map(({ seat, card: code }, order) => h("div.laid", { "data-at": place(view.seats[seat]), "data-key": `laid-${seat}`, "data-order": order },
      card(code, {
        "data-testid": `trick-card-${seat}`,
        class: view.wrong_card && view.wrong_card.seat === seat && view.wrong_card.card === code ? "wrong" : "",
      }))),
    wrongCard(view),
    result(view));
}

function wrongCard(view) {
  const wrong = view.wrong_card;
  if (!wrong || view.trick.some(({ seat }) => seat === wrong.seat)) return null;
  return h("div.laid", { "data-at": place(view.seats[wrong.seat]), "data-key": "laid-wrong" }, card(wrong.card, { class: "wrong", "data-testid": "wrong-card" }));
}

function seatPlate(view, seat) {
  const turn = view.turn === seat.seat;
  const played = view.tricks_done + (view.trick.some((laid) => laid.seat === seat.seat) ? 1 : 0);
  const left = view.phase === "play" || view.phase === "gather" ? Math.max(0, 13 - played) : 0;
  return h("div.seat", { "data-at": place(seat), "data-key": `seat-${seat.person}-${seat.kind}`, class: turn ? "turn" : "" },
    seat.kind === "android" && h("span.holder", { "aria-hidden": "true" }, Array.from({ length: left }, () => h("i"))),
    h("span.plate", {},
      h("strong", {}, seatName(seat)),
      view.dealer === seat.seat && h("span.chip", {}, "deals"),
      view.leader === seat.seat && !turn && h("span.chip", {}, "led"),
      turn && h("span.chip.now", {}, view.phase === "play" && view.leader === seat.seat && !view.trick.length ? "leads" : "turn"),
      said(view, seat) && h("span.chip.said", { "data-testid": `said-${seat.seat}` }, said(view, seat)),
      won(seat)));
}

// What a seat said last, while it matters: its points, or its call in the auction.
function said(view, seat) {
  if (seat.hcp !== null && seat.hcp !== undefined) return `${seat.hcp} points`;
  return ["announce", "bid", "choose"].includes(view.phase) && seat.call ? seat.call : "";
}

function won(seat) {
  const bid = seat.bid === null || seat.bid === undefined ? "" : ` of ${seat.bid} bid`;
  return h("span.won", {}, `${seat.won}${bid && `/${seat.bid}`}`, h("span.heard", {}, `${bid}${seat.won === 1 ? " trick won" : " tricks won"}`));
}

/** What the last hand brought, from its end to the next deal. */
export function result(view) {
  const over = view.phase === "over";
  if (!(over || view.phase === "scored" || (view.phase === "deal" && view.hand)) || !view.hand) return null;
  const { points } = view.hand;
  const tricks = sideTricks(view, view.hand.won);
  return h("div.result", { "data-key": "result", "data-testid": "result" },
    h("strong", {}, over && view.winner !== null ? `${winners(view)} ${winnersMany(view) ? "win" : "wins"} the game` : view.hand.thrown_in ? "Thrown in: nobody bid" : "Hand over"),
    points.map((number, side) => h("span", { "data-key": `result-${side}` }, `${sideName(view, side)}: ${tricks[side]} ${tricks[side] === 1 ? "trick" : "tricks"}, ${number} ${Math.abs(number) === 1 ? "point" : "points"}`)));
}

// Tricks per side: the table of Android Whist tells them so, the others per seat.
function sideTricks(view, won) {
  if (view.game === "android") return won;
  const sides = view.scores.map(() => 0);
  view.seats.forEach((seat) => { sides[seat.side] += won[seat.seat]; });
  return sides;
}

const winnerList = (view) => Array.isArray(view.winner) ? view.winner : [view.winner];
const winners = (view) => list(winnerList(view).map((side) => sideName(view, side)));
const winnersMany = (view) => winnerList(view).length > 1 || view.seats.length > view.scores.length;

export function trump(view) {
  return h("section.fact.trump", { "data-testid": "trump", "data-value": view.trump ?? "", "data-key": "trump" },
    h("h2", {}, "Trumps"),
    h("p.large", {}, view.trump && view.trump !== "NT" && pip(view.trump), h("span.word", {}, view.trump ? strainName(view.trump) : "—")));
}

export function turn(view) {
  const seat = view.turn === null ? null : view.seats[view.turn];
  const leads = view.leader !== null && view.leader !== undefined ? seatName(view.seats[view.leader]) : null;
  return h("section.fact.whose", { "data-testid": "turn", "data-value": view.turn ?? "", "data-key": "turn" },
    h("h2", {}, "Turn"),
    h("p.large", {}, seat ? seatName(seat) : "—"),
    h("p.small", {}, leads ? (view.leader === view.turn ? "leads" : `${leads} led`) : ""));
}

export function score(view) {
  const many = view.scores.length > 2;
  return h("section.fact.score", { "data-key": "score", class: many ? "many" : "" },
    h("h2", {}, view.target ? `Score, to ${view.target}` : "Score"),
    h("div.sides", {}, view.scores.map((number, side) => h("div.side", { "data-key": `side-${side}` },
      h("p.large", { "data-testid": `score-${side}` }, `${number}`),
      h("p.small", {}, sideName(view, side)),
      h("p.tricks", { "data-testid": `won-${side}` }, tally(view, side))))));
}

function tally(view, side) {
  const tricks = `${view.won[side]} ${view.won[side] === 1 ? "trick" : "tricks"}`;
  const bid = view.scores.length > 2 || view.seats.length === view.scores.length ? view.seats[side]?.bid : null;
  const bags = view.bags?.length ? `, ${view.bags[side]} ${view.bags[side] === 1 ? "bag" : "bags"}` : "";
  return `${tricks}${bid === null || bid === undefined ? "" : ` of ${bid}`}${bags}`;
}

/** The contract, where the game has one. */
export function contract(view) {
  if (!view.contract) return null;
  return h("section.fact.contract", { "data-testid": "contract", "data-key": "contract" },
    h("h2", {}, "Contract"),
    h("p.large", {}, view.contract),
    h("p.small", {}, view.declarer === null ? "" : seatName(view.seats[view.declarer])));
}

export function lastTrick(view) {
  const last = view.last_trick;
  return h("section.fact.last", { "data-testid": "last-trick", "data-key": "last" },
    h("h2", {}, "Last trick"),
    last ? h("div.cards", {}, last.cards.map(({ seat, card: code }) => h("figure", { "data-key": `last-${seat}`, class: seat === last.winner ? "winner" : "" },
      card(code), h("figcaption", {}, seatName(view.seats[seat]))))) : h("p.small", {}, "none yet"),
    last && h("p.small", {}, `won by ${seatName(view.seats[last.winner])}`));
}

/** The last command of this turn and its answer: public, and no more than that (no reason). */
export function lastCommand(view) {
  if (!view.command) return null;
  const { seat, command, answer } = view.command;
  return h("p.command", { "data-testid": "last-command", "data-answer": answer, "data-key": "command" },
    h("span", {}, `${seatName(view.seats[seat])}: ${title(command)}`), h("strong", {}, answer === "error" ? "Error Message" : "being moved"));
}

