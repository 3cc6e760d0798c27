// QR codes (ISO/IEC 18004) of texts: bytes, error correction level M, the smallest version.
// Facts in, facts out.

/** Codewords of error correction in each block, and the number of blocks, by version: level M. */
const perBlock = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28];
const blocks = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23, 25, 26, 28, 29, 31, 33, 35, 37, 38, 40, 43, 45, 47, 49];

/** Where the middles of alignment patterns are, in either direction. @param {number} version */
export function alignments(version) {
  if (version === 1) return [];
  const n = Math.floor(version / 7) + 2, last = 4 * version + 10;
  const step = version === 32 ? 26 : 2 * Math.ceil((last - 6) / (2 * n - 2));
  return [6, ...Array.from({ length: n - 1 }, (_, i) => last - step * (n - 2 - i))];
}

/** How many codewords a version has in all. @param {number} version */
function codewords(version) {
  const n = alignments(version).length;
  const aligned = n ? 25 * (n * n - 3) - 10 * (n - 2) : 0; // modules, without those that timing has too
  const size = 4 * version + 17;
  return Math.floor((size * size - 3 * 64 - 2 * (size - 16) - 31 - aligned - (version > 6 ? 36 : 0)) / 8);
}

/** How many codewords of data a version has. @param {number} version */
const dataIn = (version) => codewords(version) - perBlock[version - 1] * blocks[version - 1];

/** The bits of the number of bytes. @param {number} version */
const lengthBits = (version) => (version < 10 ? 8 : 16);

/** How many bytes a version holds. @param {number} version */
export const room = (version) => Math.floor((8 * dataIn(version) - 4 - lengthBits(version)) / 8);

/** A product in the field of 256 elements. @param {number} a @param {number} b */
export function times(a, b) {
  let product = 0;
  for (let i = 7; i >= 0; i--) product = (product << 1) ^ ((product >> 7) * 0x11d) ^ (((b >> i) & 1) * a);
  return product;
}

/** The codewords that let errors in a block be found. @param {number[]} block @param {number} n */
function correction(block, n) {
  const divisor = Array.from({ length: n }, (_, i) => Number(i === n - 1));
  for (let i = 0, root = 1; i < n; i++, root = times(root, 2)) {
    for (let j = 0; j < n; j++) divisor[j] = times(divisor[j], root) ^ (divisor[j + 1] ?? 0);
  }
  const rest = Array.from({ length: n }, () => 0);
  for (const byte of block) {
    const factor = byte ^ /** @type {number} */ (rest.shift());
    rest.push(0);
    divisor.forEach((d, i) => (rest[i] ^= times(d, factor)));
  }
  return rest;
}

/** A text as codewords of data. @param {Uint8Array} bytes @param {number} version */
function dataOf(bytes, version) {
  /** @type {number[]} */
  const bits = [];
  const add = (/** @type {number} */ value, /** @type {number} */ n) => {
    for (let i = n - 1; i >= 0; i--) bits.push((value >> i) & 1);
  };
  add(4, 4); // bytes follow
  add(bytes.length, lengthBits(version));
  bytes.forEach((byte) => add(byte, 8));
  add(0, Math.min(4, 8 * dataIn(version) - bits.length));
  add(0, -bits.length & 7);
  for (let pad = 0xec; bits.length < 8 * dataIn(version); pad ^= 0xec ^ 0x11) add(pad, 8);
  return Array.from({ length: bits.length / 8 }, (_, i) => bits.slice(8 * i, 8 * i + 8).reduce((n, b) => 2 * n + b, 0));
}

/** All codewords, in the order in which they are drawn. @param {number[]} data @param {number} version */
function woven(data, version) {
  const n = blocks[version - 1], long = data.length % n;
  const short = Math.floor(data.length / n);
  let at = 0;
  const parts = Array.from({ length: n }, (_, i) => data.slice(at, (at += short + (i >= n - long ? 1 : 0))));
  const corrections = parts.map((part) => correction(part, perBlock[version - 1]));
  const weave = (/** @type {number[][]} */ lists) => Array.from({ length: lists[n - 1].length }, (_, i) => lists.flatMap((list) => list[i] ?? [])).flat();
  return [...weave(parts), ...weave(corrections)];
}

