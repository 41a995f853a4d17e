// Choosing another game: name, players, who deals first, house rules, what people are called. It begins with what was
// played last at this table.

import { h } from "../lib/dom.js";
import { counted, t } from "../lib/words.js";
import { placeName, title } from "./cards.js";
import { LEVELS } from "./company.js";
import { names } from "./naming.js";

let offers = [];
let played = [];   // how each game was begun last, the newest first
let chosen = null; // what is being chosen: game, players, dealer, options
let touched = false; // whether somebody has changed that

/** Ask the table which games it offers and which were played; `then` is called when it has said so. */
export async function load(then) {
  try {
    ({ games: offers, played } = await (await fetch("/api/games")).json());
    if (!touched) chosen = null; // a choice stands that was quicker than the answer, or than the drawer's toggle
    then();
  } catch { /* without the table's answer there is no drawer */ }
}

/** The drawer is closed: when it opens again it begins anew. */
export function left() {
  touched = false;
}

const offered = () => offers.find(({ game }) => game === chosen.game);
/** Who sits where in the game that is chosen, seat 0 first. */
const places = () => offered().places[chosen.players ?? offered().players[0]];

/** The drawer in which another game is chosen. */
export function chooser(view, sure) {
  if (!offers.length) return null;
  chosen ??= fresh(played[0]?.game ?? view.game, view.seats.length);
  const offer = offered();
  const drawer = (name, label, options) => options.length > 0 && h("details", { "data-key": name }, h("summary", { "data-testid": `rules-${name}` }, label), options.map((option) => field(option.about, control(option))));
  return h("details.drawer.chooser", { "data-key": "chooser" },
    h("summary", { "data-testid": "chooser" }, t("Play another game")),
    field(t("Game"), choice("game", offers.map(({ game, title: name }) => [game, name]), chosen.game)),
    chosen.players !== null && field(t("Players"), choice("players", range(offer.players[0], mostOf(offer)).map((n) => [n, n]), chosen.players)),
    chosenFor(offer, "first") === "named" && field(t("First dealer"), choice("dealer", places().map((place, seat) => [seat, named(view, place)]), chosen.dealer)),
    names(view, places()),
    seats(view, offer),
    drawer("house", t("House rules"), offer.options.filter(({ name }) => !law(name) && name !== DEALER && (name !== "cut" || chosenFor(offer, "first") === "cut") && name !== "mover")),
    drawer("law", t("When something goes wrong"), offer.options.filter(({ name }) => law(name))),
    view.limits && h("p.small", { "data-testid": "limits-kept" }, limitsSaid(view.limits)),
    h("button.quiet", { type: "button", "data-act": "defaults", "data-testid": "defaults" }, t("Back to the standard rules")),
    h("button.big", { type: "button", "data-act": "begin", "data-testid": "begin", "data-twice": begun(view) ? "yes" : null },
      sure === "begin" ? t("Abandon the game in play?") : t("Begin {game}", { game: offer.title })));
}

/** How many may play: at one table, or at the tables of all households. */
const mostOf = (offer) => Number(chosenFor(offer, "households") ?? 1) > 1 ? offer.linked : offer.players[1];

/** Whether somebody would lose something: a card lies there or a hand is scored, and the match is not over. */
const begun = (view) => view.phase !== "over" && (view.tricks_done > 0 || view.trick.length > 0 || view.sheet?.length > 0 || view.scores.some(Boolean) || view.calls?.length > 0);

/** What is chosen of an option. */
const chosenFor = ({ options }, name) => chosen.options[name] ?? options.find((option) => option.name === name)?.default;

const DEALER = "first_dealer"; // the house rule by which Android Whist is told who deals first

/** The seats at which computer players sit, their cards in holders; none where the game or the pack knows of none. */
function seats(view, offer) {
  if (!offer.holders) return null;
  const given = Object.keys(chosen.levels).length;
  return h("details", { "data-key": "seats" },
    h("summary", { "data-testid": "rules-seats" }, t("Computer players with card holders")),
    h("p.small", {}, t("For somebody who is missing: the cards stand in a card holder that faces nobody. The page and the light over the slot say which card must be moved, and by whom.")),
    places().map((place, seat) => field(placeName(place), h("select", { "data-choose": `seat ${seat}`, "data-testid": `choose-seat-${place}`, disabled: !chosen.levels[seat] && (place === view.me?.person || given >= Math.min(offer.holders, places().length - 1)) },
      [["", t("a person")], ...Object.entries(LEVELS)].map(([level, text]) => h("option", { value: level, selected: level === (chosen.levels[seat] ?? "") }, text))))),
    given > 0 && offer.options.filter(({ name, choices }) => name === "mover" && choices?.length > 1).map((option) => field(option.about, control(option))));
}

