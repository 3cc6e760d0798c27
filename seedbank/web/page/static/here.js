// What the engine answers about where the player is.

import { Problem } from "./api.js";
import { byId, element } from "./dom.js";
import { ask, NoEngine } from "./engine.js";
import { remedies, say } from "./speech.js";
import { fill, texts } from "./words.js";

const t = texts.help;

/** @typedef {import("./session.js").Session} Session */

/**
 * Asks the engine, with a sign that it works. Null if there is no answer to go on
 * with; then it has been said why.
 * @param {Session} session @param {string} path
 */
export async function askFromHere(session, path) {
  const { game, wrong } = session;
  if (session.position.digits.every((d) => d) && !wrong?.length) return say(t.complete), null;
  if (wrong?.length) return say(element("p", {}, t.stuck), remedies()), null;
  say(element("p", { class: "working" }, t.working));
  byId("words").setAttribute("aria-busy", "true");
  try {
    const [answer] = await ask(path, session.place);
    if (session.game !== game) return null; // the player went on meanwhile
    if (answer.error) throw new Problem(422, answer.error);
    return answer;
  } catch (error) {
    if (error instanceof NoEngine) say(t.engine);
    else say(fill(t.failed, { reason: error instanceof Error ? error.message : String(error) }));
    return null;
  } finally {
    byId("words").removeAttribute("aria-busy");
  }
}

/** The next step from each position that was asked for, so that helps 6, 7 and 8 ask once. */
const known = new WeakMap();

/**
 * @param {Session} session
 * @returns {Promise<{round: import("./api.js").Round, step: import("./api.js").Step} | null>}
 */
export async function nextStep(session) {
  const { position } = session;
  if (known.has(position)) return known.get(position);
  session.show({});
  const answer = await askFromHere(session, "hint");
  if (!answer) return null;
  const round = answer.round ?? answer.rounds?.[0];
  const step = round?.steps?.[0];
  if (!step) return say(t.none), null;
  known.set(position, { round, step });
  return { round, step };
}
