// What all pages share: the theme, and work without the network.

import { root } from "./places.js";
import { read, write } from "./store.js";
import { texts } from "./words.js";

const themes = /** @type {const} */ (["auto", "light", "dark"]);

/** @param {string} theme */
function applyTheme(theme) {
  document.documentElement.dataset.theme = theme;
  const button = document.getElementById("theme");
  const name = texts.theme[/** @type {"auto"} */ (theme)] ?? texts.theme.auto;
  button?.setAttribute("aria-label", `${texts.theme.label}: ${name}`);
  button?.setAttribute("title", `${texts.theme.label}: ${name}`);
}

/** Makes the parts of the page work that all pages have. */
export function startShell() {
  document.getElementById("theme")?.addEventListener("click", () => {
    const next = themes[(themes.indexOf(read("theme", /** @type {any} */ ("auto"))) + 1) % themes.length];
    write("theme", next);
    applyTheme(next);
  });
  document.querySelector("nav [aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  navigator.serviceWorker?.register(`${root}sw.js?language=${document.documentElement.lang}`).catch(() => {});
}

applyTheme(read("theme", "auto"));
