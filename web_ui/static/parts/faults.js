// What can go wrong at the simulated table, as switches: for trying out what the table does about it.

import { h } from "../lib/dom.js";
import { t } from "../lib/words.js";

/** The switches as a drawer; null at a real table. */
export function faults(view) {
  const all = view.simulation?.faults;
  if (!all) return null;
  const on = all.filter((fault) => fault.on).length;
  return h("details.drawer", { "data-key": "faults" },
    h("summary", { "data-testid": "faults" }, on ? t("Test problems: {on} on", { on }) : t("Test problems")),
    h("div.switches", {}, all.map((fault) => h("button.switch", {
      type: "button", role: "switch", "aria-checked": fault.on ? "true" : "false",
      "data-act": "fault", "data-fault": fault.name, "data-testid": `fault-${fault.name}`, "data-key": `fault-${fault.name}`,
    }, h("i", { "aria-hidden": "true" }), h("span", {}, fault.about)))));
}

/** What is being tested, with the way to put it right; nothing at a real table. */
export const problems = (view) => (view.simulation?.faults ?? []).filter((fault) => fault.on).map((fault) => h("p.banner.note.problem", { "data-key": `problem-${fault.name}`, "data-testid": `problem-${fault.name}` },
  t("Test problem on: {about}", { about: fault.about }),
  h("button.quiet", { type: "button", "data-act": "fault", "data-fault": fault.name }, t("Switch it off"))));

/** The fault of a switch, and whether it is to be on. */
export const switched = (view, name) => ({ fault: name, on: !view.simulation.faults.find((fault) => fault.name === name)?.on });
