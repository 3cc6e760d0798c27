// All that is kept on the device: to be carried to another one, and what it says of days.

import { merge } from "./merge.js";
import { begun, cards, dailies, entries, games, read, saveCards, saveGame, version, write } from "./store.js";

/**
 * The days of which a puzzle was solved. They last when the games are deleted.
 * @returns {Record<string, number>}
 */
export function dailyDays() {
  const days = /** @type {Record<string, number>} */ (read("days", {}));
  const solved = new Set(games().filter((game) => game.solved).map((game) => game.key));
  for (const [date, ids] of Object.entries(dailies())) {
    const n = ids.filter((id) => solved.has(id)).length;
    if (n) days[date] = Math.max(days[date] ?? 0, n);
  }
  write("days", days);
  return days;
}

/** All that is kept but the pocket. @returns {import("./merge.js").Kept} */
export const kept = () => ({ seedoku: version, games: games().filter(begun), settings: read("settings", {}), served: entries(), cards: cards(), days: dailyDays() });

/** Adds what another device has kept. @param {import("./merge.js").Kept} other */
export function add(other) {
  const { games: all, settings: set, served: seeds, cards: known, days } = merge(kept(), other);
  for (const game of all) saveGame(game, game.saved);
  write("settings", set);
  write("served", seeds.join(""));
  saveCards(known);
  write("days", days);
}
