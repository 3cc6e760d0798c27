// Thinks ahead: the engine finds the next step while the player thinks, so that a hint is
// there at once.

import { settled } from "./dom.js";
import { isRunning } from "./engine.js";
import { hintHere } from "./here.js";

/** Asks once nothing has changed for a moment. */
export const thinkAhead = settled((/** @type {import("./session.js").Session} */ session) => {
  const { row, entering, paused, done, position, wrong } = session;
  const asks = row && !entering && !paused && !done && !document.hidden && isRunning();
  if (asks && !wrong?.length && position.digits.some((d) => !d)) hintHere(session).catch(() => {});
}, 300);
