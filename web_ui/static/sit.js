// Taking a place, and leaving one that the game in play does not have.

import { say } from "./lib/dom.js";
import { live, send } from "./lib/live.js";

const person = document.body.dataset.person;

async function ask(path) {
  const why = await send(path);
  if (why) say(document.getElementById("refusal"), why);
  else location.reload();
}

// A tap before this would be lost without a word: until now the buttons were off.
for (const [id, path] of [["sit", `/seats/${person}`], ["leave", `/seats/${person}/leave`]]) {
  const button = document.getElementById(id);
  button?.addEventListener("click", () => ask(path));
  if (button) button.disabled = false;
}

// Another game may have this place, or have it no more.
let game = "";
live("", (view) => {
  const now = `${view.game} ${view.seats.length}`;
  if (game && game !== now) return location.reload();
  game = now;
});
