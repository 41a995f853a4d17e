// What a person may say at their turn, as buttons: points, bids, choices; and what table law lets them ask.

import { call, cardName, pip, seatName, SUITS, title } from "./cards.js";
import { h } from "./dom.js";

const STRAINS = ["C", "D", "H", "S", "NT"];
const KINDS = { up: "Up", down: "Down", NT: "No trumps" };

const key = (action, label, attributes = {}) => h("button.key", {
  type: "button", "data-act": "ask", "data-body": JSON.stringify(body(action)), ...attributes,
}, label);

/** An action without its seat: what is sent. */
const body = ({ seat, ...rest }) => rest;

/** The panel for what this person may say now; null when there is nothing. */
export function saying(view, points) {
  const by = (name) => (view.actions ?? []).filter((action) => name in action);
  return announcing(by("hcp"), points) || bidding(view, by("bid")) || choosing(by("choose"));
}

// High-card points: a number that the person counted, with large plus and minus.
function announcing(actions, points) {
  if (!actions.length) return null;
  const allowed = actions.map((action) => action.hcp);
  const now = Math.min(Math.max(points ?? Math.min(10, Math.max(...allowed)), Math.min(...allowed)), Math.max(...allowed));
  const step = (by, label, name) => h("button.key", { type: "button", "data-act": "points", "data-to": now + by, disabled: !allowed.includes(now + by), "aria-label": name }, label);
  return h("section.keys.lit", { "data-key": "saying", "aria-label": "Announce your points" },
    h("h2", {}, "Announce your high-card points", h("small", {}, "ace 4, king 3, queen 2, jack 1")),
    h("div.row.three.stepper", {}, step(-1, "−", "one less"), h("output", { "data-testid": "points" }, `${now}`), step(1, "+", "one more")),
    h("div.row.two", {}, step(-5, "−5", "five less"), step(5, "+5", "five more")),
    key({ hcp: now }, `Say ${now}`, { "data-testid": "say-hcp", class: "wide" }));
}

function bidding(view, actions) {
  if (!actions.length) return null;
  const heading = h("h2", {}, "Your bid", h("small", {}, typeof actions[0].bid === "number" ? "how many tricks will you take?" : "greyed bids are too low"));
  const pass = actions.filter((action) => action.bid === "pass").map((action) => key(action, "Pass", { "data-testid": "bid-pass", class: "wide" }));
  return h("section.keys.lit", { "data-key": "saying", "aria-label": "Your bid" }, heading, pass,
    typeof actions[0].bid === "number" ? numbers(view, actions) : contracts(view, actions));
}

function numbers(view, actions) {
  const allowed = new Map(actions.map((action) => [action.bid, action]));
  return h("div.row.four", {}, Array.from({ length: view.hand_size + 1 }, (_, bid) =>
    key(allowed.get(bid) ?? { bid }, `${bid}`, { "data-testid": `bid-${bid}`, disabled: !allowed.has(bid) })));
}

function contracts(view, actions) {
  const allowed = new Map(actions.map((action) => [action.bid, action]));
  const candid = view.game === "candid";
  const kinds = candid ? STRAINS : Object.keys(KINDS);
  const levels = candid ? [7, 8, 9, 10, 11, 12, 13] : [1, 2, 3, 4, 5, 6, 7];
  const shown = levels.filter((level) => kinds.some((kind) => allowed.has(`${level}${kind}`)));
  return h("div.bids", { class: candid ? "five" : "three" }, shown.map((level) => kinds.map((kind) => {
    const bid = `${level}${kind}`;
    return key(allowed.get(bid) ?? { bid }, candid ? call(bid) : [h("b", {}, `${level}`), h("span", {}, KINDS[kind])],
      { "data-testid": `bid-${bid}`, disabled: !allowed.has(bid), "aria-label": `${level} ${candid ? SUITS[kind] ?? "no trumps" : KINDS[kind]}` });
  })));
}

function choosing(actions) {
  if (!actions.length) return null;
  const label = (what) => SUITS[what] ? [pip(what), h("span", {}, SUITS[what])] : h("span", {}, what === "NT" ? "No trumps" : what === "up" ? "Uptown: high wins" : what === "down" ? "Downtown: low wins" : title(what));
  return h("section.keys.lit", { "data-key": "saying", "aria-label": "Choose" },
    h("h2", {}, SUITS[actions[0].choose] || actions[0].choose === "NT" ? "Choose trumps" : "Choose the direction"),
    h("div.row", { class: actions.length > 2 ? "four" : "two" }, actions.map((action) => key(action, label(action.choose), { "data-testid": `choose-${action.choose}` }))));
}

/** What table law lets this person ask now; each asks once more before it is sent. */
export function law(view, sure) {
  const found = (view.actions ?? []).filter((action) => !["hcp", "bid", "choose", "redeal"].some((name) => name in action));
  if (!found.length) return null;
  return h("details.drawer", { "data-key": "law" },
    h("summary", { "data-testid": "law" }, "Something went wrong at the table"),
    h("div.row.two", {}, found.map((action) => {
      const text = JSON.stringify(body(action));
      return h("button.quiet", { type: "button", "data-act": "ask", "data-twice": "yes", "data-body": text, "data-testid": `law-${Object.keys(body(action)).join("-")}` },
        sure === text ? `Really? ${words(view, action)}` : words(view, action));
    })));
}

function words(view, action) {
  if ("undo" in action) return "Take back what I said last";
  if ("laid_by" in action) return `The last card is ${seatName(view.seats[action.laid_by])}’s`;
  if ("expose" in action) return `My ${cardName(action.expose)} was shown`;
  if ("demand" in action) return `Demand the ${cardName(action.demand)}`;
  if ("treat" in action) return action.treat === "exposed" ? "Let the card led out of turn lie exposed" : `They must lead ${SUITS[action.treat].toLowerCase()} next`;
  return Object.keys(body(action)).join(" ");
}
