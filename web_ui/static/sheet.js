// The score sheet: a line a hand, how each point came about, and the sum.

import { sideName, strainName } from "./cards.js";
import { h } from "./dom.js";

/** The score sheet as a drawer; null before the first hand is scored. */
export function sheet(view, open = false) {
  const lines = view.sheet ?? [];
  if (!lines.length) return null;
  return h("details.sheet", { "data-key": "sheet", open },
    h("summary", { "data-testid": "sheet" }, `Score sheet, ${lines.length} ${lines.length === 1 ? "hand" : "hands"}`),
    h("div.scroll", {}, h("table", {},
      h("thead", {}, h("tr", {}, h("th", {}, "Hand"), h("th", {}, "Trumps"), view.scores.map((_, side) => h("th", {}, sideName(view, side))))),
      h("tbody", {}, lines.map((line, at) => h("tr", { "data-key": `line-${at}` },
        h("th", { scope: "row" }, `${line.number}`),
        h("td", {}, line.contract || (line.trump ? strainName(line.trump) : "—")),
        view.scores.map((_, side) => h("td", {},
          h("b", {}, `${line.scores[side]}`),
          h("small", {}, why(line, side))))))))));
}

const why = (line, side) => (line.entries ?? []).filter((entry) => entry.side === side)
  .map((entry) => `${entry.points > 0 ? "+" : ""}${entry.points} ${entry.how}`).join(", ");
