// The own cards at a real table, where the house allows advice: photographed with this phone, known to this page alone.

import { h } from "../lib/dom.js";
import { counted, t } from "../lib/words.js";
import { card, sorted } from "./cards.js";

const SIDE = 1800;          // pixels of the longer side of what is sent
const MOST = 490_000;       // bytes of it
const QUALITY = [0.85, 0.75, 0.6, 0.45];

let reads = false; // whether a photograph is being read

/** Say whether a photograph is being read. */
export const reading = (on) => { reads = on; };

/** The panel; nothing on the simulated table, and where the house allows no advice. */
export function fan(view) {
  if (!view.fan || view.house?.suggestions !== "on" || view.simulation) return null;
  const { cards, missing, playable, warning } = view.fan;
  return h("section.own-fan", { "data-key": "fan", "data-testid": "fan", "aria-label": t("Your cards") },
    warning && h("p.banner.trouble", { "data-key": "fan-warning", "data-testid": "fan-warning", role: "alert" }, warning),
    cards.length > 0 && h("p", { "data-key": "fan-known", role: "status" }, missing > 0 ? counted("{count} card is known; photograph the others too.", "{count} cards are known; photograph the others too.", cards.length) : t("All your cards are known.")),
    cards.length > 0 && h("div.cards", { "data-key": "fan-cards" }, sorted(cards).map((code) => card(code, { "data-testid": `fan-${code}`, class: playable.length && !playable.includes(code) ? "cannot" : "" }))),
    h("div.taps", { "data-key": "fan-taps" },
      h("label.quiet.photograph", {}, h("input", { type: "file", accept: "image/*", capture: "environment", "data-photograph": "yes", "data-testid": "photograph", disabled: reads }),
        reads ? t("The photograph is being read…") : t("Photograph my cards")),
      cards.length > 0 && h("button.quiet", { type: "button", "data-act": "forget-fan", "data-testid": "forget-fan" }, t("Forget them"))),
    h("p.small", {}, t("For advice. Nobody else sees them, nothing is kept, and with the hand they are forgotten.")));
}

/** Send a photograph, made as small as is needed; why it was not taken, or nothing. */
export async function send(path, file) {
  try {
    const answer = await fetch(path, { method: "POST", headers: { "Content-Type": "image/jpeg" }, body: await small(file) });
    return answer.ok ? "" : (await answer.json()).error;
  } catch {
    return t("That is no photograph that this phone can open, or the table did not answer.");
  }
}

async function small(file) {
  const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
  const scale = Math.min(1, SIDE / Math.max(picture.width, picture.height));
  const canvas = h("canvas", { width: Math.round(picture.width * scale), height: Math.round(picture.height * scale) });
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  for (const quality of QUALITY) {
    const made = await new Promise((done) => canvas.toBlob(done, "image/jpeg", quality));
    if (made.size <= MOST || quality === QUALITY.at(-1)) return made;
  }
}
