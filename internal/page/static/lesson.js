// A lesson: what a technique is, an example step by step, and five positions to find it in.
// The address says which: it shows the same to everybody who opens it.

import { get, reasonFor } from "./api.js";
import { button, byId, copy, element } from "./dom.js";
import { onAnswer, openTask } from "./exercise.js";
import { parseClaim } from "./grid.js";
import { recordOf, shareBar } from "./lessons.js";
import { boardPicture } from "./picture.js";
import { lessonAddress, lessonIn, served, sheetAddress } from "./places.js";
import { emptyPlan, planOf, planUpTo, stepsOf } from "./plan.js";
import { startShell } from "./shell.js";
import { explain } from "./speech.js";
import { remember } from "./training.js";
import { fill, grouped, levelTitle, techniqueTitle, texts } from "./words.js";

/**
 * @typedef {import("./exercise.js").Task} Task
 * @typedef {import("./lessons.js").Technique} Technique
 * @typedef {{tasks: Task[], seeds: number, examined?: number}} Found
 */

const t = texts.learn;
const exercises = 5;
const name = lessonIn(new URL(location.href));
const set = Math.max(1, Number(new URLSearchParams(location.search).get("set")) || 1);

/** What is asked of the server for a lesson. @param {boolean} isLabel */
const queryOf = (isLabel) => ({ ...(isLabel ? { label: name } : { practice: name, distinct: "true" }), n: String(exercises + 1), seed: String(set) });

/** The stages of the example: the position, its sentences one by one, and what follows. @param {Task} task */
function stagesOf(task) {
  const [step] = task.round.steps;
  const [{ digits, candidates }, after] = stepsOf([{ ...task.round, steps: [step, step] }]); // the second finds what the first leaves
  const said = step.statements ?? [];
  const hunch = { ...planOf(step, candidates), arrows: [] };
  for (const [k, mark] of hunch.marks) if (mark === "removed" || mark === "placed") hunch.marks.delete(k);
  const stages = said.map((sentence, i) => {
    const plan = i === said.length - 1 ? planOf(step, candidates, -1) : step.chains?.length ? planUpTo(step, said.slice(0, i + 1)) : { ...hunch, cells: new Map(hunch.cells) };
    if (i < said.length - 1) for (const claim of sentence.claims ?? []) plan.cells.set(parseClaim(claim).cell, "other");
    return { text: sentence.text, plan, digits, candidates };
  });
  return [{ text: t.look, plan: emptyPlan(), digits, candidates }, ...stages, { text: t.done, plan: emptyPlan(), ...after }];
}

/** @param {Task} task */
function playExample(task) {
  const stages = stagesOf(task);
  let at = 0;
  const draw = (/** @type {number[]} */ pointed = []) => {
    const { plan, digits, candidates } = stages[at];
    const cells = new Map([...plan.cells, ...pointed.map((c) => /** @type {[number, "other"]} */ ([c, "other"]))]);
    byId("example").replaceChildren(boardPicture({ title: `${t.example}: ${techniqueTitle(task.round.steps[0].technique)}`, clues: task.puzzle, digits: digits.replaceAll("0", "."), candidates, plan: { ...plan, cells } }));
  };
  const go = (/** @type {number} */ by) => {
    at = Math.min(Math.max(0, at + by), stages.length - 1);
    byId("sentence").replaceChildren(...explain("p", "", stages[at].text, draw).childNodes);
    byId("at").textContent = fill(texts.hint.at, { at: at + 1, of: stages.length });
    byId("back").toggleAttribute("disabled", at === 0);
    byId("forward").toggleAttribute("disabled", at === stages.length - 1);
    draw();
  };
  byId("back").addEventListener("click", () => go(-1));
  byId("forward").addEventListener("click", () => go(1));
  go(0);
}

/** @param {Task[]} tasks */
function drawPositions(tasks) {
  const buttons = tasks.map((_, i) => button({ "aria-pressed": "false", "aria-label": fill(t.position, { n: i + 1 }) }, () => choose(i), String(i + 1)));
  const choose = (/** @type {number} */ at) => {
    buttons.forEach((one, i) => one.setAttribute("aria-pressed", String(i === at)));
    openTask(tasks[at]);
    onAnswer((right) => {
      buttons[at].append(right ? " ✓" : " ✗");
      remember(name, tasks[at], right);
      byId("record").textContent = recordOf(name);
    });
  };
  byId("positions").replaceChildren(...buttons);
  if (tasks.length) choose(0);
}

