// The page of one human: command keys, the holder beside, questions, and on the simulated table the own hand.

import { draw, h, say } from "./lib/dom.js";
import { door, handOver } from "./lib/doors.js";
import { live, send } from "./lib/live.js";
import { hear, onSounds, soundDrawer } from "./lib/sounds.js";
import { counted, list, t } from "./lib/words.js";
import { asked } from "./parts/asked.js";
import { law, saying } from "./parts/bids.js";
import { answerText, back, call, card, cardButton, commandName, pip, placeName, seatName, shortName, sorted, theCard, troubles } from "./parts/cards.js";
import { calledAt, levels } from "./parts/company.js";
import * as mend from "./parts/corrections.js";
import { faults, switched } from "./parts/faults.js";
import * as games from "./parts/games.js";
import { lightDrawer, loadLights } from "./parts/lights.js";
import { naming } from "./parts/naming.js";
import { pace } from "./parts/pace.js";
import { leafTo } from "./parts/past_tricks.js";
import { sheet } from "./parts/sheet.js";
import { contract, lastTrick, opened, openedName, result, score, trump, turn } from "./parts/table.js";

const person = document.body.dataset.person;
const other = person === "south" ? "north" : "south";
const page = document.getElementById("view");
const prompt = document.getElementById("prompt");
const answer = document.getElementById("answer");
const refusal = document.getElementById("refusal");
const FOLLOWING = { duck: t("lowest of the suit"), beat: t("win with the lowest"), high: t("win with the highest") };
const FEW = 3;         // likely cards of a doubt, at most
const SUIT_OF = { clubs: "C", diamonds: "D", hearts: "H", spades: "S" };

let view = null;
let high = false;      // the High prefix, until a command is given
let sure = "";         // the act that waits for its second tap
let inkling = "";      // the card that was tapped and has not been seen yet
let points = null;     // the high-card points that are being counted, until they are said

live(`/${person}`, (newest, now, fresh) => {
  if (view && (view.turn !== newest.turn || view.deal !== newest.deal)) high = false;
  if (view && view.event !== newest.event) {
    inkling = "";
    say(refusal, "");
  }
  if (view && (view.deal !== newest.deal || (view.proposal && !newest.proposal))) mend.forget();
  if (view && (view.game !== newest.game || view.seats.length !== newest.seats.length)) return location.reload();
  if (!newest.actions?.some((action) => "hcp" in action)) points = null;
  view = newest;
  pace(view, now, fresh);
  hear(view, now, fresh);
  show();
});

const loadGames = () => games.load(() => view && show());
loadGames();
loadLights(() => view && show());
onSounds(() => view && show());

function show() {
  if (view.game === "android") showAndroid();
  else showOpen();
}

// A game without holders: what is said is said here, the cards are in people's hands.
function showOpen() {
  say(prompt, view.prompt || "…");
  say(answer, "");
  const now = saying(view, points);
  draw(page,
    h("div.troubles", { "data-key": "troubles" },
      troubles(view).map((sentence, at) => h("p.banner.trouble", { "data-key": `trouble-${at}` }, sentence)),
      view.notes.map((sentence, at) => h("p.banner.note", { "data-key": `note-${at}` }, sentence)),
      takeBack()),
    mend.waiting(view),
    questions(),
    result(view),
    deal(),
    h("div.facts", { "data-key": "facts" }, trump(view), turn(view), score(view), contract(view)),
    h("div.columns.open", { "data-key": "columns" },
      h("div.column.now", { "data-key": "now" }, !now && trick(), calls(), now),
      h("div.column", { "data-key": "cards" }, hand(), lastTrick(view), sheet(view))),
    seat());
}

// The auction so far, in the order in which people spoke.
function calls() {
  if (!view.calls?.length || !["bid", "choose"].includes(view.phase)) return null;
  return h("section.calls", { "data-key": "calls", "aria-label": t("Bids so far") },
    h("h2", {}, t("Bids so far")),
    h("ol", {}, view.calls.map(({ seat, call: said }, at) => h("li.call", { "data-key": `call-${at}` }, `${seatName(view.seats[seat])}: `, call(said)))));
}

