// All steps that there are now, as a list: each is shown on the board when it is pressed.

import { button, byId, element } from "./dom.js";
import { askFromHere } from "./here.js";
import { candidatesOf, conclusion } from "./plan.js";
import { present } from "./present.js";
import { openSaid, say } from "./speech.js";
import { fill, texts } from "./words.js";

const t = texts.help;

/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("./api.js").Step} Step */

/** Lists all steps by their techniques, the easiest first. @param {Session} session */
export async function listSteps(session) {
  session.show({});
  const round = (await askFromHere(session, "steps"))?.round;
  if (!round) return;
  if (!round.steps.length) return say(t.none);
  session.count(7);
  showList(session, round);
}

/** @param {Session} session @param {import("./api.js").Round} round */
function showList(session, round) {
  /** @param {Step} step */
  const opener = (step) => button({}, () => {
    present(session, step, candidatesOf(round));
    byId("words").append(button({}, () => showList(session, round), t.allSteps));
  }, conclusion(step));
  /** @type {Map<string, Step[]>} */
  const groups = new Map();
  for (const step of round.steps) groups.set(step.name, [...(groups.get(step.name) ?? []), step]);
  session.show({});
  say(
    element("h2", {}, fill(t.stepsNow, { n: round.steps.length })),
    ...[...groups].flatMap(([name, steps]) => [
      element("h3", {}, name, element("small", {}, ` ${fill(t.rated, { rating: Number(steps[0].rating).toFixed(1) })}`)),
      element("div", { class: "actions all-steps" }, ...steps.map(opener)),
    ]),
  );
  openSaid("hint");
}
