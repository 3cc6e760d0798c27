// The nine helps.
//
// Each is a function of the session. The first five are worked out here; the other four
// ask the engine, from where the player is and with what the player has ruled out.

import { Problem } from "./api.js";
import { byId, element } from "./dom.js";
import { ask, NoEngine } from "./engine.js";
import { cellName, cells, conflicts, digitsOf, has, parseClaim, gridText, permitted } from "./grid.js";
import { candidate, candidatesOf, conclusion, emptyPlan, regionOf, regionText } from "./plan.js";
import { moveOf, present } from "./present.js";
import { remedies, say } from "./speech.js";
import { listSteps } from "./steps.js"; // not in one file
import { settings } from "./store.js";
import { fill, texts } from "./words.js";
import { openWay } from "./way.js";

const t = texts.help;

/** @typedef {import("./session.js").Session} Session */
/** @typedef {{again: boolean, all: boolean, digit?: number}} Asked whether the same help was asked for just now, and for all cells */

/** @type {((session: Session, asked: Asked) => void | Promise<void>)[]} */
export const helps = [showConflicts, showPermitted, showWhere, tellRight, markWrong, tellKind, showStep, doNext, playWay];

/** @param {Session} session */
function showConflicts(session) {
  const on = !settings.get().conflicts;
  settings.set({ conflicts: on });
  const n = conflicts(session.position.digits).length;
  session.show({});
  session.told();
  say(on ? (n ? fill(t.conflictsOn, { n }) : t.conflictsNone) : t.conflictsOff);
}

/** @param {Session} session @param {Asked} asked */
function showPermitted(session, { again, all }) {
  const { digits } = session.position;
  const empty = [...session.selection].filter((c) => !digits[c]);
  const everywhere = all || again;
  if (!everywhere && !empty.length) return say(t.permittedFull);
  const where = everywhere ? cells.filter((c) => !digits[c]) : empty;
  session.count(2);
  session.show({ permitted: new Map(where.map((c) => [c, permitted(digits, c)])) });
  if (everywhere) return say(t.permittedAll);
  say(...where.map((c) => {
    const may = digitsOf(permitted(digits, c));
    return element("p", {}, fill(may.length ? t.permitted : t.permittedNone, { cell: cellName(c), digits: may }));
  }));
}

/** @param {Session} session @param {Asked} asked */
function showWhere(session, asked) {
  const { position } = session;
  const digit = asked.digit ?? position.digits[session.cursor];
  if (!digit || (!asked.digit && !session.selection.size)) {
    session.show({});
    session.awaits = (d) => showWhere(session, { ...asked, digit: d });
    return say(t.whereAsk);
  }
  const where = cells.filter((c) => !position.digits[c] && has(permitted(position.digits, c), digit));
  const plan = emptyPlan();
  for (const c of where) {
    plan.cells.set(c, "other");
    plan.marks.set(candidate(c, digit), "main");
  }
  session.count(3);
  session.show({ plan });
  say(where.length ? fill(t.where, { digit, n: where.length }) : fill(t.whereNone, { digit }));
}

/** @param {Session} session */
function tellRight(session) {
  const { wrong } = session;
  session.show({});
  if (!wrong) return say(t.noSolution);
  session.count(4);
  say(wrong.length ? t.notRight : t.right);
}

/** @param {Session} session */
function markWrong(session) {
  const { wrong } = session;
  if (!wrong) return say(t.noSolution);
  session.count(5);
  session.show({ wrong: new Set(wrong) });
  say(wrong.length ? fill(t.wrong, { n: wrong.length }) : t.wrongNone);
}

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

/** @param {Session} session */
async function tellKind(session) {
  const next = await nextStep(session);
  if (!next) return;
  session.count(6);
  const plan = { ...emptyPlan(), houses: regionOf(next.step) };
  session.show({ plan });
  const { name, rating } = next.step;
  const where = regionText(next.step);
  say(fill(where ? t.kind : t.kindAnywhere, { name, rating: Number(rating).toFixed(1), where }));
}

/** @param {Session} session @param {Asked} asked */
async function showStep(session, { all }) {
  if (all) return listSteps(session); // not in one file
  const next = await nextStep(session);
  if (!next) return;
  session.count(7);
  present(session, next.step, candidatesOf(next.round));
}

/** Does the next step for the player. @param {Session} session */
export async function doNext(session) {
  const next = await nextStep(session);
  if (!next) return;
  session.count(8);
  session.move(moveOf([next.step]));
  const placed = next.step.placement ? parseClaim(next.step.placement).cell : -1;
  if (placed >= 0) session.select(new Set([placed]), placed);
  if (!session.done) say(element("p", {}, `${next.step.name}. ${fill(t.done, { what: conclusion(next.step) })}`));
}

/** @param {Session} session */
async function playWay(session) {
  session.show({});
  const answer = await askFromHere(session, "way");
  if (!answer) return;
  session.count(9);
  openWay(session, answer.rounds ?? []);
}

/** Plays the whole way from the clues, once the puzzle is solved. @param {Session} session */
export async function playStory(session) {
  const { game } = session;
  const [answer] = await ask("way", gridText(game.clues)).catch(() => [null]);
  if (session.game === game && answer?.rounds) openWay(session, answer.rounds);
}
