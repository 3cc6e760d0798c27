// What has happened on the board since the last time: it moves for a moment, and is heard by
// those who want that.

import { cells, houses } from "./grid.js";
import { settings } from "./store.js";

/** @typedef {import("./session.js").Session} Session */
/** @typedef {{placed: number[], complete: number[], ends: boolean}} News cells with a new digit, and those of houses that it has completed */

/** @type {{key: string, digits: number[]} | undefined} */
let before;

/** What is new on the board, if digits are. @param {Session} session @returns {News | undefined} */
function newsOf({ key, position: { digits }, ends }) {
  const was = before?.key === key ? before.digits : digits;
  before = { key, digits };
  const placed = cells.filter((c) => digits[c] && digits[c] !== was[c]);
  if (!placed.length) return undefined;
  const isComplete = (/** @type {number[]} */ house) => new Set(house.map((c) => digits[c]).filter(Boolean)).size === 9;
  const complete = houses.filter((house) => house.some((c) => placed.includes(c)) && isComplete(house)).flat();
  return { placed, complete, ends };
}

/** Lets new digits and complete houses move for a moment. @param {Session} session @param {News} news */
function move({ board }, { placed, complete }) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const c of placed) board.cells[c].querySelector(".digit")?.animate([{ transform: "scale(1.3)" }, { transform: "none" }], 150);
  const shade = getComputedStyle(board.root).getPropertyValue("--same");
  for (const c of complete) board.cells[c].animate([{ backgroundColor: shade }, {}], { duration: 200, easing: "ease-out" });
}

/** Tells what is new. @param {Session} session */
export function tellNews(session) {
  const news = newsOf(session);
  if (!news) return;
  move(session, news);
  if (settings.get().sounds) void import("./sounds.js").then(({ hear }) => hear(news));
}
