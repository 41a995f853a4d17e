// The drawn table, seen from above with South at the bottom, and what belongs to it. Board and seat pages share it.

import { card, pip, seatName, sideName, strainName, title } from "./cards.js";
import { h } from "./dom.js";

/** Where a seat is on the drawing: "south", "north", "holder-1", "holder-2". */
const place = (seat) => seat.kind === "human" ? seat.person : `holder-${seat.holder}`;

/** The table: seats, holders on the dealer's left, the trick, the turn-up, and what just happened. */
export function drawnTable(view) {
  const dealer = view.seats[view.dealer];
  const side = dealer.person === "south" ? "left" : "right";
  return h("section.table", { "aria-label": "The table", "data-side": side, "data-key": "table" },
    view.seats.map((seat) => seatPlate(view, seat)),
    view.turned_up && h("div.turned-up", { "data-at": dealer.person, "data-key": "turned-up" },
      card(view.turned_up, { "data-testid": "turned-up" }), h("span.label", {}, "turned up")),
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
      turn && h("span.chip.now", {}, view.leader === seat.seat ? "leads" : "turn"),
      h("span.won", {}, `${seat.won}`, h("span.heard", {}, seat.won === 1 ? " trick won" : " tricks won"))));
}

/** What the last hand brought, from its end to the next deal. */
export function result(view) {
  const over = view.phase === "over";
  if (!(over || view.phase === "scored" || (view.phase === "deal" && view.hand)) || !view.hand) return null;
  const { won, points } = view.hand;
  return h("div.result", { "data-key": "result", "data-testid": "result" },
    h("strong", {}, over && view.winner !== null ? `${sideName(view, view.winner)} win the game` : "Hand over"),
    [0, 1].map((side) => h("span", { "data-key": `result-${side}` }, `${sideName(view, side)}: ${won[side]} tricks, ${points[side]} ${points[side] === 1 ? "point" : "points"}`)));
}

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
  return h("section.fact.score", { "data-key": "score" },
    h("h2", {}, `Score, to ${view.target}`),
    h("div.sides", {}, [0, 1].map((side) => h("div.side", { "data-key": `side-${side}` },
      h("p.large", { "data-testid": `score-${side}` }, `${view.scores[side]}`),
      h("p.small", {}, sideName(view, side)),
      h("p.tricks", { "data-testid": `won-${side}` }, `${view.won[side]} ${view.won[side] === 1 ? "trick" : "tricks"}`)))));
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

