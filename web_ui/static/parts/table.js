// The drawn table, seen from above with South at the bottom, and what belongs to it. Board and seat pages share it.

import { h } from "../lib/dom.js";
import { counted, list, t } from "../lib/words.js";
import { call, card, commandName, number, pip, seatName, seatPlace, shortName, sideName, strainName } from "./cards.js";
import { calledAt, face } from "./company.js";
import { countdown } from "./pace.js";
import { plain, signed } from "./past_tricks.js";

/** Where a seat is on the drawing: "south", "west" …, "holder-1", "holder-2". */
const place = (seat) => seat.kind !== "android" ? seat.person : `holder-${seat.holder}`;

const AROUND = ["south", "southwest", "west", "northwest", "north", "northeast", "east", "southeast"];

/** Where each seat is drawn when whoever looks sits below: the same places, turned. */
function turned(view) {
  if (!view.me) return place;
  if (view.game === "android") {
    const over = view.me.person === "north" ? { south: "north", north: "south", "holder-1": "holder-2", "holder-2": "holder-1" } : {};
    return (seat) => over[place(seat)] ?? place(seat);
  }
  const there = AROUND.filter((name) => view.seats.some((seat) => seat.person === name));
  const from = there.indexOf(view.me.person);
  return (seat) => there[(there.indexOf(seat.person) - from + there.length) % there.length];
}

/** Cards that lie open beside the trick: the turn-up, the stock's top card, the kitty. */
export const opened = (view) => Array.isArray(view.turned_up) ? view.turned_up : view.turned_up ? [view.turned_up] : [];

/** What the open cards are called. */
export const openedName = (view) => opened(view).length > 1 || view.phase === "kitty" ? t("kitty") : view.seats.length === 2 ? t("stock") : t("turned up");

/** The table: seats, holders on the dealer's left, the trick, what lies open, and what just happened. On a seat's page oneself is below.
 * `swept` is a trick that is on its way to whoever has won it. */
export function drawnTable(view, swept = null) {
  const dealer = view.seats[view.dealer];
  const round = view.game !== "android";
  const at = turned(view);
  const side = round ? null : at(dealer) === "south" ? "left" : "right";
  const wrong = view.wrong_card;
  return h("section.table", { "aria-label": t("The table"), "data-side": side, "data-key": "table", class: round ? "round" : "", "data-seats": view.seats.length },
    view.seats.map((seat) => seatPlate(view, seat, at)),
    opened(view).length > 0 && h("div.turned-up", { "data-at": round ? "middle" : at(dealer), "data-key": "turned-up" },
      h("span.cards", {}, opened(view).map((code) => card(code, { "data-testid": "turned-up", "data-key": `up-${code}` }))),
      h("span.label", {}, openedName(view))),
    view.trick.map(({ seat, card: code }, order) => h("div.laid", { "data-at": at(view.seats[seat]), "data-key": `laid-${seat}`, "data-order": order },
      card(code, { "data-testid": `trick-card-${seat}`, class: wrong && wrong.seat === seat && wrong.card === code ? "wrong" : "" }))),
    wrongCard(view, at),
    swept && view.seats[swept.winner] && swept.trick.map(({ seat, card: code }) => h("div.laid.swept", {
      "data-at": at(view.seats[seat]), "data-home": at(view.seats[swept.winner]), "data-key": `swept-${seat}`, "aria-hidden": "true",
    }, card(code))),
    result(view));
}

function wrongCard(view, at) {
  const wrong = view.wrong_card;
  const by = wrong?.seat ?? view.turn;
  if (!wrong || by === null || view.trick.some(({ seat }) => seat === by)) return null;
  return h("div.laid", { "data-at": at(view.seats[by]), "data-key": "laid-wrong" }, card(wrong.card, { class: "wrong", "data-testid": "wrong-card" }));
}

/** How many cards a seat still holds while a hand of thirteen is played, else 0. */
export function cardsLeft(view, seat) {
  const played = view.tricks_done + (view.trick.some((laid) => laid.seat === seat.seat) ? 1 : 0);
  return view.phase === "play" || view.phase === "gather" ? Math.max(0, 13 - played) : 0;
}

function seatPlate(view, seat, at) {
  const turn = view.turn === seat.seat;
  const left = cardsLeft(view, seat);
  const own = view.me?.seat === seat.seat;
  const name = seat.kind !== "android" && calledAt(view, seat.person);
  return h("div.seat", { "data-at": at(seat), "data-key": `seat-${seat.person}-${seat.kind}`, class: [turn ? "turn" : "", own ? "own" : ""].filter(Boolean).join(" ") },
    seat.kind === "android" && h("span.holder", { "aria-hidden": "true" }, Array.from({ length: left }, () => h("i"))),
    h("span.plate", {},
      seat.kind !== "android" && view.company?.[seat.person] && face(view.company[seat.person].face, { "data-testid": `face-${seat.person}` }),
      view.me && !own && !name && view.seats.length > 4
        ? [h("strong", { "aria-hidden": "true" }, shortName(seat)), h("span.heard", {}, seatName(seat))]
        : h("strong", {}, own ? t("You") : seatName(seat)),
      own && !name && h("small.place", {}, seatPlace(seat)), // so the table speaks of oneself
      !view.me && name && h("span.who", { "data-testid": `name-${seat.person}` }, name),
      seat.away && h("span.chip", { "data-testid": `away-${seat.person}` }, t("other table")),
      view.phase !== "cut" && view.dealer === seat.seat && h("span.chip", {}, t("deals")),
      view.phase === "play" && view.trick.length > 0 && view.leader === seat.seat && !turn && h("span.chip", {}, t("led")),
      turn && h("span.chip.now", {}, view.phase === "play" && view.leader === seat.seat && !view.trick.length ? t("leads") : t("turn")),
      won(seat)),
    said(view, seat));
}