/** How many positions there are, if not enough. @param {Found} found */
function drawFew({ tasks, seeds, examined }) {
  const few = byId("few");
  few.hidden = tasks.length > exercises;
  few.textContent = !tasks.length && (!examined || examined === seeds) ? t.none
    : examined && examined < seeds ? fill(t.searched, { n: tasks.length, of: grouped(examined) }) : fill(t.few, { n: tasks.length });
}

/** @param {import("./lessons.js").Share[]} shares @param {string} of what they are shares of */
function drawOften(shares, of) {
  byId("often").hidden = !shares.length;
  byId("often-of").textContent = of;
  byId("often-bars").replaceChildren(...shares.map(({ level, seeds, of: all }) => {
    const percent = (100 * seeds) / all;
    return shareBar(levelTitle(level), seeds / all, fill(t.share, { percent: percent < 1 ? percent.toFixed(1) : Math.round(percent), n: grouped(seeds), of: grouped(all) }));
  }));
}

/** Draws the links to the kinds of a technique that positions were found of. @param {string[]} names */
function drawKinds(names) {
  byId("kinds").hidden = !names.length;
  byId("kind-list").replaceChildren(...names.map((kind) => element("a", { href: lessonAddress(kind), class: "button" }, techniqueTitle(kind))));
}

/**
 * The link to the technique of a kind, and those to the lessons around.
 * @param {Technique[]} list @param {Technique} of @param {boolean} isLabel
 */
function drawLinks(list, of, isLabel) {
  const link = (/** @type {string} */ to, text = techniqueTitle(to)) => element("a", { href: lessonAddress(to) }, text);
  if (isLabel) byId("kind-of").replaceChildren("· ", link(of.name));
  const all = list.filter((one) => one.practice), at = all.indexOf(of);
  if (all[at - 1]) byId("before").replaceWith(link(all[at - 1].name, `← ${techniqueTitle(all[at - 1].name)}`));
  if (all[at + 1]) byId("after").replaceWith(link(all[at + 1].name, `${techniqueTitle(all[at + 1].name)} →`));
}

/** @param {Technique[]} list */
async function teach(list) {
  const of = list.find((one) => one.name === name || one.labels.some((label) => label.name === name));
  if (!of) return void (byId("state").textContent = t.unknown);
  const isLabel = of.name !== name;
  const title = techniqueTitle(name);
  byId("title").textContent = title;
  document.title = document.title.replace(texts.titles.lesson, title);
  byId("lesson").textContent = of.labels.find((label) => label.name === name)?.lesson ?? of.lesson;
  const query = queryOf(isLabel);
  byId("sheet").setAttribute("href", sheetAddress(name, { ...query, n: String(exercises) }));
  byId("others").setAttribute("href", `?set=${set + 1}`);
  byId("record").textContent = recordOf(name);
  drawLinks(list, of, isLabel);
  const found = /** @type {Found} */ (of.practice ? await get("practice", query) : { tasks: [], seeds: 0 });
  byId("whole").hidden = false;
  drawFew(found);
  byId("example-part").hidden = byId("sheet").hidden = byId("others").hidden = !found.tasks.length;
  if (!served) byId("others").hidden = true;
  // The last one is the example, so that the five before it are those of the sheet.
  const example = found.tasks[exercises] ?? found.tasks.at(-1);
  if (example) playExample(example);
  drawPositions(found.tasks.slice(0, exercises));
  document.body.dataset.ready = "";
  if (!isLabel) drawOften(of.levels, t.oftenTag);
  if (!of.labels.length) return;
  const labels = /** @type {any[]} */ (await get("labels"));
  if (!isLabel) return drawKinds(labels.filter((one) => one.technique === name).map((one) => one.name));
  const numbers = labels.find((one) => one.name === name);
  if (numbers) drawOften(numbers.levels, fill(t.oftenKind, { name: techniqueTitle(of.name), of: grouped(numbers.of) }));
}

byId("copy").addEventListener("click", async () => {
  const address = new URL(lessonAddress(name), location.href);
  address.searchParams.set("set", String(set));
  byId("copied").textContent = (await copy(address.href)) ? t.copied : address.href;
});

startShell();
try {
  await teach(await get("techniques"));
} catch (error) {
  byId("state").textContent = reasonFor(error, texts.practice.offline);
}
