// Choosing another game: name, players, house rules.

import { title } from "./cards.js";
import { h } from "./dom.js";

let offers = [];

/** Ask the table which games it offers; `then` is called when it has said so. */
export async function load(then) {
  try {
    ({ games: offers } = await (await fetch("/api/games")).json());
    then();
  } catch { /* without the table's answer there is no drawer */ }
}

let chosen = null; // what is being chosen: game, players, options

/** The drawer in which another game is chosen. */
export function chooser(view, sure) {
  if (!offers.length) return null;
  chosen ??= fresh(view.game, view.seats.length);
  const offer = offers.find(({ game }) => game === chosen.game);
  const drawer = (name, options) => options.length > 0 && h("details", { "data-key": name }, h("summary", { "data-testid": `rules-${name}` }, name), options.map((option) => field(option.about, control(option))));
  return h("details.drawer.chooser", { "data-key": "chooser" },
    h("summary", { "data-testid": "chooser" }, "Play another game"),
    field("Game", choice("game", offers.map(({ game, title: name }) => [game, name]), chosen.game)),
    chosen.players !== null && field("Players", choice("players", range(...offer.players).map((n) => [n, n]), chosen.players)),
    drawer("House rules", offer.options.filter(({ name }) => !law(name))),
    drawer("When something goes wrong", offer.options.filter(({ name }) => law(name))),
    h("button.big", { type: "button", "data-act": "begin", "data-testid": "begin" },
      sure === "begin" ? "Really? The game in play is broken off" : `Begin ${offer.title}`));
}

const LIMITS = [0, 7, 15, 30, 60];
const seconds = (limit) => limit ? `${limit} seconds` : "off";

/** The drawer for time limits. */
export function timing({ limits }) {
  if (!limits) return null;
  const limit = (kind, label) => field(label, h("select", { "data-limit": kind, "data-testid": `limit-${kind}` },
    LIMITS.map((value) => h("option", { value, selected: value === limits[kind] }, seconds(value)))));
  return h("details.drawer", { "data-key": "timing" },
    h("summary", { "data-testid": "timing" }, `Time limits: ${limits.bid || limits.card ? `bid ${seconds(limits.bid)}, card ${seconds(limits.card)}` : "off"}`),
    h("p.small", {}, "When the time is over, the pages say so; nobody plays for a person."),
    limit("bid", "For a bid"), limit("card", "For a card or a command"));
}

/** Table law: the options that every game has. */
const law = (name) => offers.length > 1 && offers.every(({ options }) => options.some((option) => option.name === name));

function fresh(game, seats) {
  const [fewest, most] = offers.find((offer) => offer.game === game).players;
  return { game, players: fewest === most ? null : Math.min(Math.max(seats, fewest), most), options: {} };
}

const range = (low, high) => Array.from({ length: high - low + 1 }, (_, at) => low + at);

function field(label, input) {
  return h("label.field", {}, h("span", {}, plain(label)), input);
}

/** Without the number of the rule, which is for those who read the rules. */
const plain = (about) => title(about.replace(/\s*\(RULES[^)]*\)/, ""));

function choice(name, values, now) {
  return h("select", { "data-choose": name, "data-testid": `choose-${name.replace(" ", "-")}` },
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
  if (name === "game") chosen = fresh(select.value, 4);
  else if (name === "players") chosen.players = Number(select.value);
  else chosen.options[name.slice("option ".length)] = JSON.parse(select.value);
}

/** The request that begins what was chosen. */
export function request() {
  const { game, players, options } = chosen;
  return players === null ? { game, options } : { game, options, players };
}
