// What a static host has to print: a book of each level that the site has puzzles of.

import { index } from "./door.js";
import { fileAddress } from "./places.js";
import { startShell } from "./shell.js";

const links = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-book]"));
for (const link of links) link.setAttribute("href", fileAddress(`print/${link.dataset.book}-${document.documentElement.lang}.pdf`));
startShell();
const { puzzles } = await index();
for (const link of links) link.closest("li")?.toggleAttribute("hidden", !puzzles[link.dataset.book ?? ""]);
document.body.dataset.ready = "";
