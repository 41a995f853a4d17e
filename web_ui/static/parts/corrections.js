// Putting right what was taken down wrong: what waits for a word stands above, what may be proposed in a drawer below.

import { h } from "../lib/dom.js";
import { counted, t } from "../lib/words.js";
import { card, cardButton, cardName, seatName, sideName, theCard } from "./cards.js";

const RANKS = "AKQJT98765432";
const WITH_JOKERS = ["bid", "honeymoon"];

const draft = {}; // what is chosen in the drawer: trick (from 1), of, claim, scores

const tap = (body, label, more = {}) => h("button.quiet", { type: "button", "data-act": "ask", "data-body": JSON.stringify(body), ...more }, label);
const waits = (key, heading, ...taps) => h("section.question", { "data-key": key, "data-testid": key }, h("h2", {}, heading), h("div.taps", {}, taps));

/** What waits for this person's word: a proposal, a table out of step, a card laid for somebody else, an answer to take back. */
export function waiting(view) {
  const { mend, proposal } = view;
  if (!mend) return null;
  return [
    view.notice && h("p.banner.note", { "data-key": "notice", "data-testid": "notice", role: "status" }, view.notice),
    proposal && waits("proposal", proposal.text,
      mend.agree && tap({ agree: true }, t("Yes, that’s right"), { "data-testid": "agree" }),
      mend.decline && tap({ agree: false }, proposal.seat === view.me.seat ? t("Withdraw") : t("No"), { "data-testid": "decline" })),
    mend.in_step.length > 0 && waits("out-of-step", t("Which is right?"),
      mend.in_step.includes("seen") && tap({ in_step: "seen" }, t("What the camera sees"), { "data-testid": "step-seen" }),
      mend.in_step.includes("believed") && tap({ in_step: "believed" }, counted("Keep the recorded card", "Keep the recorded cards", view.out_of_step?.believed.length || 1), { "data-testid": "step-believed" })),
    mend.laid_by !== null && waits("whose", t("Whose is the {card}?", { card: cardName(view.wrong_card.card) }),
      tap({ laid_by: mend.laid_by }, t("{name} played it", { name: seatName(view.seats[mend.laid_by]) }), { "data-testid": "laid-by" })),
    view.may_undo && h("p.banner.note", { "data-key": "undo" }, tap({ undo: true }, t("Take back my last answer"), { "data-testid": "undo" })),
  ];
}

/** The answers to the question whether whoever is in turn has laid a card: yes, or whose it is. */
export function whose(view, { id, candidates: [code] }) {
  const [owner, mine] = [view.seats[view.turn], view.me.seat];
  const others = view.seats.filter(({ seat }) => seat !== view.turn).sort((a, b) => (b.seat === mine) - (a.seat === mine));
  const yes = view.turn === mine ? t("Yes, it is mine") : t("Yes, {name} played it", { name: seatName(owner) });
  return [
    h("div.cards", {}, card(code)),
    h("div.taps", {},
      h("button.quiet", { type: "button", "data-act": "answer", "data-question": id, "data-card": code, "data-testid": `question-${id}-${code}` }, yes),
      others.map(({ seat }) => tap({ laid_by: seat }, seat === mine ? t("No, it is mine") : t("No, it is {name}’s", { name: seatName(view.seats[seat]) }), { "data-testid": `whose-${seat}` }))),
  ];
}

/** The drawer with what may be proposed; null while there is nothing. */
export function mending(view) {
  const { mend } = view;
  if (!mend) return null;
  const parts = [correction(view), claim(view), scores(view)].filter(Boolean);
  return parts.length > 0 && h("details.drawer", { "data-key": "mending" },
    h("summary", { "data-testid": "mending" }, t("Fix a card or the score")),
    h("p.small", {}, t("The other side has to agree. Everything after it is counted again.")), parts);
}

const field = (label, control) => h("label.field", {}, h("span", {}, label), control);
const choice = (name, values, now) => h("select", { "data-mend": name, "data-testid": `mend-${name}` },
  values.map(([value, label]) => h("option", { value, selected: String(value) === String(now) }, `${label}`)));

// Tap the card that was recorded wrong, then what it was: the likely ones stand first.
function correction(view) {
  const { played } = view.mend;
  const tricks = played.map((seats, at) => seats.length && at + 1).filter(Boolean);
  if (!tricks.length) return null;
  const trick = tricks.includes(draft.trick) ? draft.trick : tricks.at(-1);
  const at = tricks.indexOf(trick);
  const of = played[trick - 1].includes(draft.of) ? draft.of : null;
  const leaf = (to, label, id) => h("button.quiet", { type: "button", "data-act": "mend", "data-part": "trick", "data-to": to, disabled: !to, "data-testid": id }, label);
  return h("fieldset.mend", { "data-key": "mend-card" }, h("legend", {}, t("Wrong card recorded")),
    h("p.small", {}, played[trick - 1].some((seat) => known(view, trick, seat)) ? t("Tap the card that was recorded wrong, then what it was.") : t("These cards are closed; tap whose card was wrong.")),
    h("div.leaves", { "data-key": "mend-leaves" }, leaf(tricks[at - 1], t("‹ Previous"), "mend-back"),
      h("p", { "data-testid": "mend-trick", "aria-live": "polite" }, t("Trick {number}", { number: trick })), leaf(tricks[at + 1], t("Next ›"), "mend-on")),
    h("div.cards.recorded", { "data-key": `mend-trick-${trick}` }, played[trick - 1].map((seat) => recorded(view, trick, seat, of))),
    of !== null && h("div.was", { "data-key": `mend-was-${trick}-${of}` }, likely(known(view, trick, of), (code) => ({ correct: code, trick, of }), view)));
}

