// The nine puzzles of a day, the same for everybody, and how many days in a row one has
// solved one of them.

import { get, ifMissing, reasonFor } from "./api.js";
import { puzzleCard } from "./card.js";
import { daysLater, today } from "./dates.js";
import { byId, element, onlyLatest } from "./dom.js";
import { dailyDays } from "./kept.js";
import { streakOf } from "./search.js";
import { startShell } from "./shell.js";
import * as store from "./store.js";
import { clock, fill, levelTitle, texts } from "./words.js";

const t = texts.daily;
const levels = [1, 2, 3, 4, 5, 6, 7, 8, 9];
const date = /** @type {HTMLInputElement} */ (byId("date"));

/** @param {import("./api.js").Row} row */
function card(row) {
  const game = store.findGame(row.id);
  const made = puzzleCard(row);
  made.querySelector("small")?.replaceChildren(levelTitle(row.level)); // what it needs would be a spoiler
  made.append(element("small", { class: game?.solved ? "good" : "soft" }, game?.solved ? fill(t.solved, { time: clock(game.seconds) }) : game && store.begun(game) ? texts.games.open : ""));
  return made;
}

const latest = onlyLatest();

/** @param {string} words about the day */
async function draw(words) {
  const day = date.value;
  byId("later").toggleAttribute("disabled", day >= today());
  byId("state").textContent = texts.play.loading;
  try {
    const found = await latest(Promise.all(levels.map((level) => get("daily", { date: day, level: String(level) }).catch(ifMissing(() => null)))));
    if (!found) return;
    const rows = found.filter(Boolean);
    store.rememberDaily(day, rows.map((row) => row.id));
    byId("puzzles").replaceChildren(...rows.map(card));
    byId("state").textContent = words;
  } catch (error) {
    byId("state").textContent = reasonFor(error, t.offline);
  }
  drawStreak();
}

function drawStreak() {
  const n = streakOf(dailyDays(), today());
  byId("streak").textContent = n ? fill(t.streak, { n }) : t.noStreak;
}

/** Shows the puzzles of a day, or today's if it has not begun or is none. @param {string | null} day */
function go(day) {
  date.value = day ?? ""; // a field of dates takes no other text
  const isDay = date.value !== "" && date.value <= today();
  if (!isDay) date.value = today();
  history.replaceState(null, "", isDay ? `?date=${date.value}` : location.pathname);
  return draw(isDay || day === null ? "" : t.notYet);
}

/** @param {number} by how many days */
const move = (by) => void go(daysLater(date.value, by));

byId("earlier").addEventListener("click", () => move(-1));
byId("later").addEventListener("click", () => move(1));
date.addEventListener("change", () => date.value && void go(date.value));

let now = today();

/** Goes to the new day if the day before is shown. */
function turnOver() {
  if (now === today()) return;
  const isShown = date.value === now;
  date.max = now = today();
  byId("later").toggleAttribute("disabled", date.value >= now);
  if (isShown) void go(now);
}
document.addEventListener("visibilitychange", turnOver);
window.addEventListener("focus", turnOver);

startShell();
date.max = now;
await go(new URLSearchParams(location.search).get("date"));
