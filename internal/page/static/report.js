// What there is to say of a puzzle, part by part as the answers come.

import { check, get } from "./api.js";
import { puzzleCard } from "./card.js";
import { button, byId, copy, element, shape } from "./dom.js";
import { ask } from "./engine.js";
import { parseCell } from "./grid.js";
import { boardPicture } from "./picture.js";
import { emptyPlan, planOf, stepsOf } from "./plan.js";
import { idAddress, viewAddress } from "./places.js";
import { explanation } from "./speech.js";
import { fill, grouped, levelTitle, techniqueTitle, texts } from "./words.js";

const t = texts.analyse;

/** Steps of a way that are shown at once. */
const shownSteps = 12;

/** @typedef {{puzzle: string, clues: number, proper: boolean, solution?: string, minimal?: boolean, redundant?: string[], canonical?: string, automorphisms?: number, id?: string, held?: boolean}} Checked */

/**
 * Reports on a puzzle.
 * @param {Checked} checked @param {AbortSignal} signal
 */
export async function reportOn(checked, signal) {
  const report = byId("report");
  const board = element("div", { class: "board-side" });
  const facts = element("div");
  const way = element("section", { class: "broad" });
  const like = element("section", { class: "broad" });
  report.replaceChildren(board, facts, way, like);
  report.hidden = false;
  board.append(picture(checked));
  if (!checked.proper) return improper(checked, board, facts, signal);
  const play = solutionSwitch(checked, board);
  const list = element("dl", { class: "facts-list" });
  facts.append(element("h2", { class: "good" }, `✓ ${t.one}`), list);
  addFacts(list, checked);
  void lookUp(checked, signal).then((known) => addKnown(list, play, known));
  const [[rated], [path]] = await Promise.all([ask("rate?effort=true", checked.puzzle, signal), ask("way", checked.puzzle, signal)]);
  addRating(list, facts, rated);
  showWay(way, path, checked.puzzle);
  await showLike(like, rated, signal);
}

/** The puzzle, with its redundant clues shaded. @param {Checked} checked @param {string} [digits] */
function picture(checked, digits) {
  const plan = emptyPlan();
  for (const name of checked.redundant ?? []) plan.cells.set(parseCell(name), "other");
  return boardPicture({ title: checked.puzzle, clues: checked.puzzle, digits, plan });
}

/** @param {Element | DocumentFragment} list @param {string} name @param {...(Node | string)} what */
function fact(list, name, ...what) {
  list.append(element("dt", {}, name), element("dd", {}, ...what));
}

/** @param {string} text */
function copyButton(text) {
  const made = button({ class: "small" }, async () => {
    if (await copy(text)) made.textContent = t.copied;
  }, t.copy);
  return made;
}

/**
 * A puzzle that does not have exactly one solution: two of them, and where they
 * differ.
 * @param {Checked} checked @param {Element} board @param {Element} facts @param {AbortSignal} signal
 */
async function improper(checked, board, facts, signal) {
  const [answer] = await ask("solve", checked.puzzle, signal);
  const { solution, other } = answer;
  const none = !solution;
  facts.append(element("h2", { class: "bad" }, `✗ ${none ? t.zero : t.two}`));
  const list = element("dl", { class: "facts-list" });
  fact(list, t.clues, String(checked.clues));
  facts.append(list);
  if (none || !other) return;
  const n = Array.from(solution).filter((d, c) => d !== other[c]).length;
  facts.append(element("p", {}, fill(t.differ, { n })));
  board.replaceChildren(boardPicture({ title: checked.puzzle, clues: checked.puzzle, digits: solution, other }));
}

/** The link to play, and a switch for the solution. @param {Checked} checked @param {Element} board */
function solutionSwitch(checked, board) {
  const play = element("a", { class: "button", href: viewAddress("play", { puzzle: checked.puzzle }) }, t.play);
  const turn = button({ "aria-pressed": "false" }, () => {
    const on = turn.getAttribute("aria-pressed") !== "true";
    turn.setAttribute("aria-pressed", String(on));
    board.querySelector("svg")?.replaceWith(picture(checked, on ? checked.solution : checked.puzzle));
  }, t.solution);
  board.append(element("p", { class: "actions" }, play, turn));
  return play;
}

