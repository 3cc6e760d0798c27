// Addresses as QR codes, which another device scans: of a puzzle, and of a game carried over.
// And the game that an address brings.

import { pack, unpack } from "./carry.js";
import { button, copy, element, shape } from "./dom.js";
import { isGame } from "./merge.js";
import { puzzleAddress } from "./places.js";
import { qr } from "./qr.js";
import { begun, findGame } from "./store.js";
import { texts } from "./words.js";

const t = texts.carry;
const margin = 4; // light modules around a code

/** A picture of a code. @param {boolean[][]} modules */
function picture(modules) {
  const size = modules.length + 2 * margin;
  const d = modules.flatMap((row, y) => row.flatMap((on, x) => (on ? `M${x + margin} ${y + margin}h1v1h-1z` : []))).join("");
  return shape("svg", { viewBox: `0 0 ${size} ${size}`, class: "code", role: "img", "aria-label": t.code },
    shape("rect", { width: size, height: size, fill: "#fff" }), shape("path", { d, fill: "#000" }));
}

/** Shows the code of a puzzle. @param {string} address @param {string} words */
export function showPuzzle(address, words) {
  showAddress(address, texts.play.shareIt, words);
}

/** Shows the code of a game. @param {import("./session.js").Session} session */
export function showCode(session) {
  session.keepTime();
  const game = findGame(session.key);
  if (!game) return;
  showAddress(new URL(`${puzzleAddress(game.row)}#game=${pack(game)}`, location.href).href, t.title, t.how);
}

/** Shows the code of an address. @param {string} address @param {string} title @param {string} words */
function showAddress(address, title, words) {
  const modules = qr(address);
  const said = element("p", { role: "status" });
  const link = button({}, async () => {
    const done = await copy(address, dialog);
    said.textContent = done ? t.copied : address;
  }, t.copy);
  const close = button({ class: "strong" }, () => dialog.close(), texts.play.close);
  const dialog = /** @type {HTMLDialogElement} */ (element("dialog", { class: "carry", "aria-label": title },
    element("h2", {}, title), element("p", {}, words), modules ? picture(modules) : "", said, element("div", { class: "actions" }, link, close)));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/**
 * The game that an address brings for a puzzle, or the one that is here unless it is earlier: it
 * has all moves.
 * @param {string} text @param {import("./api.js").Row} row
 */
export function brought(text, row) {
  const carried = unpack(text), key = row.id || row.puzzle, here = findGame(key);
  const game = { ...carried, key, row };
  if (!isGame(game)) return { game: here, words: t.broken };
  const played = /** @type {import("./store.js").Played} */ (game);
  const isHere = here && begun(here) && (here.saved - played.saved || here.seconds - played.seconds) >= 0;
  return isHere ? { game: here, words: t.here } : { game: played, words: t.done };
}
