// Packs: the request as a form, its number, its first puzzles, and the download.

import { get, nameIn, reasonFor, send } from "./api.js";
import { puzzleCard } from "./card.js";
import { button, byId, element, save, settled } from "./dom.js";
import { startShell } from "./shell.js";
import { bytes, fill, grouped, techniqueTitle, texts } from "./words.js";

const t = texts.packs;
const form = /** @type {HTMLFormElement} */ (byId("request"));
const format = /** @type {HTMLSelectElement} */ (byId("format"));
const lists = ["technique", "hardest", "without", "practice"];
const previewed = 8;

/** @typedef {{name: string, kind: string, about: string, choices?: string[], default?: string}} Option */
/** @typedef {{name: string, about: string, extension: string, booklet: boolean, most: number, options: Option[]}} Format */

/** @type {Format[]} */
let formats = [];

/** The techniques chosen for each list. @type {Record<string, string[]>} */
const chosen = Object.fromEntries(lists.map((name) => [name, []]));

/** @param {string} name */
const value = (name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name)).value.trim();

/** A range as the API reads it. @param {string} name */
function range(name) {
  const [from, to] = [value(`${name}-from`), value(`${name}-to`)];
  if (!from && !to) return "";
  const [lowest, highest] = { level: ["1", "9"], er: ["1.0", "12.0"], clues: ["17", "81"] }[name] ?? ["", ""];
  const low = from || lowest, high = to || highest;
  return low === high ? low : `${low}-${high}`;
}

/** The kind of puzzles that the form asks for. */
function kind() {
  const query = new URLSearchParams();
  for (const name of ["level", "er", "clues"]) if (range(name)) query.set(name, range(name));
  if (value("symmetry")) query.set("symmetry", value("symmetry"));
  for (const name of lists) for (const technique of chosen[name]) query.append(name, technique);
  return query;
}

/**
 * Whether the puzzles will be as in print. That chooses clues and symmetry, which nothing else
 * may have to know of.
 */
const printed = () => (value("style") || (chosenFormat()?.booklet ? "print" : "")) === "print" && !["technique", "without", "practice"].some((name) => chosen[name].length);

/** @param {URLSearchParams} query @param {string[]} names */
function withFields(query, names) {
  for (const name of names) if (value(name)) query.set(name, value(name));
  if (/** @type {HTMLInputElement} */ (form.elements.namedItem("distinct")).checked) query.set("distinct", "true");
  return query;
}

/** The question under way, which a new one ends. */
let under = new AbortController();

async function count() {
  under.abort();
  under = new AbortController();
  const { signal } = under;
  const out = byId("count");
  try {
    const n = String((await get("count", kind(), signal)).count);
    const query = withFields(kind(), ["seed"]);
    query.set("n", String(previewed));
    if (printed()) query.set("style", "print");
    const { puzzles } = n === "0" ? { puzzles: [] } : await get("puzzles", query, signal);
    await choices;
    if (signal.aborted) return;
    out.textContent = n === "0" ? t.countNone : n === "1" ? t.countOne : fill(t.count, { n: grouped(n) });
    byId("download").toggleAttribute("disabled", n === "0");
    byId("preview").replaceChildren(...puzzles.map(puzzleCard));
  } catch (error) {
    if (signal.aborted) return;
    out.textContent = reasonFor(error, t.offline);
    byId("preview").replaceChildren();
  }
}

/** Makes the parts of the lists of techniques. @param {{name: string}[]} techniques */
function drawLists(techniques) {
  for (const name of lists) {
    const select = /** @type {HTMLSelectElement} */ (form.querySelector(`[data-list=${name}]`));
    for (const technique of techniques) select.append(element("option", { value: technique.name }, techniqueTitle(technique.name)));
    select.addEventListener("change", () => {
      if (select.value && !chosen[name].includes(select.value)) chosen[name].push(select.value);
      select.value = "";
      drawChosen(name);
      changed();
    });
    drawChosen(name);
  }
}

/** @param {string} name */
function drawChosen(name) {
  const buttons = chosen[name].map((technique) => {
    const title = techniqueTitle(technique);
    return button({ type: "button", class: "chip", "aria-label": fill(t.remove, { name: title }) }, () => {
      chosen[name] = chosen[name].filter((other) => other !== technique);
      drawChosen(name);
      changed();
    }, `${title} ×`);
  });
  form.querySelector(`[data-chosen=${name}]`)?.replaceChildren(...buttons);
}

/** The options of the chosen format. */
function drawOptions() {
  const now = chosenFormat();
  byId("about").textContent = now?.about ?? "";
  byId("n").setAttribute("max", String(now?.most ?? ""));
  byId("options").replaceChildren(...(now?.options ?? []).map((option) => element("div", { class: "field" }, ...optionField(option))));
}

