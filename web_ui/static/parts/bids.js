// What a person may say at their turn, as buttons: points, bids, choices; and what table law lets them ask.

import { h } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { isOfBeginning } from "./beginning.js";
import { call, cardName, pip, seatName, strainInside, SUITS, theCard } from "./cards.js";

const STRAINS = ["C", "D", "H", "S", "NT"];
const KINDS = { up: t("Up"), down: t("Down"), NT: t("No trumps") };

const key = (action, label, attributes = {}) => h("button.key", {
  type: "button", "data-act": "ask", "data-body": JSON.stringify(body(action)), ...attributes,
}, label);

/** An action without its seat: what is sent. */
const body = ({ seat, ...rest }) => rest;

/** The panel for what this person may say now; null when there is nothing. */
export function saying(view, points) {
  const by = (name) => (view.actions ?? []).filter((action) => name in action);
  return announcing(by("hcp"), points) || bidding(view, by("bid")) || choosing(view, by("choose")) || denying(by("deny"));
}

// A card is demanded that was taken for one of this person's: whoever does not hold it says so at once.
function denying(actions) {
  if (!actions.length) return null;
  return h("section.keys", { "data-key": "saying", "aria-label": t("Demanded cards") },
    actions.map((action) => key(action, t("I do not hold {card}", { card: theCard(action.deny) }), { "data-testid": `deny-${action.deny}`, class: "wide" })));
}

// High-card points: a number that the person counted, with large plus and minus.
function announcing(actions, points) {
  if (!actions.length) return null;
  const allowed = actions.map((action) => action.hcp);
  const now = Math.min(Math.max(points ?? Math.min(10, Math.max(...allowed)), Math.min(...allowed)), Math.max(...allowed));
  const step = (by, label, name) => h("button.key", { type: "button", "data-act": "points", "data-to": now + by, disabled: !allowed.includes(now + by), "aria-label": name }, label);
  return h("section.keys.lit", { "data-key": "saying", "aria-label": t("Announce your points") },
    h("h2", {}, t("Announce your high-card points"), h("small", {}, t("ace 4, king 3, queen 2, jack 1"))),
    h("div.row.three.stepper", {}, step(-1, "−", t("one less")), h("output", { "data-testid": "points" }, `${now}`), step(1, "+", t("one more"))),
    h("div.row.two", {}, step(-5, "−5", t("five less")), step(5, "+5", t("five more"))),
    key({ hcp: now }, t("Say {points}", { points: now }), { "data-testid": "say-hcp", class: "wide" }));
}

/** What a bid is, to whoever has to say one in a game where that is not plain; else nothing. */
export function bidPrompt(view) {
  const bids = (view.actions ?? []).filter((action) => "bid" in action && typeof action.bid !== "number");
  if (!bids.length || !["bid", "candid"].includes(view.game)) return "";
  if (!view.actions.some((action) => action.bid === "pass") && view.calls?.length) return t("All have passed, so you must bid.");
  return view.game === "bid" ? t("Bid: how many tricks above six? Up: high cards win, Down: low ones.") : t("Bid how many tricks your side will take and the trumps, or pass.");
}

function bidding(view, actions) {
  if (!actions.length) return null;
  const heading = h("h2", {}, t("Your bid"), h("small", {}, bidHint(view, actions)));
  const pass = actions.filter((action) => action.bid === "pass").map((action) => key(action, t("Pass"), { "data-testid": "bid-pass", class: "wide" }));
  return h("section.keys.lit", { "data-key": "saying", "aria-label": t("Your bid") }, heading, pass,
    typeof actions[0].bid === "number" ? numbers(view, actions) : contracts(view, actions));
}

// Why some keys are grey, where some are.
function bidHint(view, actions) {
  const bids = actions.filter((action) => action.bid !== "pass").length;
  if (typeof actions[0].bid === "number") return bids <= view.hand_size ? t("The bids may not add up to the number of tricks.") : t("how many tricks will you take?");
  return contractsShown(view, actions).flat().length > bids ? t("greyed bids are too low") : "";
}

