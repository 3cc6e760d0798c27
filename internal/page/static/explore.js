// What the bank holds: a search, and its numbers as pictures. Every bar says its number and
// leads to puzzles of its kind.

import { check, cleanID, get, idOf, lookedUp, Problem, reasonFor } from "./api.js";
import { puzzleCard } from "./card.js";
import { byId, element, onlyLatest } from "./dom.js";
import { roundUp, sequenceIn } from "./search.js";
import { idAddress, served, viewAddress } from "./places.js";
import { startShell } from "./shell.js";
import { seedLength } from "./store.js";
import { clock, dayAndTime, fill, grouped, levelTitle, rounded, techniqueTitle, texts } from "./words.js";

const t = texts.bank;
const x = texts.explore;
const some = 12; // puzzles of an answer
const hint = served ? t.hint : t.hintHere;

/** @typedef {{label: string, title: string, n: number, query: Record<string, string>}} Bar */

/** The bar whose number a touch has shown. @type {Element | undefined} */
let touched;

/** @param {Bar} bar @param {number} top of the scale @param {"height" | "width"} side */
function barLink(bar, top, side) {
  const text = fill(t.bar, { what: bar.title, n: grouped(bar.n) });
  const filled = element("span", { class: "filled" });
  filled.style[side] = `${Math.max(0.6, (100 * bar.n) / top)}%`;
  const href = served ? viewAddress("packs", bar.query) : bar.query.level && viewAddress("play", bar.query);
  const link = element("a", { class: "bar", ...(href ? { href } : { tabindex: "0", role: "img" }), ...((side === "height" || !href) && { "aria-label": text }) }, element("span", { class: "space" }, filled), element("span", { class: "label" }, bar.label));
  const point = byId("point");
  for (const on of ["pointerenter", "focus"]) link.addEventListener(on, () => (point.textContent = text));
  for (const off of ["pointerleave", "blur"]) link.addEventListener(off, () => touched === link || (point.textContent = hint));
  // A finger covers the bar: the first touch shows its number, with a way on.
  link.addEventListener("click", (e) => {
    if (/** @type {PointerEvent} */ (e).pointerType !== "touch") return;
    e.preventDefault();
    touched = link;
    point.replaceChildren(text, ...(href ? [" · ", element("a", { href }, x.these)] : []));
  });
  return link;
}

/** @param {string} id @param {Bar[]} bars @param {"height" | "width"} side */
function draw(id, bars, side = "height") {
  const top = roundUp(Math.max(1, ...bars.map((bar) => bar.n)));
  const links = bars.map((bar) => {
    const link = barLink(bar, top, side);
    if (side === "width") link.append(element("span", { class: "number" }, grouped(bar.n)));
    return link;
  });
  const scale = element("div", { class: "scale", "aria-hidden": "true" }, ...[1, 0.5, 0].map((part) => element("span", {}, grouped(Math.round(part * top)))));
  byId(id).replaceChildren(...(side === "height" ? [scale] : []), ...links);
}

/** @param {{seeds: number, rungs: number}} tally */
const sum = (tally) => tally.seeds + tally.rungs;

/** @param {any} bank */
function drawBank({ total, levels, techniques, runs, records }) {
  const facts = [[t.puzzles, rounded(total.puzzles)], [t.seeds, grouped(total.seeds)], [t.rungs, grouped(total.rungs)]];
  byId("total").replaceChildren(...facts.map(([name, n]) => element("div", {}, element("dd", {}, n), element("dt", {}, name))));
  drawRecords(records ?? {}); // an answer kept from an older server has none
  draw("levels", levels.map((/** @type {any} */ l) => ({ label: String(l.level), title: levelTitle(l.level), n: sum(l), query: { level: l.level } })));
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
    const value = puzzle ? element("a", { href: idAddress(puzzle.id) }, String(n)) : String(n);
    return element("div", {}, element("dd", {}, value), element("dt", {}, name));
  }));
}

/** @param {any[]} runs */
function drawRuns(runs) {
  const rows = runs.map((run) => {
    const took = run.ended ? clock((Date.parse(run.ended) - Date.parse(run.started)) / 1000) : "–";
    return element("tr", {}, ...[dayAndTime(run.started), run.command, took, grouped(run.made), grouped(run.stored)].map((cell) => element("td", {}, cell)));
  });
  byId("runs").querySelector("tbody")?.replaceChildren(...(rows.length ? rows : [element("tr", {}, element("td", { colspan: "5" }, t.noRuns))]));
}

const form = /** @type {HTMLFormElement} */ (byId("search"));
const what = /** @type {HTMLTextAreaElement} */ (byId("what"));
const add = /** @type {HTMLSelectElement | null} */ (document.getElementById("add"));
/** Techniques and labels by the names that people and programs use. @type {Map<string, string>} */
const names = new Map();

/** A field of the search; a site has not all of them. @param {string} name */
const field = (name) => /** @type {HTMLInputElement | null} */ (form.elements.namedItem(name));

/** @param {string} name */
const value = (name) => field(name)?.value.trim() ?? "";

/** The highest ER that is wanted, if the player says one. */
const most = () => value("above").replace(",", ".");

/** What the fields ask for besides the text. */
const kind = () => Object.fromEntries(["level", "minutes"].map((name) => [name, value(name)]).filter(([, text]) => text));

/** @typedef {{puzzles?: import("./api.js").Row[], said: string, list?: Element[]}} Found */

/** @param {Found} found */
function show({ puzzles = [], said, list = [] }) {
  byId("found-state").textContent = said;
  byId("found-words").replaceChildren(...list);
  byId("found").replaceChildren(...puzzles.map(puzzleCard));
}

