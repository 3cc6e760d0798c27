// The numbers of the bank as pictures. Every bar says its number and leads to
// puzzles of its kind.

import { get } from "./api.js";
import { byId, element } from "./dom.js";
import { startShell } from "./shell.js";
import { clock, fill, grouped, rounded, techniqueTitle, texts } from "./words.js";

const t = texts.bank;

/** @typedef {{label: string, title: string, n: number, query: Record<string, string>}} Bar */

/** @param {Bar} bar @param {number} most @param {"height" | "width"} side */
function barLink(bar, most, side) {
  const text = fill(t.bar, { what: bar.title, n: grouped(bar.n) });
  const filled = element("span", { class: "filled" });
  filled.style[side] = `${Math.max(0.6, (100 * bar.n) / most)}%`;
  const link = element("a", { class: "bar", href: `/packs?${new URLSearchParams(bar.query)}`, "aria-label": text }, element("span", { class: "space" }, filled), element("span", { class: "label" }, bar.label));
  const point = byId("point");
  for (const on of ["pointerenter", "focus"]) link.addEventListener(on, () => (point.textContent = text));
  for (const off of ["pointerleave", "blur"]) link.addEventListener(off, () => (point.textContent = t.hint));
  return link;
}

/** @param {string} id @param {Bar[]} bars @param {"height" | "width"} side */
function draw(id, bars, side = "height") {
  const most = Math.max(1, ...bars.map((bar) => bar.n));
  byId(id).replaceChildren(...bars.map((bar) => {
    const link = barLink(bar, most, side);
    if (side === "width") link.append(element("span", { class: "number" }, grouped(bar.n)));
    return link;
  }));
}

/** @param {{seeds: number, rungs: number}} tally */
const sum = (tally) => tally.seeds + tally.rungs;

/** @param {any} bank */
function drawBank({ total, levels, techniques, runs, records }) {
  const facts = [[t.puzzles, rounded(total.puzzles)], [t.seeds, grouped(total.seeds)], [t.rungs, grouped(total.rungs)]];
  byId("total").replaceChildren(...facts.map(([name, n]) => element("div", {}, element("dd", {}, n), element("dt", {}, name))));
  drawRecords(records ?? {}); // an answer kept from an older server has none
  draw("levels", levels.map((/** @type {any} */ l) => ({ label: String(l.level), title: `${l.level} ${l.name}`, n: sum(l), query: { level: l.level } })));
  draw("clues", total.by_clues.map((/** @type {any} */ c) => ({ label: String(c.clues), title: fill(t.clue, { n: c.clues }), n: sum(c), query: { clues: c.clues } })));
  draw("er", total.by_er.map((/** @type {any} */ e) => {
    const er = Number(e.er).toFixed(1);
    return { label: er, title: fill(t.erBar, { er }), n: sum(e), query: { er } };
  }));
  draw("techniques", techniques.filter((/** @type {any} */ k) => k.seeds).map((/** @type {any} */ k) => {
    const title = techniqueTitle(k.name);
    return { label: title, title, n: k.seeds, query: { technique: k.name } };
  }), "width");
  drawRuns(runs ?? []);
}

/** Draws the records, each with a link to its puzzle. @param {any} records */
function drawRecords({ hardest, fewest, diamonds, diamonds_from: from, diamond }) {
  const facts = [];
  if (hardest) facts.push([t.hardest, hardest.er.toFixed(1), hardest]);
  if (fewest) facts.push([t.fewest, fewest.clues, fewest]);
  if (from) facts.push([fill(t.diamonds, { er: from.toFixed(1) }), grouped(diamonds), diamond]);
  byId("records").replaceChildren(...facts.map(([name, n, puzzle]) => {
    const value = puzzle ? element("a", { href: `/p/${puzzle.id}` }, String(n)) : String(n);
    return element("div", {}, element("dd", {}, value), element("dt", {}, name));
  }));
}

/** @param {any[]} runs */
function drawRuns(runs) {
  const rows = runs.map((run) => {
    const took = run.ended ? clock((Date.parse(run.ended) - Date.parse(run.started)) / 1000) : "–";
    const started = new Date(run.started).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
    return element("tr", {}, ...[started, run.command, took, grouped(run.made), grouped(run.stored)].map((cell) => element("td", {}, cell)));
  });
  byId("runs").querySelector("tbody")?.replaceChildren(...(rows.length ? rows : [element("tr", {}, element("td", { colspan: "5" }, t.noRuns))]));
}

startShell();
try {
  drawBank(await get("bank"));
} catch {
  byId("point").textContent = t.offline;
}
