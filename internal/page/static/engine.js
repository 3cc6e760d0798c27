// The engine of the page, which answers questions about puzzles as the server would. It
// runs in a worker, so that the page stays quick while it thinks.

import { answersIn, Problem, reasonOf } from "./api.js";

/** @typedef {{status: number, type: string, body: string}} Answer */
/** @typedef {{question: string, resolve: (answer: Answer) => void, reject: (error: Error) => void}} Waiting */

/** The engine could not be loaded, or it failed. */
export class NoEngine extends Error {}

/** @type {Worker | undefined} */
let worker;
/** @type {Promise<import("./worker.js").Parts> | undefined} what a worker starts with */
let parts;
/** @type {Map<number, Waiting>} the questions without an answer, in their order */
const waiting = new Map();
let asked = 0;

/**
 * Hosts that know no modules send them as another type, which cannot be compiled on the way.
 * @param {string} from
 */
const compiled = (from) => WebAssembly.compileStreaming(fetch(from)).catch(async () => WebAssembly.compile(await (await fetch(from)).arrayBuffer()));

let ready = false;
/** Whether the engine has been loaded. */
export const isReady = () => ready;

/** Loads what a worker starts with. */
async function load() {
  const language = document.documentElement.lang;
  const texts = fetch(new URL(`engine-${language}.json`, import.meta.url)).then((response) => response.text());
  const module = await compiled(new URL(document.documentElement.dataset.engine ?? "", document.baseURI).href);
  const all = { module, language, texts: await texts };
  ready = true;
  return all;
}

/** Starts the engine, unless it runs. */
function startEngine() {
  if (worker) return;
  const made = (worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" }));
  made.addEventListener("message", ({ data }) => hear(data));
  made.addEventListener("error", (e) => stop(new NoEngine(e.message)));
  parts ??= load();
  parts.then((all) => made.postMessage(all), (error) => {
    parts = undefined;
    if (worker === made) stop(new NoEngine(String(error)));
  });
  for (const [id, { question }] of waiting) made.postMessage({ id, question });
}

/** @param {{id?: number, answer?: Answer, failure?: string}} message of the worker */
function hear({ id, answer, failure }) {
  if (failure !== undefined) return stop(new NoEngine(failure));
  if (!id || !answer) return;
  waiting.get(id)?.resolve(answer);
  waiting.delete(id);
}

/** Ends the worker. With an error, nobody gets an answer any more. @param {Error} [error] */
function stop(error) {
  worker?.terminate();
  worker = undefined;
  if (!error) return;
  for (const { reject } of waiting.values()) reject(error);
  waiting.clear();
}

/** Whether the engine was started. */
export const isRunning = () => worker !== undefined;

/** Starts the engine once the page stands and nothing else is to do. @param {() => void} [then] */
export function startEngineSoon(then) {
  const start = () => {
    startEngine();
    then?.();
  };
  const soon = () => ("requestIdleCallback" in window ? requestIdleCallback(start, { timeout: 2000 }) : setTimeout(start, 200));
  if (document.readyState === "complete") soon();
  else addEventListener("load", soon, { once: true });
}

/**
 * @param {string} question @param {AbortSignal} [signal]
 * @returns {Promise<Answer>}
 */
function answerTo(question, signal) {
  const id = ++asked;
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    waiting.set(id, { question, resolve, reject });
    // What nobody waits for any more must not hold up the others.
    signal?.addEventListener("abort", () => {
      if (!waiting.delete(id)) return;
      reject(signal.reason);
      stop();
      startEngine(); // for those who wait, and for the next question
    }, { once: true });
    if (worker) worker.postMessage({ id, question });
    else startEngine();
  });
}

/**
 * The answer to a question about puzzles in a text, or about a position, as the server
 * would send it.
 * @param {string} address such as rate?effort=true @param {string | import("./api.js").Place} about @param {AbortSignal} [signal]
 */
export function answer(address, about, signal) {
  const text = typeof about === "string" ? `text\n${about}` : `position\n${about.puzzle}\n${about.grid}\n${about.removed.join(" ")}`;
  return answerTo(`${address}\n${text}`, signal);
}

/**
 * Asks the same, and returns an answer for each puzzle.
 * @param {string} address @param {string | import("./api.js").Place} about @param {AbortSignal} [signal]
 * @returns {Promise<any[]>}
 */
export async function ask(address, about, signal) {
  const { status, type, body } = await answer(address, about, signal);
  if (status !== 200) throw new Problem(status, reasonOf(JSON.parse(body)) || body);
  return answersIn(type, body);
}
