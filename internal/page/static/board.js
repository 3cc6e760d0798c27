// The board: 81 cells that are drawn, and reached by keyboard, pointer and wheel.
//
// Only what differs from the last time is drawn again.

import { cellName, cells, column, digitsOf, has, houses, peers, row, size } from "./grid.js";
import { element, shape } from "./dom.js";
import { paintedIn } from "./lines.js"; // not in one file
import { lines } from "./picture.js";
import { fill, texts } from "./words.js";
import { candidates } from "./game.js";

/**
 * @typedef {object} View what the board shows
 * @property {number[]} clues
 * @property {import("./game.js").Position} position
 * @property {Set<number>} selection
 * @property {number} cursor        the cell that the keyboard is on
 * @property {Set<number>} conflicts
 * @property {Set<number>} wrong
 * @property {Set<number>} linked   cells that the words point at
 * @property {boolean} highlight    whether houses and same digits are tinted
 * @property {number} filter        the digit whose cells are tinted, or 0
 * @property {number} held          the digit that taps enter, or 0
 * @property {boolean} bare         whether marks make room for a drawing
 * @property {Map<number, number>} permitted  sets of digits to show, by cell
 *
 * @typedef {object} Hands what the player does on the board
 * @property {(selection: Set<number>, cursor: number) => void} select
 * @property {(cell: number, turn: 1 | -1) => void} [wheel]
 */

const rows = [0, 1, 2, 3, 4, 5, 6, 7, 8];
const colourLetters = "abcdefghi";
const notch = 50; // pixels that a finger scrolls for a turn of one digit

export class Board {
  /** @param {HTMLElement} root @param {Hands} hands */
  constructor(root, hands) {
    this.root = root;
    this.hands = hands;
    /** The cells; one of them is the tab stop of the board. */
    this.cells = cells.map((c) => element("div", { class: "cell", role: "gridcell", id: cellName(c), tabindex: c ? "-1" : "0" }));
    root.prepend(...rows.map((h) => element("div", { role: "row" }, ...houses[h].map((c) => this.cells[c]))),
      shape("svg", { class: "rules", viewBox: "0 0 900 900", "aria-hidden": "true" }, ...lines(0)));
    /** @type {string[]} */
    this.drawn = [];
    /** @type {Set<number>} */
    this.selection = new Set();
    this.cursor = 0;
    this.listenToPointer();
    if (hands.wheel) this.listenToWheel(hands.wheel);
    root.addEventListener("focusin", (e) => {
      const c = this.cells.indexOf(/** @type {HTMLElement} */ (e.target));
      if (c >= 0 && !this.selection.has(c)) hands.select(new Set([c]), c);
    });
  }

  /** @param {PointerEvent} e */
  cellAt(e) {
    const { left, top, width, height } = this.root.getBoundingClientRect();
    const x = Math.floor(((e.clientX - left) / width) * 9), y = Math.floor(((e.clientY - top) / height) * 9);
    return x < 0 || x > 8 || y < 0 || y > 8 ? -1 : 9 * y + x;
  }

  listenToPointer() {
    let dragging = false;
    /** @type {Set<number>} */
    let chosen = new Set();
    this.root.addEventListener("pointerdown", (e) => {
      const c = this.cellAt(e);
      if (c < 0 || e.button > 0) return;
      e.preventDefault();
      dragging = true;
      const adds = e.ctrlKey || e.metaKey || e.shiftKey;
      chosen = new Set(adds ? this.selection : []);
      if (adds && chosen.has(c) && chosen.size > 1) chosen.delete(c);
      else chosen.add(c);
      this.root.setPointerCapture(e.pointerId);
      this.hands.select(new Set(chosen), c);
      this.focus(c);
    });
    this.root.addEventListener("pointermove", (e) => {
      const c = dragging ? this.cellAt(e) : -1;
      if (c < 0 || chosen.has(c) || this.atCorner(e)) return;
      chosen.add(c);
      this.hands.select(new Set(chosen), c);
    });
    for (const end of ["pointerup", "pointercancel"]) this.root.addEventListener(end, () => (dragging = false));
    this.root.addEventListener("dblclick", () => {
      const d = this.view?.position.digits[this.cursor];
      if (d) this.hands.select(new Set(cells.filter((c) => this.view?.position.digits[c] === d)), this.cursor);
    });
  }

