// What a static host has to print: a book of each level that the site has puzzles of.

import { request } from "./door.js";
import { fileAddress } from "./places.js";
import { startShell } from "./shell.js";

startShell();
const { puzzles } = await (await request("counts")).json();
for (const link of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-book]"))) {
  const level = link.dataset.book ?? "";
  link.setAttribute("href", fileAddress(`print/${level}-${document.documentElement.lang}.pdf`));
  if (link.parentElement) link.parentElement.hidden = !puzzles[level];
}
document.body.dataset.ready = "";
