// Choosing another game: name, players, house rules.

import { title } from "./cards.js";
import { h } from "./dom.js";
import { counted, t } from "./words.js";

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
  const drawer = (name, label, options) => options.length > 0 && h("details", { "data-key": name }, h("summary", { "data-testid": `rules-${name}` }, label), options.map((option) => field(option.about, control(option))));
  return h("details.drawer.chooser", { "data-key": "chooser" },
    h("summary", { "data-testid": "chooser" }, t("Play another game")),
    field(t("Game"), choice("game", offers.map(({ game, title: name }) => [game, name]), chosen.game)),
    chosen.players !== null && field(t("Players"), choice("players", range(...offer.players).map((n) => [n, n]), chosen.players)),
    drawer("house", t("House rules"), offer.options.filter(({ name }) => !law(name))),
    drawer("law", t("When something goes wrong"), offer.options.filter(({ name }) => law(name))),
    h("button.big", { type: "button", "data-act": "begin", "data-testid": "begin" },
      sure === "begin" ? t("Really? The game in play is broken off") : t("Begin {game}", { game: offer.title })));
}

const LIMITS = [0, 7, 15, 30, 60];
const seconds = (limit) => limit ? counted("{count} second", "{count} seconds", limit) : t("off");

/** The drawer for time limits. */
export function timing({ limits }) {
  if (!limits) return null;
  const limit = (kind, label) => field(label, h("select", { "data-limit": kind, "data-testid": `limit-${kind}` },
    LIMITS.map((value) => h("option", { value, selected: value === limits[kind] }, seconds(value)))));
  return h("details.drawer", { "data-key": "timing" },
    h("summary", { "data-testid": "timing" }, limits.bid || limits.card ? t("Time limits: bid {bid}, card {card}", { bid: seconds(limits.bid), card: seconds(limits.card) }) : t("Time limits: off")),
    h("p.small", {}, t("When the time is over, the pages say so; nobody plays for a person.")),
    limit("bid", t("For a bid")), limit("card", t("For a card or a command")));
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
  return choice(`option ${option.name}`, values.map((value, at) => [JSON.stringify(value), option.labels?.[at] ?? value]), JSON.stringify(now));
}

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
