// The own cards on the simulated table, fanned as in a hand, and the holder beside.

import { h } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { back, card, cardButton, seatName, sorted, suitOf, theCard } from "./cards.js";
import { opened } from "./table.js";

const SLOTS = 13;

/** The own hand, on the simulated table only: at a real one it is in your hand. What may be played stands out; `low` draws the hand down
 * while something else is to be done; `inkling` was tapped and has not been seen yet, `advised` was advised. */
export function hand(view, { low, inkling, advised }) {
  if (!view.simulation) return null;
  const { hand: held, face_down: unseen, plays_itself: itself, playable } = view.simulation;
  const cards = sorted(held);
  const mine = playable.length > 0 && !inkling;
  const kind = (code) => [
    mine ? playable.includes(code) ? "can" : "cannot" : "",
    inkling === code ? "leaving" : "", advised === code ? "advised" : "", opened(view).includes(code) ? "shown" : ""].filter(Boolean).join(" ");
  return h("section.hand", { "data-key": "hand", "aria-label": t("Your hand"), class: [low ? "low" : "", mine ? "mine" : ""].filter(Boolean).join(" ") },
    cards.length + unseen > 0 && h("div.fan", { "data-count": cards.length + unseen, "data-key": "fan" },
      Array.from({ length: unseen }, (_, at) => h("span.held", { "data-key": `back-${at}` }, back())),
      // as wide as what is seen of the card, which lies out over the next
      cards.map((code) => h("button.held", {
        type: "button", "data-testid": `hand-${code}`, "data-act": "lay", "data-card": code, "data-suit": suitOf(code), disabled: itself[view.me.person],
        class: kind(code),
        "aria-label": opened(view).includes(code) ? t("Lay {card}, turned up", { card: theCard(code) }) : t("Lay {card}", { card: theCard(code) }),
      }, card(code, { role: null, "aria-label": null, "aria-hidden": "true", class: opened(view).includes(code) ? "shown" : "" })))));
}

/** The holder that this human sees: 13 slots as they stand there; `inkling` was tapped and has not been seen yet. */
export function beside(view, inkling) {
  if (!view.beside) return null;
  const { seat, cards: slots, to_move: toMove, slot } = view.beside;
  const cards = slots.some((code) => code !== null) || toMove === null ? slots : [toMove]; // it lies open beside the trick
  const owner = view.seats[seat];
  const moving = toMove !== null;
  const away = moving && slot !== null && (owner.kind === "computer" || owner.person !== view.me.person); // its face is turned away
  if (!cards.some((code) => code !== null)) return null;
  return h("section.beside", { "data-key": "beside", "aria-label": moving ? seatName(owner) : t("{name}, beside you", { name: seatName(owner) }), class: moving ? "moving" : "" },
    moving
      ? h("p.to-move", { "data-testid": "to-move", "data-card": toMove, role: "status" }, h("span", {}, `${t("Move this card:")} `), h("strong", {}, theCard(toMove)),
        away && h("small", {}, ` ${t("Slot {slot} from the left; from the right if you stand behind it", { slot: slot + 1 })}`))
      : h("h2", {}, t("{name}, beside you", { name: seatName(owner) }), h("small", {}, t("{name}’s partner", { name: seatName(view.seats[(seat + 2) % 4]) }))),
    h("div.slots", { "data-key": "slots" }, cards.map((code, at) => {
      if (code === null) return h("span.slot.empty", { "data-key": `slot-${at}`, "aria-hidden": "true" });
      const marked = moving && (slot === null ? code === toMove : slot === at);
      const attributes = { "data-testid": `holder-${code}`, class: [marked ? "marked" : "", inkling === code ? "leaving" : ""].filter(Boolean).join(" "), "data-slot": at };
      return h("span.slot", { "data-key": `slot-${at}-${code}`, class: marked ? "marked" : "" }, marked && view.simulation
        ? cardButton(code, { ...attributes, "data-act": "move", "aria-label": t("Move {card}", { card: theCard(code) }) })
        : card(code, attributes));
    })));
}

/** The holder from which this human takes marked cards, whose faces nobody sees, so that a computer player can take the kitty. */
export function takenOut(view) {
  const now = view.exchange;
  if (!now || now.by !== view.me.seat || !now.slots.length) return null;
  return h("section.beside.moving", { "data-key": "taken-out", "aria-label": seatName(view.seats[now.seat]) },
    h("p.to-move", { "data-testid": "taken-out", role: "status" }, h("span", {}, t("As seen from the front; from behind, left and right are swapped"))),
    h("div.slots", { "data-key": "slots" }, Array.from({ length: SLOTS }, (_, at) =>
      h("span.slot", { "data-key": `slot-${at}`, "data-slot": at, class: now.slots.includes(at) ? "marked" : "empty" }, now.slots.includes(at) && back()))));
}
