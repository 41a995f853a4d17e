// The page of one human: the table as seen from the own chair, what is to be done now, and on the simulated table the own hand.

import { draw, h, say } from "./lib/dom.js";
import { ask, handOver } from "./lib/doors.js";
import { live, send } from "./lib/live.js";
import { hear, onSounds } from "./lib/sounds.js";
import { unmeant } from "./lib/taps.js";
import { isMine } from "./lib/tones.js";
import { t } from "./lib/words.js";
import { asked } from "./parts/asked.js";
import { bidPrompt, saying } from "./parts/bids.js";
import { beginning } from "./parts/beginning.js";
import { called } from "./parts/company.js";
import { answerText, call, callBy, cardButton, isTrouble, seatName, theCard, title, troubles } from "./parts/cards.js";
import { cardsLeft } from "./parts/cards_left.js";
import * as mend from "./parts/corrections.js";
import { problems, switched } from "./parts/faults.js";
import * as fan from "./parts/fan.js";
import * as games from "./parts/games.js";
import { beside, hand, takenOut } from "./parts/hand.js";
import { keys } from "./parts/keys.js";
import { loadLights } from "./parts/lights.js";
import { pace } from "./parts/pace.js";
import { offered, open } from "./parts/seeing.js";
import { leafTo } from "./parts/past_tricks.js";
import { closeSettings, settings } from "./parts/settings.js";
import { sheet } from "./parts/sheet.js";
import { advice, advised, counsel } from "./parts/advice.js";
import { contract, drawnTable, lastTrick, score, trump, turn } from "./parts/table.js";

const person = document.body.dataset.person;
const page = document.getElementById("view");
const play = document.getElementById("play");
const drawers = document.getElementById("drawers");
const facts = document.getElementById("facts");
const whose = document.getElementById("whose");
const mine = document.getElementById("mine");
const prompt = document.getElementById("prompt");
const answer = document.getElementById("answer");
const refusal = document.getElementById("refusal");
const look = document.getElementById("look");
const named = document.title;
const FEW = 3;         // likely cards of a doubt, at most
const ONCE = ["answer", "ask", "command", "deal", "lay", "move", "take-back"]; // acts of which a second tap is no second one
const PATIENCE = 1500; // milliseconds for which a second tap is the same
const NOTES = 1;       // of what was told, so much stands above the table; all of it beside the last trick

let view = null;
let high = false;      // the highest card is meant, until a command is given
let sure = "";         // the act that waits for its second tap
let inkling = "";      // the card that was tapped and has not been seen yet
let points = null;     // the high-card points that are being counted, until they are said
let under = "";        // the tap that is under way, until the next view
let until = 0;         // or so long, in milliseconds of the page

live(`/${person}`, (newest, now, fresh) => {
  if (view && (view.turn !== newest.turn || view.deal !== newest.deal)) high = false;
  under = "";
  if (view && (fresh || view.event !== newest.event)) say(refusal, "");
  if (view && view.event !== newest.event) {
    inkling = "";
    counsel(null);
  }
  if (view && (view.deal !== newest.deal || (view.proposal && !newest.proposal))) mend.forget();
  if (view && (view.game !== newest.game || view.seats.length !== newest.seats.length)) return location.reload();
  if (!newest.actions?.some((action) => "hcp" in action)) points = null;
  view = newest;
  callBy(called(view));
  pace(view, now, fresh);
  hear(view, now, fresh);
  show();
});

const loadGames = () => games.load(() => view && show());
loadGames();
loadLights(() => view && show());
onSounds(() => view && show());

function show() {
  const fromHand = document.activeElement?.closest(".fan") && document.activeElement;
  const said = saying(view, points ?? view.fan?.points ?? null);
  const asks = [takeBack(), mend.waiting(view), questions()].flat(2).filter(Boolean);
  says(said, asks);
  draw(facts, trump(view), contract(view), score(view));
  draw(whose, turn(view));
  draw(play,
    drawnTable(view),
    beside(view, inkling) ?? takenOut(view),
    h("div.right", { "data-key": "right" },
      asks.length > 0 && h("div.ask", { "data-key": "ask" }, asks),
      h("div.under", { "data-key": "under" }, beginning(view), deal(), lookedBack(), said, keys(view, high), advice(view), fan.fan(view)),
      h("section.past", { "data-key": "past", "aria-label": t("What was played") }, calls(), lastTrick(view), cardsLeft(view, inkling), sheet(view),
        view.notes.slice(0, -NOTES).map((sentence, at) => h("p.banner.note", { "data-key": `past-note-${at}` }, sentence)),
        h("button.quiet", { type: "button", "data-act": "look", "data-testid": "close-look", "data-key": "close-look" }, t("Back to the table")))),
    hand(view, { low: asks.length > 0 || Boolean(said || view.commands || view.beside?.to_move), inkling, advised: advised() }));
  draw(drawers, settings(view, sure));
  if (fromHand && !fromHand.isConnected) (play.querySelector(".fan .held.can") ?? prompt).focus({ preventScroll: true });
}