  /** Whether a pointer is so near a corner that a drag may be on its way across. @param {PointerEvent} e */
  atCorner(e) {
    const { left, top, width, height } = this.root.getBoundingClientRect();
    const x = (((e.clientX - left) / width) * 9) % 1, y = (((e.clientY - top) / height) * 9) % 1;
    return Math.min(x, 1 - x) < 0.15 && Math.min(y, 1 - y) < 0.15;
  }

  /** @param {NonNullable<Hands["wheel"]>} wheel */
  listenToWheel(wheel) {
    let turned = 0, over = -1;
    this.root.addEventListener("wheel", (e) => {
      const c = this.cellAt(/** @type {any} */ (e));
      if (c < 0 || e.ctrlKey || !e.deltaY) return;
      e.preventDefault();
      if (c !== over) [turned, over] = [0, c];
      turned += e.deltaMode === 0 ? e.deltaY : Math.sign(e.deltaY) * notch;
      if (Math.abs(turned) < notch) return;
      wheel(c, turned > 0 ? 1 : -1);
      turned = 0;
    }, { passive: false });
  }

  /** @param {number} c */
  focus(c) {
    this.cells[c].focus({ preventScroll: true });
  }

  /** Celebrates a solution for a moment. */
  celebrate() {
    this.root.classList.add("solved");
    setTimeout(() => this.root.classList.remove("solved"), 1000);
  }

  /** @param {View} view */
  draw(view) {
    const moved = this.cursor !== view.cursor;
    this.view = view;
    this.selection = view.selection;
    if (moved) {
      this.cells[this.cursor].tabIndex = -1;
      this.cells[view.cursor].tabIndex = 0;
      this.cursor = view.cursor;
    }
    const tint = view.filter ? filtered(view) : view.highlight ? tints(view) : () => "";
    for (const c of cells) this.drawCell(view, c, tint(c));
  }

  /** @param {View} view @param {number} c @param {string} tint */
  drawCell(view, c, tint) {
    const look = {
      clue: view.clues[c] !== 0,
      selected: view.selection.has(c),
      conflict: view.conflicts.has(c),
      wrong: view.wrong.has(c),
      linked: view.linked.has(c),
      painted: view.position.colours[c] !== 0,
      [tint]: tint !== "",
    };
    const classes = Object.keys(look).filter((name) => look[name]).join(" ");
    const p = view.position;
    const marks = p.auto ? candidates(p, c) : p.centre[c];
    let key = [classes, p.digits[c], p.auto, marks, p.corner[c], p.colours[c], view.bare, view.permitted.get(c)].join();
    key += JSON.stringify(paintedIn(p, c)); // not in one file
    if (this.drawn[c] === key) return;
    this.drawn[c] = key;
    const cell = this.cells[c];
    cell.className = `cell ${classes}`;
    cell.setAttribute("aria-selected", String(look.selected));
    cell.setAttribute("aria-readonly", String(look.clue));
    cell.setAttribute("aria-label", nameOf(view, c));
    paint(cell, p.colours[c]);
    cell.replaceChildren(...contents(view, c, marks));
  }
}

/** How cells are tinted for one digit: where it stands, and where it may go. @param {View} view */
const filtered = ({ position: p, filter }) => (/** @type {number} */ c) =>
  p.digits[c] === filter ? "same" : has(candidates(p, c), filter) ? "filtered" : "";

/**
 * How cells are tinted besides the selected ones: those with the same digit, and
 * those that share a house with the only one selected.
 * @param {View} view
 */
