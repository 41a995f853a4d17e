// The cards that are still out in the second stage of German or Honeymoon Whist, where the house has them shown to whoever sits here.

import { h } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { card, seatName, sorted } from "./cards.js";

/** The other's cards, as a drawer; where this page does not know the own ones, those of both. `inkling` was tapped and has not been seen yet. */
export function cardsLeft(view, inkling) {
  const left = view.cards_left;
  if (!left) return null;
  const name = seatName(view.seats[1 - view.me.seat]);
  const own = [...ownCards(view), inkling];
  const others = left.cards.filter((code) => !own.includes(code));
  const known = left.cards.length - others.length === left.own; // while a card is being drawn or laid, maybe not
  return h("details.cards-left", { "data-key": "cards-left", "data-testid": "cards-left" },
    h("summary", {}, known ? t("What {name} still holds", { name }) : t("Cards still out: yours and {name}’s", { name })),
    h("div.cards", {}, sorted(known ? others : left.cards).map((code) => card(code))));
}

/** Of the simulated table the own hand; of a real one what was photographed for advice. */
const ownCards = (view) => view.simulation?.hand ?? (view.house?.suggestions === "on" && view.fan?.missing === 0 ? view.fan.cards : []);
