// The game again, from its beginning to its end, without a hand.

import { commandButton, element } from "./dom.js";
import { reduce } from "./game.js";
import { showEnd } from "./end.js";
import { openSaid, say } from "./speech.js";
import { closeWay } from "./way.js";
import { fill, texts } from "./words.js";

const whole = 6000; // milliseconds that a replay takes, or less
const slow = 350; // milliseconds between two steps of a short game

/** @typedef {import("./session.js").Session} Session */

/** Plays the steps of a game, until anybody else moves. @param {Session} session */
export function replay(session) {
  closeWay();
  const { moves } = session.game;
  const wait = Math.min(slow, whole / (moves.length || 1));
  let { game } = session;
  /** @param {number} at */
  const show = (at) => {
    game = session.game = reduce(game, { type: "goto", at });
    session.show({});
    session.told();
    const button = commandButton("goto", texts.play.stopReplay, { "data-value": String(at) });
    say(element("p", {}, fill(texts.play.sliderText, { at, of: moves.length })), button);
    openSaid("end");
  };
  const timer = setInterval(() => {
    if (session.game !== game) return clearInterval(timer); // somebody has moved
    if (game.at < moves.length) return show(game.at + 1);
    clearInterval(timer);
    session.show({});
    if (session.ends) showEnd(session);
  }, wait);
  show(0);
}