// A card of the trick, to be tapped; where this page may not show it, its back.
function recorded(view, trick, seat, of) {
  const was = known(view, trick, seat);
  const name = seatName(view.seats[seat]);
  const how = { "data-act": "mend", "data-part": "of", "data-to": seat, "data-testid": `mend-of-${seat}`, "aria-pressed": seat === of ? "true" : "false" };
  return h("figure", { "data-key": `mend-of-${seat}` },
    was ? cardButton(was, how) : h("button.card.back", { type: "button", "aria-label": t("{name}’s card", { name }), ...how }),
    h("figcaption", {}, name));
}

const TWINS = { S: "CHD", C: "SHD", H: "DSC", D: "HSC" }; // suits, the one of the same colour first
const ALIKE = { A: "4", K: "Q", Q: "KJ", J: "Q", T: "", 9: "8", 8: "63", 7: "2", 6: "85", 5: "63", 4: "A", 3: "85", 2: "7" }; // ranks that look alike

/** The cards that one which was recorded as `was` may be, the likely ones first; `body` makes the request of each. */
export function likely(was, body, view) {
  const likes = was && TWINS[was[0]] ? [...[...TWINS[was[0]]].map((suit) => suit + was[1]), ...[...ALIKE[was[1]]].map((rank) => was[0] + rank)] : [];
  const one = (code) => cardButton(code, { "data-act": "ask", "data-body": JSON.stringify(body(code)), "data-testid": `mend-${code}` });
  const rest = [...[..."SHDC"].flatMap((suit) => [...RANKS].map((rank) => suit + rank)), ...(WITH_JOKERS.includes(view.game) ? ["JR", "JB"] : [])]
    .filter((code) => code !== was && !likes.includes(code));
  return [
    h("p", { "data-key": "it-was" }, was ? t("Not {card}, but:", { card: theCard(was) }) : t("It was:")),
    likes.length > 0 && h("div.cards", { "data-key": "likely" }, likes.map(one)),
    h("details", { "data-key": "rest", open: !likes.length }, h("summary", { "data-testid": "mend-rest" }, t("Another card")), h("div.cards", {}, rest.map(one))),
  ];
}

// The card that was taken down, where this page may show it.
function known(view, trick, of) {
  const lying = view.mend.played.length === trick && view.trick.length ? view.trick : null;
  const last = view.tricks_done === trick ? view.last_trick?.cards : null;
  const back = view.played?.tricks.length === view.tricks_done ? view.played.tricks[trick - 1]?.cards : null;
  return (lying ?? last ?? back ?? []).find((play) => play.seat === of)?.card;
}

function claim(view) {
  const left = view.mend.claim;
  if (!left) return null;
  const tricks = Math.min(draft.claim ?? left, left);
  const numbers = Array.from({ length: left + 1 }, (_, at) => [left - at, left - at || t("none: concede")]);
  return h("fieldset.mend", { "data-key": "mend-claim" }, h("legend", {}, t("End the hand now")),
    field(counted("Of the last trick my side takes", "Of the last {count} tricks my side takes", left), choice("claim", numbers, tricks)),
    h("div.taps", {}, h("span", { "data-testid": "propose-claim" }, tap({ claim: tricks }, t("Propose to end the hand")))));
}

function scores(view) {
  const most = view.mend.scores;
  if (!most) return null;
  const now = view.scores.map((score, side) => draft.scores?.[side] ?? score);
  return h("fieldset.mend", { "data-key": "mend-scores" }, h("legend", {}, t("Fix the score")),
    now.map((score, side) => field(sideName(view, side), h("input", {
      type: "number", inputmode: "numeric", value: score, min: view.game === "android" ? 0 : -most, max: most, "data-mend": `score ${side}`, "data-testid": `mend-score-${side}`,
    }))),
    h("div.taps", {}, h("span", { "data-testid": "propose-scores" }, tap({ scores: now }, t("Propose this score")))));
}

/** Take in a change of one of the drawer's controls. */
export function choose(control, view) {
  const [name, side] = control.dataset.mend.split(" ");
  if (name === "score") (draft.scores ??= [...view.scores])[side] = Math.trunc(Number(control.value)) || 0;
  else draft[name] = Number(control.value);
}

/** Take in a tap on a trick, or on a card of it. */
export function pick({ part, to }) {
  if (part === "trick") draft.of = null;
  draft[part] = Number(to);
}

/** Forget what was chosen: it was proposed, or the hand is another. */
export function forget() {
  for (const name of Object.keys(draft)) delete draft[name];
}
