// A step on the board of a game, with its words; and as a move.

import { button, element } from "./dom.js";
import { claimsOf, firstChain, planOf } from "./plan.js";
import { explanation, openSaid, say } from "./speech.js";
import { fill, texts } from "./words.js";

const t = texts.help;

/** @typedef {import("./session.js").Session} Session */

/**
 * Shows a step on the board, with its words.
 * @param {Session} session @param {import("./api.js").Step} step @param {number[]} all the candidates @param {string} [digits] of another position
 */
export function present(session, step, all, digits) {
  // A hidden single is easier to see without candidates.
  const candidates = step.technique === "hidden-single" ? undefined : all;
  /** @param {number} chain */
  const draw = (chain) => {
    session.shown = { ...session.shown, plan: planOf(step, all, chain), candidates, digits };
    session.draw();
  };
  session.show({ plan: planOf(step, all), candidates, digits });
  say(
    element("h2", {}, step.name, element("small", {}, fill(t.rated, { rating: Number(step.rating).toFixed(1) }))),
    chainButtons(step, draw), // not in one file
    explanation(step, (where) => session.link(where)),
  );
  openSaid("hint");
}

/** @param {import("./api.js").Step} step @param {(chain: number) => void} draw */
function chainButtons(step, draw) {
  const chains = step.chains ?? [];
  if (chains.length < 2) return "";
  const names = [t.allChains, ...chains.map((_, i) => fill(t.chainOf, { n: i + 1 }))];
  const buttons = names.map((name, i) => button({ "aria-pressed": String(i - 1 === firstChain(step)) }, () => {
    buttons.forEach((b, j) => b.setAttribute("aria-pressed", String(i === j)));
    draw(i - 1);
  }, name));
  return element("div", { class: "chains", role: "group", "aria-label": t.chainList }, ...buttons);
}

/**
 * What steps do, as a move.
 * @param {import("./api.js").Step[]} steps
 * @returns {import("./game.js").Move}
 */
export function moveOf(steps) {
  /** @type {[number, number][]} */
  const places = [];
  /** @type {[number, number][]} */
  const removes = [];
  for (const { cell, digit, on } of steps.flatMap(claimsOf)) (on ? places : removes).push([cell, digit]);
  return { kind: "step", places, removes };
}
