// Thinks ahead: the engine finds the next steps while the player thinks, so that a hint is
// there at once.

import { settled } from "./dom.js";
import { isRunning } from "./engine.js";
import { placeOf, reduce } from "./game.js";
import { hintAt } from "./here.js";
import { moveOf } from "./present.js";

/** @typedef {import("./session.js").Session} Session */

/**
 * It ends after so many steps that place no digit. Players who place digits in another order
 * come to the same board before such a step. The engine also becomes faster, because browsers
 * compile a second time what runs often.
 */
const mostHard = 8;

/** Asks once nothing has changed for a moment. */
export const thinkAhead = settled((/** @type {Session} */ session) => {
  const { row, entering, paused, done, wrong } = session;
  const asks = row && !entering && !paused && !done && !document.hidden && isRunning();
  if (asks && !wrong?.length) goOn(session).catch(() => {});
}, 300);

/** Asks for the next step, for the one after it, and so on. @param {Session} session */
async function goOn(session) {
  const { game } = session;
  let hard = 0;
  for (let there = game; hard < mostHard && session.game === game; ) {
    const place = placeOf(there);
    if (!place.grid.includes(".")) return;
    const [answer] = await hintAt(place);
    const step = answer.round?.steps?.[0];
    if (!step) return;
    if (!step.placement) hard++;
    there = reduce(there, { type: "move", move: moveOf([step]) });
  }
}