function numbers(view, actions) {
  const allowed = new Map(actions.map((action) => [action.bid, action]));
  return h("div.numbers", {}, Array.from({ length: view.hand_size + 1 }, (_, bid) =>
    key(allowed.get(bid) ?? { bid }, `${bid}`, { "data-testid": `bid-${bid}`, disabled: !allowed.has(bid) })));
}

// Level and kind of each contract, row by row, of the levels at which one may be bid.
function contractsShown(view, actions) {
  const allowed = new Set(actions.map((action) => action.bid));
  const candid = view.game === "candid";
  const kinds = candid ? STRAINS : Object.keys(KINDS);
  const levels = candid ? [7, 8, 9, 10, 11, 12, 13] : [1, 2, 3, 4, 5, 6, 7];
  return levels.filter((level) => kinds.some((kind) => allowed.has(`${level}${kind}`))).map((level) => kinds.map((kind) => [level, kind]));
}

function contracts(view, actions) {
  const allowed = new Map(actions.map((action) => [action.bid, action]));
  const candid = view.game === "candid";
  return h("div.bids", { class: candid ? "five" : "three" }, contractsShown(view, actions).map((row) => row.map(([level, kind]) => {
    const bid = `${level}${kind}`;
    return key(allowed.get(bid) ?? { bid }, candid ? call(bid) : [h("b", {}, `${level}`), h("span", {}, KINDS[kind])],
      { "data-testid": `bid-${bid}`, disabled: !allowed.has(bid), "aria-label": `${level} ${candid ? SUITS[kind] ?? t("no trumps") : KINDS[kind]}` });
  })));
}

function choosing(view, actions) {
  if (!actions.length) return null;
  const label = (what) => SUITS[what] ? [pip(what), h("span", {}, SUITS[what])] : h("span", {}, what === "NT" ? t("No trumps") : what === "up" ? t("Uptown: high wins") : what === "down" ? t("Downtown: low wins") : seatName(view.seats[what]));
  return h("section.keys.lit", { "data-key": "saying", "aria-label": t("Choose") },
    h("h2", {}, SUITS[actions[0].choose] || actions[0].choose === "NT" ? t("Choose trumps") : t("Choose the direction")),
    h("div.row", { class: actions.length > 2 ? "four" : "two" }, actions.map((action) => key(action, label(action.choose), { "data-testid": `choose-${action.choose}` }))));
}

/** What table law lets this person ask now; what costs somebody something asks once more before it is sent. */
export function law(view, sure) {
  const found = (view.actions ?? []).filter((action) => !isOfBeginning(view, action) && !["hcp", "bid", "choose", "deny", "redeal"].some((name) => name in action));
  if (!found.length) return null;
  return h("div.law", { "data-key": "law", "data-testid": "law" }, found.map((action) => {
    const text = JSON.stringify(body(action));
    const costs = ["expose", "demand", "treat"].some((name) => name in action);
    return h("button.quiet", { type: "button", "data-act": "ask", "data-twice": costs ? "yes" : null, "data-body": text, "data-testid": `law-${Object.keys(body(action)).join("-")}` },
      sure === text ? t("Really? {act}", { act: words(view, action) }) : words(view, action));
  }));
}

function words(view, action) {
  if ("undo" in action) return t("Take back what I said last");
  if ("laid_by" in action) return t("The last card is {name}’s", { name: seatName(view.seats[action.laid_by]) });
  if ("expose" in action) return t("I showed my {card}", { card: cardName(action.expose) });
  if ("demand" in action) return t("Demand {card}", { card: theCard(action.demand) });
  if ("treat" in action) return action.treat === "exposed" ? t("Let the card led out of turn lie exposed") : t("They must lead {suit} next", { suit: strainInside(action.treat) });
  return Object.keys(body(action)).join(" ");
}
