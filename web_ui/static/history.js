// The matches that were played: evening by evening, one of them with its sheet and its hands, files, and deletion.

import { draw, h, say } from "./lib/dom.js";
import { ask, askPin } from "./lib/doors.js";
import { counted, list, t } from "./lib/words.js";
import { number, placeName, seatName, seatsOfSide, sideName } from "./parts/cards.js";
import { face } from "./parts/company.js";
import { curve, onSize, paint, save } from "./parts/curve.js";
import { leafTo, lookBack } from "./parts/past_tricks.js";
import { painted, people } from "./parts/people.js";
import { reviewed } from "./parts/review.js";
import { scoreTable } from "./parts/sheet.js";

const page = document.getElementById("view");
const refusal = document.getElementById("refusal");
const language = document.documentElement.lang;
const FORMS = { pbn: t("PBN, for bridge programs"), csv: t("CSV, the score sheet"), json: t("JSON, records of the hands") };

let evenings = null; // those that were asked for so far
let next = null;     // where the list goes on
let count = 0;
let match = null;    // the one that is open
let hand = 0;        // the hand of it that is shown, from 0
let sure = false;    // whether the deletion waits for its second tap
let busy = "";       // the file that is being made
const reviews = new Map(); // by match and hand, as far as they were asked for

const AGAIN = 1000;  // milliseconds until it is asked again for a review that is not there yet

const get = (path) => ask(path, null, "GET");

/** "Saturday 21 November 2026" */
const day = (date) => new Date(`${date}T12:00:00`).toLocaleDateString(language === "en" ? "en-GB" : language, { weekday: "long", day: "numeric", month: "long", year: "numeric" });

/** "1 h 25 min" */
const length = (minutes) => minutes < 60 ? t("{minutes} min", { minutes }) : t("{hours} h {minutes} min", { hours: Math.floor(minutes / 60), minutes: minutes % 60 });

/** "Anna (South)" */
const who = (names) => (seat) => seat.kind !== "android" && names[seat.person] ? t("{person} ({place})", { person: names[seat.person], place: placeName(seat.person) }) : seatName(seat);

const side = (one, of) => sideName(one, of, who(one.names));

function ended(one) {
  if (one.unreadable) return null;
  if (one.state === "playing") return t("on the table now");
  if (one.state === "broken_off") return t("abandoned");
  return one.winners.length > 1 ? t("{names} share the first place", { names: list(one.winners.map((of) => side(one, of))) }) : t("{names} won", { names: side(one, one.winners[0]) });
}

// The names of a side, the face of a computer player before its own.
const withFaces = (one, of) => seatsOfSide(one, of).map((seat, at) => [at > 0 && " + ", seat.kind !== "android" && one.faces?.[seat.person] && face(one.faces[seat.person]), who(one.names)(seat)]);

const facts = (one) => [t("begun at {time}", { time: one.time }), !one.unreadable && counted("{count} hand", "{count} hands", one.hands), one.minutes > 0 && length(one.minutes)].filter(Boolean).join(" · ");

const scores = (one) => !one.unreadable && h("ul.outcome", { "data-key": "outcome" }, one.scores.map((score, of) =>
  h("li", { class: one.winners.includes(of) ? "first" : "" }, h("b", {}, number(score)), h("span", {}, withFaces(one, of)))));

// -- the list ---------------------------------------------------------------------------------------------------------

function showList() {
  if (count < 2 && !evenings.some(({ matches }) => matches.some((one) => one.hands))) return draw(page, h("p.banner.note", { "data-testid": "none", "data-key": "none" }, t("No match has been played yet; the first one will appear here.")));
  draw(page,
    h("p", { "data-key": "to-people" }, h("a.quiet", { href: "#people", "data-testid": "to-people" }, t("Players over the evenings"))),
    evenings.map(({ date, matches }) => h("section.evening", { "data-key": `evening-${date}`, "data-testid": `evening-${date}` }, h("h2", {}, day(date)),
      h("ul", {}, matches.map((one) => h("li", { "data-key": `match-${one.number}` }, h("a.match", { href: `#${one.number}`, "data-testid": `match-${one.number}` },
        h("strong", {}, one.title), scores(one), ended(one) && h("em", {}, ended(one)), h("small", {}, facts(one)))))))),
    next && h("button.big", { type: "button", "data-act": "more", "data-testid": "more", "data-key": "more" }, t("Earlier matches")),
    files(null));
}

