// The keys with which a human commands the partner's holder: those that matter now, and no others.

import { h } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { commandName, pip, seatName } from "./cards.js";

const FOLLOWING = { duck: t("lowest of the suit"), beat: t("win with the lowest"), high: t("win with the highest") };
const SUIT_OF = { clubs: "C", diamonds: "D", hearts: "H", spades: "S" };

/** The keys for `view`; with `high` the highest card is meant where a suit or a length is named. */
export function keys(view, high) {
  if (!view.commands?.allowed.length) return null;
  const partner = view.seats[view.commands.seat];
  const allowed = new Set(view.commands.allowed);
  const prefix = high ? "high " : "";
  const key = (words, label, hint, sign) => h("button.key", {
    type: "button",
    "data-act": "command",
    "data-command": words,
    "data-testid": `command-${words.replaceAll(" ", "-")}`,
    disabled: !allowed.has(words),
  }, sign && pip(sign), h("span", {}, words.startsWith("high ") && h("span.heard", {}, `${t("High")} `), label), hint && h("small", {}, hint));
  const choose = (on, label) => h("button", {
    type: "button", "data-act": "prefix", "data-on": on ? "yes" : "no", "data-testid": on ? "prefix-high" : "prefix-low",
    "aria-pressed": high === on ? "true" : "false",
  }, label);
  return h("section.keys.lit", { "data-key": "keys", "aria-label": t("Command {name}", { name: seatName(partner) }) },
    Object.keys(FOLLOWING).some((words) => allowed.has(words)) && h("div.row.three", { "data-key": "following" },
      Object.entries(FOLLOWING).map(([words, hint]) => key(words, commandName(words), hint))),
    Object.keys(SUIT_OF).some((words) => allowed.has(words)) && [
      h("div.row.four", { "data-key": "suits" }, Object.entries(SUIT_OF).map(([words, suit]) => key(prefix + words, commandName(words), "", suit))),
      h("div.row.lengths", { "data-key": "lengths" },
        h("div.prefix", { role: "group", "aria-label": t("Lowest or highest card"), "data-key": "prefix" },
          choose(false, t("Lowest")), choose(true, t("Highest"))),
        ["shortest", "longest"].map((words) => key(prefix + words, commandName(words), t("suit")))),
    ]);
}
