// The code that lets phones in, on a board that is the host's: by itself before the first deal while places are free.

import { draw, h } from "../lib/dom.js";
import { ask, invitation } from "../lib/doors.js";
import { t } from "../lib/words.js";

const box = document.getElementById("invite");
const link = document.getElementById("join-link");
let wanted = null; // what a person chose; null: nobody chose
let newest = null;
let found = null;

/** Take in the newest view of the board. */
export function invite(view) {
  newest = view;
  if (box) show();
}

// Nothing is dealt yet, in this match at all.
const early = () => ["cut", "deal"].includes(newest?.phase) && !newest.hand && !newest.sheet?.length;
const waits = () => found.qr && found.places.some(({ taken, itself }) => !taken && !itself);

function show() {
  const open = found !== null && (wanted ?? (early() && waits()));
  box.hidden = !open;
  link.setAttribute("aria-expanded", open ? "true" : "false");
  if (!open) return;
  draw(box, invitation(found, t("Scan this to join, or open the address and type the code.")),
    h("p", { "data-key": "host" }, h("a.quiet", { href: "/host" }, t("Host: PIN and places")),
      h("button.quiet", { type: "button", "data-testid": "close-invite" }, t("Close"))));
}

async function look() {
  const answer = await ask("/api/host", null, "GET");
  if (answer.status === 401) found = null;
  else if (!answer.error) found = answer;
  show();
}

// For everybody else it is an ordinary link.
if (box) link.setAttribute("role", "button");

link.addEventListener("click", async (event) => {
  if (!box) return;
  event.preventDefault();
  wanted = box.hidden;
  await look();
});

box?.addEventListener("click", ({ target }) => {
  if (!target.closest("[data-testid=close-invite]")) return;
  wanted = false;
  show();
  link.focus();
});

if (box) look();
setInterval(() => {
  if (box && !document.hidden && found && (!box.hidden || early())) look();
}, 5000);
