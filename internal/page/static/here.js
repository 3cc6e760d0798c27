// What the engine answers about where the player is.

import { Problem } from "./api.js";
import { post } from "./api.js"; // not in one file
import { byId, element } from "./dom.js";
import { ask, NoEngine } from "./engine.js";
import { isReady } from "./engine.js"; // not in one file
import { remedies, say } from "./speech.js";
import { fill, texts } from "./words.js";

const t = texts.help;

/** @typedef {import("./session.js").Session} Session */

/** Shows nothing but words. @param {Session} session @param {...Node} what */
function sayAlone(session, ...what) {
  session.show({});
  say(...what);
}

/** @param {Session} session */
function sayWorking(session) {
  sayAlone(session, element("p", { class: "working" }, t.working));
  byId("words").setAttribute("aria-busy", "true");
}

/** How many questions of the player have no answer yet. */
let waiting = 0; // not in one file

/** Whether the player waits for an answer. */
export const isAsking = () => waiting > 0; // not in one file

/** The game of which it was said last that something is wrong. @type {unknown} */
let stuck;

/**
 * Asks the engine, with a sign that it works unless the answer is there. Null if there is no
 * answer to go on with; then it has been said why.
 * @param {Session} session @param {string} path
 */
export async function askFromHere(session, path) {
  const { game, wrong } = session;
  if (wrong?.length) {
    if (stuck !== game) session.count(4); // that something is wrong is a help, too
    stuck = game;
    return sayAlone(session, element("p", {}, t.stuck), remedies()), null;
  }
  if (session.position.digits.every((d) => d)) return sayAlone(session, element("p", {}, t.complete)), null;
  let { shown } = session; // not in one file
  waiting++; // not in one file
  /** Whether the player went on meanwhile, or asked for something else. */
  const isOver = () => session.game !== game || session.shown !== shown; // not in one file
  const question =
    soonest(session.place, path) ?? // not in one file
    ask(path, session.place);
  try {
    if (!(await Promise.race([question, null]))) // not in one file
      sayWorking(session);
    ({ shown } = session); // not in one file
    const [answer] = await question;
    session.refresh(); // not in one file
    if (isOver()) return null; // not in one file
    if (session.paused) return sayAlone(session), null; // not in one file
    if (answer.error) throw new Problem(422, answer.error); // not in one file
    return answer;
  } catch (error) {
    if (isOver()) return null; // not in one file
    if (error instanceof NoEngine) return say(t.engine), null; // not in one file
    say(fill(t.failed, { reason: /** @type {Error} */ (error).message }));
    return null;
  } finally {
    waiting--; // not in one file
    byId("words").removeAttribute("aria-busy");
  }
}

/** The last questions about places, by what is placed and ruled out. @type {Map<string, Promise<any[]>>} */
const answers = new Map();
const mostAnswers = 100;
/**
 * How many milliseconds a question about another place has to end. Giving it up ends the
 * engine, and a new one is slow at first.
 */
const patience = 200;
/** The place that was asked about last. */
let wanted = "";
/** Gives up the question before, unless it is about the place that is wanted. */
let giveUp = () => {};

/**
 * What the engine answers about a place. A question about another one that has no answer soon is
 * given up.
 * @param {import("./api.js").Place} place
 */
export function askAt(place, question = "hint") {
  const where = (wanted = Object.values(place).join()), key = question + where;
  const known = answers.get(key);
  if (known) return known;
  setTimeout(giveUp, patience);
  const asking = new AbortController();
  giveUp = () => wanted === where || asking.abort();
  const answer = ask(question, place, asking.signal);
  keep(key, answer);
  return answer;
}

/** Keeps an answer, unless it fails. @param {string} key @param {Promise<any[]>} answer */
function keep(key, answer) {
  if (answers.size >= mostAnswers) answers.delete([...answers.keys()][0]);
  answers.set(key, answer);
  answer.catch(() => answers.get(key) === answer && answers.delete(key));
}

/** How many milliseconds the engine has to load before the server is asked too. */
const loading = 1000;
/** The questions that the server may be asked, by what is placed and ruled out. @type {Set<string>} */
const raced = new Set();

/**
 * What the engine answers about a place, or the server as long as the engine, which is a megabyte,
 * is not there.
 * @param {import("./api.js").Place} place @param {string} question
 */
function soonest(place, question) {
  const answer = askAt(place, question), where = wanted, key = question + where;
  if (isReady() || raced.has(key)) return answer;
  raced.add(key);
  const late = async () => {
    const known = await Promise.race([answer.catch(() => {}), new Promise((then) => setTimeout(then, loading))]);
    if (known) return known;
    if (isReady() || wanted !== where) throw new Error("the server is not asked");
    return [await post(question, {}, place)];
  };
  const first = Promise.any([answer, late()]).catch(() => answer).finally(() => raced.delete(key));
  keep(key, first);
  return first;
}

/**
 * @param {Session} session
 * @returns {Promise<{round: import("./api.js").Round, step: import("./api.js").Step} | null>}
 */
export async function nextStep(session) {
  const answer = await askFromHere(session, "hint");
  if (!answer) return null;
  const round = answer.round ?? answer.rounds?.[0];
  const step = round?.steps?.[0];
  return step ? { round, step } : (say(t.none), null);
}