function tints({ selection, cursor, position, held }) {
  const digit = held || position.digits[cursor];
  const alone = selection.size === 1;
  const near = new Set(alone ? peers[cursor] : []);
  /** @param {number} c */
  return (c) => {
    if (selection.has(c) || (!selection.size && !held)) return "";
    if (digit && position.digits[c] === digit) return "same";
    if (digit && alone && !position.digits[c] && has(position.corner[c] | (position.auto ? candidates(position, c) : position.centre[c]), digit)) {
      return near.has(c) ? "peer same-mark" : "same-mark";
    }
    return near.has(c) ? "peer" : "";
  };
}

/** @param {View} view @param {number} c @param {number} marks */
function contents({ position: p, bare, permitted }, c, marks) {
  /** @type {Node[]} */
  const list = [];
  const shown = permitted.get(c);
  /** @param {number} set @param {number} [noted] */
  const pencil = (set, noted = 0) => {
    for (const d of digitsOf(set)) list.push(element("span", { class: `pencil at${d}${has(noted, d) ? " noted" : ""}` }, String(d)));
  };
  if (p.digits[c]) list.push(element("span", { class: "digit" }, String(p.digits[c])));
  else if (shown !== undefined) pencil(shown);
  else if (!bare) {
    const noted = digitsOf(p.corner[c]);
    // Among candidates, the corner marks stand out; they have no place of their own.
    if (p.auto) pencil(marks, p.corner[c]);
    else {
      noted.forEach((d, i) => list.push(element("span", { class: `corner at${i}` }, String(d))));
      if (marks) list.push(element("span", { class: size(marks) > 5 ? "centre many" : "centre" }, digitsOf(marks).join("")));
    }
  }
  const letters = digitsOf(p.colours[c]).map((k) => colourLetters[k - 1]).join("");
  if (letters) list.push(element("span", { class: `letters at${p.digits[c] ? 9 : letterPlace(shown ?? (p.auto ? marks : 0), size(p.corner[c]))}` }, letters));
  return list;
}

/**
 * Where the letters of colours cover no mark: at the place of a candidate that is not there,
 * or between corner marks.
 * @param {number} candidates @param {number} corners how many corner marks there are
 */
function letterPlace(candidates, corners) {
  if (candidates) return [9, 7, 3, 1, 8, 6, 4, 2, 5].find((d) => !has(candidates, d)) ?? 0;
  return corners < 4 ? 9 : corners < 6 ? 8 : 6;
}

/** Colours a cell in stripes. @param {HTMLElement} cell @param {number} set */
function paint(cell, set) {
  const list = digitsOf(set).map((k) => `var(--colour-${k})`);
  const stripes = list.map((colour, i) => `${colour} ${(100 * i) / list.length}% ${(100 * (i + 1)) / list.length}%`);
  cell.style.setProperty("--paint", list.length ? `linear-gradient(115deg, ${stripes.join(", ")})` : "none");
}

/** What a screen reader says of a cell. @param {View} view @param {number} c */
function nameOf({ clues, position, conflicts, wrong, permitted }, c) {
  const t = texts.cell;
  const digit = position.digits[c];
  /** @param {string} text @param {number} set */
  const marks = (text, set) => (set && !digit ? fill(text, { digits: digitsOf(set).join(" ") }) : "");
  const left = permitted.get(c) ?? (position.auto ? candidates(position, c) : undefined);
  const colours = digitsOf(position.colours[c]).map((k) => texts.colours[/** @type {1} */ (k)]);
  return [
    fill(t.name, { row: row(c) + 1, column: column(c) + 1 }),
    digit ? fill(clues[c] ? t.clue : t.entry, { digit }) : t.empty,
    digit || left === undefined ? "" : left ? fill(t.may, { digits: digitsOf(left) }) : t.none,
    marks(t.corner, position.corner[c]),
    position.auto ? "" : marks(t.centre, position.centre[c]),
    colours.length ? fill(t.colours, { colours }) : "",
    ...paintedIn(position, c).map(({ digit, colour }) => (position.digits[c] ? "" : fill(t.paintedAs, { digit, colour: texts.colours[/** @type {1} */ (colour)] }))), // not in one file
    conflicts.has(c) ? t.conflict : "",
    wrong.has(c) ? t.wrong : "",
  ].filter(Boolean).join(", ");
}