/** @param {Element} list @param {Checked} checked */
function addFacts(list, checked) {
  const redundant = checked.redundant ?? [];
  fact(list, t.clues, String(checked.clues));
  fact(list, t.redundant, redundant.length ? redundant.join(", ") : t.redundantNone);
  fact(list, t.bank, "…");
  if (checked.canonical) fact(list, t.canonical, element("code", {}, checked.canonical), copyButton(checked.canonical));
  if (checked.automorphisms) fact(list, t.automorphisms, grouped(checked.automorphisms));
}

/**
 * What the bank knows of a puzzle, which is for the server to tell. Null if it does not.
 * @param {Checked} checked @param {AbortSignal} signal
 * @returns {Promise<Checked | null>}
 */
async function lookUp(checked, signal) {
  if (checked.id) return checked;
  return check(checked.puzzle, signal).then(([known]) => known, () => null);
}

/** @param {Element} list @param {Element} play the link to play it @param {Checked | null} known */
function addKnown(list, play, known) {
  const at = Array.from(list.querySelectorAll("dt")).find((dt) => dt.textContent === t.bank)?.nextElementSibling;
  const address = known?.id ? idAddress(known.id) : "";
  if (address) play.setAttribute("href", address);
  at?.replaceChildren(address ? element("a", { href: address }, fill(known?.held ? t.inBank : t.seedInBank, { id: known?.id ?? "" })) : known ? t.notInBank : t.bankUnknown);
}

/** @param {Element} list @param {Element} facts @param {any} rated */
function addRating(list, facts, rated) {
  if (rated.error) return facts.append(element("p", {}, rated.error));
  const value = (/** @type {any} */ x) => (x === null || x === undefined ? "–" : Number(x).toFixed(1));
  const first = document.createDocumentFragment();
  fact(first, t.level, levelTitle(rated.level));
  fact(first, t.rating, fill(t.rated, { er: value(rated.er), ep: value(rated.ep), ed: value(rated.ed) }));
  fact(first, t.hardest, techniqueTitle(rated.hardest ?? ""));
  if (rated.effort) fact(first, t.effort, element("span", { title: t.effortTag }, value(rated.effort)));
  list.prepend(first);
  const uses = Object.entries(rated.techniques ?? {}).map(([name, n]) =>
    element("li", {}, techniqueTitle(name), element("small", {}, fill(t.times, { n: Number(n) }))));
  facts.append(element("h3", {}, t.techniques), element("ul", { class: "uses" }, ...uses));
}

/** The way, a picture a step. @param {Element} section @param {any} path @param {string} clues */
function showWay(section, path, clues) {
  const steps = stepsOf(path?.rounds ?? []);
  if (!steps.length) return;
  const gallery = element("ol", { class: "gallery way-steps" });
  const more = button({}, () => add(gallery.children.length), t.show);
  /** @param {number} from */
  const add = (from) => {
    for (const [i, { step, digits, candidates }] of steps.slice(from, from + shownSteps).entries()) {
      const plain = step.technique === "hidden-single";
      const picture = boardPicture({ title: `${from + i + 1}: ${step.name}`, clues, digits, plan: planOf(step, candidates), candidates: plain ? undefined : candidates });
      const words = explanation(step, (cells) => pointAt(picture, cells));
      gallery.append(element("li", {}, picture, element("h3", {}, `${from + i + 1}. ${step.name}`, element("small", {}, Number(step.rating).toFixed(1))), words));
    }
    more.hidden = gallery.children.length >= steps.length;
  };
  add(0);
  section.append(element("h2", {}, t.way), element("p", { class: "soft" }, fill(t.wayOf, { n: steps.length })), gallery, more);
}

/** Frames cells of a picture. @param {Element} picture @param {number[]} cells */
function pointAt(picture, cells) {
  picture.querySelectorAll(".pointed").forEach((old) => old.remove());
  for (const c of cells) {
    picture.append(shape("rect", { x: 100 * (c % 9) + 4, y: 100 * Math.floor(c / 9) + 4, width: 92, height: 92, class: "pointed" }));
  }
}

/** @param {Element} section @param {any} rated @param {AbortSignal} signal */
async function showLike(section, rated, signal) {
  if (!rated.hardest) return;
  section.append(element("h2", {}, t.like), element("p", { class: "soft" }, t.likeTag));
  const { puzzles } = await get("puzzles", { level: String(rated.level), hardest: rated.hardest, n: "6" }, signal).catch(() => ({ puzzles: [] }));
  section.append(puzzles.length ? element("div", { class: "gallery" }, ...puzzles.map(puzzleCard)) : element("p", {}, t.likeNone));
}