function files(one) {
  const at = one ? `/${one.number}` : "";
  const kinds = Object.entries(FORMS);
  return h("section.files", { "data-key": "files" }, h("h2", {}, one ? t("This match as a file") : counted("The only match as a file", "All {count} matches as a file", count)),
    h("div.taps", {}, kinds.map(([to, label]) => h("button.quiet", { type: "button", "data-act": "file", "data-path": `/api/history${at}/export/${to}`, "data-testid": `export-${to}`, disabled: busy !== "" }, label))),
    h("p.small", { role: "status" }, busy ? t("The file is being made…") : t("Unfinished hands are left out. PBN and JSON also leave out hands with a revoke or with cards that nobody saw; the score sheet has them all.")));
}

async function more(from) {
  const found = await get(from === null ? "/api/history" : `/api/history?before=${from}`);
  if (refused(found)) return false;
  evenings = from === null ? [] : evenings;
  for (const evening of found.evenings) {
    const last = evenings.at(-1);
    if (last?.date === evening.date) last.matches.push(...evening.matches);
    else evenings.push(evening);
  }
  ({ next, count } = found);
  return true;
}

// -- one match --------------------------------------------------------------------------------------------------------

function showMatch() {
  const shown = match.played[hand];
  draw(page,
    h("p", { "data-key": "up" }, h("a.quiet", { href: "#", "data-testid": "up" }, t("‹ All matches"))),
    h("section.past", { "data-key": `past-${match.number}`, "data-testid": "past" },
      h("h2", {}, match.title, h("small", {}, day(match.date))),
      scores(match), ended(match) && h("p", {}, h("em", {}, ended(match))), h("p.small", {}, facts(match))),
    !shown && h("p.banner.note", { "data-key": "no-hand" }, t("No hand of this match is over.")),
    shown && h("section.sheet", { "data-key": "sheet" },
      h("h2", {}, t("Score sheet")), h("div.scroll", { tabindex: "0", role: "region", "aria-label": t("Score sheet") }, scoreTable({ ...match.view, seats: match.seats, phase: match.state }))),
    shown && curve(match, (of) => side(match, of)),
    shown && h("section.sheet", { "data-key": "hands" },
      match.played.length > 1 && h("div.taps.hands", { role: "group", "aria-label": t("Hands"), "data-key": "choice" }, match.played.map((one, at) => h("button.quiet", {
        type: "button", "data-act": "hand", "data-to": at, "data-testid": `hand-${at}`, "aria-pressed": at === hand ? "true" : "false",
      }, t("Hand {number}", { number: one.number })))),
      shown.tricks.length ? lookBack({ played: shown }) : h("p", { "data-key": "thrown" }, t("Hand {number} was thrown in.", { number: shown.number })),
      shown.tricks.length > 0 && reviewed(review(match.number, hand), shown),
      shown.remarks.length > 0 && h("ul.remarks", { "data-key": "remarks", "data-testid": "remarks" }, shown.remarks.map(({ text, time }, at) => h("li", { "data-key": `remark-${at}` }, h("small", {}, time), ` ${text}`)))),
    files(match),
    h("footer.seat-acts", { "data-key": "acts" }, match.on_table
      ? h("p.small", {}, t("This match is still on the table; it can be deleted once another one has begun."))
      : [h("button.quiet", { type: "button", "data-act": "delete", "data-testid": "delete" }, sure ? t("Delete it for good? It cannot be brought back") : t("Delete this match")),
        sure && h("button.quiet", { type: "button", "data-act": "keep", "data-testid": "keep" }, t("Keep it"))]));
  const canvas = page.querySelector(".curve canvas");
  if (canvas) paint(canvas, match, (of) => match.seats.filter((seat) => seat.side === of).map((seat) => (seat.kind === "human" && match.names[seat.person]) || seatName(seat)), [match.title, ended(match)].filter(Boolean).join(" · "), day(match.date));
}

/** What is known of the review of a hand; it is asked for once, and again until it is worked out. */
function review(number, at) {
  const name = `${number} ${at}`;
  if (!reviews.has(name)) {
    reviews.set(name, null);
    askFor(name, `/api/history/${number}/review/${at}`);
  }
  return reviews.get(name);
}

async function askFor(name, path) {
  const found = await get(path);
  reviews.set(name, found);
  if (found.state === "working") setTimeout(() => askFor(name, path), AGAIN);
  else if (match && name === `${match.number} ${hand}`) showMatch();
}

