// Thinks ahead: the engine finds the next steps while the player thinks, so that a hint is
// there at once.

import { settled } from "./dom.js";
import { isRunning } from "./engine.js";
import { placeOf, reduce } from "./game.js";
import { askAt, isAsking } from "./here.js";
import { moveOf } from "./present.js";

/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("./game.js").Game} Game */

/**
 * It follows so many of the steps that the player may do now. On the way that it follows further,
 * it ends after so many steps that place no digit: players who place digits in another order come
 * to the same board before such a step. The engine also becomes faster, because browsers compile
 * a second time what runs often.
 */
const most = 8;

/** Asks once nothing has changed for a moment. */
export const thinkAhead = settled((/** @type {Session} */ session) => {
  const { row, entering, paused, done, wrong } = session;
  const asks = row && !entering && !paused && !done && !document.hidden && isRunning();
  if (asks && !wrong?.length) goOn(session).catch(() => {});
}, 300);

/**
 * Asks for the next step, then for the step that follows each of those that lead on from here,
 * and then goes on with the first. It stops where the player moves on, or asks: a question about
 * another place would end that of the player.
 * @param {Session} session
 */
async function goOn(session) {
  const { game } = session;
  const isOver = () => session.game !== game || isAsking();
  await stepsAt(game);
  if (isOver()) return;
  const [{ rounds }] = await askAt(placeOf(game), "way");
  for (const step of rounds[0].steps.slice(0, most)) if (!isOver()) await stepsAt(next(game, step));
  let hard = 0;
  for (let there = game; hard < most && !isOver(); ) {
    const [step] = await stepsAt(there);
    if (!step) return;
    if (!step.placement) hard++;
    there = next(there, step);
  }
}

/** The next step of a game, or none. @param {Game} game @returns {Promise<import("./api.js").Step[]>} */
async function stepsAt(game) {
  const place = placeOf(game);
  if (!place.grid.includes(".")) return [];
  const [answer] = await askAt(place);
  return answer.round?.steps ?? [];
}

/** The game after a step. @param {Game} game @param {import("./api.js").Step} step */
const next = (game, step) => reduce(game, { type: "move", move: moveOf([step]) });
