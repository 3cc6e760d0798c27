// What is printed: a sheet for tonight, a book, or positions to practise. What is shown is
// what is downloaded: the same bytes.

import { get, nameIn, reasonFor, send } from "./api.js";
import { byId, element, save, settled } from "./dom.js";
import { startShell } from "./shell.js";
import { fill, techniqueTitle, texts } from "./words.js";

const t = texts.print;
const form = /** @type {HTMLFormElement} */ (byId("wishes"));

/** @param {string} id */
const field = (id) => /** @type {HTMLInputElement} */ (byId(id));

/**
 * What a preset sets, by the ids of fields; all others are cleared.
 * @type {Record<string, Record<string, string | boolean>>}
 */
const presets = {
  tonight: { "level-from": "2", "level-to": "5", each: "per_level", many: "1", "o-per-page": "4", "no-parts": true, "no-contents": true, level: true },
  book: { "level-from": "1", "level-to": "9", each: "per_level", many: "20", "o-per-page": "4", "o-title": texts.print.named, intro: true, level: true },
  practice: {},
};

let preset = "tonight";

/** The file that is shown, and its name. @type {{blob: Blob, name: string} | null} */
let made = null;
/** The manifest of the book that is shown, or empty. */
let manifest = "";
let address = "";

/** @param {string} name */
function choose(name) {
  preset = name;
  form.reset();
  const set = presets[name];
  for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("input, select, textarea"))) {
    const value = set[input.id] ?? set[input.dataset.option ?? ""] ?? (input.closest("#show") ? set[input.value] : undefined);
    if (input.type === "checkbox") input.checked = input.dataset.not === undefined ? !!value : !value;
    else if (value !== undefined) input.value = String(value);
  }
  field("o-lang").value = document.documentElement.lang;
  if (navigator.language === "en-US") field("o-paper").value = "letter";
  otherPuzzles();
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-for]"))) part.hidden = !part.dataset.for?.split(" ").includes(name);
  for (const part of /** @type {NodeListOf<HTMLFieldSetElement>} */ (form.querySelectorAll("fieldset"))) part.disabled = part.hidden;
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (byId("presets").querySelectorAll("button"))) button.setAttribute("aria-pressed", String(button.dataset.preset === name));
  for (const id of ["text-part", "page-part"]) /** @type {HTMLDetailsElement} */ (byId(id)).open = name === "book";
  history.replaceState(null, "", `?preset=${name}`);
  void make();
}

/** Other puzzles of the same kind. */
const otherPuzzles = () => (field("seed").value = String(crypto.getRandomValues(new Uint32Array(1))[0]));

/** The bytes of a file as an option holds them. @param {File} file */
async function fileText(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = "";
  for (let i = 0; i < bytes.length; i += 8192) binary += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return `base64:${btoa(binary)}`;
}

/** The options of the book that are set. */
async function optionsOf() {
  /** @type {Record<string, string | number | boolean>} */
  const options = {};
  for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("[data-option]"))) {
    const name = input.dataset.option ?? "";
    if (input.type === "file") {
      if (input.files?.[0]) options[name] = await fileText(input.files[0]);
    } else if (input.type === "checkbox") {
      if (input.checked === (input.dataset.not === undefined)) options[name] = true;
    } else if (input.value.trim()) options[name] = input.dataset.number === undefined ? input.value.trim() : Number(input.value);
  }
  const shown = Array.from(/** @type {NodeListOf<HTMLInputElement>} */ (byId("show").querySelectorAll("input:checked")), (input) => input.value);
  options.show = shown.join(",") || "none";
  return options;
}

/** The wishes as the server reads them. */
async function wishesOf() {
  const value = (/** @type {string} */ id) => field(id).value.trim();
  const [low, high] = [value("level-from"), value("level-to")].sort();
  const calendar = value("calendar");
  return {
    request: { level: low === high ? low : `${low}-${high}`, seed: value("seed"), ...(value("minutes") && { minutes: value("minutes") }), ...(value("style") && { style: value("style") }) },
    ...(calendar ? { calendar, ...(value("week") && { week: value("week") }) } : { [value("each")]: Number(value("many")) }),
    order: value("order"), format: value("format"), options: await optionsOf(),
  };
}