/** "West", or "West: Anna". */
const named = (view, place) => view.names?.[place] ? t("{place}: {name}", { place: placeName(place), name: view.names[place] }) : placeName(place);

const LIMITS = [0, 7, 15, 30, 60];
const seconds = (limit) => limit ? counted("{count} second", "{count} seconds", limit) : t("off");
const limitsSaid = ({ bid, card }) => bid || card ? t("Time limits: bid {bid}, card {card}", { bid: seconds(bid), card: seconds(card) }) : t("Time limits: off");

/** The drawer for time limits. */
export function timing({ limits }) {
  if (!limits) return null;
  const limit = (kind, label) => field(label, h("select", { "data-limit": kind, "data-testid": `limit-${kind}` },
    LIMITS.map((value) => h("option", { value, selected: value === limits[kind] }, seconds(value)))));
  return h("details.drawer", { "data-key": "timing" },
    h("summary", { "data-testid": "timing" }, limitsSaid(limits)),
    h("p.small", {}, t("When time is up, the pages say so; nobody plays for you.")),
    limit("bid", t("For a bid")), limit("card", t("For a card or a command")));
}

/** The drawer for what the house allows beside the rules. */
export function house({ house: allowed }) {
  if (!allowed) return null;
  const choice = (name, label, values) => field(label, h("select", { "data-house": name, "data-testid": `house-${name}` },
    values.map(([value, said]) => h("option", { value, selected: value === allowed[name] }, said))));
  return h("details.drawer", { "data-key": "house" },
    h("summary", { "data-testid": "house" }, t("The house allows")),
    choice("suggestions", t("Advice on the own page"), [["off", t("no")], ["on", t("yes")]]),
    choice("watching", t("Boards of people who do not sit here"), [["on", t("yes")], ["ten", t("ten at most")], ["off", t("no")]]),
    choice("picture", t("The camera’s picture, for those who play"), [["off", t("no")], ["on", t("yes")]]),
    h("p.small", {}, t("Held over the middle, your own cards would be in the picture too.")));
}

/** Table law: the options that every game has, but for who begins. */
const law = (name) => !["first", "cut", "mover"].includes(name) && offers.length > 1 && offers.every(({ options }) => options.some((option) => option.name === name));

// As it was played last, else as the rules have it.
function fresh(game, seats) {
  const [fewest, most] = offers.find((offer) => offer.game === game).players;
  const last = played.find((one) => one.game === game);
  const players = fewest === most ? null : Math.min(Math.max(last?.players ?? seats, fewest), most);
  const levels = Object.fromEntries((last?.holders ?? []).map((seat, at) => [seat, last.levels?.[at] ?? "club"]));
  return { game, players, dealer: last?.dealer ?? 0, options: { ...last?.options }, levels };
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
  touched = true;
  const name = select.dataset.choose;
  if (name === "game") chosen = fresh(select.value, 4);
  else if (name === "players") chosen.players = Number(select.value);
  else if (name === "dealer") chosen.dealer = Number(select.value);
  else if (name.startsWith("seat ")) {
    if (select.value) chosen.levels[Number(name.slice("seat ".length))] = select.value;
    else delete chosen.levels[Number(name.slice("seat ".length))];
  }
  else chosen.options[name.slice("option ".length)] = JSON.parse(select.value);
  if (chosen.players > mostOf(offered())) chosen.players = mostOf(offered());
  if (chosen.dealer >= places().length) chosen.dealer = 0;
  for (const seat of Object.keys(chosen.levels)) if (seat >= places().length) delete chosen.levels[seat];
}

/** The house rules as the rules have them. */
export function forget() {
  touched = true;
  chosen.options = {};
}

/** The request that begins what was chosen. */
export function request() {
  const { game, players, dealer, options, levels } = chosen;
  const holders = Object.keys(levels).map(Number);
  const sits = holders.length ? { holders, levels: holders.map((seat) => levels[seat]) } : {};
  if (offered().options.some(({ name }) => name === DEALER)) return { game, options: { ...options, [DEALER]: places()[dealer] }, ...sits };
  return players === null ? { game, options, dealer, ...sits } : { game, options, players, dealer, ...sits };
}