// One bar says what now: what is wrong, the answer to a command, whose turn it is.
function says(said, asks) {
  const deals = mayDeal();
  const own = (isMine(view) || deals) && view.phase !== "over";
  const commanded = view.commands?.seat ?? (view.me.seat + 2) % 4;
  const heard = view.game === "android" && view.command?.seat === commanded ? view.command : null;
  const state = heard?.answer === "error" ? "error" : isTrouble(view) ? "trouble" : own || said ? "mine" : asks.length ? "asked" : "";
  document.body.dataset.state = state;
  document.title = state ? `● ${named}` : named;
  say(mine, state === "mine" ? t("Your turn") : "");
  const to = `${seatName(view.seats[view.me.seat])}, `;
  say(prompt, deals || bidPrompt(view) || (view.prompt.startsWith(to) ? title(view.prompt.slice(to.length)) : view.prompt) || "…");
  say(answer, answerText(heard));
  answer.dataset.answer = heard ? heard.answer : "";
  draw(document.getElementById("told"),
    troubles(view).map((sentence, at) => h("p.banner.trouble", { "data-key": `trouble-${at}` }, sentence)),
    problems(view),
    view.notes.slice(-NOTES).map((sentence, at) => h("p.banner.note", { "data-key": `note-${at}` }, sentence)));
}

// At the simulated table whoever deals taps for it.
function mayDeal() {
  const deals = view.seats[view.dealer];
  const own = view.simulation?.may_deal && view.phase !== "over" && [deals.seat, deals.handler].includes(view.me.seat);
  return own && t("Tap “Deal the cards”.");
}

// The auction so far, in the order in which people spoke.
function calls() {
  if (!view.calls?.length || !["bid", "choose"].includes(view.phase)) return null;
  return h("section.calls", { "data-key": "calls", "aria-label": t("Bids so far") },
    h("h2", {}, t("Bids so far")),
    h("ol", {}, view.calls.map(({ seat, call: said }, at) => h("li.call", { "data-key": `call-${at}` }, `${seatName(view.seats[seat])}: `, call(said)))));
}

function takeBack() {
  // whoever has laid it may have gone away: anybody's hand can push it back
  if (!view.wrong_card || !view.simulation) return null;
  return h("button.big", { type: "button", "data-act": "take-back", "data-testid": "take-back" }, t("Take {card} back", { card: theCard(view.wrong_card.card) }));
}

function questions() {
  return view.questions.map((question) => h("section.question", { "data-key": `question-${question.id}` },
    h("h2", {}, question.about),
    asked(person, question),
    offered && question.x != null && h("button.quiet", { type: "button", "data-act": "see", "data-testid": `see-${question.id}` }, t("What I see")),
    question.kind === "turn" ? mend.whose(view, question) : choices(question, question.candidates.map((code) => cardButton(code, {
      "data-act": "answer", "data-question": question.id, "data-testid": `question-${question.id}-${code}`,
    }))),
    question.others?.length > 0 && h("details", { "data-key": `other-${question.id}` }, h("summary", { "data-testid": `other-${question.id}` }, t("It was another card")),
      h("div.cards", {}, question.others.map((code) => cardButton(code, { "data-act": "answer", "data-question": question.id, "data-testid": `question-${question.id}-${code}` })))),
    question.may_be_none && h("button.quiet", {
      type: "button", "data-act": "answer", "data-question": question.id, "data-card": "none", "data-testid": `question-${question.id}-none`,
    }, question.kind === "turn_up" ? t("It was laid too early") : t("No card lies there"))));
}

/** A few likely cards stand open; any card at all is named behind one more tap. */
const choices = (question, cards) => cards.length > FEW
  ? h("details", { "data-key": `name-${question.id}` }, h("summary", { "data-testid": `name-${question.id}` }, t("Name the card")), h("div.cards", {}, cards))
  : h("div.cards", {}, cards);

// Somebody's turn it is, and the rules leave other cards: this one would be a revoke, or is laid before its turn.
const cannotBePlayed = ({ simulation, phase }, code) => phase === "play" && !simulation.playable.includes(code);

// Why a card should not be laid, to whoever is about to.
function warning(code) {
  if (!view.simulation.playable.length) return t("{card} may not be played now: it would be a revoke, or out of turn. Tap it again to lay it all the same.", { card: title(theCard(code)) });
  return view.trick.length ? t("You can follow suit, so play one of the light cards. Tap again to lay it all the same.") : t("Play one of the light cards. Tap again to lay it all the same.");
}