/** The work under way, which new wishes end. */
let under = new AbortController();

/** Does work that new wishes end, and says why it failed. @param {(signal: AbortSignal) => Promise<void>} work */
async function renew(work) {
  under.abort();
  under = new AbortController();
  const { signal } = under;
  ready(null, "");
  tell(t.making);
  await work(signal).catch((error) => signal.aborted || tell(reasonFor(error, t.offline)));
}

/** Makes what the form asks for, and shows it. */
const make = () => renew(async (signal) => {
  if (!form.checkValidity()) return void tell(t.incomplete);
  if (preset === "practice") return makePractice(signal);
  const plan = await send("books/plan", { method: "POST", signal, headers: { "content-type": "application/json" }, body: JSON.stringify(await wishesOf()) });
  await makeBook(await plan.text(), signal);
});

/** @param {string} text of a manifest @param {AbortSignal} signal */
async function makeBook(text, signal) {
  const response = await send("books", { method: "POST", signal, headers: { "content-type": "application/json" }, body: text });
  const blob = await response.blob();
  ready({ blob, name: nameIn(response, "sudoku.pdf") }, text);
  const parts = JSON.parse(text).parts ?? [];
  tell(fill(t.made, { n: parts[0]?.puzzles ?? 0 }));
}

/** @param {AbortSignal} signal */
async function makePractice(signal) {
  const [kind, name] = field("technique").value.split(" ");
  const query = { [kind]: name, distinct: "true", n: field("positions").value, seed: field("set").value, format: "pdf" };
  const response = await send(`practice?${new URLSearchParams(query)}`, { signal });
  ready({ blob: await response.blob(), name: nameIn(response, "practice.pdf") }, "");
  tell("");
}

/**
 * Shows a file, or nothing.
 * @param {{blob: Blob, name: string} | null} file @param {string} of its manifest
 */
function ready(file, of) {
  [made, manifest] = [file, of];
  byId("download").toggleAttribute("disabled", !file);
  byId("keep").toggleAttribute("disabled", !of);
  if (!file) return;
  URL.revokeObjectURL(address);
  address = URL.createObjectURL(file.blob);
  const shown = !file.blob.type.includes("epub");
  byId("pages").hidden = !shown;
  byId("large").hidden = !shown;
  if (shown) byId("pages").setAttribute("src", address);
  byId("large").setAttribute("href", address);
}

/** @param {string} text */
const tell = (text) => (byId("state").textContent = text);

const soon = settled(() => void make(), 600);
form.addEventListener("input", (e) => {
  if (e.target !== byId("kept")) soon();
});
form.addEventListener("submit", (e) => {
  e.preventDefault();
  if (made) save(made.blob, made.name);
});
byId("keep").addEventListener("click", () => made && save(new Blob([manifest], { type: "application/json" }), `${made.name}.manifest.json`));
byId("kept").addEventListener("change", () => {
  const [file] = field("kept").files ?? [];
  field("kept").value = ""; // so that the same file can be chosen again
  if (file) void renew(async (signal) => makeBook(await file.text(), signal));
});
byId("other").addEventListener("click", () => {
  otherPuzzles();
  void make();
});
for (const button of /** @type {NodeListOf<HTMLElement>} */ (byId("presets").querySelectorAll("button"))) {
  button.addEventListener("click", () => choose(button.dataset.preset ?? "tonight"));
}

startShell();
const asked = new URLSearchParams(location.search).get("preset") ?? "";
try {
  const select = byId("technique");
  for (const of of await get("techniques")) {
    if (!of.practice) continue;
    select.append(element("option", { value: `practice ${of.name}` }, techniqueTitle(of.name)));
    for (const label of of.labels) select.append(element("option", { value: `label ${label.name}` }, `– ${techniqueTitle(label.name)}`));
  }
} catch {
  tell(t.offline);
}
choose(asked in presets ? asked : "tonight");
