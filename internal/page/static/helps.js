// The nine helps.
//
// Each is a function of the session. The first five are worked out here; the other four
// ask the engine, from where the player is and with what the player has ruled out.

import { element } from "./dom.js";
import { ask } from "./engine.js";
import { candidates } from "./game.js";
import { cellName, cells, conflicts, digitsOf, has, parseClaim, gridText } from "./grid.js";
import { candidate, candidatesOf, conclusion, emptyPlan, markRemoved, regionOf, regionText } from "./plan.js";
import { askFromHere, nextStep } from "./here.js";
import { moveOf, present } from "./present.js";
import { say } from "./speech.js";
import { listSteps } from "./steps.js"; // not in one file
import { settings } from "./store.js";
import { fill, texts } from "./words.js";
import { openWay } from "./way.js";

const t = texts.help;

/** @typedef {import("./session.js").Session} Session */
/** @typedef {{again: boolean, all: boolean, digit?: number}} Asked whether the same help was asked for just now, and for all cells */

/** @type {((session: Session, asked: Asked) => void | Promise<void>)[]} */
export const helps = [showConflicts, showPermitted, showWhere, tellRight, markWrong, tellKind, showStep, (session) => doNext(session), playWay];

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
  const { position } = session, { digits } = position;
  const empty = [...session.selection].filter((c) => !digits[c]);
  const everywhere = all || again;
  if (!everywhere && !empty.length) return say(t.permittedFull);
  const where = everywhere ? cells.filter((c) => !digits[c]) : empty;
  session.count(2);
  session.show({ permitted: new Map(where.map((c) => [c, candidates(position, c)])) });
  if (everywhere) return say(t.permittedAll);
  say(...where.map((c) => {
    const may = digitsOf(candidates(position, c));
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
  const where = cells.filter((c) => has(candidates(position, c), digit));
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

/** Does the next step for the player. @param {Session} session @param {number} [before] the help that it goes on from */
export async function doNext(session, before) {
  const next = await nextStep(session);
  if (!next) return;
  session.count(8, before);
  session.move(moveOf([next.step]));
  const placed = next.step.placement ? parseClaim(next.step.placement).cell : -1;
  if (placed >= 0) session.select(new Set([placed]), placed);
  else session.show({ plan: markRemoved(emptyPlan(), next.step) }); // not in one file
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