/** @param {Option} option */
function optionField(option) {
  const attributes = { "data-option": option.name, id: `option-${option.name}`, title: option.about };
  const label = element("label", { for: attributes.id }, option.name.replaceAll("-", " "));
  if (option.choices?.length) {
    const choices = option.choices.map((choice) => element("option", { value: choice }, choice));
    const select = /** @type {HTMLSelectElement} */ (element("select", attributes, element("option", { value: "" }, option.default ?? t.any), ...choices));
    return [label, select];
  }
  if (option.kind === "switch") return [element("label", { title: option.about }, element("input", { ...attributes, type: "checkbox", value: "true" }), option.about)];
  const type = { number: "number", date: "date" }[option.kind] ?? "text";
  return [label, element("input", { ...attributes, type, placeholder: option.default ?? "" })];
}

/** The download under way. @type {AbortController | null} */
let download = null;

async function pack() {
  const query = withFields(kind(), ["seed", "format", "style"]);
  const n = Math.min(Number(value("n")), chosenFormat()?.most ?? Infinity);
  query.set("n", String(n));
  for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("[data-option]"))) {
    const set = input.type === "checkbox" ? input.checked : input.value;
    if (set) query.set(input.dataset.option ?? "", input.value);
  }
  download = new AbortController();
  busy(true);
  try {
    const given = /** @type {HTMLInputElement} */ (byId("not-in")).files?.[0];
    const response = await send(`packs?${query}`, given ? { method: "POST", body: given, headers: { "content-type": "text/plain" }, signal: download.signal } : { signal: download.signal });
    const blob = await receive(response, n);
    const name = nameIn(response, `seedoku.${chosenFormat()?.extension ?? "txt"}`);
    save(blob, name);
    tell(fill(t.done, { name, size: bytes(blob.size) }));
  } catch (error) {
    tell(download.signal.aborted ? t.stopped : fill(t.failed, { reason: reasonFor(error, t.offline) }));
  } finally {
    busy(false);
  }
}

const chosenFormat = () => formats.find((f) => f.name === format.value);

/** @param {boolean} on */
function busy(on) {
  byId("download").toggleAttribute("disabled", on);
  byId("stop").hidden = !on;
  byId("bar").hidden = !on;
  byId("bar").removeAttribute("value");
}

/** @param {string} text */
const tell = (text) => (byId("progress").textContent = text);

/** Formats of one puzzle a line, whose progress can be counted. */
const byLine = ["line", "sdm", "csv", "jsonl", "exchange", "link"];

/** Receives a file with signs of progress. @param {Response} response @param {number} of puzzles */
async function receive(response, of) {
  /** @type {BlobPart[]} */
  const parts = [];
  let size = 0, lines = 0, told = 0;
  const reader = response.body?.getReader();
  for (;;) {
    const { done, value: part } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done || !part) break;
    parts.push(part);
    size += part.length;
    if (byLine.includes(format.value)) for (let i = part.indexOf(10); i >= 0; i = part.indexOf(10, i + 1)) lines++;
    if (performance.now() - told < 100) continue;
    told = performance.now();
    if (lines) byId("bar").setAttribute("value", String(Math.min(1, lines / of)));
    tell(lines ? fill(t.progressOf, { n: grouped(Math.min(lines, of)), of: grouped(of) }) : fill(t.progress, { size: bytes(size) }));
  }
  return new Blob(parts, { type: response.headers.get("content-type") ?? "" });
}

/** Fills the form with what the address asks for. */
function readAddress() {
  const query = new URLSearchParams(location.search);
  for (const name of ["level", "er", "clues"]) {
    const [from, to = from] = (query.get(name) ?? "").split("-");
    if (!from) continue;
    /** @type {HTMLInputElement} */ (form.elements.namedItem(`${name}-from`)).value = from;
    /** @type {HTMLInputElement} */ (form.elements.namedItem(`${name}-to`)).value = to;
  }
  const symmetry = /** @type {HTMLSelectElement} */ (form.elements.namedItem("symmetry"));
  symmetry.value = query.get("symmetry") ?? "";
  if (symmetry.selectedIndex < 0) symmetry.value = "";
  for (const name of lists) chosen[name] = query.getAll(name);
}

const recount = settled(() => void count(), 150);

function changed() {
  byId("count").textContent = t.counting;
  history.replaceState(null, "", `?${kind()}`);
  recount();
}

form.addEventListener("input", (e) => {
  if (!(/** @type {HTMLElement} */ (e.target).closest("[data-option], [data-list], #format, #n"))) changed();
});
format.addEventListener("change", () => {
  drawOptions();
  recount();
});
form.addEventListener("submit", (e) => {
  e.preventDefault();
  void pack();
});
byId("stop").addEventListener("click", () => download?.abort());

/** Fills the lists of the form. Before, the format that a download would have is not known. */
async function loadChoices() {
  const [techniques, known] = await Promise.all([get("techniques"), get("formats")]);
  drawLists(techniques);
  formats = known;
  format.append(...formats.map((f) => element("option", { value: f.name }, f.name)));
  drawOptions();
}

startShell();
readAddress();
const choices = loadChoices();
choices.catch(() => {}); // count says it
void count();
