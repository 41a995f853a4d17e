// The public board.

import { draw, h, say } from "./lib/dom.js";
import { close, dialog } from "./lib/doors.js";
import { live } from "./lib/live.js";
import { controls, hear, onSounds } from "./lib/sounds.js";
import { counted, list, t } from "./lib/words.js";
import { isTrouble, placeName, troubles } from "./parts/cards.js";
import { colourChoice } from "./parts/colours.js";
import { invite } from "./parts/invite.js";
import { legend, loadLights } from "./parts/lights.js";
import { pace } from "./parts/pace.js";
import { offered, open, picture, watch } from "./parts/seeing.js";
import { leafTo } from "./parts/past_tricks.js";
import { sheet } from "./parts/sheet.js";
import { contract, drawnTable, lastCommand, lastTrick, score, trump, turn } from "./parts/table.js";

const page = document.getElementById("view");
const prompt = document.getElementById("prompt");

function asked(view) {
  const persons = [...new Set(view.questions.flatMap((question) => question.ask))].map(placeName);
  return persons.length ? h("p.banner.ask", { "data-testid": "pending", "data-key": "asked" }, counted("The table has a question for {persons}.", "The table has {count} questions for {persons}.", view.questions.length, { persons: list(persons) })) : null;
}

let game = "";
let newest = null;
const rules = document.getElementById("rules");

const SWEEP = 700; // milliseconds
const still = matchMedia("(prefers-reduced-motion: reduce)");
let swept = null; // the trick that is on its way to its winner

// A trick that was complete and is gathered goes to whoever has won it.
function sweep(before, view) {
  const gathered = before?.trick.length > 1 && before.trick.length === before.seats.length && !view.trick.length
    && view.game === before.game && view.deal === before.deal && view.last_trick;
  if (!gathered || still.matches) return;
  swept = { trick: before.trick, winner: view.last_trick.winner };
  setTimeout(() => { swept = null; show(); }, SWEEP);
}

live("", (view, now, fresh) => {
  if (!fresh) sweep(newest, view);
  newest = view;
  pace(view, now, fresh);
  hear(view, now, fresh);
  invite(view);
  if (game && game !== `${view.game} ${view.seats.length}`) return location.reload();
  game = `${view.game} ${view.seats.length}`;
  show();
});

function show() {
  const view = newest;
  see();
  say(rules, view.title ?? "");
  say(prompt, view.prompt || "…");
  prompt.classList.toggle("trouble", isTrouble(view));
  draw(page,
    h("div.troubles", { "data-key": "troubles", "aria-live": "polite" },
      troubles(view).map((sentence, at) => h("p.banner.trouble", { "data-key": `trouble-${at}` }, sentence)),
      asked(view),
      view.notes.map((sentence, at) => h("p.banner.note", { "data-key": `note-${at}` }, sentence))),
    drawnTable(view, swept),
    sees && h("div.sight", { "data-key": "sight" }, picture(view, true), lastTrick(view)),
    h("div.facts", { "data-key": "facts" }, trump(view), contract(view), turn(view), score(view, sheet(view)), lastCommand(view), !sees && lastTrick(view)));
}

page.addEventListener("click", (event) => {
  if (event.target.closest("[data-act=put-away]")) return want(false);
  const key = event.target.closest("[data-act=leaf]");
  if (!key) return;
  leafTo(key.dataset.to);
  show();
});

// The camera's picture, where it may be seen. It stands beside the trick where there is room; on the simulated table until somebody puts
// it away. Elsewhere it is a dialog.
const eye = document.getElementById("seeing");
const wide = matchMedia("(min-width: 700px)");
const fits = () => wide.matches && newest?.scores.length === 2;
let wanted = offered === "always" && remembered() !== "off"; // beside the trick
let sees = false;

function see() {
  if (!eye || sees === (wanted && fits())) return;
  sees = !sees;
  eye.hidden = sees;
  page.classList.toggle("seen", sees);
  watch(sees ? show : null);
}

function remembered() {
  try { return localStorage.getItem("seeing"); } catch { return null; }
}

function want(on) {
  wanted = on;
  try { localStorage.setItem("seeing", on ? "on" : "off"); } catch { /* then until the page is left */ }
  show();
  (on ? page.querySelector("[data-act=put-away]") : eye).focus();
}

eye?.addEventListener("click", () => (fits() ? want(true) : open(() => newest)));
wide.addEventListener("change", () => newest && show());

// Sounds of this board and what the lights mean, in a dialog: the board itself has no room for more.
document.getElementById("sounds").addEventListener("click", () => {
  const own = h("div", {});
  const redraw = () => draw(own, h("h2", {}, t("Sounds")), controls(), h("h2", {}, t("Cards")), colourChoice(), legend() && h("h2", {}, t("What the lights mean")), legend());
  redraw();
  loadLights(redraw);
  onSounds(redraw);
  dialog(t("Sounds"), own, close(t("Close")));
});
