// The guide of a first time: camera, cards, lights, first deal, one step after the other, as the table sees them.

import { draw, h, say } from "./lib/dom.js";
import { ask } from "./lib/doors.js";
import { t } from "./lib/words.js";
import { cardName } from "./parts/cards.js";

const EVERY = 1500; // milliseconds between two looks; the table looks once a second at most
const NAMES = { camera: t("Camera"), cards: t("Cards"), lights: t("Lights"), deal: t("First deal") };
const steps = document.getElementById("steps");
const view = document.getElementById("view");
const named = () => Object.keys(NAMES).find((name) => name === location.hash.slice(1)) ?? "camera";
let step = named();
let asked = 0; // answers that come late are of no use

function bar(all) {
  return h("ol.steps", { "data-key": "steps" }, Object.entries(NAMES).map(([name, label], k) =>
    h("li", { "data-key": `of-${name}` }, h("a", { href: `#${name}`, "data-testid": `step-${name}`, "aria-current": name === step ? "step" : null, class: all[name].done ? "done" : "" },
      h("b", { "aria-hidden": "true" }, all[name].done ? "✓" : String(k + 1)), label, all[name].done && h("span.heard", {}, ` · ${t("done")}`)))));
}

const path = (points) => `M${points.map(([x, y]) => `${x} ${y}`).join("L")}Z`;
const middle = (points) => [0, 1].map((way) => points.reduce((sum, point) => sum + point[way], 0) / points.length);

const PIPS = { C: "♣", D: "♦", H: "♥", S: "♠" };
const short = (label) => /^[CDHS]/.test(label) ? `${label[1] === "T" ? "10" : label[1]}${PIPS[label[0]]}` : label;

function outline({ kind, label, points }) {
  const [x, y] = middle(points);
  const words = kind === "card" || kind === "doubt" ? short(label) : kind === "missing" ? `${label}?` : "";
  return h("g", { class: `mark ${kind}` }, h("path", { d: path(points) }), words && h("text", { x, y: kind === "missing" ? Math.max(20, Math.min(...points.map(([, own]) => own)) - 20) : y }, words));
}

/** What is drawn, in words: for those who do not see it. */
function heard({ seen, marks }) {
  const cards = marks.filter(({ kind }) => kind === "card").map(({ label }) => cardName(label));
  return [seen, ...cards].filter(Boolean).join(" ");
}

function picture(found) {
  if (found.picture === null) return found.note && h("p.small", { "data-key": "none", "data-testid": "no-picture" }, found.note);
  const [wide, high] = found.size;
  return h("figure.sight", { "data-key": "sight" },
    h("div.frame", {}, h("img", { src: `/api/guide/${found.picture}.jpg`, width: wide, height: high, alt: heard(found), "data-testid": "sight" }),
      h("svg", { viewBox: `0 0 ${wide} ${high}`, "aria-hidden": "true" },
        h("path", { class: "cross", d: `M${wide / 2 - 18} ${high / 2}h36M${wide / 2} ${high / 2 - 18}v36` }), found.marks.map(outline))),
    h("figcaption", {}, h("span", { "data-testid": "seen" }, found.seen ?? ""), found.note && h("span", { "data-testid": "note" }, found.note),
      h("span", {}, t("Green: found. Dashed: should be there. The cross marks the middle of the picture."))));
}

const button = (act, label, kind = "quiet") => h(`button.${kind}`, { type: "button", "data-act": act, "data-testid": act }, label);

function acts(found) {
  const names = Object.keys(NAMES);
  const next = names[names.indexOf(step) + 1];
  const own = step === "lights" && found.steps.lights.asks ? [button("burns", t("Yes, it is lit"), "big"), button("dark", t("No"))]
    : step === "lights" && found.steps.lights.tried ? [button("again", t("Try them again"))] : [];
  const onward = next && !found.hidden ? h("a", { class: found.steps[step].done ? "big" : "quiet", href: `#${next}`, "data-testid": "next" }, found.steps[step].done ? t("Next: {step}", { step: NAMES[next] }) : t("Skip this step"))
    : [h("a.big", { href: "/", "data-testid": "to-board" }, t("To the board")), h("a.quiet", { href: "/join" }, t("Take a seat"))];
  return h("p.acts", { "data-key": "acts" }, own, onward);
}

function show(found) {
  const { say: words, more } = found.steps[step];
  say(document.getElementById("say"), words);
  draw(steps, bar(found.steps));
  draw(view, (step === "camera" || step === "cards") && picture(found),
    more.length > 0 && h("ul.findings", { "data-key": "more", "data-testid": "more" }, more.map((one) => h("li", {}, h("p", {}, one)))), acts(found));
}

async function look(extra = {}) {
  const mine = ++asked;
  const found = await ask("/guide", { step, ...extra });
  if (mine !== asked) return;
  if (found.status === 401) return location.reload();
  document.getElementById("lost").hidden = found.status !== 0;
  say(document.getElementById("refusal"), found.status && found.error ? found.error : "");
  if (!found.error) show(found);
}

addEventListener("hashchange", () => { step = named(); look(); });
view.addEventListener("click", ({ target }) => {
  const act = target.closest("[data-act]")?.dataset.act;
  if (act) look(act === "again" ? { again: true } : { burns: act === "burns" });
});
look();
setInterval(() => document.hidden || look(), EVERY);