function showAndroid() {
  const partner = view.seats[view.commands ? view.commands.seat : (view.me.seat + 2) % 4];
  const mine = view.command && view.command.seat === partner.seat ? view.command : null;
  say(prompt, view.prompt || "…");
  say(answer, answerText(mine));
  answer.dataset.answer = mine ? mine.answer : "";
  draw(page,
    h("div.troubles", { "data-key": "troubles" },
      troubles(view).map((sentence, at) => h("p.banner.trouble", { "data-key": `trouble-${at}` }, sentence)),
      view.notes.map((sentence, at) => h("p.banner.note", { "data-key": `note-${at}` }, sentence)),
      takeBack()),
    mend.waiting(view),
    questions(),
    result(view),
    deal(),
    h("div.facts", { "data-key": "facts" }, trump(view), turn(view), score(view)),
    h("div.columns", { "data-key": "columns", "data-first": view.commands ? "keys" : "cards" },
      trick(),
      keys(partner),
      h("div.column", { "data-key": "cards" }, beside(), hand(), lastTrick(view), sheet(view))),
    seat());
}

// The trick as it lies, in the order of play, and what lies open beside it.
function trick() {
  const up = opened(view);
  return h("section.trick", { "data-key": "trick", "aria-label": t("Trick"), class: up.length + view.trick.length > 4 ? "crowd" : "" },
    up.length > 0 && h("figure.up", { "data-key": "up" }, h("span.cards", {}, up.map((code) => card(code, { "data-key": `up-${code}` }))), h("figcaption", {}, openedName(view))),
    view.trick.map(({ seat, card: code }) => h("figure", { "data-key": `trick-${seat}` },
      card(code, { "data-testid": `trick-card-${seat}` }), h("figcaption", {}, view.seats.length > 4 ? shortName(view.seats[seat]) : seatName(view.seats[seat])))),
    !view.trick.length && !up.length && h("p.small", {}, t("No card lies on the table.")));
}

function keys(partner) {
  const allowed = new Set(view.commands ? view.commands.allowed : []);
  const key = (words, label, hint, sign) => h("button.key", {
    type: "button",
    "data-act": "command",
    "data-command": words,
    "data-testid": `command-${words.replaceAll(" ", "-")}`,
    disabled: !allowed.has(words),
  }, sign && pip(sign), h("span", {}, words.startsWith("high ") && h("span.heard", {}, `${t("High")} `), label), hint && h("small", {}, hint));
  const prefix = high ? "high " : "";
  const choose = (on, label) => h("button", {
    type: "button", "data-act": "prefix", "data-on": on ? "yes" : "no", "data-testid": on ? "prefix-high" : "prefix-low",
    "aria-pressed": high === on ? "true" : "false", disabled: ![...allowed].some((words) => words.includes(" ") || words in SUIT_OF),
  }, label);
  return h("section.keys", { "data-key": "keys", "aria-label": t("Command {name}", { name: seatName(partner) }), class: allowed.size ? "lit" : "" },
    h("h2", {}, t("Command {name}", { name: seatName(partner) }), h("small", {}, t("your partner"))),
    h("div.row.three", { "data-key": "following" }, Object.entries(FOLLOWING).map(([words, hint]) => key(words, commandName(words), hint))),
    h("div.prefix", { role: "group", "aria-label": t("Lowest or highest card"), "data-key": "prefix" },
      choose(false, t("lowest card")), choose(true, t("high (highest)"))),
    h("div.row.four", { "data-key": "suits" }, Object.entries(SUIT_OF).map(([words, suit]) => key(prefix + words, commandName(words), "", suit))),
    h("div.row.two", { "data-key": "lengths" }, ["shortest", "longest"].map((words) => key(prefix + words, commandName(words), t("suit")))));
}

// The holder that this human sees: 13 slots as they stand there.
function beside() {
  const { seat, cards, to_move: toMove, slot } = view.beside;
  const owner = view.seats[seat];
  const moving = toMove !== null;
  return h("section.beside", { "data-key": "beside", "aria-label": t("{name}, beside you", { name: seatName(owner) }) },
    h("h2", {}, t("{name}, beside you", { name: seatName(owner) }), h("small", {}, t("{name}’s partner", { name: placeName(other) }))),
    moving && h("p.to-move", { "data-testid": "to-move", "data-card": toMove, role: "status" },
      h("span.arrow", { "aria-hidden": "true" }, "▼"), h("span", {}, `${t("Move this card:")} `), h("strong", {}, theCard(toMove))),
    h("div.slots", { "data-key": "slots" }, cards.map((code, at) => {
      if (code === null) return h("span.slot.empty", { "data-key": `slot-${at}`, "aria-hidden": "true" });
      const marked = moving && (slot === null ? code === toMove : slot === at);
      const attributes = { "data-testid": `holder-${code}`, class: marked ? "marked" : "", "data-slot": at };
      return h("span.slot", { "data-key": `slot-${at}-${code}`, class: marked ? "marked" : "" }, marked && view.simulation
        ? cardButton(code, { ...attributes, "data-act": "move", "aria-label": t("Move {card}", { card: theCard(code) }) })
        : card(code, attributes));
    })));
}

