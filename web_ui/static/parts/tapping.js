// A card that was tapped in the camera's picture, and what may be said of it: an answer, or what it really is.

import { h } from "../lib/dom.js";
import { send } from "../lib/live.js";
import { t } from "../lib/words.js";
import { asked } from "./asked.js";
import { cardButton, title, theCard } from "./cards.js";
import { likely } from "./corrections.js";

let refusal = ""; // why the last tap was not taken

/** What may be said of a card of the picture, of which `cards` say what it may be; null: none was tapped. */
export function sayings(view, cards) {
  if (cards === null) {
    const may = view.questions.length || view.mend?.played.length;
    return may ? h("p.small", { "data-key": "how" }, t("Tap the card that was recorded wrong, then what it was.")) : null;
  }
  return h("section.question", { "data-key": "tapped", "data-testid": "tapped" }, about(view, cards), refusal && h("p", { role: "alert", "data-testid": "tapped-refusal" }, refusal));
}

function about(view, cards) {
  const question = view.questions.find((one) => one.kind !== "turn" && (cards.length ? cards.some((code) => one.candidates.includes(code)) : one.x !== null && one.x !== undefined));
  if (question) return answers(view, question);
  const play = view.trick.find(({ card }) => cards.includes(card));
  const trick = view.mend?.played.length;
  if (play && trick && view.mend.played[trick - 1].includes(play.seat)) {
    return likely(play.card, (code) => ({ correct: code, trick, of: play.seat }), view);
  }
  return h("p", {}, cards.length ? t("{card} is no card of this trick, and nothing is asked about it.", { card: title(theCard(cards[0])) }) : t("This card cannot be read."));
}

const answers = (view, question) => [
  h("h2", {}, question.about),
  asked(view.me.person, { ...question, parts: [] }),
  [question.candidates, question.others ?? []].map((codes, at) => codes.length > 0 && h(at ? "details" : "div", { "data-key": `codes-${at}` },
    at > 0 && h("summary", {}, t("It was another card")),
    h("div.cards", {}, codes.map((code) => cardButton(code, { "data-act": "answer", "data-question": question.id, "data-testid": `tapped-${code}` }))))),
];

/** Let the cards of the picture in `own` be tapped, and what is said of them; `choose` takes the number of the card, null for none,
 * nothing to stay with it. */
export function onTap(own, now, choose) {
  const tap = async ({ target }) => {
    const spot = target.closest("[data-spot]");
    if (spot) {
      refusal = "";
      return choose(Number(spot.dataset.spot));
    }
    const button = target.closest("[data-act]");
    if (!button) return;
    const { act, body, question, card } = button.dataset;
    refusal = await send(`/requests/${now().me.person}`, act === "ask" ? JSON.parse(body) : { answer: card, question: Number(question) });
    choose(refusal ? undefined : null);
  };
  own.addEventListener("click", tap);
  own.addEventListener("keydown", (event) => {
    if (!["Enter", " "].includes(event.key) || !event.target.closest("[data-spot]")) return;
    event.preventDefault();
    tap(event);
  });
}
