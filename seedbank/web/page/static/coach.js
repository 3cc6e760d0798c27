// What somebody who is here for the first time is told, on three cards.

import { element } from "./dom.js";
import { openSaid, say } from "./speech.js";
import { write } from "./store.js";
import { texts } from "./words.js";

const cards = [texts.coach.rules, texts.coach.help, texts.coach.more];

/** Shows a card. @param {() => void} close @param {number} [at] its number */
export function coach(close, at = 0) {
  write("coached", true);
  const isLast = at === cards.length - 1;
  const next = element("button", { class: "strong" }, isLast ? texts.entry.play : texts.hint.next);
  next.addEventListener("click", () => (isLast ? close() : coach(close, at + 1)));
  const skip = isLast ? [] : [element("button", { "data-do": "close" }, texts.coach.skip)];
  say(element("p", {}, cards[at]), element("div", { class: "actions" }, next, ...skip));
  openSaid("coach");
}
