// What somebody who is here for the first time is told, on three cards.

import { button, byId, element } from "./dom.js";
import { openSaid, say } from "./speech.js";
import { read, write } from "./store.js";
import { texts } from "./words.js";

const cards = [texts.coach.rules, texts.coach.help, texts.coach.more];

/**
 * Shows the cards, each beside the keys that it speaks of. Who goes on with the puzzle at one, as
 * it says, gets the next one after a move. The time begins with the first move, or with the end.
 * @param {import("./session.js").Session} session @param {() => void} close
 */
export function coach(session, close) {
  let at = 0, moves = session.game.moves.length;
  const end = () => write("coached", true);
  const { row } = session;
  session.watch.stop();
  const show = () => {
    const isLast = at === cards.length - 1;
    const leave = () => {
      end();
      if (!session.paused) session.watch.start();
      close();
    };
    const next = button({ class: "strong" }, isLast ? leave : () => {
      at++;
      show();
    }, isLast ? texts.entry.play : texts.hint.next);
    say(element("p", {}, cards[at]), element("div", { class: "actions" }, next, isLast ? "" : button({}, leave, texts.coach.skip)));
    openSaid(at ? "coach" : "card");
  };
  session.onChange.push(() => {
    if (session.row !== row || session.paused || session.done || read("coached", false) || session.game.moves.length <= moves) return;
    session.watch.start();
    if (byId("words").textContent) return;
    moves = session.game.moves.length;
    at++;
    if (at < cards.length) show();
    else end();
  });
  show();
}
