// Taking a place.

import { say } from "./dom.js";
import { send } from "./live.js";

const person = document.body.dataset.person;
document.getElementById("sit")?.addEventListener("click", async () => {
  const why = await send(`/seats/${person}`);
  if (why) say(document.getElementById("refusal"), why);
  else location.reload();
});
