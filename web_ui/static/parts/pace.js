// The time that a turn may take: it is counted here and warned of, and nobody plays for a person.

import { h, say } from "../lib/dom.js";
import { hearLate } from "../lib/sounds.js";
import { counted, t } from "../lib/words.js";
import { seatName } from "./cards.js";

let view = null;
let ahead = 0; // the table's clock less this page's, in seconds

let wasLate = null; // whether the time of this turn was over; null: the page does not know

const here = () => Date.now() / 1000; // which goes on while the device sleeps

/** Take in the newest view, the time at the table when it was sent, and whether the page had no table before. */
export function pace(newest, now, fresh) {
  view = newest;
  ahead = now - here();
  if (fresh) wasLate = null;
  tick();
}

/** The seconds that are left, below 0 when the time is over; null while nobody is timed. */
const left = () => view?.pace ? view.pace.since + view.pace.limit - (here() + ahead) : null;

/** What is left of the time, beside whose turn it is. */
export function countdown() {
  if (left() === null) return null;
  return h("p.pace", { "data-testid": "pace", "data-key": "pace", role: "timer", class: left() <= 0 ? "late" : "" }, words());
}

const words = () => left() <= 0 ? t("time is up") : t("{seconds} s left", { seconds: Math.ceil(left()) });

function tick() {
  if (!view) return;
  const late = left() !== null && left() <= 0;
  if (late && wasLate === false) hearLate(view);
  wasLate = late;
  say(document.getElementById("late"), late ? counted("{name} has had {count} second.", "{name} has had {count} seconds.", view.pace.limit, { name: seatName(view.seats[view.turn]) }) : "");
  const shown = document.querySelector(".pace");
  if (!shown || left() === null) return;
  if (shown.textContent !== words()) shown.textContent = words();
  shown.classList.toggle("late", late);
}

setInterval(tick, 250);
