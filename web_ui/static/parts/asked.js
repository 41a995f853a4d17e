// What the camera sees of a card that a question is about.

import { h } from "../lib/dom.js";
import { t } from "../lib/words.js";

/** The picture beside the answers of a question to `person`; null where there is none. */
export const asked = (person, { id, picture }) => picture ? h("img.asked", {
  src: `/api/${person}/questions/${picture}.jpg`, alt: t("The card in question, as the camera sees it"), "data-testid": `picture-${id}`,
}) : null;
