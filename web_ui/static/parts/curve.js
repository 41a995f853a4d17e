// The curve of the score over a match, drawn on the device: a picture to look at, to save and to share.

import { h } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { number } from "./cards.js";

const WIDE = 1200;
const FLAT = { high: 675, left: 90, right: 330, top: 150, bottom: 80, larger: 1 }; // and room around the curves
const TALL = { high: 1050, left: 120, right: 430, top: 240, bottom: 130, larger: 1.75 }; // letters that are read on a phone
const INKS = ["#f5b829", "#fffdf8", "#ff9d86", "#9fd4ff", "#c9f29b", "#e6bfff", "#ffd9a0"];
const FACE = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Liberation Sans', 'DejaVu Sans', sans-serif";
const narrow = matchMedia("(max-width: 599px)");
const LINE = 30; // from one name at the right to the next

/** How large the picture is on this device. */
export const size = () => ({ width: WIDE, height: (narrow.matches ? TALL : FLAT).high });

/** Let `draw` be called when it is another. */
export const onSize = (draw) => narrow.addEventListener("change", draw);

/** The scores of a side from nothing to the last hand. */
const points = (match, side) => [0, ...match.view.sheet.map((line) => line.scores[side])];

/** The picture as nodes, to be painted with `paint` once it stands in the page; null while no hand is over. */
export function curve(match, name) {
  if (match.unreadable || !match.view.sheet.length) return null;
  const told = match.scores.map((_, side) => `${name(side)}: ${points(match, side).slice(1).map(number).join(", ")}`).join("; ");
  return h("figure.curve", { "data-key": `curve-${match.number}`, "data-testid": "curve" },
    h("canvas", { ...size(), role: "img", "aria-label": t("The score after each hand: {scores}", { scores: told }) }),
    h("button.quiet", { type: "button", "data-act": "share", "data-testid": "save-curve" }, t("Save as a picture")));
}

/** Paint it; `head` and `foot` stand above, `called` gives the names of a side's players. */
export function paint(canvas, match, called, head, foot) {
  const pen = canvas.getContext("2d");
  const { high: HIGH, left: LEFT, right: RIGHT, top: TOP, bottom: BOTTOM, larger } = canvas.height > FLAT.high ? TALL : FLAT;
  const sides = match.scores.map((_, side) => ({ side, scores: points(match, side), ink: INKS[side % INKS.length] }));
  const all = [0, match.view.target || 0, ...sides.flatMap(({ scores }) => scores)];
  const [low, high] = [Math.min(...all), Math.max(...all, 1)]; // never one and the same
  const hands = match.view.sheet.length;
  const x = (hand) => LEFT + hand / hands * (WIDE - LEFT - RIGHT);
  const y = (score) => HIGH - BOTTOM - (score - low) / (high - low) * (HIGH - TOP - BOTTOM);
  const write = (text, at, size, ink = "#f6f3e8", align = "left", most = undefined) => {
    pen.font = `${size > 30 ? 700 : 500} ${size * larger}px ${FACE}`;
    pen.fillStyle = ink;
    pen.textAlign = align;
    pen.textBaseline = "middle";
    pen.fillText(text, ...at, most);
  };
  pen.fillStyle = "#235a43"; // one colour: a shaded felt makes a file of a megabyte
  pen.fillRect(0, 0, WIDE, HIGH);
  write(head, [LEFT - 40, 52 * larger], 40, "#fffdf8", "left", WIDE - 2 * (LEFT - 40));
  write(foot, [LEFT - 40, 100 * larger], 26, "#dfe9dd", "left", WIDE - 2 * (LEFT - 40));
  lines(pen, match.view.target, { x, y, hands, write, larger, below: HIGH - BOTTOM + 36 * larger, most: Math.floor(12 / larger) });
  for (const { scores, ink, side } of sides) line(pen, scores.map((score, hand) => [x(hand), y(score)]), ink, side);
  names(sides.map((one) => ({ ...one, at: y(one.scores.at(-1)) })), { write, pen, called, right: x(hands) + 24, bottom: HIGH - BOTTOM, larger });
}

// Nothing, the target, and a number for each hand where there is room.
function lines(pen, target, { x, y, hands, write, larger, below, most }) {
  pen.lineWidth = 3 * larger;
  for (const [score, dash] of [[0, []], ...(target ? [[target, [14, 10]]] : [])]) {
    pen.setLineDash(dash);
    pen.strokeStyle = "rgb(255 255 255 / .65)";
    pen.beginPath();
    pen.moveTo(x(0), y(score));
    pen.lineTo(x(hands), y(score));
    pen.stroke();
    write(number(score), [x(0) - 14, y(score)], 24, "#dfe9dd", "right");
  }
  pen.setLineDash([]);
  const every = Math.ceil(hands / most);
  for (let hand = every; hand <= hands; hand += every) write(`${hand}`, [x(hand), below], 22, "#dfe9dd", "center");
}

// Each side has a line of its own, told apart by its marks too.
function line(pen, places, ink, side) {
  pen.strokeStyle = pen.fillStyle = ink;
  pen.lineWidth = 6;
  pen.lineJoin = "round";
  pen.beginPath();
  places.forEach(([left, top], at) => (at ? pen.lineTo(left, top) : pen.moveTo(left, top)));
  pen.stroke();
  for (const [left, top] of places) {
    pen.beginPath();
    if (side % 3 === 0) pen.arc(left, top, 9, 0, 2 * Math.PI);
    else if (side % 3 === 1) pen.rect(left - 8, top - 8, 16, 16);
    else pen.moveTo(left, top - 11), pen.lineTo(left + 11, top + 8), pen.lineTo(left - 11, top + 8);
    pen.fill();
  }
}

// The names at the right, each player's on a line, none over another.
function names(sides, { write, right, pen, called, bottom, larger }) {
  const line = LINE * larger;
  const placed = [...sides].sort((a, b) => a.at - b.at).map((one) => ({ ...one, words: called(one.side) }));
  const half = ({ words }) => (words.length * line + 12) / 2;
  placed.forEach((one, at) => { if (at) one.at = Math.max(one.at, placed[at - 1].at + half(placed[at - 1]) + half(one)); });
  const over = Math.max(0, placed.at(-1).at - bottom);
  for (const { at, ink, scores, words } of placed) {
    write(number(scores.at(-1)), [right, at - over], 34, ink);
    const from = right + Math.max(60, pen.measureText(number(scores.at(-1))).width + 16);
    words.forEach((word, row) => write(word, [from, at - over + (row - (words.length - 1) / 2) * line], 24, ink, "left", WIDE - from - 16));
  }
}

/** Give the picture to the device, as a file. */
export const save = (canvas, file) => new Promise((done) => canvas.toBlob((blob) => {
  const link = h("a", { href: URL.createObjectURL(blob), download: file });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  done();
}, "image/png"));
