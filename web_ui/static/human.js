// The page of one human: command keys, the holder beside, questions, and on the simulated table the own hand.

import { answerText, card, cardButton, cardName, pip, seatName, sorted, title, troubles } from "./cards.js";
import { draw, h, say } from "./dom.js";
import { live, send } from "./live.js";
import { lastTrick, result, score, trump, turn } from "./table.js";

const person = document.body.dataset.person;
const other = person === "south" ? "north" : "south";
const page = document.getElementById("view");
const prompt = document.getElementById("prompt");
const answer = document.getElementById("answer");
const refusal = document.getElementById("refusal");
const FOLLOWING = { duck: "lowest of the suit", beat: "win with the lowest", high: "win with the highest" };
const SUIT_OF = { clubs: "C", diamonds: "D", hearts: "H", spades: "S" };

let view = null;
let high = false;      // the High prefix, until a command is given
let sure = "";         // the act that waits for its second tap
let inkling = "";      // the card that was tapped and has not been seen yet

live(`/${person}`, (newest) => {
  if (view && (view.turn !== newest.turn || view.deal !== newest.deal)) high = false;
  if (view && view.event !== newest.event) {
    inkling = "";
    say(refusal, "");
  }
  view = newest;
  show();
});

function show() {
  const partner = view.seats[view.commands ? view.commands.seat : (view.me.seat + 2) % 4];
  const mine = view.command && view.command.seat === partner.seat ? view.command : null;
  say(prompt, view.prompt || "…");
  say(answer, answerText(mine));
  answer.dataset.answer = mine ? mine.answer : "";
  draw(page,
    h("div.troubles", { "data-key": "troubles" },
      troubles(view).map((sentence, at) => h("p.banner.trouble", { "data-key": `trouble-${at}` }, sentence)),
      takeBack()),
    questions(),
    result(view),
    deal(),
    h("div.facts", { "data-key": "facts" }, trump(view), turn(view), score(view)),
    h("div.columns", { "data-key": "columns", "data-first": view.commands ? "keys" : "cards" },
      trick(),
      keys(partner),
      h("div.column", { "data-key": "cards" }, beside(), hand(), lastTrick(view))),
    seat());
}

// The trick as it lies, in the order of play.
function trick() {
  return h("section.trick", { "data-key": "trick", "aria-label": "Trick" },
    view.turned_up && h("figure.up", { "data-key": "up" }, card(view.turned_up), h("figcaption", {}, "turned up")),
    view.trick.map(({ seat, card: code }) => h("figure", { "data-key": `trick-${seat}` },
      card(code, { "data-testid": `trick-card-${seat}` }), h("figcaption", {}, seatName(view.seats[seat])))),
    !view.trick.length && !view.turned_up && h("p.small", {}, "No card lies on the table."));
}

function keys(partner) {
  const allowed = new Set(view.commands ? view.commands.allowed : []);
  const key = (words, label, hint, sign) => h("button.key", {
    type: "button",
    "data-act": "command",
    "data-command": words,
    "data-testid": `command-${words.replaceAll(" ", "-")}`,
    disabled: !allowed.has(words),
  }, sign && pip(sign), h("span", {}, words.startsWith("high ") && h("span.heard", {}, "High "), label), hint && h("small", {}, hint));
  const prefix = high ? "high " : "";
  const choose = (on, label) => h("button", {
    type: "button", "data-act": "prefix", "data-on": on ? "yes" : "no", "data-testid": on ? "prefix-high" : "prefix-low",
    "aria-pressed": high === on ? "true" : "false", disabled: ![...allowed].some((words) => words.includes(" ") || words in SUIT_OF),
  }, label);
  return h("section.keys", { "data-key": "keys", "aria-label": `Command ${seatName(partner)}`, class: allowed.size ? "lit" : "" },
    h("h2", {}, `Command ${seatName(partner)}`, h("small", {}, "your partner")),
    h("div.row.three", { "data-key": "following" }, Object.entries(FOLLOWING).map(([words, hint]) => key(words, title(words), hint))),
    h("div.prefix", { role: "group", "aria-label": "Lowest or highest card", "data-key": "prefix" },
      choose(false, "lowest card"), choose(true, "high (highest)")),
    h("div.row.four", { "data-key": "suits" }, Object.entries(SUIT_OF).map(([words, suit]) => key(prefix + words, title(words), "", suit))),
    h("div.row.two", { "data-key": "lengths" }, ["shortest", "longest"].map((words) => key(prefix + words, title(words), "suit"))));
}

