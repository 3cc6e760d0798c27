// What the views of lessons have in common.

import { weakest } from "./boxes.js";
import { byId, element } from "./dom.js";
import { lessonAddress } from "./places.js";
import { cards } from "./store.js";
import { fill, techniqueTitle, texts } from "./words.js";

const mostBars = 6;

/**
 * @typedef {{level: number, seeds: number, of: number}} Share
 * @typedef {{name: string, least: number, seeds: number, practice: number, lesson: string, levels: Share[], labels: {name: string, lesson: string}[]}} Technique
 */

/** What one has found of a technique. @param {string} name */
export function recordOf(name) {
  const card = cards()[name];
  return card?.tried ? fill(texts.learn.record, { right: card.right, tried: card.tried, box: card.box }) : texts.learn.untried;
}

/**
 * A bar with its name and its number.
 * @param {string} label @param {number} share from 0 to 1 @param {string} number @param {string} [href]
 */
export function shareBar(label, share, number, href) {
  const filled = element("span", { class: "filled" });
  filled.style.width = `${Math.max(0.6, 100 * share)}%`;
  const parts = [element("span", { class: "label" }, label), element("span", { class: "space" }, filled), element("span", { class: "number" }, number)];
  return element(href ? "a" : "div", { class: "bar", ...(href && { href }) }, ...parts);
}

/** Draws where one is weak, as bars of the latest answers that were right. */
export function drawWeak() {
  const all = cards(), weak = weakest(all, Object.keys(all)).slice(0, mostBars);
  byId("weak").hidden = !weak.length;
  byId("weak-bars").replaceChildren(...weak.map((name) => {
    const { last } = all[name], right = last.replaceAll("0", "").length;
    return shareBar(techniqueTitle(name), right / last.length, `${right} / ${last.length}`, lessonAddress(name));
  }));
}
