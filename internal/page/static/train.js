// Training: positions of the techniques that one has met, one after the other, for as long as
// something is due. No seed comes twice while there are others.

import { get, post, Problem, reasonFor } from "./api.js";
import { days, dueOf, newCard, nextDue, nextOf, weakest } from "./boxes.js";
import { localNow } from "./dates.js";
import { button, byId, onlyLatest } from "./dom.js";
import { onAnswer, openTask } from "./exercise.js";
import { drawWeak } from "./lessons.js";
import { startShell } from "./shell.js";
import * as store from "./store.js";
import { remember } from "./training.js";
import { fill, techniqueTitle, texts } from "./words.js";

/** @typedef {import("./lessons.js").Technique} Technique */

const t = texts.train;
const firstOnes = 3; // techniques to begin with

/** @type {Technique[]} */
let techniques = [];
/** The techniques to choose from. @type {string[]} */
let mix = [];
let before = "";
let free = false; // whether one goes on although nothing is due
const session = { asked: 0, right: 0 };

/** The names of a mix in the address, which those who follow it have met then. */
const wanted = () => (new URLSearchParams(location.search).get("with") ?? "").split(",").filter((name) => isThere(name));

/** @param {string} name */
const isThere = (name) => techniques.some((one) => one.practice && (one.name === name || one.labels.some((label) => label.name === name)));

/** @param {string} name @returns {Record<string, string>} */
const queryOf = (name) => (techniques.some((one) => one.name === name) ? { practice: name } : { label: name });

/**
 * A position of a seed that one has not had; if there is none left, any.
 * @param {string} name
 * @returns {Promise<{task?: import("./exercise.js").Task, old: boolean}>}
 */
async function fetchTask(name) {
  const served = store.served();
  try {
    if (served.length) {
      const [task] = (await post("practice", { ...queryOf(name), n: "1" }, { not_in: served })).tasks;
      if (task) return { task, old: false };
    }
  } catch (error) {
    if (!(error instanceof Problem) || ![404, 422].includes(error.status)) throw error;
  }
  const [task] = (await get("practice", { ...queryOf(name), n: "1" })).tasks;
  return { task, old: served.length > 0 };
}

/** The technique to ask: what is due, or the weakest if one goes on all the same. */
function choose() {
  const cards = store.cards();
  if (!free) return nextOf(cards, mix, localNow(), before);
  const weak = weakest(cards, mix);
  return weak.find((name) => name !== before) ?? weak[0];
}

const latest = onlyLatest();

async function next() {
  const name = choose();
  byId("after").hidden = true;
  byId("state").textContent = texts.play.loading;
  before = name ?? "";
  const found = await latest(name ? fetchTask(name) : Promise.resolve({ task: undefined, old: false }));
  if (!found) return;
  const { task, old } = found;
  if (!name) return end();
  if (!task) { // the bank has none
    mix = mix.filter((other) => other !== name);
    drawMix();
    return next();
  }
  byId("end").hidden = true;
  byId("state").textContent = old ? t.usedUp : fill(t.left, { n: dueOf(store.cards(), mix, localNow()).length });
  openTask(task);
  onAnswer((right) => hear(name, task, right));
  byId("board").focus({ preventScroll: true });
}

/** @param {string} name @param {import("./exercise.js").Task} task @param {boolean} right */
function hear(name, task, right) {
  const card = remember(name, task, right);
  drawWeak();
  session.asked++;
  if (right) session.right++;
  byId("after").hidden = false;
  byId("outcome").textContent = right ? fill(t.up, { box: card.box, n: days[card.box - 1] }) : t.missed;
}

/** Nothing is left: says so, and offers to go on. */
function end() {
  const cards = store.cards();
  byId("task").hidden = true;
  byId("end").hidden = false;
  const words = session.asked ? [fill(t.end, { n: session.asked, right: session.right })] : [];
  const due = nextDue(cards, mix);
  if (!mix.length) words.push(texts.learn.noneMet);
  else if (due > localNow()) words.push(fill(t.nothing, { day: new Date(due).toLocaleDateString(document.documentElement.lang, { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" }) }));
  byId("state").textContent = words.join(" ");
  byId("end").replaceChildren(button({ class: "strong" }, () => {
    if (mix.length) free = true;
    else meet(techniques.filter((one) => one.practice).slice(0, firstOnes).map((one) => one.name));
    void next().catch(fail);
  }, mix.length ? t.more : t.begin));
}

/** Puts techniques into the first box that one has not met. @param {string[]} names */
function meet(names) {
  const cards = store.cards();
  const fresh = names.filter((name) => !cards[name]);
  store.saveCards({ ...cards, ...Object.fromEntries(fresh.map((name) => [name, newCard(localNow())])) });
  mix = [...new Set([...mix, ...names])];
  drawMix();
}

/** The techniques to choose from, each with a switch. */
function drawMix() {
  const met = Object.keys(store.cards()).filter(isThere);
  byId("mix-part").hidden = !met.length;
  byId("mix").replaceChildren(...met.map((name) => button({ class: "chip", "aria-pressed": String(mix.includes(name)) }, () => {
    mix = mix.includes(name) ? mix.filter((other) => other !== name) : [...mix, name];
    history.replaceState(null, "", `?${new URLSearchParams({ with: mix.join(",") })}`);
    drawMix();
    if (!mix.includes(before)) void next().catch(fail);
  }, techniqueTitle(name))));
}

/** @param {unknown} error */
const fail = (error) => (byId("state").textContent = reasonFor(error, texts.practice.offline));

byId("next").addEventListener("click", () => void next().catch(fail));
startShell();
try {
  techniques = await get("techniques");
  mix = wanted();
  if (mix.length) meet(mix);
  else mix = Object.keys(store.cards()).filter(isThere);
  drawMix();
  drawWeak();
  await next();
} catch (error) {
  fail(error);
}
