// The host's page: the PIN, the code that lets phones in, and who sits where.

import { draw, h, say } from "./lib/dom.js";
import { ask, handOver, invitation } from "./lib/doors.js";
import { t } from "./lib/words.js";
import { placeName } from "./parts/cards.js";

const refusal = document.getElementById("refusal");
const places = document.getElementById("places");
let known = null; // who sits where, as it was last heard
let sure = "";    // the place that waits for its second tap

document.getElementById("enter")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const pin = document.getElementById("pin");
  const { error } = await ask("/host", { pin: pin.value });
  say(refusal, error ?? "");
  if (error) return pin.select();
  location.reload();
});

document.getElementById("resign")?.addEventListener("click", async () => {
  const { error } = await ask("/host/leave");
  if (error) return say(refusal, error);
  location.assign("/");
});

function row({ person, name, taken }) {
  const button = (act, label) => h("button.quiet", { type: "button", "data-act": act, "data-person": person, "data-testid": `${act}-${person}` }, label);
  return h("li", { "data-key": `place-${person}` }, h("strong", {}, placeName(person)),
    h("span", { "data-testid": `sits-${person}` }, taken ? name || t("taken") : t("free")),
    taken && button("hand-over", t("Move to another device")),
    taken && button("free", sure === person ? t("Free this place?") : t("Free it")));
}

function show(found) {
  if (found.status === 401) return location.reload();
  say(refusal, found.error ?? "");
  if (found.error) return;
  known = found;
  draw(places, invitation(found, t("Scan this with a phone, or type it there, to take a free place.")),
    h("button.quiet", { type: "button", "data-act": "code", "data-testid": "new-code", "data-key": "new-code" }, t("Another code")),
    h("ul.places", { "data-key": "list" }, found.places.map(row)));
}

const refresh = async () => show(await ask("/api/host", null, "GET"));

places?.addEventListener("click", async ({ target }) => {
  const { act, person } = target.closest("[data-act]")?.dataset ?? {};
  if (act === "code") return show(await ask("/host/code"));
  if (act === "hand-over") return say(refusal, await handOver(`/host/seats/${person}/hand-over`));
  if (act !== "free") return;
  const again = sure === person;
  sure = again ? "" : person;
  if (!again) return show(known);
  say(refusal, (await ask(`/host/seats/${person}/free`)).error ?? "");
  refresh();
});

// The first tap asks, the second does it; another button, or a while, and it asks again.
let sureOf = null;
const forget = () => {
  if (sureOf) sureOf.textContent = sureOf.dataset.label;
  sureOf = null;
};
for (const button of document.querySelectorAll("[data-power]")) {
  button.dataset.label = button.textContent;
  button.addEventListener("click", async () => {
    if (sureOf !== button) {
      forget();
      sureOf = button;
      button.textContent = button.dataset.sure;
      setTimeout(() => sureOf === button && forget(), 6000);
      return;
    }
    forget();
    const { error } = await ask("/host/power", { do: button.dataset.power });
    say(refusal, error ?? "");
    if (!error) say(document.getElementById("power-said"), button.dataset.power === "off"
      ? t("The table switches off. Once the green light on the Pi has stopped blinking, the plug may be pulled.")
      : t("The table starts again; this page is back in about a minute."));
  });
}

if (document.getElementById("set-parts")) {
  const { machine } = await import("./parts/machine.js");
  machine(document.getElementById("set-parts"));
}

if (document.getElementById("link-parts")) {
  const { linking } = await import("./parts/linking.js");
  linking(document.getElementById("link-parts"));
}

if (places) {
  refresh();
  setInterval(() => document.hidden || refresh(), 5000);
}
