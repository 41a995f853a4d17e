// Everything that is not playing, behind the gear: putting right, the game and its chairs, this device.

import { draw, h } from "../lib/dom.js";
import { ask, close, dialog, door } from "../lib/doors.js";
import { soundDrawer } from "../lib/sounds.js";
import { list, t } from "../lib/words.js";
import { law } from "./bids.js";
import { placeName } from "./cards.js";
import { colourChoice } from "./colours.js";
import { calledAt, levels } from "./company.js";
import { mending } from "./corrections.js";
import { faults } from "./faults.js";
import * as games from "./games.js";
import { lightDrawer } from "./lights.js";
import { naming } from "./naming.js";
import { offered, open } from "./seeing.js";

const person = document.body.dataset.person;
const box = document.getElementById("settings");
const refusal = document.getElementById("refusal");

let newest = null; // the view that was shown last

const gear = document.getElementById("gear");
gear.addEventListener("click", () => {
  box.querySelector(".head").after(refusal); // it is said where the eye is
  box.showModal();
});
gear.disabled = false; // a tap before this would be lost without a word
box.addEventListener("close", () => document.getElementById("says").append(refusal));
box.addEventListener("click", ({ target }) => (target === box || target.closest("[value=close]")) && box.close());

/** Go back to the table. */
export const closeSettings = () => box.open && box.close();

/** What stands behind the gear; `sure` is the act that waits for its second tap. */
export function settings(view, sure) {
  newest = view;
  const twice = (act, once, again) => h("button.quiet", { type: "button", "data-act": act, "data-twice": "yes", "data-testid": act }, sure === act ? again : once);
  const dealt = view.game === "android" ? ["turn_up", "play", "gather"].includes(view.phase) && view.tricks_done === 0 : view.actions?.some((action) => "redeal" in action);
  return [
    h("section.group", { "data-key": "now" }, h("h3", {}, t("This hand")), law(view, sure), mending(view),
      dealt && twice("redeal", t("Misdeal: deal again"), t("Throw these cards in?"))),
    h("section.group", { "data-key": "game" }, h("h3", {}, t("The game")), rules(view), games.chooser(view, sure), games.timing(view), games.house(view), chairs(view), faults(view), offered && seen()),
    h("section.group", { "data-key": "device" }, h("h3", {}, t("You and this phone")), naming(view, person), colourChoice(), soundDrawer(), lightDrawer(),
      h("div.taps", { "data-key": "door" }, door(), twice("leave", t("Leave this place"), t("Really leave this place?")))),
  ];
}

const seen = () => h("button.quiet", { type: "button", "data-testid": "open-seeing", "data-sees": "yes", "data-key": "sees" }, t("What I see"));

const rules = ({ game }) => h("button.quiet", { type: "button", "data-testid": "rules-card", "data-rules": game, "data-key": "rules-card" }, t("Rules in a minute"));

box.addEventListener("click", async ({ target }) => {
  if (target.closest("[data-sees]")) return open(() => newest);
  const game = target.closest("[data-rules]")?.dataset.rules;
  if (!game) return;
  const own = h("div.rule-card", {});
  await rulesOf(game, own);
  dialog(t("Rules in a minute"), own, close(t("Close")));
  own.addEventListener("click", ({ target }) => {
    const other = target.closest("[data-rules]");
    if (other) rulesOf(other.dataset.rules, own);
  });
});

// The rules of a game, and the way to those of the others.
async function rulesOf(game, own) {
  const card = await ask(`/api/rules/${game}`, null, "GET");
  draw(own, h("h2", {}, card.title ?? t("Rules in a minute")), h("p", {}, card.sentence ?? card.error),
    h("ol.rule-lines", {}, (card.rules ?? []).map((line) => h("li", {}, line))),
    h("div.taps", {}, h("a.quiet", { href: `/rules/${game}`, target: "_blank" }, t("To print")),
      (card.others ?? []).map((one) => h("button.quiet", { type: "button", "data-rules": one.game, "data-testid": `rules-of-${one.game}` }, one.title))));
  own.closest("dialog")?.scrollTo(0, 0);
}

// Chairs that may be left to simulated persons: a drawer where there are many.
function chairs(view) {
  if (!view.simulation) return null;
  const chair = (someone) => [h("button.switch", {
    type: "button", role: "switch", "aria-checked": view.simulation.plays_itself[someone] ? "true" : "false",
    "data-act": "plays-itself", "data-person": someone, "data-testid": `plays-itself-${someone}`, "data-key": `chair-${someone}`,
  }, h("i", { "aria-hidden": "true" }), t("The computer plays {name}", { name: placeName(someone) })), levels(view, someone)];
  const all = [...new Set([...view.seats.filter((one) => one.kind === "human").map((one) => one.person).filter((someone) => someone !== person), person])];
  if (all.length < 3) return all.map(chair);
  const simulated = all.filter((someone) => view.simulation.plays_itself[someone]);
  return h("details.drawer", { "data-key": "chairs" },
    h("summary", { "data-testid": "chairs" }, simulated.length ? t("Played by the computer: {names}", { names: list(simulated.map((someone) => calledAt(view, someone) ?? placeName(someone))) }) : t("Played by the computer: nobody")),
    all.map(chair));
}
