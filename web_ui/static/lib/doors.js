// What phones and boards need at the door: codes as pictures, a dialog, and the host's PIN.

import { h, say } from "./dom.js";
import { t } from "./words.js";

/** Send a request; resolves to what was answered, with `error`, one sentence, when it was refused. */
export async function ask(path, body, method = "POST") {
  try {
    const answer = await fetch(path, method === "GET" ? { cache: "no-store" } : {
      method, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body ?? {}),
    });
    return { ...await answer.json(), status: answer.status };
  } catch {
    return { error: t("The table did not answer; try again in a moment."), status: 0 };
  }
}

/** How a phone comes here: the picture for its camera, and address and code for its owner's fingers. */
export function invitation({ qr, address, code }, words) {
  return h("section.invitation", { "data-key": "invitation", "data-testid": "invitation" },
    qr && h("svg.qr", { viewBox: `0 0 ${qr.side} ${qr.side}`, role: "img", "aria-label": t("QR code of this address") }, h("path", { d: qr.path })),
    h("div", {}, h("p", {}, words),
      address ? h("p.address", { "data-testid": "address" }, "http://", h("wbr"), `${address.slice("http://".length)}/join`) : h("p.small", {}, t("Only this computer can open the table now; start it with --host 0.0.0.0 to let phones in.")),
      h("p.code", { "data-testid": "join-code", "data-code": code }, code.length > 5 ? `${code.slice(0, 4)} ${code.slice(4)}` : code)));
}

/** A dialog that closes with Escape or its button; resolves when it is closed. */
export function dialog(label, ...nodes) {
  const box = h("dialog.door", { "aria-label": label }, ...nodes);
  document.body.append(box);
  box.querySelector("[value=close]").addEventListener("click", () => box.close());
  box.showModal();
  return { box, closed: new Promise((done) => box.addEventListener("close", () => { box.remove(); done(); })) };
}

/** The button that closes a dialog. */
export const close = (label) => h("button.quiet", { type: "button", value: "close", "data-testid": "close" }, label);

/** What a seat's page offers: to move the place, and the host's page. */
export const door = () => [
  h("button.quiet", { type: "button", "data-act": "hand-over", "data-testid": "move-device" }, t("Move to another device")),
  h("a.quiet", { href: "/host", "data-testid": "to-host" }, t("Host")),
];

/** Show how another device takes `person`'s place over. */
export async function handOver(path) {
  const found = await ask(path);
  if (found.error) return found.error;
  const { closed } = dialog(t("Move to another device"), h("h2", {}, t("Move to another device")),
    invitation(found, found.qr
      ? t("Scan this with the other device, or type the code there. It works once, within five minutes; then this device gives up its place.")
      : t("Type this code on the other device. It works once, within five minutes; then this device gives up its place.")),
    close(t("Close")));
  await closed;
  return "";
}

/** Ask for the host's PIN, then do `again`; resolves to what that resolves to, or to `why` when the person gives up. */
export async function askPin(why, again) {
  const wrong = h("p.refusal", { role: "alert", hidden: true, "data-testid": "pin-refusal" });
  const pin = h("input", { type: "password", inputmode: "numeric", autocomplete: "off", maxlength: 32, required: true, "data-testid": "pin" });
  const form = h("form", {}, h("p", {}, why), wrong, h("label.entry", {}, t("The host’s PIN"), pin),
    h("button.big", { type: "submit", "data-testid": "enter-pin" }, t("Make this the host’s device")), close(t("Not now")));
  const { box, closed } = dialog(t("The host’s PIN"), form);
  let result = why;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const { error } = await ask("/host", { pin: pin.value });
    say(wrong, error ?? "");
    if (error) return pin.select();
    result = await again();
    box.close();
  });
  await closed;
  return result;
}