// The holder that this human sees: 13 slots as they stand there.
function beside() {
  const { seat, cards, to_move: toMove, slot } = view.beside;
  const owner = view.seats[seat];
  const moving = toMove !== null;
  return h("section.beside", { "data-key": "beside", "aria-label": `${seatName(owner)}, beside you` },
    h("h2", {}, `${seatName(owner)}, beside you`, h("small", {}, `${title(other)}’s partner`)),
    moving && h("p.to-move", { "data-testid": "to-move", "data-card": toMove, role: "status" },
      h("span.arrow", { "aria-hidden": "true" }, "▼"), h("span", {}, "Move this card: "), h("strong", {}, `the ${cardName(toMove)}`)),
    h("div.slots", { "data-key": "slots" }, cards.map((code, at) => {
      if (code === null) return h("span.slot.empty", { "data-key": `slot-${at}`, "aria-hidden": "true" });
      const marked = moving && (slot === null ? code === toMove : slot === at);
      const attributes = { "data-testid": `holder-${code}`, class: marked ? "marked" : "", "data-slot": at };
      return h("span.slot", { "data-key": `slot-${at}-${code}`, class: marked ? "marked" : "" }, marked && view.simulation
        ? cardButton(code, { ...attributes, "data-act": "move", "aria-label": `Move the ${cardName(code)}` })
        : card(code, attributes));
    })));
}

// The own hand, on the simulated table only: at a real one it is in your hand.
function hand() {
  if (!view.simulation) return null;
  const cards = sorted(view.simulation.hand);
  const itself = view.simulation.plays_itself[person];
  return h("section.hand", { "data-key": "hand", "aria-label": "Your hand" },
    h("h2", {}, "Your hand", h("small", {}, cards.length ? `${cards.length} ${cards.length === 1 ? "card" : "cards"}, tap one to lay it` : "empty")),
    h("div.cards", {}, cards.map((code) => cardButton(code, {
      "data-testid": `hand-${code}`, "data-act": "lay", disabled: itself,
      "aria-label": `Lay the ${cardName(code)}${view.turned_up === code ? ", turned up" : ""}`,
      class: [inkling === code ? "leaving" : "", view.turned_up === code ? "shown" : ""].filter(Boolean).join(" "),
    }))));
}

function takeBack() {
  if (!view.wrong_card || !view.simulation || view.seats[view.wrong_card.seat].person !== person) return null;
  return h("button.big", { type: "button", "data-act": "take-back", "data-testid": "take-back" }, `Take the ${cardName(view.wrong_card.card)} back`);
}

function questions() {
  return view.questions.length > 0 && h("div.questions", { "data-key": "questions" }, view.questions.map((question) => h("section.question", { "data-key": `question-${question.id}` },
    h("h2", {}, question.about),
    h("div.cards", {}, question.candidates.map((code) => cardButton(code, {
      "data-act": "answer", "data-question": question.id, "data-testid": `question-${question.id}-${code}`,
    }))))));
}

function deal() {
  if (!view.simulation || !["deal", "over"].includes(view.phase) || view.simulation.hand.length) return null;
  return h("button.big", { type: "button", "data-act": "deal", "data-testid": "deal", "data-key": "deal" },
    view.phase === "over" ? "Deal a new game" : "Deal the cards");
}

function seat() {
  const chair = (someone) => h("button.switch", {
    type: "button", role: "switch", "aria-checked": view.simulation.plays_itself[someone] ? "true" : "false",
    "data-act": "plays-itself", "data-person": someone, "data-testid": `plays-itself-${someone}`, "data-key": `chair-${someone}`,
  }, h("i", { "aria-hidden": "true" }), `${title(someone)} is played by a simulated person`);
  const twice = (act, once, again) => h("button.quiet", { type: "button", "data-act": act, "data-testid": act },
    sure === act ? again : once);
  return h("footer.seat-acts", { "data-key": "acts" },
    view.simulation && [chair(other), chair(person)],
    ["turn_up", "play", "gather"].includes(view.phase) && view.tricks_done === 0 && twice("redeal", "Misdeal: deal again", "Really throw these cards in?"),
    twice("leave", "Leave this place", "Really leave this place?"));
}

const acts = {
  command: ({ command }) => send(`/requests/${person}`, { command }),
  answer: ({ question, card: code }) => send(`/requests/${person}`, { answer: code, question: Number(question) }),
  redeal: () => send(`/requests/${person}`, { redeal: true }),
  lay: ({ card: code }) => send(`/simulation/${person}/lay`, { card: code }),
  move: ({ card: code }) => send(`/simulation/${person}/move`, { card: code }),
  "take-back": () => send(`/simulation/${person}/take-back`),
  deal: () => send(`/simulation/${person}/deal`),
  "plays-itself": ({ person: someone }) =>
    send(`/simulation/${person}/plays-itself`, { person: someone, on: !view.simulation.plays_itself[someone] }),
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
  const unsure = (act === "leave" || act === "redeal") && sure !== act;
  sure = unsure ? act : "";
  if (unsure) return show();
  if (act === "lay" || act === "move") inkling = data.card;
  show();
  const why = await acts[act](data);
  if (why) inkling = "";
  say(refusal, why);
  if (act === "leave" && !why) return location.reload();
  show();
});
