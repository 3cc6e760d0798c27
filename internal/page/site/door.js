// The door to all that is asked for, where the page is files on a static host: puzzles and
// positions stand in the folder of the bank, in files that are fetched when they are needed.

import { fileAddress } from "./places.js";
import { seedOf } from "./store.js";

/** @typedef {import("../static/api.js").Row} Row */
/** @typedef {{step: number, lists: Record<string, string[]>, puzzles: Record<string, number>}} Index for each list of puzzles, the first ID of each file, and the size */

/** What the host does not have. */
class Missing extends Error {}

/** @param {string} name */
async function file(name) {
  const response = await fetch(fileAddress(name));
  if (!response.ok) throw new Missing(name);
  return response;
}

/** @type {Promise<Index> | undefined} */
let known;
export const index = () => (known ??= file("index.json").then((r) => r.json()).catch((e) => ((known = undefined), Promise.reject(e))));

/** Runs of empty cells are letters: a is one, b two. @param {string} text */
const spread = (text) => text.replace(/[a-z]/g, (c) => ".".repeat(c.charCodeAt(0) - 96));

/** The puzzles of a file of a list. @param {string} list @param {number} n @returns {Promise<Row[]>} */
async function rows(list, n) {
  const text = await (await file(`${list}-${n}.txt`)).text();
  return text.trim().split("\n").map((line) => {
    const [id, puzzle, fill, er, hardest] = line.split(" ");
    const clues = spread(puzzle);
    let at = 0;
    const solution = clues.replace(/[.]/g, () => fill[at++]);
    return { id, puzzle: clues, solution, clues: 81 - fill.length, level: Number(list[0]), er: Number(er), hardest };
  });
}

/** A number below n. @param {number} n */
const any = (n) => Math.floor(Math.random() * n);

/** The list that is asked for. @param {URLSearchParams} query */
async function listOf(query) {
  const { lists } = await index();
  if (query.get("symmetry") || query.get("hardest")) throw new Missing("symmetry");
  const easy = `${query.get("level")}e`;
  const list = query.get("style") === "print" && lists[easy] ? easy : query.get("level") ?? "";
  if (!lists[list]) throw new Missing(list);
  return { list, files: lists[list].length };
}

/**
 * Some puzzles of a list whose seeds are not among others.
 * @param {URLSearchParams} query @param {string[]} [others]
 */
async function draw(query, others = []) {
  const { list, files } = await listOf(query);
  const n = Number(query.get("n") ?? 1), first = any(files);
  /** @type {Row[]} */
  const puzzles = [];
  for (let i = 0; i < files && puzzles.length < n; i++) {
    const left = (await rows(list, (first + i) % files)).filter((row) => !others.includes(seedOf(row)));
    while (left.length && puzzles.length < n) puzzles.push(...left.splice(any(left.length), 1));
  }
  if (!puzzles.length) throw new Missing(list);
  return { puzzles, count: (await index()).puzzles[list] };
}

/** The puzzle of an ID. @param {string} id */
async function find(id) {
  for (const [list, firsts] of Object.entries((await index()).lists)) {
    let n = -1;
    while (firsts[n + 1] <= id) n++;
    const row = n < 0 ? undefined : (await rows(list, n)).find((one) => one.id === id);
    if (row) return row;
  }
  throw new Missing(id);
}

/** The puzzle of a day, the same for all who visit. @param {URLSearchParams} query */
async function daily(query) {
  const { list, files } = await listOf(query);
  let number = 0;
  for (const c of `${query.get("date")} ${list}`) number = Math.imul(number ^ c.charCodeAt(0), 0x01000193) >>> 0;
  const all = await rows(list, number % files);
  return all[Math.floor(number / files) % all.length];
}

/**
 * Positions of a technique or of a kind of it: those of its lesson in their order, or one of a
 * seed that is not among others.
 * @param {URLSearchParams} query @param {any} body
 */
async function practice(query, body) {
  const name = query.get("label") ?? query.get("practice");
  const { tasks, ...rest } = await (await file(`practice/${name}-${document.documentElement.lang}.json`)).json();
  const n = Number(query.get("n") ?? 1);
  const left = tasks.filter((/** @type {any} */ task) => !body?.not_in?.includes(seedOf(task)));
  if (!left.length) throw new Missing(name ?? "");
  return { ...rest, tasks: n > 1 ? tasks.slice(0, n) : [left[any(left.length)]] };
}

/** A file of answers. @param {string} name @returns {() => Promise<any>} */
const from = (name) => async () => (await file(`${name}.json`)).json();

/** @type {Record<string, (query: URLSearchParams, body: any) => Promise<any>>} */
const answers = {
  puzzles: (query, body) => draw(query, body?.not_in),
  daily,
  practice,
  symmetries: async () => [],
  techniques: () => from(`techniques-${document.documentElement.lang}`)(), // the language is not known before the texts are there
  labels: from("labels"),
  bank: from("bank"),
  levels: from("levels"),
};

/**
 * @param {string} path @param {RequestInit} [init]
 * @returns {Promise<Response>}
 */
export async function request(path, init) {
  const [name, query] = path.split("?");
  const id = /^puzzles\/(.+)$/.exec(name)?.[1];
  try {
    if (!id && !answers[name]) throw new TypeError(name);
    const body = typeof init?.body === "string" && init.body.startsWith("{") ? JSON.parse(init.body) : undefined;
    const answer = await (id ? find(decodeURIComponent(id)) : answers[name](new URLSearchParams(query), body));
    return Response.json(answer);
  } catch (error) {
    if (!(error instanceof Missing)) throw error;
    return Response.json({ detail: error.message }, { status: 404 });
  }
}
