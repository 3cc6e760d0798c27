// The engine in a worker: questions come in, answers go out, one after the other. The
// first message says where the module is, or has it, and in which language it answers.

import { start } from "./reactor.js";

/** @type {Promise<(question: string) => object> | undefined} */
let engine;

/** Hosts that know no modules send them as another type, which cannot be compiled on the way. @param {string} from */
const compiled = (from) => WebAssembly.compileStreaming(fetch(from)).catch(async () => WebAssembly.compile(await (await fetch(from)).arrayBuffer()));

/** @param {string | WebAssembly.Module} from @param {string} language */
async function load(from, language) {
  const texts = fetch(new URL(`engine-${language}.json`, import.meta.url)).then((response) => response.text());
  const module = typeof from === "string" ? await compiled(from) : from;
  if (module !== from) postMessage({ module });
  return start(module, language, await texts);
}

addEventListener("message", async ({ data }) => {
  if (data.from) engine = load(data.from, data.language);
  try {
    const ask = await engine;
    if (data.id) postMessage({ id: data.id, answer: ask?.(data.question) });
  } catch (error) {
    postMessage({ id: data.id, failure: String(error) });
  }
});
