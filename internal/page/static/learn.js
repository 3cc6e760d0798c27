// The list of lessons, what is due today, and where one is weak.

import { get, reasonFor } from "./api.js";
import { dueOf } from "./boxes.js";
import { localNow } from "./dates.js";
import { byId, element } from "./dom.js";
import { drawWeak, recordOf } from "./lessons.js";
import { lessonAddress } from "./places.js";
import { startShell } from "./shell.js";
import { cards as readCards } from "./store.js";
import { fill, levelTitle, techniqueTitle, texts } from "./words.js";

/** @typedef {import("./lessons.js").Technique} Technique */

const t = texts.learn;
const cards = readCards();

/** @param {string} name */
const lessonLink = (name) => element("a", { href: lessonAddress(name) }, techniqueTitle(name));

function drawToday() {
  const met = Object.keys(cards);
  const due = dueOf(cards, met, localNow()).length;
  byId("due").textContent = !met.length ? t.noneMet : due ? fill(t.due, { n: due }) : t.noneDue;
  drawWeak();
}

/** @param {Technique[]} techniques @param {{level: number, er: {low: number}}[]} levels */
function drawList(techniques, levels) {
  const sections = levels.map(({ level, er }, i) => {
    const high = levels[i + 1]?.er.low ?? Infinity;
    const here = techniques.filter((one) => one.practice && one.least >= er.low && one.least < high);
    return here.length ? element("section", {}, element("h2", {}, levelTitle(level)), element("ul", { class: "lessons" }, ...here.map(lessonItem))) : "";
  });
  byId("list").replaceChildren(...sections);
}

/** @param {Technique} of */
const lessonItem = (of) =>
  element("li", { "data-technique": of.name }, lessonLink(of.name), element("small", {}, `ER ${Number(of.least).toFixed(1)}`), element("small", { class: "record" }, recordOf(of.name)));

/** Adds the labels that the bank has positions for, once they are counted. */
async function drawLabels() {
  for (const { name, technique } of await get("labels")) {
    const item = document.querySelector(`[data-technique="${technique}"]`);
    const list = item?.querySelector("ul") ?? element("ul");
    list.append(element("li", {}, lessonLink(name)));
    item?.append(list);
  }
}

startShell();
drawToday();
try {
  const [techniques, levels] = await Promise.all([get("techniques"), get("levels")]);
  drawList(techniques, levels);
  await drawLabels();
  document.body.dataset.ready = "";
} catch (error) {
  byId("state").textContent = reasonFor(error, texts.practice.offline);
}
