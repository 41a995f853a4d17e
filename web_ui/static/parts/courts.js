// The courts, drawn for this table: half of each, which stands on its head below.

import { h } from "../lib/dom.js";

const HALF = {
  K: [
    ["robe", "M8 72V58c2-9 12-14 21-15l21 12 21-12c9 1 19 6 21 15v14z"],
    ["trim", "M44 50l6 22 6-22-6 4z"],
    ["hair", "M31 22c-4 12-3 22 1 29l10 4V20zM69 22c4 12 3 22-1 29l-10 4V20z"],
    ["skin", "M36 18h28v18c0 9-6 16-14 16s-14-7-14-16z"],
    ["hair", "M36 32c3 5 6 4 9 3 3 2 7 2 10 0 3 1 6 2 9-3 1 12-4 24-14 26-10-2-15-14-14-26z"],
    ["gold", "M32 18 30 2l10 7 10-9 10 9 10-7-2 16z"],
    ["line", "M41 25h5M54 25h5M50 26v6"],
    ["gold", "M12 40h4v32h-4zM8 38h12v4H8zM14 24l4 14h-8z"],
  ],
  Q: [
    ["hair", "M29 20c-8 16-6 34-1 42h44c5-8 7-26-1-42z"],
    ["robe", "M10 72c0-14 8-20 22-24l18 9 18-9c14 4 22 10 22 24z"],
    ["trim", "M37 47c3 8 8 12 13 12s10-4 13-12l-13 6z"],
    ["skin", "M36 19h28v17c0 9-6 16-14 16s-14-7-14-16z"],
    ["hair", "M35 18c2 8 8 9 15 4 7 5 13 4 15-4l-15-6z"],
    ["gold", "M31 17c2-3 4-10 3-15l8 6 8-8 8 8 8-6c-1 5 1 12 3 15-12-5-26-5-38 0z"],
    ["line", "M41 28h5M54 28h5M50 29v5M46 41c3 2 5 2 8 0"],
    ["gold", "M80 38a6 6 0 1 1 12 0 6 6 0 1 1-12 0zM85 44h2v24h-2z"],
  ],
  J: [
    ["hair", "M31 18c-3 12-3 24 0 30h38c3-6 3-18 0-30z"],
    ["robe", "M8 72V56c6-6 16-8 24-9l18 8 18-8c8 1 18 3 24 9v16z"],
    ["trim", "M32 47l18 14 18-14-18 6z"],
    ["skin", "M36 17h28v18c0 8-6 14-14 14s-14-6-14-14z"],
    ["robe", "M28 18c0-8 8-14 22-14s22 6 22 14c-14-4-30-4-44 0z"],
    ["gold", "M27 16c15-5 31-5 46 0v5c-15-4-31-4-46 0z"],
    ["trim", "M68 8c8-8 18-8 22-2-6 0-8 4-10 8-4 0-8-2-12-6z"],
    ["line", "M41 27h5M54 27h5M50 28v5M46 40c3 2 5 2 8 0"],
    ["gold", "M14 20h3v52h-3zM15.5 8l7 12h-14z"],
  ],
};

// drawn once for the page, and used by every card
document.body.append(h("svg.courts", { "aria-hidden": "true" }, Object.entries(HALF).map(([rank, parts]) =>
  h("symbol", { id: `court-${rank}`, viewBox: "0 0 100 142" },
    h("rect.court-frame", { x: 1, y: 1, width: 98, height: 140, rx: 5 }),
    ["", "rotate(180 50 71)"].map((transform) => h("g", { transform }, parts.map(([kind, d]) => h(`path.court-${kind}`, { d }))))))));

/** The king, queen or jack of the suit whose sign is `path`; null for every other card. */
export const court = (rank, path) => HALF[rank] ? h("svg.court", { viewBox: "0 0 100 142", "aria-hidden": "true" },
  h("use", { href: `#court-${rank}` }),
  ["translate(7 5) scale(.16)", "rotate(180 50 71) translate(7 5) scale(.16)"].map((transform) => h("path", { d: path, transform }))) : null;
