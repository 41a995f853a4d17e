// Camera, pack, lights, pins and Home Assistant on the host's page: each setting is written into the settings file as soon as it is changed.

import { draw, h } from "../lib/dom.js";
import { ask } from "../lib/doors.js";
import { t } from "../lib/words.js";

const NAMES = { camera: t("Camera"), reader: t("Pack"), lights: t("Lights"), buttons: t("Buttons"), strip: t("Slot strip"), display: t("Display"), mqtt: t("Home Assistant") };
const LABELS = {
  "camera.kind": t("Which camera"), "camera.upside_down": t("South sits at the top of its picture"), "reader.profile": t("Pack in use"),
  "lights.enabled": t("In use"), "buttons.enabled": t("In use"), "strip.enabled": t("In use"), "display.kind": t("Which display"),
  "mqtt.enabled": t("In use"), "mqtt.host": t("Broker"), "mqtt.port": t("Port"), "mqtt.tls": t("Encrypted (TLS)"), "mqtt.user": t("User name"),
  "mqtt.discovery": t("Discovery prefix"),
};
const CHOICES = { none: t("none"), off: t("off"), dim: t("dimmed"), same: t("as it was"), left: t("left"), right: t("right") };

let file = null;     // what was answered last
let wrong = {};      // why a setting was not taken, by its name
let starting = false;
let box = null;

/** Draw them into `own`, and keep them as they are written. */
export async function machine(own) {
  box = own;
  box.addEventListener("change", changed);
  box.addEventListener("click", clicked);
  file = await ask("/api/host/settings", null, "GET");
  show();
}

function show() {
  if (!file.groups) return draw(box, h("p.refusal", { role: "alert", "data-testid": "set-refusal" }, file.error));
  draw(box,
    file.groups.map(group),
    file.warnings.map((sentence, at) => h("p.banner.trouble", { "data-key": `warning-${at}`, "data-testid": "set-warning" }, sentence)),
    (file.restart || starting) && h("div.banner.note", { "data-key": "again", "data-testid": "set-again", role: "status" },
      h("p", {}, starting ? t("The table starts again; this page is back in about a minute.") : t("This holds once the table has started again. The game in play goes on where it is.")),
      !starting && file.can_restart && h("button.quiet", { type: "button", "data-act": "again", "data-testid": "set-restart" }, t("Start the table again"))),
    wrong[""] && h("p.refusal", { role: "alert", "data-key": "refusal", "data-testid": "set-refusal" }, wrong[""]),
    h("p.small", { "data-key": "file" }, t("All of this stands in {file}.", { file: file.file })));
}

const group = ({ name, about, settings }) => h("details.drawer", { "data-key": `set-${name}` },
  h("summary", { "data-testid": `set-${name}` }, NAMES[name] ?? name), h("p.small", {}, about), settings.map(field));

const field = (one) => h("div", { "data-key": `field-${one.name}` },
  h("label.field", { class: one.kind === "str" && !one.choices.length ? "tall" : "" }, h("span", {}, LABELS[one.name] ?? one.about), control(one)),
  LABELS[one.name] && one.kind === "str" && h("p.small", {}, one.about),
  wrong[one.name] && h("p.refusal", { role: "alert", "data-testid": `wrong-${one.name}` }, wrong[one.name]));

function control({ name, value, kind, choices, suggested, low, high }) {
  const how = { "data-set": name, "data-kind": kind, "data-testid": `value-${name}` };
  const options = kind === "bool" ? [["true", t("yes")], ["false", t("no")]] : choices.map((choice) => [choice, CHOICES[choice] ?? choice]);
  if (options.length) return h("select", how, options.map(([of, label]) => h("option", { value: of, selected: String(of) === String(value) }, label)));
  if (kind === "str") {
    return [h("input.name", { ...how, value, list: suggested.length ? `list-${name}` : null, maxlength: 120, autocapitalize: "off", spellcheck: "false" }),
      suggested.length > 0 && h("datalist", { id: `list-${name}` }, suggested.map((of) => h("option", { value: of })))];
  }
  return h("input", { ...how, type: "number", inputmode: "numeric", value, min: low ?? 0, max: high ?? 27 });
}

async function changed({ target }) {
  const { set: name, kind } = target.dataset;
  if (!name) return;
  const value = kind === "bool" ? target.value === "true" : kind === "str" ? target.value.trim() : kind === "int" ? Math.trunc(Number(target.value)) : Number(target.value);
  const found = await ask("/host/settings", { changes: { [name]: value } });
  wrong = found.error ? { [name]: found.error } : {};
  if (!found.error) {
    file = { ...file, ...found, groups: file.groups.map((of) => ({ ...of, settings: of.settings.map((one) => one.name === name ? { ...one, value } : one) })) };
  }
  show();
}

async function clicked({ target }) {
  if (!target.closest("[data-act=again]")) return;
  const { error } = await ask("/host/restart");
  starting = !error;
  wrong = { "": error };
  show();
}
