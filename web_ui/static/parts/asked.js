// What the camera sees of a card that a question is about.

import { h } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { cardName } from "./cards.js";

/** The picture beside the answers of a question to `person`; null where there is none. Where cards lie side by side in it, the
 * one that is meant is tapped there. */
export function asked(person, { id, picture, parts = [], kind }) {
  if (!picture) return null;
  const seen = h("img.asked", { src: `/api/${person}/questions/${picture}.jpg`, alt: t("The card in question, as the camera sees it"), "data-testid": `picture-${id}`, "data-key": "img" });
  return parts.length < 2 || kind === "turn" ? seen : h("div.parts", { "data-key": `parts-${id}` }, seen, parts.map((code) => h("button", {
    type: "button", "data-act": "answer", "data-question": id, "data-card": code, "data-testid": `part-${id}-${code}`, "aria-label": cardName(code),
  })));
}
