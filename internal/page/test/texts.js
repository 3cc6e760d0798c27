// The English texts, as the server gives them to a page.

import { readFileSync } from "node:fs";

const flat = JSON.parse(readFileSync(new URL("../../catalogue/en.json", import.meta.url), "utf8"));
globalThis.texts = {};
for (const [key, text] of Object.entries(flat)) {
  const [, group, name] = /^(?:page\.)?([^.]+)\.?(.*)$/.exec(key);
  (globalThis.texts[group] ??= {})[name] = text;
}
