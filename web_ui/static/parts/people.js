// What people have done over evenings: a table, a curve, and a person who is to be forgotten.

import { h } from "../lib/dom.js";
import { counted, t } from "../lib/words.js";
import { number } from "./cards.js";
import { paint, size } from "./curve.js";

const DRAWN = 6; // people in one curve

const columns = [
  [t("Matches"), ({ matches }) => matches, () => true],
  [t("Won"), ({ won }) => won, () => true],
  [t("Hands"), ({ hands }) => hands, () => true],
  [t("Tricks over par"), ({ over }) => signed(over), () => true],
  [t("Contracts made"), ({ made, broken }) => of(made, broken), ({ made, broken }) => made + broken],
  [t("Bids hit"), ({ hit, missed }) => of(hit, missed), ({ hit, missed }) => hit + missed],
  [t("Commands"), ({ commands }) => commands, ({ commands }) => commands],
  [t("Error Messages"), ({ errors }) => errors, ({ commands }) => commands],
  [t("Revokes"), ({ revokes }) => revokes, ({ revokes }) => revokes],
];

const of = (well, not) => well + not ? t("{well} of {all}", { well, all: well + not }) : "";
const signed = (over) => `${over > 0 ? "+" : over < 0 ? "−" : ""}${Math.abs(over).toLocaleString(document.documentElement.lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 })}`;

/** The page; `sure` is the name that waits for its second tap, `day` says a date. */
export function people(found, sure) {
  return [
    h("p", { "data-key": "up" }, h("a.quiet", { href: "#", "data-testid": "up" }, t("‹ All matches"))),
    found.left > 0 && h("p.banner.note", { "data-key": "left", role: "status" }, counted("One more match is being counted.", "{count} more matches are being counted.", found.left)),
    found.left === 0 && found.awaited > 0 && h("p.banner.note", { "data-key": "awaited", role: "status" }, counted("Par of one more match is being worked out.", "Par of {count} more matches is being worked out.", found.awaited)),
    h("section.sheet", { "data-key": "people", "data-testid": "people" }, h("h2", {}, t("Players over the evenings")),
      found.people.length ? table(found) : h("p", {}, t("Nobody who said a name has played a match to its end yet.")),
      h("p.small", {}, t("Only matches that were played to the end count. Par is what a side takes when all four play their best with open cards. Where that cannot be told, as with jokers, or where each plays alone, it is an even share of the tricks."))),
    drawn(found),
    found.people.length > 0 && forgetting(found, sure),
  ];
}

function table({ people: all }) {
  const shown = columns.filter(([, , needed]) => all.some(needed));
  return h("div.scroll", { tabindex: "0", role: "region", "aria-label": t("Players over the evenings") }, h("table.people", {},
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("Name")), shown.map(([label]) => h("th", { scope: "col" }, label)))),
    h("tbody", {}, all.map((one) => h("tr", { "data-key": `person-${one.name}` }, h("th", { scope: "row" }, one.name), shown.map(([, value]) => h("td", {}, `${value(one)}`)))))));
}

/** The curve as a match of people, each with the tricks over par after each evening. */
export function asMatch({ people: all, evenings }) {
  const names = all.slice(0, DRAWN).map(({ name }) => name);
  const last = new Map(names.map((name) => [name, 0]));
  const sheet = evenings.map(({ over }) => {
    for (const name of names) if (name in over) last.set(name, Math.sign(over[name]) * Math.round(Math.abs(over[name])));
    return { scores: names.map((name) => last.get(name)) };
  });
  return { scores: names.map((name) => last.get(name)), view: { sheet, target: 0 }, names };
}

function drawn(found) {
  const match = asMatch(found);
  if (match.view.sheet.length < 2 || !match.names.length) return null;
  const told = match.names.map((name, at) => `${name}: ${match.view.sheet.map(({ scores }) => number(scores[at])).join(", ")}`).join("; ");
  return h("figure.curve", { "data-key": "curve-people", "data-testid": "people-curve" },
    h("canvas", { ...size(), role: "img", "aria-label": t("Tricks over par after each evening: {scores}", { scores: told }) }),
    h("button.quiet", { type: "button", "data-act": "share-people", "data-testid": "save-people" }, t("Save as a picture")));
}

/** Paint the curve where it stands. */
export function painted(canvas, found) {
  const match = asMatch(found);
  paint(canvas, match, (side) => [match.names[side]], t("Tricks over par"), t("after each evening"));
}

function forgetting({ people: all }, sure) {
  return h("details.drawer", { "data-key": "forgetting" }, h("summary", { "data-testid": "forgetting" }, t("Forget a person")),
    h("p.small", {}, t("The name goes out of every match for good; the matches stay, and the others keep what they played. Backups and damaged journals that were set aside are not changed.")),
    h("div.taps", {}, all.map(({ name }) => h("button.quiet", { type: "button", "data-act": "forget", "data-name": name, "data-testid": `forget-${name}` },
      sure === name ? t("Forget {name} for good? It cannot be brought back", { name }) : name)),
    sure !== "" && h("button.quiet", { type: "button", "data-act": "remember", "data-testid": "remember" }, t("Keep the name"))));
}
