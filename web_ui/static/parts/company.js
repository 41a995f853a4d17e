// The computer players at the table: their faces, and the choice of how well each plays.

import { h } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { placeName } from "./cards.js";

export const LEVELS = { easy: t("a friendly beginner"), club: t("a member of a club"), strong: t("hard to beat") };

/** The face of a computer player; its name stands beside it. */
export const face = (name, attributes = {}) => h("img.face", { src: `/static/face-${name}.svg`, alt: "", width: 64, height: 64, ...attributes });

/** Who is called what at `place`: the own name of a person, else that of the computer player there. */
export const calledAt = (view, place) => view.names?.[place] || view.company?.[place]?.name;

/** What everybody is called, by place; who has no name is left out. */
export const called = (view) => Object.fromEntries(view.seats.map(({ person }) => [person, calledAt(view, person)]).filter(([, name]) => name));

/** How well the computer player at `place` plays, to be chosen; nothing where none sits. */
export function levels(view, place) {
  const one = view.company?.[place];
  return one && h("label.field.level", { "data-key": `level-${place}` }, face(one.face, { "data-testid": `face-of-${place}` }),
    h("span", {}, t("{computer} plays for {name}", { computer: one.name, name: placeName(place) })),
    h("select", { "data-level": place, "data-testid": `level-${place}` }, Object.entries(LEVELS).map(([level, text]) =>
      h("option", { value: level, selected: one.level === level }, text))));
}
