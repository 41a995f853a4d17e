// Short sounds, and Error Message spoken, on devices that switched them on. Nothing is heard before a person has touched
// the page, nor what happened while it was hidden, asleep or away from the table.

import { h } from "./dom.js";
import { isMine, tones } from "./tones.js";
import { t } from "./words.js";

const LOUD = { off: 0, soft: .12, loud: .5 };
const NAMES = { off: t("off"), soft: t("soft"), loud: t("loud") };
/** Each sound: its notes as hertz, and seconds from its beginning to that of the note and to its end. */
const NOTES = {
  card: [[440, 0, .07]],
  won: [[523, 0, .1], [784, .1, .3]],
  turn: [[659, 0, .12], [880, .14, .34]],
  question: [[587, 0, .12], [494, .14, .26], [587, .28, .42]],
  error: [[196, 0, .22], [147, .2, .5]],
  late: [[988, 0, .08], [988, .14, .22], [988, .28, .36]],
};
const APART = .12;   // seconds between two sounds
const WAKING = 1000; // milliseconds after which a page that was hidden or away has caught up
const OLD = 5;       // seconds on the way, after which a view is old news

const kept = read();
const speaks = "speechSynthesis" in window;
let audio = null;     // from the first touch on
let shown = () => {}; // draws the controls anew
let before = null;    // the view heard last
let quietUntil = 0;
let soonest = -Infinity; // the table's clock less this device's, of the view that came quickest

function read() {
  try {
    const found = JSON.parse(localStorage.getItem("sounds")) ?? {};
    return { volume: found.volume in LOUD ? found.volume : "off", speak: found.speak === true };
  } catch {
    return { volume: "off", speak: false };
  }
}

function keep() {
  try { localStorage.setItem("sounds", JSON.stringify(kept)); } catch { /* then until the page is left */ }
}

const wait = () => { quietUntil = performance.now() + WAKING; };
const isQuiet = () => document.hidden || performance.now() < quietUntil;

/** Let the change to `view` be heard; `now` is the table's clock when it was sent, `fresh` whether it is the first after
 * the page had no table. */
export function hear(view, now, fresh) {
  const ahead = now - Date.now() / 1000;
  if (soonest - ahead > OLD) wait();
  soonest = soonest - ahead > OLD ? ahead : Math.max(soonest, ahead);
  const names = fresh ? [] : tones(before, view);
  before = view;
  play(names);
}

/** The time of the turn in `view` is over. */
export const hearLate = (view) => (!view.me || isMine(view)) && play(["late"]);

function play(names) {
  if (isQuiet()) return;
  if (names.includes("error")) speak();
  if (!LOUD[kept.volume] || audio?.state !== "running") return;
  let at = audio.currentTime + .02;
  for (const name of names) {
    for (const note of NOTES[name]) sound(at, ...note);
    at += NOTES[name].at(-1)[2] + APART;
  }
}

function sound(at, hertz, from, to) {
  const wave = new OscillatorNode(audio, { type: "triangle", frequency: hertz });
  const volume = new GainNode(audio, { gain: 0 });
  volume.gain.setValueAtTime(0, at + from);
  volume.gain.linearRampToValueAtTime(LOUD[kept.volume], at + from + .015);
  volume.gain.linearRampToValueAtTime(0, at + to);
  wave.connect(volume).connect(audio.destination);
  wave.start(at + from);
  wave.stop(at + to);
}

function speak() {
  if (!kept.speak || !speaks || !navigator.userActivation?.hasBeenActive) return;
  const words = new SpeechSynthesisUtterance(t("Error Message"));
  words.lang = document.documentElement.lang;
  speechSynthesis.cancel();
  speechSynthesis.speak(words);
}

// Browsers let a page make sounds from a touch on.
function touched() {
  if (!LOUD[kept.volume] || !window.AudioContext) return;
  audio ??= new AudioContext();
  if (audio.state !== "running") audio.resume();
}

for (const touch of ["click", "keydown", "pointerup"]) addEventListener(touch, touched, true);
document.addEventListener("visibilitychange", () => document.hidden || wait());

/** The controls of this device: how loud, and whether Error Message is spoken. */
export const controls = () => [
  h("label.field", {}, h("span", {}, t("Sounds on this device")), h("select", { "data-sounds": "volume", "data-testid": "volume" },
    Object.entries(NAMES).map(([value, name]) => h("option", { value, selected: value === kept.volume }, name)))),
  h("p.small", {}, t("You hear cards, tricks won, Error Message and time running out; on your own page also your turn and questions to you. Never more than the page shows.")),
  speaks && h("button.switch", { type: "button", role: "switch", "aria-checked": kept.speak ? "true" : "false", "data-sounds": "speak", "data-testid": "speak" },
    h("i", { "aria-hidden": "true" }), t("Say “Error Message” aloud")),
];

/** The drawer with the controls, on a seat's page. */
export const soundDrawer = () => h("details.drawer", { "data-key": "sounds" },
  h("summary", { "data-testid": "sounds" }, t("Sounds: {volume}", { volume: NAMES[kept.volume] })), controls());

/** Let `draw` be called when a control has changed. */
export const onSounds = (draw) => { shown = draw; };

addEventListener("change", async ({ target }) => {
  if (target.dataset.sounds !== "volume") return;
  kept.volume = target.value;
  keep();
  shown();
  touched();
  await audio?.resume();
  play(["card"]); // so loud it is
});

addEventListener("click", ({ target }) => {
  if (target.closest("[data-sounds]")?.dataset.sounds !== "speak") return;
  kept.speak = !kept.speak;
  keep();
  shown();
  if (kept.speak) speak();
});