/** Whether a mask turns a module over. @type {((x: number, y: number) => boolean)[]} */
export const masks = [
  (x, y) => (x + y) % 2 === 0, (_, y) => y % 2 === 0, (x) => x % 3 === 0, (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0, (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0, (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/**
 * A number with the rest of a division, as the format and the version are written.
 * @param {number} value @param {number} n bits of the rest @param {number} divisor
 */
function withRest(value, n, divisor) {
  let rest = value;
  for (let i = 0; i < n; i++) rest = (rest << 1) ^ ((rest >> (n - 1)) * divisor);
  return (value << n) | rest;
}

/** @typedef {(boolean | undefined)[][]} Modules rows of modules: dark, light, or not yet drawn */

/** The patterns of a version, which every code has. @param {number} version @returns {Modules} */
function patterns(version) {
  const size = 4 * version + 17;
  /** @type {Modules} */
  const m = Array.from({ length: size }, () => Array(size).fill(undefined));
  const square = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ reach, /** @type {number[]} */ light) => {
    for (let dy = -reach; dy <= reach; dy++) {
      for (let dx = -reach; dx <= reach; dx++) {
        if (m[y + dy]?.[x + dx] !== undefined || m[y + dy] === undefined || x + dx < 0 || x + dx >= size) continue;
        m[y + dy][x + dx] = !light.includes(Math.max(Math.abs(dx), Math.abs(dy)));
      }
    }
  };
  for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]]) square(x, y, 4, [2, 4]);
  for (const y of alignments(version)) for (const x of alignments(version)) if (m[y][x] === undefined) square(x, y, 2, [1]);
  for (let i = 8; i < size - 8; i++) m[6][i] = m[i][6] = i % 2 === 0;
  for (let i = 0; i < 18 && version > 6; i++) {
    const bit = ((withRest(version, 12, 0x1f25) >> i) & 1) === 1, a = size - 11 + (i % 3), b = Math.floor(i / 3);
    m[a][b] = m[b][a] = bit;
  }
  return m;
}

/** Writes the format: level M and the mask. @param {Modules} m @param {number} mask */
function writeFormat(m, mask) {
  const size = m.length, bits = withRest(mask, 10, 0x537) ^ 0x5412; // the level M is 0
  for (let i = 0; i < 15; i++) {
    const bit = ((bits >> i) & 1) === 1;
    if (i < 8) m[8][size - 1 - i] = m[i < 6 ? i : i + 1][8] = bit;
    else m[size - 15 + i][8] = m[8][i < 9 ? 7 : 14 - i] = bit;
  }
  m[size - 8][8] = true;
}

/**
 * The modules that no pattern takes, in the order of the codewords.
 * @param {Modules} m @returns {[number, number][]}
 */
export function path(m) {
  const size = m.length;
  /** @type {[number, number][]} */
  const list = [];
  for (let right = size - 1, up = true; right > 0; right -= right === 8 ? 3 : 2, up = !up) {
    for (let i = 0; i < size; i++) {
      const y = up ? size - 1 - i : i;
      for (const x of [right, right - 1]) if (m[y][x] === undefined) list.push([x, y]);
    }
  }
  return list;
}

/**
 * How bad a code is to read: runs, squares, what looks like a corner, too much of one colour.
 * @param {Modules} m
 */
function penalty(m) {
  const size = m.length;
  let sum = 0, dark = 0;
  for (const lines of [m, m.map((_, x) => m.map((row) => row[x]))]) {
    for (const line of lines) {
      const text = line.map((on) => (on ? "1" : "0")).join("");
      for (const [run] of text.matchAll(/0{5,}|1{5,}/g)) sum += run.length - 2;
      sum += 40 * [...text.matchAll(/(?=10111010000|00001011101)/g)].length;
    }
  }
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      if (m[y][x]) dark++;
      if (x && y && m[y][x] === m[y - 1][x] && m[y][x] === m[y][x - 1] && m[y][x] === m[y - 1][x - 1]) sum += 3;
    }
  }
  return sum + 10 * Math.floor(Math.abs((20 * dark) / size ** 2 - 10));
}

/**
 * The QR code of a text: rows of modules, dark or light. Null if the text is too long.
 * @param {string} text
 * @returns {boolean[][] | null}
 */
export function qr(text) {
  const bytes = new TextEncoder().encode(text);
  let version = 1;
  while (room(version) < bytes.length) if (++version > 40) return null;
  const stream = woven(dataOf(bytes, version), version);
  let best = /** @type {Modules | null} */ (null), least = Infinity;
  for (let mask = 0; mask < masks.length; mask++) {
    const m = patterns(version);
    writeFormat(m, mask);
    path(m).forEach(([x, y], i) => (m[y][x] = (((stream[i >> 3] ?? 0) >> (7 - (i & 7))) & 1) === 1 !== masks[mask](x, y)));
    const bad = penalty(m);
    if (bad < least) [best, least] = [m, bad];
  }
  return /** @type {boolean[][] | null} */ (best);
}