// What a seat said last, while it matters: its points, or its call in the auction.
function said(view, seat) {
  const points = seat.hcp !== null && seat.hcp !== undefined;
  if (!points && !(["announce", "bid", "choose"].includes(view.phase) && seat.call)) return null;
  return h("span.said.call", { "data-testid": `said-${seat.seat}` }, points ? counted("{count} point", "{count} points", seat.hcp) : call(seat.call));
}

function won(seat) {
  const bid = seat.bid === null || seat.bid === undefined ? "" : ` ${t("of {bid} bid", { bid: seat.bid })}`;
  return h("span.won", {}, `${seat.won}${bid && `/${seat.bid}`}`, h("span.heard", {}, `${bid} ${counted("trick won", "tricks won", seat.won)}`));
}

/** What the last hand brought, from its end to the next deal. */
export function result(view) {
  const over = view.phase === "over";
  if (!(over || view.phase === "scored" || (view.phase === "deal" && view.hand)) || !view.hand) return null;
  const { points } = view.hand;
  const tricks = sideTricks(view, view.hand.won);
  return h("div.result", { "data-key": "result", "data-testid": "result" },
    h("strong", {}, over && view.winner !== null ? (winnersMany(view) ? t("{names} win the game", { names: winners(view) }) : t("{name} wins the game", { name: winners(view) })) : view.hand.thrown_in ? t("Thrown in: nobody bid") : t("Hand over")),
    !view.hand.thrown_in && h("div.lines", { "data-key": "lines" }, points.map((gained, side) => h("span.line", { "data-key": `result-${side}` },
      h("span", {}, `${view.me ? ownWord(view, side) : sideName(view, side)}: `),
      h("span", {}, `${tricksCounted(tricks[side])}, `),
      h("span", {}, counted("{points} point", "{points} points", gained, { points: number(gained) })),
      h("span.how", {}, how(view, side, tricks[side]))))));
}

