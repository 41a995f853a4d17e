// The ranking of a club: people, results as they come, and the tables.

import { draw, h } from "./lib/dom.js";
import { live } from "./lib/live.js";
import { counted, list, t } from "./lib/words.js";

const GAMES = { android: "Android Whist", classic: "Classic Whist", italian: "Italian Whist", candid: "Candid Whist", australian: "Australian Whist", bid: "Bid Whist", german: "German Whist", honeymoon: "Honeymoon Whist" };

const table = (name, heads, rows) => h("div.scroll", { tabindex: "0", role: "region", "aria-label": name }, h("table", {},
  h("thead", {}, h("tr", {}, heads.map(([label, kind]) => h("th", { scope: "col", class: kind }, label)))), h("tbody", {}, rows)));

function ranking({ ranking: people }) {
  if (!people.length) return h("p", {}, t("Nobody who said a name has played a match to its end yet."));
  const heads = [[t("Place"), "number"], [t("Name"), ""], [t("Won"), "number"], [t("Matches"), "number"], [t("Tables"), "aside"]];
  return table(t("Club ranking"), heads, people.map((one) => h("tr", { "data-key": `person-${one.name}` },
    h("td.number", {}, `${one.place}`), h("th", { scope: "row" }, one.name), h("td.number.ahead", {}, `${one.won}`), h("td.number", {}, `${one.matches}`), h("td.aside", {}, one.tables.join(", ")))));
}

const side = ({ names, score, won }) => h(won ? "div.ahead" : "div", {}, `${names.length ? list(names) : t("nobody")}: ${score}`);

function matches(name, all) {
  return table(name, [[t("Table"), ""], [t("Game"), ""], [t("Score"), ""]], all.map((one) => h("tr", { "data-key": `match-${one.table}-${one.number}-${one.begun}` },
    h("th", { scope: "row" }, one.table), h("td", {}, GAMES[one.game] ?? one.game), h("td", {}, one.sides.map(side)))));
}

const section = (key, title, ...inside) => h("section.sheet", { "data-key": key, "data-testid": key }, h("h2", {}, title), inside);

live("", (view) => {
  const away = view.tables.filter(({ trouble }) => trouble);
  draw(document.getElementById("view"),
    away.length > 0 && h("p.banner.note", { "data-key": "away", "data-testid": "away", role: "status" }, counted("{tables} does not answer; what happened there comes as soon as it does.", "{tables} do not answer; what happened there comes as soon as they do.", away.length, { tables: list(away.map(({ name }) => name)) })),
    section("ranking", t("Ranking"), ranking(view), h("p.small", {}, t("Whoever has won most matches is first; of equal ones, who needed fewer."))),
    view.in_play.length > 0 && section("in-play", t("In play"), matches(t("In play"), view.in_play)),
    view.results.length > 0 && section("results", t("Results"), matches(t("Results"), view.results)),
  );
});
