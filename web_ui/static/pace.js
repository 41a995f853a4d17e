// The time that a turn may take: it is counted here and warned of, and nobody plays for a person.

import { seatName } from "./cards.js";
import { h, say } from "./dom.js";
import { counted, t } from "./words.js";

let view = null;
let ahead = 0; // the table's clock less this page's, in seconds

const here = () => performance.now() / 1000;

/** Take in the newest view and the time at the table when it was sent. */
export function pace(newest, now) {
  view = newest;
  ahead = now - here();
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
  const late = left() !== null && left() <= 0;
  say(document.getElementById("late"), late ? counted("{name} has had {count} second.", "{name} has had {count} seconds.", view.pace.limit, { name: seatName(view.seats[view.turn]) }) : "");
  const shown = document.querySelector(".pace");
  if (!shown || left() === null) return;
  if (shown.textContent !== words()) shown.textContent = words();
  shown.classList.toggle("late", late);
}

setInterval(tick, 250);
