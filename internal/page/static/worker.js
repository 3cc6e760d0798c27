// The engine in a worker: questions come in, answers go out, one after the other. A message
// brings the module, the language of its answers and its texts. The page loads them, because
// Chromium crashes now and then when a worker ends that still loads a file.

import { start } from "./reactor.js";

/** @typedef {{module: WebAssembly.Module, language: string, texts: string}} Parts */

/** @type {(parts: Parts) => void} */
let begin;
const engine = new Promise((/** @type {typeof begin} */ resolve) => (begin = resolve)).then(({ module, language, texts }) => start(module, language, texts));

addEventListener("message", async ({ data }) => {
  if (data.module) begin(data);
  try {
    const ask = await engine;
    if (data.id) postMessage({ id: data.id, answer: ask(data.question) });
  } catch (error) {
    postMessage({ id: data.id, failure: String(error) });
  }
});
