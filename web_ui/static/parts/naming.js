// What people are called: the own name on the own page, and everybody's where the host begins a game.

import { h } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { placeName } from "./cards.js";

const LONGEST = 20;

const entry = (label, name, attributes) => h("label.field", {}, h("span", {}, label),
  h("input.name", { value: name ?? "", maxlength: LONGEST, autocomplete: "off", ...attributes }));

/** The drawer in which whoever sits in `person`'s place says their own name. */
export function naming({ names }, person) {
  const name = names?.[person];
  return h("details.drawer", { "data-key": "naming" },
    h("summary", { "data-testid": "naming" }, name ? t("Your name: {name}", { name }) : t("Your name")),
    h("form", { "data-form": "rename" },
      entry(t("Your name; everybody sees it"), name, { name: "name", "data-testid": "own-name" }),
      h("button.quiet", { type: "submit", "data-testid": "rename" }, t("Save"))));
}

/** The drawer in which the host says who sits in `places`. */
export function names(view, places) {
  return h("details", { "data-key": "names" },
    h("summary", { "data-testid": "rules-names" }, t("Names")),
    h("p.small", {}, t("Names change at once; whoever leaves a place takes the name along.")),
    places.map((place) => entry(placeName(place), view.names?.[place], { "data-name": place, "data-testid": `name-of-${place}` })));
}
