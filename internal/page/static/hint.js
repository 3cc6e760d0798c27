// The hint: where to look, then what it is, then the picture with its words, chains link by
// link, and then the step is done. Each stage is a press of the same button.

import { byId, element } from "./dom.js";
import { parseClaim } from "./grid.js";
import { doNext } from "./helps.js";
import { nextStep } from "./here.js";
import { lessonAddress } from "./places.js"; // not in one file
import { candidatesOf, emptyPlan, planOf, planUpTo, regionOf, regionText } from "./plan.js";
import { present } from "./present.js";
import { explain, openSaid, say } from "./speech.js";
import { closeWay } from "./way.js";
import { fill, texts } from "./words.js";

const t = texts.hint;

/** @typedef {import("./session.js").Session} Session */
/**
 * A hint that is open.
 * @typedef {object} Open
 * @property {string} place  where it holds
 * @property {import("./api.js").Step} step
 * @property {number[]} candidates
 * @property {number} at  the number of the stage
 * @property {number} seen  the number of the last stage that was shown, -1 before the first
 */

/** @type {Open | null} */
let open = null;

/** Where the player is, as a text. @param {Session} session */
const placeIn = (session) => Object.values(session.place).join();

/** Asks for a hint, or for the next stage of the one that is open. @param {Session} session */
export async function hint(session) {
  if (!session.row || session.paused || session.entering) return;
  if (open?.place === placeIn(session) && isShown()) return goTo(session, open.at + 1);
  closeWay();
  const next = await nextStep(session);
  if (!next) return;
  open = { place: placeIn(session), step: next.step, candidates: candidatesOf(next.round), at: 0, seen: -1 };
  goTo(session, 0);
}

/**
 * Opens a hint that was left for a lesson, if it still holds.
 * @param {Session} session @param {Open | null} left
 */
export function openAgain(session, left) {
  if (left?.place !== placeIn(session)) return;
  open = left;
  goTo(session, left.at);
}

/** Goes to another stage of the hint. @param {Session} session @param {number} by how many */
export const hintBy = (session, by) => open && isShown() && !session.paused && goTo(session, Math.min(Math.max(0, open.at + by), lastStage(open.step)));

/** Whether the stages of a hint are on the screen. */
export const isShown = () => !byId("stepper").hidden;

/** The sentences that are shown one by one: those of chains. @param {import("./api.js").Step} step */
const sentences = (step) => (step.chains?.length ? step.statements ?? [] : []);

const whole = 2; // the stage of the whole picture, or of the first sentence

/** The stage after which the step is done. @param {import("./api.js").Step} step */
const lastStage = (step) => whole + Math.max(0, sentences(step).length - 1);

/** The helps that the stages stand for: a hint is counted as the one that it came to. */
const helpOf = new Map([[0, 6], [whole, 7]]);

/** @param {Session} session @param {number} at */
function goTo(session, at) {
  if (!open) return;
  const { step, candidates } = open;
  if (at > lastStage(step)) return doNext(session, 7);
  const first = at > open.seen;
  open.at = at;
  if (first) open.seen = at;
  const help = helpOf.get(at);
  if (help && first) session.count(help, at && 6);
  if (at < whole) showWhere(session, step, at === 1);
  else if (!sentences(step).length) present(session, step, candidates);
  else showSentence(session, at - whole); // not in one file
  drawStepper(at);
}

/** Shows where to look. @param {Session} session @param {import("./api.js").Step} step @param {boolean} isNamed whether to say what it is, too */
function showWhere(session, step, isNamed) {
  session.show({ plan: { ...emptyPlan(), houses: regionOf(step) } });
  const where = regionText(step), words = element("p", {}, where ? fill(t.where, { where }) : t.anywhere);
  if (!isNamed) return say(words, unusedNotes(session, step));
  const lesson = element("a", { href: lessonAddress(step.technique) }, fill(t.lesson, { name: step.name })); // not in one file
  lesson.addEventListener("click", () => history.replaceState(open, "")); // not in one file
  say(
    element("h2", {}, step.name),
    words,
    element("p", {}, lesson), // not in one file
  );
}

/** Says that notes are not used, where they may have what the step removes. @param {Session} session @param {import("./api.js").Step} step */
function unusedNotes({ position: { auto, centre, corner } }, step) {
  return step.removed && !auto && [...centre, ...corner].some(Boolean) ? element("p", {}, t.notes) : "";
}

/** Shows a chain up to one of its sentences. @param {Session} session @param {number} n */
function showSentence(session, n) {
  if (!open) return;
  const { step, candidates } = open;
  const list = sentences(step);
  const isLast = n === list.length - 1;
  session.show({ plan: isLast ? planOf(step, candidates, -1) : planUpTo(step, list.slice(0, n + 1)), candidates });
  const point = (/** @type {number[]} */ cells) => session.link(cells);
  say(
    element("h2", {}, step.name, element("small", {}, fill(t.at, { at: n + 1, of: list.length }))),
    explain("p", "explanation", list[n].text, point),
  );
  if (!isLast) session.link((list[n].claims ?? []).map((claim) => parseClaim(claim).cell));
}

/** Draws the buttons below the words. @param {number} at */
function drawStepper(at) {
  if (!open) return;
  const last = lastStage(open.step);
  openSaid("hint");
  byId("stepper").hidden = false;
  byId("hint-back").toggleAttribute("disabled", at === 0);
  byId("hint-next").toggleAttribute("disabled", at === last);
  byId("hint-more").textContent = at === 0 ? t.what : at === 1 ? t.show : at < last ? t.next : t.do;
}
