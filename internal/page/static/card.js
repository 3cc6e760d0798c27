// Puzzles of the bank as small pictures.

import { element } from "./dom.js";
import { idAddress, root } from "./places.js";
import { techniqueTitle } from "./words.js";

document.head.append(element("script", { src: `${root}seedoku-board.js` }));

/** A small picture of a puzzle of the bank, which leads to it. @param {import("./api.js").Row} row */
export function puzzleCard(row) {
  return element("a", { class: "card", href: idAddress(row.id) },
    element("seedoku-board", { puzzle: row.puzzle, label: row.id, readonly: "" }),
    element("small", {}, `${row.level} · ER ${Number(row.er).toFixed(1)} · ${techniqueTitle(row.hardest)}`));
}
