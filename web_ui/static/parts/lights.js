// What each light of this table means: a shape and words for each, its colour beside.

import { h } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { pip, title } from "./cards.js";

const TRUMPS = { trump_clubs: "C", trump_diamonds: "D", trump_hearts: "H", trump_spades: "S" };
const SHAPES = {
  turn: "M18 6 94 50 18 94z",
  error: "M31 4h38l27 27v38L69 96H31L4 69V31z",
  slot: "M6 14h88L50 92z",
};
const LETTERS = { trump: t("NT"), help: "?" };

let lights = [];

/** Ask which lights the table has, if it has any; `then` is called when it has said so. */
export async function loadLights(then) {
  if (document.body.dataset.lights !== "yes") return;
  try {
    ({ lights } = await (await fetch("/api/lights")).json());
    then();
  } catch { /* without the table's answer there is no legend */ }
}

/** The lights with their meaning, as a list; null where there are none. */
export const legend = () => lights.length > 0 && h("ul.lamps", { "data-key": "lamps", "data-testid": "lamps" }, lights.map(({ name, colour, called, means }) =>
  h("li", { "data-key": `lamp-${name}`, "data-light": name }, h("span.lamp", { "data-colour": colour, "aria-hidden": "true" }, sign(name)),
    h("span", {}, h("b", {}, title(called)), h("span.small", {}, means)))));

function sign(name) {
  const kind = name.split("_")[0];
  if (TRUMPS[name]) return pip(TRUMPS[name]);
  return SHAPES[kind] ? h("svg", { viewBox: "0 0 100 100" }, h("path", { d: SHAPES[kind] })) : h("b", {}, LETTERS[kind]);
}

/** The drawer with the legend, on a seat's page. */
export const lightDrawer = () => lights.length > 0 && h("details.drawer", { "data-key": "lights" },
  h("summary", { "data-testid": "lights" }, t("What the lights mean")), legend());
