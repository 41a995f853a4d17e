// The front door and the rule cards: the shortest way into a game.

import { say } from "./lib/dom.js";
import { ask } from "./lib/doors.js";
import { live } from "./lib/live.js";

const refusal = document.getElementById("refusal");
let leaving = false; // for the own seat: what happens at the table meanwhile loads no other page instead

for (const button of document.querySelectorAll("[data-play]")) {
  button.addEventListener("click", async () => {
    button.disabled = leaving = true;
    const { error, seat, status } = await ask("/play-now", button.dataset.play ? { game: button.dataset.play } : {});
    if (seat) return location.assign(`/${seat}`);
    if (status === 403) return location.assign("/join"); // who is not the host needs the code of the board
    say(refusal, error);
    button.disabled = leaving = false;
  });
  button.disabled = false; // a tap before this would be lost without a word
}

document.getElementById("print")?.addEventListener("click", () => print());

const again = () => leaving || location.reload();

// Once a game is on, the front door is the board.
if (document.body.classList.contains("front")) {
  live("", (view) => {
    if (!["cut", "deal"].includes(view.phase) || view.trick.length || view.tricks_done || view.calls?.length) again();
  });
  if (document.body.dataset.host === "yes") {
    setInterval(async () => {
      const { places = [] } = document.hidden ? {} : await ask("/api/host", null, "GET");
      if (places.some(({ taken }) => taken)) again();
    }, 5000);
  }
}