// -- what people do ---------------------------------------------------------------------------------------------------

function refused({ error }) {
  say(refusal, error ?? "");
  return Boolean(error);
}

// -- people -----------------------------------------------------------------------------------------------------------

let counts = null;   // what people have done
let forgets = "";    // the name that waits for its second tap

function showPeople() {
  draw(page, people(counts, forgets));
  const canvas = page.querySelector("[data-testid=people-curve] canvas");
  if (canvas) painted(canvas, counts);
}

/** Ask until every match is counted; what is known so far is shown meanwhile. */
async function askForPeople() {
  const found = await get("/api/history/people");
  if (refused(found) || location.hash !== "#people") return;
  counts = found;
  showPeople();
  if (found.left > 0) await askForPeople();
}

async function forget(name) {
  if (forgets !== name) {
    forgets = name;
    return showPeople();
  }
  let found = await ask("/history/forget", { name });
  if (found.status === 401) await askPin(found.error, async () => { found = await ask("/history/forget", { name }); });
  forgets = "";
  if (found.error) {
    showPeople();
    return refused(found);
  }
  evenings = null;
  await askForPeople();
  say(refusal, found.note ?? "");
}

async function show() {
  sure = false;
  forgets = "";
  if (location.hash === "#people") {
    match = null;
    return askForPeople();
  }
  const asked = location.hash; // by a slow answer another page may have been chosen
  const last = asked === "#last"; // the hand that was played last
  const wanted = last ? await newestMatch() : Number(asked.slice(1));
  if (location.hash !== asked) return;
  if (!wanted) {
    match = null;
    if ((evenings || await more(null)) && location.hash === asked) showList();
    return;
  }
  const found = await get(`/api/history/${wanted}`);
  if (location.hash !== asked) return;
  if (refused(found)) {
    draw(page, h("p", { "data-key": "up" }, h("a.quiet", { href: "#", "data-testid": "up" }, t("‹ All matches"))));
    return;
  }
  if (match?.number !== found.number) {
    hand = 0;
    leafTo(0);
  }
  if (last) hand = Math.max(0, found.played.length - 1);
  match = found;
  showMatch();
  scrollTo(0, 0);
}

async function newestMatch() {
  if (!evenings) await more(null);
  return evenings?.[0]?.matches[0]?.number;
}

const again = () => match ? showMatch() : showList();

async function file(path) {
  busy = path;
  again();
  const why = await fetched(path);
  busy = "";
  again();
  say(refusal, why);
}

async function fetched(path) {
  try {
    const answer = await fetch(path, { cache: "no-store" });
    if (!answer.ok) return (await answer.json()).error;
    const link = h("a", { href: URL.createObjectURL(await answer.blob()), download: /filename="([^"]+)"/.exec(answer.headers.get("Content-Disposition"))?.[1] ?? "whist" });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
    return "";
  } catch {
    return t("The table did not answer; try again in a moment.");
  }
}

async function remove() {
  if (!sure) {
    sure = true;
    return showMatch();
  }
  const path = `/history/${match.number}/delete`;
  let found = await ask(path);
  if (found.status === 401) await askPin(found.error, async () => { found = await ask(path); });
  sure = false;
  if (found.error) {
    showMatch();
    return refused(found);
  }
  evenings = null;
  history.replaceState(null, "", location.pathname);
  await show();
  say(refusal, found.note ?? "");
}

const acts = {
  more: async () => { if (await more(next)) showList(); },
  file: ({ path }) => file(path),
  hand: ({ to }) => { hand = Number(to); leafTo(0); showMatch(); },
  leaf: ({ to }) => { leafTo(to); showMatch(); },
  share: () => save(page.querySelector(".curve canvas"), `whist-${match.date}-${match.number}.png`),
  "share-people": () => save(page.querySelector(".curve canvas"), "whist-players.png"),
  forget: ({ name }) => forget(name),
  remember: () => { forgets = ""; showPeople(); },
  keep: () => { sure = false; showMatch(); },
  delete: remove,
};

page.addEventListener("click", ({ target }) => {
  const { act, ...data } = target.closest("[data-act]:not(:disabled)")?.dataset ?? {};
  if (act) acts[act](data);
});
addEventListener("hashchange", show);
show();
onSize(() => (location.hash === "#people" ? counts && showPeople() : match && showMatch()));
