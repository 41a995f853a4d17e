// Two or four colours of suits, as this device likes it. Sign and letter tell the suits apart either way.

import { h } from "../lib/dom.js";
import { t } from "../lib/words.js";

const read = () => {
  try { return localStorage.getItem("colours") === "two" ? "two" : "four"; } catch { return "four"; }
};
let colours = read();

const show = () => { document.documentElement.dataset.colours = colours; };
show();

/** The choice, as a control. */
export const colourChoice = () => h("label.field", {}, h("span", {}, t("Colours of the suits")),
  h("select", { "data-colours": "choice", "data-testid": "colours" },
    [["four", t("four")], ["two", t("two: red and black")]].map(([value, name]) => h("option", { value, selected: value === colours }, name))));

addEventListener("change", ({ target }) => {
  if (target.dataset.colours !== "choice") return;
  colours = target.value;
  try { localStorage.setItem("colours", colours); } catch { /* then until the page is left */ }
  show();
});