// How the points of a side came about.
function how(view, side, tricks) {
  const entries = (view.played?.entries ?? []).filter((entry) => entry.side === side);
  const told = entries.map((entry) => `${plain(entry.how, view.played.seats)}${entries.length > 1 ? ` (${signed(entry.points)})` : ""}`).join(", ");
  return told === tricksCounted(tricks) ? "" : told; // a point a trick, and the line has the tricks
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

const SPECIALS = { blind: t("blind"), misere: t("Misère: take no trick") };

// Which hand it is, where hands differ.
function handName(view) {
  if (view.game !== "australian") return "";
  return [counted("Hand {number}, {count} card", "Hand {number}, {count} cards", view.hand_size, { number: view.deal }), SPECIALS[view.special]].filter(Boolean).join(" · ");
}

export function trump(view) {
  return h("section.fact.trump", { "data-testid": "trump", "data-value": view.trump ?? "", "data-key": "trump" },
    h("h2", {}, t("Trumps")),
    h("p.large", {}, view.trump === "NT" ? h("span.no-trumps", { "aria-hidden": "true" }, t("NT")) : view.trump && pip(view.trump), h("span.word", { class: view.trump ? "" : "none" }, view.trump ? strainName(view.trump) : view.me ? t("Trumps: not yet") : t("not yet"))));
}

export function turn(view) {
  // while nobody is in turn, somebody deals or gathers
  const next = view.phase === "over" ? null : view.phase === "gather" && view.last_trick ? view.last_trick.winner : view.dealer;
  const seat = view.turn === null ? null : view.seats[view.turn];
  const waits = view.phase === "cut" ? t("Cut the cards") : view.phase === "kitty" ? t("{name} takes the kitty", { name: seatName(view.seats[view.declarer]) }) : next === null ? t("The game is over") : view.phase === "gather" ? t("{name} gathers", { name: seatName(view.seats[next]) }) : t("{name} deals", { name: seatName(view.seats[next]) });
  const short = seat && view.scores.length > 2 ? shortName(seat) : "";
  const leads = view.turn !== null && view.leader !== null && view.leader !== undefined ? seatName(view.seats[view.leader]) : null;
  return h("section.fact.whose", { "data-testid": "turn", "data-value": view.turn ?? "", "data-key": "turn" },
    h("h2", {}, t("Turn")),
    h("p.large", {}, !seat ? h("span.none", {}, waits) : short && short !== seatName(seat)
      ? [h("span", { "aria-hidden": "true" }, short), h("span.heard", {}, seatName(seat))] : seatName(seat)),
    h("p.small", {}, !leads ? "" : view.leader !== view.turn ? t("{name} led", { name: leads }) : short && short !== leads ? t("{name} leads", { name: leads }) : t("leads")),
    countdown());
}

/** The score of each side; `more` goes into the heading. */
export function score(view, more = null) {
  const shape = view.scores.length > 2 ? "many" : view.bags?.length || view.games?.length || view.scores.some((one) => `${one}`.length > 1) ? "wide" : "";
  return h("section.fact.score", { "data-key": "score", class: shape, "data-sides": view.scores.length },
    h("h2", {}, view.target ? t("Score, to {target}", { target: view.target }) : t("Score"), handName(view) && h("small", { "data-testid": "hand-name" }, handName(view))), more,
    h("div.sides", {}, view.scores.map((points, side) => h("div.side", { "data-key": `side-${side}`, class: isFirst(view, side) ? "first" : "" },
      h("p.large", { class: Math.abs(points) > 99 ? "long" : "", "data-testid": `score-${side}` }, points < 0 && h("span.minus", {}, "−"), `${Math.abs(points)}`),
      h("p.small", {}, view.me ? [h("span", { "aria-hidden": "true" }, ownWord(view, side)), h("span.heard", {}, sideName(view, side))] : sideName(view, side)),
      h("p.tricks", { "data-testid": `won-${side}` }, tally(view, side))))));
}

// What a side is called on the page of somebody who plays: "We", "You", "NW".
function ownWord(view, side) {
  const seats = view.seats.filter((seat) => seat.side === side);
  const own = view.seats[view.me.seat].side === side;
  if (seats.length > 1) return own ? t("We") : t("They");
  return own ? t("You") : shortName(seats[0]);
}

const isFirst = (view, side) => view.scores.length > 2 && view.ranking && view.ranking[side] === 1;
const tricksCounted = (count) => counted("{count} trick", "{count} tricks", count);

function tally(view, side) {
  const bid = view.seats.length === view.scores.length ? view.seats[side]?.bid : null;
  return [
    bid === null || bid === undefined ? tricksCounted(view.won[side]) : t("{won} of {bid}", { won: view.won[side], bid }),
    view.bags?.[side] > 0 && counted("{count} bag", "{count} bags", view.bags[side]),
    view.games?.length && counted("{count} game", "{count} games", view.games[side]),
  ].filter(Boolean).join(", ");
}

/** The contract where the game has one, the highest bid while it is sought. */
export function contract(view) {
  const settled = view.contract && view.declarer !== null;
  const highest = view.calls?.findLast(({ call: said }) => said !== "pass" && !/^\d+$/.test(said));
  if (!settled && !highest) return null;
  return h("section.fact.contract", { "data-testid": "contract", "data-key": "contract" },
    h("h2", {}, settled ? t("Contract") : t("Highest bid")),
    h("p.large.call", {}, call(settled ? view.contract : highest.call)),
    h("p.small", {}, h("span.by", {}, seatName(view.seats[settled ? view.declarer : highest.seat]), settled && ", "), settled && against(view)));
}

// The declarer's tricks against the contract: a level of Bid Whist is six less than its tricks (RULES B3, K6).
function against(view) {
  const need = Number.parseInt(view.contract, 10) + (view.game === "bid" ? 6 : 0);
  const won = view.won[view.seats[view.declarer].side];
  return [h("span.long", {}, counted("{won} of {count} trick", "{won} of {count} tricks", need, { won })), h("span.short", { "aria-hidden": "true" }, t("{won} of {bid}", { won, bid: need }))];
}

export function lastTrick(view) {
  const last = view.last_trick;
  return h("section.fact.last", { "data-testid": "last-trick", "data-key": "last", class: view.seats.length > 4 ? "crowd" : "" },
    h("h2", {}, t("Last trick")),
    last?.cards.length ? h("div.cards", {}, last.cards.map(({ seat, card: code }) => h("figure", { "data-key": `last-${seat}`, class: seat === last.winner ? "winner" : "" },
      card(code), h("figcaption", {}, view.seats.length > 4 ? shortName(view.seats[seat]) : seatName(view.seats[seat]))))) : !last && h("p.small", {}, t("none yet")),
    last && h("p.small", {}, t("won by {name}", { name: seatName(view.seats[last.winner]) })));
}

/** The last command of this turn and its answer: public, and no more than that (no reason). */
export function lastCommand(view) {
  if (!view.command) return null;
  const { seat, command, answer } = view.command;
  return h("p.command", { "data-testid": "last-command", "data-answer": answer, "data-key": "command" },
    h("span", {}, `${seatName(view.seats[seat])}: ${commandName(command)}`), h("strong", {}, answer === "error" ? t("Error Message") : t("being moved")));
}
