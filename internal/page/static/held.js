// Digits first: a key takes a digit into the hand, and a tap on a cell enters it.

import { run } from "./commands.js";
import { settings } from "./store.js";

/** @typedef {import("./session.js").Session} Session */

/** What a key of the keypad does. @param {Session} session @param {string} value */
export function pressKey(session, value) {
  if (!settings.get().digitFirst || session.awaits || session.mode === "draw") return run(session, "digit", value);
  hold(session, session.held === Number(value) ? 0 : Number(value));
}

/** Takes a digit into the hand, or 0. @param {Session} session @param {number} digit */
function hold(session, digit) {
  session.held = digit;
  session.told();
}

/**
 * Listens to taps on the board: a clue gives its digit, any other cell takes the one in the hand.
 * @param {Session} session
 */
export function listenToTaps(session) {
  session.board.root.addEventListener("pointerup", ({ pointerId }) => {
    const { board, held, selection, cursor, game } = session;
    const began = board.root.hasPointerCapture(pointerId); // on a cell
    if (!began || !held || !selection.size || session.mode === "draw") return;
    if (selection.size === 1 && game.clues[cursor]) hold(session, game.clues[cursor]);
    else run(session, "digit", String(held));
  });
  session.onChange.push(() => {
    if (session.held && !settings.get().digitFirst) hold(session, 0);
  });
}
