// What keys mean on every board: digits, and where the cursor moves.

const arrows = /** @type {Record<string, [number, number]>} */ ({
  ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1],
});

/** The digit of a key, 0 among them. @param {KeyboardEvent} e */
export const digitOf = (e) => /^(?:Digit|Numpad)([0-9])$/.exec(e.code)?.[1];

/**
 * What a key selects that moves the cursor, or null.
 * @param {{selection: Set<number>, cursor: number}} from @param {KeyboardEvent} e
 */
export function moved({ selection, cursor }, e) {
  const by = arrows[e.key];
  const ends = e.key === "Home" ? -1 : e.key === "End" ? 1 : 0;
  const marks = e.shiftKey && e.code.startsWith("Numpad"); // with Shift, its digits come as arrows
  if ((!by && !ends) || e.altKey || marks) return null;
  let row = Math.floor(cursor / 9), column = cursor % 9;
  if (ends) {
    column = ends < 0 ? 0 : 8;
    if (e.ctrlKey) row = ends < 0 ? 0 : 8;
  } else if (selection.size) {
    row = (row + by[0] + 9) % 9;
    column = (column + by[1] + 9) % 9;
  }
  const next = 9 * row + column;
  const more = e.shiftKey || (e.ctrlKey && !ends);
  return { selection: new Set(more ? [...selection, next] : [next]), cursor: next };
}
