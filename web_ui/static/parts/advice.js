// Advice to whoever sits here, where the house allows it: what to do now, and why, from what this seat may know.

import { h } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { call, commandName, title, theCard } from "./cards.js";

let given = null; // what was advised, until something happens

/** Take what was advised, or null: it holds no more. */
export const counsel = (newest) => { given = newest; };

/** The card that is advised, if it is one. */
export const advised = () => given?.play ?? null;

/** The button that asks for advice, or what was advised; while there is nothing to decide here its room is kept, so that nothing jumps. */
export function advice(view) {
  if (view.house?.suggestions !== "on" || !(view.simulation || view.fan)) return null;
  const decides = !view.simulation ? view.fan.decides : view.simulation.playable.length > 0 || view.commands?.allowed.length > 0
    || view.actions?.some((action) => ["hcp", "bid", "choose"].some((key) => key in action));
  if (given) {
    return h("p.banner.advice", { "data-key": "advice", "data-testid": "advice", role: "status" }, h("strong", {}, `${what()}. `), given.why);
  }
  if (!decides) return ["play", "gather"].includes(view.phase) && h("button.quiet.kept", { type: "button", disabled: true, "aria-hidden": "true", "data-key": "no-advice" }, t("What would you do?"));
  return h("button.quiet", { type: "button", "data-act": "advise", "data-testid": "advise", "data-key": "advice" }, t("What would you do?"));
}

function what() {
  if (given.play) return title(theCard(given.play));
  if (given.command) return commandName(given.command);
  if (given.hcp !== undefined) return t("{points} points", { points: given.hcp });
  if (given.discard) return given.discard.map(theCard).join(", ");
  return call(given.bid ?? given.choose);
}
