// Coming to the table: a name, the code of the board, a place.

import { say } from "./lib/dom.js";
import { ask } from "./lib/doors.js";
import { t } from "./lib/words.js";

const code = document.getElementById("code");
const refusal = document.getElementById("refusal");
const buttons = [...document.querySelectorAll("[data-place]")];
let moved = ""; // the place that the scanned code moves

// A scanned code stands behind the #, which no server and no log ever sees; it does not stay in the address either.
function scanned() {
  const [first, second] = decodeURIComponent(location.hash.slice(1)).split(".");
  if (!first || !code) return;
  history.replaceState(null, "", location.pathname);
  moved = second ? first : "";
  code.value = second ?? first;
  document.getElementById("code-entry").hidden = true;
  for (const button of buttons) button.hidden = moved ? button.dataset.place !== moved : button.dataset.taken === "yes";
  for (const button of buttons) if (moved === button.dataset.place) button.className = "big";
}

async function take({ currentTarget: button }) {
  const person = button.dataset.place;
  if (button.dataset.taken === "yes") document.getElementById("code-words").textContent = t("The code from the other device");
  if (button.dataset.taken === "yes" && !code.value) {
    document.getElementById("code-entry").hidden = false;
    say(refusal, t("Type the code that moves this place."));
    return code.focus();
  }
  const { error, status } = await ask(`/seats/${person}`, { name: document.getElementById("name").value, code: code.value });
  say(refusal, error ?? "");
  if (!error) return location.assign(`/${person}`);
  if (status === 403) {
    document.getElementById("code-entry").hidden = false;
    code.select();
  }
}

for (const button of buttons) {
  button.addEventListener("click", take);
  button.disabled = false; // a tap before this would be lost without a word
}
addEventListener("hashchange", scanned);
try { scanned(); } catch { /* an address that was spoiled on its way */ }
