// The score sheet: a line a hand, how each point came about, and the sum.

import { h } from "../lib/dom.js";
import { counted, t } from "../lib/words.js";
import { call, number, sideName, strainName } from "./cards.js";
import { lookBack, plain, signed } from "./past_tricks.js";

/** The score sheet and the tricks that may be looked at again, as a drawer; null while there is nothing of either. */
export function sheet(view) {
  const lines = view.sheet ?? [];
  const back = lookBack(view);
  if (!lines.length && !back) return null;
  return h("details.sheet", { "data-key": "sheet" },
    h("summary", { "data-testid": "sheet" }, lines.length ? counted("Score sheet, {count} hand", "Score sheet, {count} hands", lines.length) : t("Tricks so far")),
    h("div.scroll", { tabindex: "0", role: "region", "aria-label": t("Score sheet") }, back, lines.length > 0 && scoreTable(view)));
}

/** A line a hand, and the places at the end. A line may name its own seats, where they were others in that hand. */
export function scoreTable(view) {
  const lines = view.sheet;
  return h("table", { class: view.scores.length > 2 ? "many" : "" },
    h("thead", {}, h("tr", {}, h("th", {}, t("Hand")), h("th", {}, lines.some((line) => line.contract) ? t("Contract") : t("Trumps")),
      view.scores.map((_, side) => h("th", {}, sideName(view, side))))),
    h("tbody", {}, lines.map((line, at) => h("tr", { "data-key": `line-${at}` },
      h("th", { scope: "row" }, `${line.number}`),
      h("td", {}, h("span.call", {}, what(line))),
      view.scores.map((_, side) => h("td", {}, h("b", {}, number(line.scores[side])), h("small", {}, why(view, line, side))))))),
    view.ranking && view.phase === "over" && h("tfoot", {}, h("tr", {}, h("th", {}, t("Place")), h("td"),
      view.ranking.map((place) => h("td", {}, h("b", {}, `${place}.`))))));
}

const what = (line) => line.thrown_in ? t("thrown in") : line.contract ? call(line.contract) : line.trump ? strainName(line.trump) : "";

/** The name of a side on the sheet: its seats. */
const seats = (named, side) => named.filter((seat) => seat.side === side).map((seat) => seat.seat).join("+");

const why = (view, line, side) => line.how.filter((entry) => entry.side === seats(view.seats, side))
  .map((entry) => `${plain(entry.how, line.seats ?? view.seats)} (${signed(entry.points)})`).join(", ");
