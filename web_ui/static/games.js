// Choosing another game: name, players, house rules.

import { title } from "./cards.js";
import { h } from "./dom.js";

let offers = [];
fetch("/api/games").then((answer) => answer.json()).then(({ games }) => { offers = games; }).catch(() => {});

let chosen = null; // what is being chosen: game, players, options

/** The drawer in which another game is chosen. */
export function chooser(view, sure) {
  if (!offers.length) return null;
  chosen ??= fresh(view.game);
  const offer = offers.find(({ game }) => game === chosen.game);
  return h("details.chooser", { "data-key": "chooser" },
    h("summary", { "data-testid": "chooser" }, "Play another game"),
    field("Game", choice("game", offers.map(({ game, title: name }) => [game, name]), chosen.game)),
    offer.players[0] < offer.players[1] && field("Players", choice("players", range(...offer.players).map((n) => [n, n]), chosen.players ?? Math.min(4, offer.players[1]))),
    h("details", { "data-key": "rules" }, h("summary", {}, "House rules"), offer.options.map((option) => field(option.about, control(option)))),
    h("button.big", { type: "button", "data-act": "begin", "data-testid": "begin" },
      sure === "begin" ? "Really? The game in play is broken off" : `Begin ${offer.title}`));
}

const fresh = (game) => ({ game, players: null, options: {} });
const range = (low, high) => Array.from({ length: high - low + 1 }, (_, at) => low + at);

function field(label, input) {
  return h("label.field", {}, h("span", {}, plain(label)), input);
}

/** Without the number of the rule, which is for those who read the rules. */
const plain = (about) => title(about.replace(/\s*\(RULES[^)]*\)/, ""));

function choice(name, values, now) {
  return h("select", { "data-choose": name, "data-testid": `choose-${name}` },
    values.map(([value, label]) => h("option", { value, selected: String(value) === String(now) }, `${label}`)));
}

function control(option) {
  const now = option.name in chosen.options ? chosen.options[option.name] : option.default;
  const values = option.choices ?? range(option.low, option.high);
  return choice(`option ${option.name}`, values.map((value) => [JSON.stringify(value), word(value)]), JSON.stringify(now));
}

const word = (value) => value === true ? "yes" : value === false ? "no" : value === "" ? "none" : `${value}`.replaceAll("_", " ");

/** Take in a change of one of the drawer's controls. */
export function choose(select) {
  const name = select.dataset.choose;
  if (name === "game") chosen = fresh(select.value);
  else if (name === "players") chosen.players = Number(select.value);
  else chosen.options[name.slice("option ".length)] = JSON.parse(select.value);
}

/** The request that begins what was chosen. */
export function request() {
  const { game, players, options } = chosen;
  const offer = offers.find((one) => one.game === game);
  const number = players ?? (offer.players[0] < offer.players[1] ? Math.min(4, offer.players[1]) : null);
  return number === null || game === "android" ? { game, options } : { game, options, players: number };
}
