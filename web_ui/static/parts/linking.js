// Linked tables on the host's page: the codes of a match that is hosted here, or the way into one.

import { draw, h } from "../lib/dom.js";
import { ask } from "../lib/doors.js";
import { t } from "../lib/words.js";
import { LEVELS } from "./company.js";

const EVERY = 3000; // milliseconds between two looks

let box = null;
let found = {};
let sure = ""; // what waits for its second tap
let computers = 0; // computer players who are to sit here

/** Draw the section into `own`, and keep it as things stand. */
export async function linking(own) {
  box = own;
  box.addEventListener("click", clicked);
  box.addEventListener("submit", joined);
  box.addEventListener("change", chosen);
  await look();
  setInterval(() => document.hidden || look(), EVERY);
}

async function look() {
  const now = await ask("/api/host/link", null, "GET");
  if (now.error && found.codes) return; // the table is away for a moment
  show(now);
}

function show(now) {
  found = now;
  if (!found.codes) return draw(box, h("p.refusal", { role: "alert", "data-testid": "link-refusal" }, found.error));
  draw(box, found.linked ? inLink() : outside());
}

function inLink() {
  return [
    ...found.codes.map((code, at) => h("p", { "data-key": `code-${at}` },
      found.codes.length > 1 ? t("Household {number} joins by this code:", { number: at + 2 }) : t("The other household joins by this code, on the page Host of its table:"),
      " ", h("strong.long-code", { "data-testid": `link-code-${at + 2}` }, code))),
    !found.codes.length && h("p", { "data-key": "joined" }, t("This table is linked to the one that hosts the match.")),
    h("p", { "data-key": "state", role: "status", "data-testid": "link-state", class: found.trouble ? "banner trouble" : "small" }, found.trouble ?? t("The link is up.")),
    h("button.quiet", { type: "button", "data-key": "leave", "data-act": "leave", "data-testid": "link-leave" }, sure === "leave" ? t("End the link? The match cannot go on then.") : t("End the link"))];
}

function outside() {
  return [
    h("p", { "data-key": "how" }, t("Two households play one match, each at its own table: one chooses Australian Whist with two households behind the gear and begins; the code by which the other joins stands here then.")),
    h("form.link", { "data-key": "join" },
      h("label.entry", {}, t("Code of the other table"),
        h("input", { name: "code", "data-testid": "link-code", autocomplete: "off", autocapitalize: "characters", spellcheck: "false", maxlength: 60, required: true })),
      h("label.entry", {}, t("Computer players with card holders at this table"),
        h("select", { name: "computers", "data-testid": "link-computers" }, [0, 1, 2, 3].map((count) => h("option", { value: count, selected: count === computers }, `${count}`)))),
      computers > 0 && h("label.entry", { "data-key": "level" }, t("They play like"),
        h("select", { name: "level", "data-testid": "link-level" }, Object.entries(LEVELS).map(([level, text]) => h("option", { value: level, selected: level === "club" }, text)))),
      computers > 0 && h("p.small", { "data-key": "where" }, t("They sit in the last places of this household; their cards stand in holders that face nobody.")),
      h("button.quiet", { type: "submit", "data-testid": "link-join" }, t("Join; the game in play here is abandoned")))];
}

async function joined(event) {
  event.preventDefault();
  const form = new FormData(event.target);
  await act("/host/link", { code: form.get("code"), computers: Array(computers).fill(form.get("level") ?? "club") });
}

function chosen({ target }) {
  if (target.name !== "computers") return;
  computers = Number(target.value);
  show(found);
}

async function clicked({ target }) {
  if (target.closest("[data-act]")?.dataset.act !== "leave") return;
  const again = sure === "leave";
  sure = again ? "" : "leave";
  if (again) await act("/host/link/leave");
  else show(found);
}

async function act(where, body) {
  const now = await ask(where, body);
  if (!now.error) return show(now);
  draw(box, outside(), h("p.refusal", { role: "alert", "data-key": "refusal", "data-testid": "link-refusal" }, now.error));
}
