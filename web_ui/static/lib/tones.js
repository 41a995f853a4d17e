// Which sounds a change of the table makes on a device. They follow from two views of that very device, the one before
// and the newest, and from nothing else: whoever may not see something in their view cannot hear it either.

/** The names of the sounds between two views of one device, in the order in which they are heard: "error" (an android's
 * Error Message), "card" (one was laid), "won" (a trick), "question" (for the person of this view) and "turn" (of that
 * person). None without a view before, and none between two games or deals. */
export function tones(before, after) {
  if (!before || !sameDeal(before, after) || after.event < before.event) return [];
  return [
    newError(before, after) && "error",
    newCard(before, after) && "card",
    after.tricks_done > before.tricks_done && "won",
    newQuestion(before, after) && "question",
    isMine(after) && (!isMine(before) || step(before) !== step(after)) && "turn",
  ].filter(Boolean);
}

/** Whether the person of `view` is to do something now; nobody of the board's. */
export const isMine = (view) => Boolean(view.me) && (view.turn === view.me.seat || Boolean(view.commands) || Boolean(view.beside?.to_move) || takes(view));

// cards out of a computer player's holder and into it, until it thinks about what to discard
const takes = ({ exchange, me }) => Boolean(exchange) && exchange.by === me.seat && exchange.step !== "choose";

const sameDeal = (before, after) => ["game", "deal"].every((key) => before[key] === after[key]) && before.seats.length === after.seats.length;

/** How far the hand is: my next turn is another one, my next command after an Error is not. */
const step = (view) => [view.phase, view.turn, view.tricks_done, view.trick.length, view.calls?.length, view.beside?.to_move, view.exchange?.step].join();

const isError = (view) => view.command?.answer === "error";

// the same command given again, and failed again, moves nothing but the count of events
function newError(before, after) {
  if (!isError(after)) return false;
  if (!same(before.command, after.command)) return true;
  return after.event > before.event && same({ ...before, event: 0, pace: 0 }, { ...after, event: 0, pace: 0 });
}

const lying = (view) => [...view.trick, ...view.last_trick?.cards ?? []].map(({ seat, card }) => `${seat} ${card}`);

function newCard(before, after) {
  const there = new Set(lying(before));
  return lying(after).some((card) => !there.has(card));
}

function newQuestion(before, after) {
  if (!after.me) return false;
  const asked = new Set(before.questions.map(({ id }) => id));
  return after.questions.some(({ id }) => !asked.has(id)) || Boolean(after.mend?.agree && !before.mend?.agree);
}

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