/**
 * Puzzles whose hard steps are of techniques in their order.
 * @param {{sequence: string[], above: string}} asked @returns {Promise<Found>}
 */
async function findSequence({ sequence, above }) {
  if (!served) return { said: x.servers };
  const limit = most() || above;
  const answer = await get("sequences", { sequence: sequence.join(","), ...(limit && { above: limit }), ...kind(), n: String(some) });
  const said = fill(answer.puzzles.length ? x.sequence : x.noSequence, { of: grouped(answer.examined), seeds: grouped(answer.seeds), n: answer.puzzles.length });
  return { puzzles: answer.puzzles, said };
}

/** The answers where a text has no puzzle, which is no error of a search. @param {unknown} error @returns {any[]} */
function ifUnreadable(error) {
  if (error instanceof Problem && error.status === 422) return [];
  throw error;
}

/** The ID of a seed, which is the first part of those of its puzzles. */
const seedID = new RegExp(`^[0-9A-Z]{${seedLength}}$`);

/** What is found by a text that names no techniques. @param {string} text @returns {Promise<Found | undefined>} */
async function findText(text) {
  if (seedID.test(cleanID(text))) return { said: x.seedID };
  return served ? lookUp(text) : findHere(text);
}

/** What the bank knows of puzzles and IDs in a text. @param {string} text @returns {Promise<Found>} */
async function lookUp(text) {
  const given = await lookedUp(text);
  const puzzles = (await check(given).catch(ifUnreadable)).filter((one) => one.puzzle);
  if (!puzzles.length) return { said: texts.entry.noPuzzle };
  const body = puzzles.map((one) => one.puzzle).join("\n");
  const compared = await check(body, undefined, "compare");
  const list = puzzles.map((one, i) => {
    const of = compared[i] ?? {};
    const said = one.error || of.error || relationText(one, of);
    const link = one.id ? idAddress(one.id) : viewAddress("analyse", { puzzle: one.puzzle });
    const among = of.relation && of.relation !== "new" ? ` ${fill(x.among, { n: of.of, relation: x[/** @type {"same"} */ (of.relation)] ?? of.relation })}` : "";
    return element("li", {}, element("a", { href: link }, one.name || `${i + 1}`), `: ${said}${among}`);
  });
  return { said: "", list };
}

/** What a puzzle of the bank is of its seed. @param {any} one as checked @param {any} of as compared */
function relationText(one, of) {
  const seed = of.seed ?? "";
  if (of.in_bank === "new" || !of.in_bank) return x.unknown;
  const known = one.id && one.held ? `${fill(x.known, { id: one.id })} ` : "";
  return known + fill({ same: x.turned, "more-clues": x.moreClues, "fewer-clues": x.fewerClues, "same-grid": x.sameGrid }[/** @type {string} */ (of.in_bank)] ?? x.unknown, { seed });
}

/** Puzzles of a level, of some minutes, or up to some ER. @returns {Promise<Found>} */
async function findKind() {
  const { puzzles, count } = await get("puzzles", { ...kind(), ...(most() && { er: `1.0-${most()}` }), n: String(some) });
  return { puzzles, said: fill(x.count, { n: grouped(count) }) };
}

const latest = onlyLatest();

async function search() {
  const text = what.value.trim();
  const sequence = sequenceIn(text, names);
  history.replaceState(null, "", `?${new URLSearchParams(Object.entries({ q: text, above: value("above"), ...kind() }).filter(([, v]) => v))}`);
  byId("found-state").textContent = texts.play.loading;
  try {
    const found = await latest(sequence ? findSequence(sequence) : !text ? findKind() : findText(text));
    if (found) show(found);
  } catch (error) {
    show({ said: reasonFor(error, x.offline) });
  }
}

/** What a site finds without a server. @param {string} text @returns {Promise<Found | undefined>} */
async function findHere(text) {
  const id = idOf(text);
  if (!id) return void location.assign(viewAddress("analyse", { puzzle: text }));
  try {
    return { puzzles: [await get(`puzzles/${id}`)], said: fill(x.known, { id }) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { said: fill(texts.play.notInBank, { id }) };
  }
}

/** @param {any[]} techniques */
function nameTechniques(techniques) {
  for (const of of techniques) {
    for (const name of [of.name, ...of.labels.map((/** @type {any} */ label) => label.name)]) {
      names.set(name, name);
      names.set(techniqueTitle(name).toLowerCase(), name);
      add?.append(element("option", { value: name }, techniqueTitle(name)));
    }
  }
}

add?.addEventListener("change", () => {
  if (!add.value) return;
  what.value = [what.value.trim(), techniqueTitle(add.value)].filter(Boolean).join(", ");
  add.value = "";
  what.focus();
});
what.addEventListener("keydown", (e) => {
  if (e.key !== "Enter" || e.shiftKey) return;
  e.preventDefault();
  form.requestSubmit();
});
form.addEventListener("submit", (e) => {
  e.preventDefault();
  void search();
});

startShell();
try {
  const [bank, techniques] = await Promise.all([get("bank"), get("techniques")]);
  drawBank(bank);
  nameTechniques(techniques);
  const asked = new URLSearchParams(location.search);
  what.value = asked.get("q") ?? "";
  for (const name of ["above", "level", "minutes"]) {
    const input = field(name), wanted = asked.get(name);
    if (input && wanted !== null) input.value = wanted;
  }
  if (location.search) await search();
} catch {
  byId("point").textContent = t.offline;
}