function deal() {
  if (!view.simulation) {
    return view.phase === "over" && h("button.big", { type: "button", "data-act": "new-game", "data-testid": "new-game", "data-key": "deal" }, t("Play the same game again"));
  }
  return view.simulation.may_deal && h("button.big", { type: "button", "data-act": "deal", "data-testid": "deal", "data-key": "deal" },
    view.phase === "over" ? t("Deal a new game") : t("Deal the cards"));
}

// The hand is over: whoever played it may see where it turned.
const lookedBack = () => view.hand && !view.hand.thrown_in && ["scored", "deal", "over"].includes(view.phase) && document.querySelector("[data-testid=history]")
  && h("a.quiet", { href: "/history#last", "data-testid": "to-review", "data-key": "to-review" }, t("Where the hand turned"));

const acts = {
  advise: async () => {
    const { advice: given, error } = await ask(view.simulation ? `/simulation/${person}/advice` : `/fan/${person}/advice`, {});
    counsel(given ?? null);
    return error;
  },
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
  "forget-fan": () => send(`/fan/${person}/forget`),
  "hand-over": () => handOver(`/seats/${person}/hand-over`),
  leave: () => send(`/seats/${person}/leave`),
};

// One tap is one act: the second of a double tap is none of its own.
function isSecond(data) {
  if (!ONCE.includes(data.act)) return false;
  const tapped = ["lay", "move"].includes(data.act) ? "card" : JSON.stringify(data);
  if (tapped === under && performance.now() < until) return true;
  [under, until] = [tapped, performance.now() + PATIENCE];
  return false;
}

for (const part of [page, document.getElementById("says")]) part.addEventListener("click", async (event) => {
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
  if (act === "mend") {
    mend.pick(data);
    return show();
  }
  if (act === "look") return lookBack(false);
  if (act === "see") return open(() => view);
  const revokes = act === "lay" && view.house?.suggestions === "on" && cannotBePlayed(view, data.card);
  if (revokes && sure !== `lay ${data.card}`) {
    sure = `lay ${data.card}`;
    say(refusal, warning(data.card));
    unmeant();
    return show();
  }
  const twice = data.twice ? data.body ?? act : "";
  const unsure = twice && sure !== twice;
  sure = unsure ? twice : "";
  if (unsure) return show();
  if (isSecond(data)) return;
  if (act === "lay" || act === "move") inkling = data.card;
  show();
  const before = view.event;
  const why = await acts[act](data);
  if (why) inkling = under = "";
  // that a card lay unread is over where it has been read by now
  say(refusal, ["lay", "move"].includes(act) && view.event !== before ? "" : why);
  if (act === "leave" && !why) return location.reload();
  if (!why && ["ask", "redeal", "new-game"].includes(act)) closeSettings();
  show();
});

page.addEventListener("change", (event) => {
  const photograph = event.target.closest("[data-photograph]");
  if (photograph) return photographed(photograph);
  const select = event.target.closest("[data-choose]");
  const limit = event.target.closest("[data-limit]");
  const mended = event.target.closest("[data-mend]");
  const named = event.target.closest("[data-name]");
  const level = event.target.closest("[data-level]");
  const allowed = event.target.closest("[data-house]");
  if (allowed) return allow(allowed);
  if (limit) return limits(limit);
  if (level) return seatLevel(level);
  if (named) return rename(`/host/seats/${named.dataset.name}/name`, named.value);
  if (mended) mend.choose(mended, view);
  else if (select) games.choose(select);
  else return;
  sure = "";
  show();
});

async function photographed(input) {
  const [file] = input.files;
  if (!file) return;
  fan.reading(true);
  show();
  const why = await fan.send(`/fan/${person}`, file);
  fan.reading(false);
  input.value = "";
  say(refusal, why);
  show();
}

async function limits({ dataset, value }) {
  say(refusal, await send(`/requests/${person}`, { time_limits: { [dataset.limit]: Number(value) } }));
  show();
}

async function allow({ dataset, value }) {
  say(refusal, await send(`/requests/${person}`, { house: { [dataset.house]: value } }));
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

// On a phone the last trick and the score sheet are one tap away.
function lookBack(open) {
  document.body.classList.toggle("looking", open);
  look.setAttribute("aria-expanded", open ? "true" : "false");
  if (open) play.querySelector("[data-testid=close-look]").focus();
  else look.focus();
}

look.disabled = false;
look.addEventListener("click", () => lookBack(!document.body.classList.contains("looking")));
addEventListener("keydown", ({ key }) => key === "Escape" && document.body.classList.contains("looking") && lookBack(false));