// The own hand, on the simulated table only: at a real one it is in your hand.
function hand() {
  if (!view.simulation) return null;
  const cards = sorted(view.simulation.hand);
  const itself = view.simulation.plays_itself[person];
  const unseen = view.simulation.face_down;
  return h("section.hand", { "data-key": "hand", "aria-label": t("Your hand") },
    h("h2", {}, t("Your hand"), h("small", {}, unseen ? t("face down until all have bid") : cards.length ? counted("{count} card, tap one to lay it", "{count} cards, tap one to lay it", cards.length) : t("empty"))),
    h("div.cards", {}, Array.from({ length: unseen }, () => back()), cards.map((code) => cardButton(code, {
      "data-testid": `hand-${code}`, "data-act": "lay", disabled: itself,
      "aria-label": opened(view).includes(code) ? t("Lay {card}, turned up", { card: theCard(code) }) : t("Lay {card}", { card: theCard(code) }),
      class: [inkling === code ? "leaving" : "", opened(view).includes(code) ? "shown" : ""].filter(Boolean).join(" "),
    }))));
}

function takeBack() {
  // whoever has laid it may have gone away: anybody's hand can push it back
  if (!view.wrong_card || !view.simulation) return null;
  return h("button.big", { type: "button", "data-act": "take-back", "data-testid": "take-back" }, t("Take {card} back", { card: theCard(view.wrong_card.card) }));
}

function questions() {
  return view.questions.length > 0 && h("div.questions", { "data-key": "questions" }, view.questions.map((question) => h("section.question", { "data-key": `question-${question.id}` },
    h("h2", {}, question.about),
    asked(person, question),
    question.kind === "turn" ? mend.whose(view, question) : choices(question, question.candidates.map((code) => cardButton(code, {
      "data-act": "answer", "data-question": question.id, "data-testid": `question-${question.id}-${code}`,
    }))),
    question.others?.length > 0 && h("details", { "data-key": `other-${question.id}` }, h("summary", { "data-testid": `other-${question.id}` }, t("It was another card")),
      h("div.cards", {}, question.others.map((code) => cardButton(code, { "data-act": "answer", "data-question": question.id, "data-testid": `question-${question.id}-${code}` })))),
    question.may_be_none && h("button.quiet", {
      type: "button", "data-act": "answer", "data-question": question.id, "data-card": "none", "data-testid": `question-${question.id}-none`,
    }, question.kind === "turn_up" ? t("It was laid too early") : t("No card lies there")))));
}

/** A few likely cards stand open; any card at all is named behind one more tap. */
const choices = (question, cards) => cards.length > FEW
  ? h("details", { "data-key": `name-${question.id}` }, h("summary", { "data-testid": `name-${question.id}` }, t("Name the card")), h("div.cards", {}, cards))
  : h("div.cards", {}, cards);

function deal() {
  if (!view.simulation) {
    return view.phase === "over" && h("button.big", { type: "button", "data-act": "new-game", "data-testid": "new-game", "data-key": "deal" }, t("Play the same game again"));
  }
  return view.simulation.may_deal && h("button.big", { type: "button", "data-act": "deal", "data-testid": "deal", "data-key": "deal" },
    view.phase === "over" ? t("Deal a new game") : t("Deal the cards"));
}

// Chairs that may be left to simulated persons: a drawer where there are many.
function chairs() {
  if (!view.simulation) return null;
  const chair = (someone) => [h("button.switch", {
    type: "button", role: "switch", "aria-checked": view.simulation.plays_itself[someone] ? "true" : "false",
    "data-act": "plays-itself", "data-person": someone, "data-testid": `plays-itself-${someone}`, "data-key": `chair-${someone}`,
  }, h("i", { "aria-hidden": "true" }), t("{name} is played by a simulated person", { name: placeName(someone) })), levels(view, someone)];
  const all = [...new Set([...view.seats.map((one) => one.person).filter((someone) => someone !== person), person])];
  if (all.length < 3) return all.map(chair);
  const simulated = all.filter((someone) => view.simulation.plays_itself[someone]);
  return h("details.drawer", { "data-key": "chairs" },
    h("summary", { "data-testid": "chairs" }, simulated.length ? t("Simulated persons: {names}", { names: list(simulated.map((someone) => calledAt(view, someone) ?? placeName(someone))) }) : t("Simulated persons: none")),
    all.map(chair));
}

