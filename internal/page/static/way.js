// The whole way from where the player is: a step at a time, forward and back.

import { byId } from "./dom.js";
import { moveOf, present } from "./present.js";
import { stepsOf } from "./plan.js";
import { openSaid } from "./speech.js";
import { fill, texts } from "./words.js";

/** @typedef {ReturnType<typeof stepsOf>} Steps */

/** @type {{session: import("./session.js").Session, game: import("./game.js").Game, steps: Steps, at: number} | null} */
let open = null;

/** @param {import("./session.js").Session} session @param {import("./api.js").Round[]} rounds */
export function openWay(session, rounds) {
  const steps = stepsOf(rounds);
  if (!steps.length) return;
  open = { session, game: session.game, steps, at: 0 };
  byId("way").hidden = false;
  goTo(0);
}

/** Whether a way is open. */
export const wayIsOpen = () => open !== null;

/** @param {number} by how many steps; out of range stays at the end */
export const walk = (by) => open && goTo(open.at + by);

/** @param {number} at */
export function goTo(at) {
  if (!open) return;
  const { session, steps } = open;
  open.at = Math.min(Math.max(0, at), steps.length - 1);
  const { step, digits, candidates } = steps[open.at];
  present(session, step, candidates, digits);
  openSaid("way");
  const slider = /** @type {HTMLInputElement} */ (byId("way-slider"));
  slider.max = String(steps.length - 1);
  slider.value = String(open.at);
  const where = fill(texts.hint.at, { at: open.at + 1, of: steps.length });
  slider.setAttribute("aria-valuetext", where);
  byId("way-at").textContent = where;
}

/** Back to the game. */
export function closeWay() {
  if (!open) return;
  const { session } = open;
  open = null;
  byId("way").hidden = true;
  session.show({});
}

/** Closes a way of a game that another tab has gone on with. */
export const closeOldWay = () => open && open.session.game !== open.game && closeWay(); // not in one file

/** Does all steps up to the one that is shown. */
export function doWay() {
  if (!open) return;
  const { session, steps, at } = open;
  closeWay();
  session.move(moveOf(steps.slice(0, at + 1).map((s) => s.step)));
}
