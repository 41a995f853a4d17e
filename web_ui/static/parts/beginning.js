// Who begins: what a person may say while it is cut, and until somebody has dealt.

import { h } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { seatName, theCard } from "./cards.js";

const ASKED = ["first", "cut_again", "cleared"];

/** Whether an action is one of these, not one that table law allows. */
export const isOfBeginning = (view, action) => ASKED.some((name) => name in action) || (view.phase === "cut" && "laid_by" in action);

/** The panel; null once somebody has dealt. */
export function beginning(view) {
  const found = (view.actions ?? []).filter((action) => isOfBeginning(view, action));
  if (!found.length) return null;
  const by = (name) => found.filter((action) => name in action);
  const tap = ({ seat, ...body }, label, kind = "quiet") => h(`button.${kind}`, {
    type: "button", "data-act": "ask", "data-body": JSON.stringify(body), "data-testid": `begin-${Object.entries(body)[0].join("-")}`,
  }, label);
  const named = by("first").map((action) => tap(action, t("{name} begins", { name: seatName(view.seats[action.first]) })));
  return h("section.keys", { "data-key": "beginning", "aria-label": t("Who begins") },
    by("laid_by").length > 0 && h("section.question", { "data-key": "cut-by" }, h("h2", {}, t("Who cut {card}?", { card: theCard(view.cut.apart[0]) })),
      h("div.taps", {}, by("laid_by").map((action) => tap(action, seatName(view.seats[action.laid_by]))))),
    h("div.taps", { "data-key": "cut-taps" },
      by("cleared").map((action) => tap(action, t("No cut card lies there any more"))),
      by("cut_again").map((action) => tap(action, t("Cut again")))),
    named.length > 0 && h("details", { "data-key": "name-first" }, h("summary", { "data-testid": "name-first" }, t("Say who begins")),
      h("div.taps", {}, named)));
}