function seat() {
  const twice = (act, once, again) => h("button.quiet", { type: "button", "data-act": act, "data-testid": act },
    sure === act ? again : once);
  const dealt = view.game === "android" ? ["turn_up", "play", "gather"].includes(view.phase) && view.tricks_done === 0 : view.actions?.some((action) => "redeal" in action);
  return h("footer.seat-acts", { "data-key": "acts" },
    chairs(),
    faults(view),
    law(view, sure),
    mend.mending(view, sure),
    naming(view, person),
    soundDrawer(),
    lightDrawer(),
    games.timing(view),
    games.chooser(view, sure),
    door(),
    dealt && twice("redeal", t("Misdeal: deal again"), t("Really throw these cards in?")),
    twice("leave", t("Leave this place"), t("Really leave this place?")));
}

const acts = {
  command: ({ command }) => send(`/requests/${person}`, { command }),
  answer: ({ question, card: code }) => send(`/requests/${person}`, { answer: code, question: Number(question) }),
  ask: ({ body }) => send(`/requests/${person}`, JSON.parse(body)),
  begin: () => send(`/requests/${person}`, games.request()),
  "new-game": () => send(`/requests/${person}`, { new_game: true }),
  redeal: () => send(`/requests/${person}`, { redeal: true }),
  lay: ({ card: code }) => send(`/simulation/${person}/lay`, { card: code }),
  move: ({ card: code }) => send(`/simulation/${person}/move`, { card: code }),
  "take-back": () => send(`/simulation/${person}/take-back`),
  deal: () => send(`/simulation/${person}/deal`),
  fault: ({ fault }) => send(`/simulation/${person}/fault`, switched(view, fault)),
  "plays-itself": ({ person: someone }) =>
    send(`/simulation/${person}/plays-itself`, { person: someone, on: !view.simulation.plays_itself[someone] }),
  "hand-over": () => handOver(`/seats/${person}/hand-over`),
  leave: () => send(`/seats/${person}/leave`),
};

page.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-act]");
  if (!button || button.disabled || !view) return;
  const { act } = button.dataset;
  const data = { ...button.dataset };
  if (act === "prefix") {
    high = data.on === "yes";
    return show();
  }
  if (act === "leaf") {
    leafTo(data.to);
    return show();
  }
  if (act === "defaults") {
    games.forget();
    sure = "";
    return show();
  }
  if (act === "points") {
    points = Number(data.to);
    return show();
  }
  const twice = ["leave", "redeal", "begin"].includes(act) ? act : data.twice ? data.body : "";
  const unsure = twice && sure !== twice;
  sure = unsure ? twice : "";
  if (unsure) return show();
  if (act === "lay" || act === "move") inkling = data.card;
  show();
  const why = await acts[act](data);
  if (why) inkling = "";
  say(refusal, why);
  if (act === "leave" && !why) return location.reload();
  show();
});

page.addEventListener("change", (event) => {
  const select = event.target.closest("[data-choose]");
  const limit = event.target.closest("[data-limit]");
  const mended = event.target.closest("[data-mend]");
  const named = event.target.closest("[data-name]");
  const level = event.target.closest("[data-level]");
  if (limit) return limits(limit);
  if (level) return seatLevel(level);
  if (named) return rename(`/host/seats/${named.dataset.name}/name`, named.value);
  if (mended) mend.choose(mended, view);
  else if (select) games.choose(select);
  else return;
  sure = "";
  show();
});

async function limits({ dataset, value }) {
  say(refusal, await send(`/requests/${person}`, { time_limits: { [dataset.limit]: Number(value) } }));
  show();
}

async function seatLevel({ dataset, value }) {
  say(refusal, await send(`/simulation/${person}/level`, { person: dataset.level, level: value }));
  show();
}

// The drawer opens with what was played last, on whichever phone that was chosen; a toggle does not bubble.
page.addEventListener("toggle", ({ target }) => target.matches(".chooser") && (target.open ? loadGames() : games.left()), true);

page.addEventListener("submit", (event) => {
  event.preventDefault();
  rename(`/seats/${person}/name`, event.target.elements.name.value);
});

async function rename(path, name) {
  say(refusal, await send(path, { name }));
  show();
}
