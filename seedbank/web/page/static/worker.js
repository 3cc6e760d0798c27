// The engine in a worker: questions come in, answers go out, one after the other. The
// first message says where the module is, or has it.

import { start } from "./reactor.js";

/** @type {Promise<(question: string) => object> | undefined} */
let engine;

/** @param {string | WebAssembly.Module} from */
async function load(from) {
  if (typeof from !== "string") return start(from);
  const module = await WebAssembly.compileStreaming(fetch(from));
  postMessage({ module });
  return start(module);
}

addEventListener("message", async ({ data }) => {
  if (data.from) engine = load(data.from);
  try {
    const ask = await engine;
    if (data.id) postMessage({ id: data.id, answer: ask?.(data.question) });
  } catch (error) {
    postMessage({ id: data.id, failure: String(error) });
  }
});
