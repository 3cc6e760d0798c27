// The card at the end of a game.

import { commandButton, element } from "./dom.js";
import { openSaid, say } from "./speech.js";
import { settings, timesOf } from "./store.js";
import { clock, fill, median, texts } from "./words.js";

const t = texts.play;

/** @typedef {import("./session.js").Session} Session */

/** How a game ended, in a sentence. @param {Session} session */
export function endOf(session) {
  const n = Object.values(session.helps).reduce((a, b) => a + b, 0);
  const helps = n ? fill(t.helpsSome, { n }) : t.helpsNone;
  return fill(settings.get().timer ? t.solved : t.solvedNoTime, { time: clock(session.watch.seconds), helps });
}

/** Shows the card. @param {Session} session */
export function showEnd(session) {
  const level = session.row?.level ?? 0;
  const times = timesOf(level);
  say(
    element("h2", {}, endOf(session)),
    level && times.length > 1 && settings.get().timer
      ? element("p", { class: "times" }, fill(t.times, { n: times.length, best: clock(Math.min(...times)), median: clock(median(times)) }))
      : "",
    element("p", { id: "end-said" }),
    element("div", { class: "actions" },
      commandButton("new", t.next, { class: "strong" }),
      commandButton("share", t.shareIt), // not in one file
      commandButton("replay", t.replay), // not in one file
      commandButton("story", t.story),
    ),
  );
  openSaid("end");
}
