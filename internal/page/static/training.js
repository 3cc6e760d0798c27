// What one has found of each technique, and which seeds it came from.

import { answered, newCard } from "./boxes.js";
import { localNow } from "./dates.js";
import * as store from "./store.js";

/**
 * Remembers an answer, and returns what is known of its technique now.
 * @param {string} name @param {{id: string}} task @param {boolean} right
 */
export function remember(name, task, right) {
  const now = localNow(), all = store.cards();
  const card = answered(all[name] ?? newCard(now), right, now);
  store.saveCards({ ...all, [name]: card });
  store.serve(task);
  return card;
}
