// The focus of the keyboard, when what had it goes: it goes to what came instead, and back.

import { byId } from "./dom.js";

/** @param {Element} e */
const isSeen = (e) => e.isConnected && e.checkVisibility({ visibilityProperty: true });

/** What comes instead of the keys, the most wanted first. */
const instead = ["#hint-more", "#words :is(button, a, input)", "[data-do=wayNext]", ".said > .closer"];

/** @param {import("./session.js").Session} session */
export function keepFocus(session) {
  /** What has the focus, or had it when it went. @type {Element | null} */
  let last = document.activeElement;
  /** What had it before words took the room of the keys. @type {Element | null} */
  let before = null;
  /** @param {string[]} selectors */
  const first = (selectors) => selectors.flatMap((selector) => [...document.querySelectorAll(selector)]).find(isSeen);
  document.addEventListener("focusin", (e) => (last = /** @type {Element} */ (e.target)));
  new MutationObserver(() => {
    const now = document.activeElement;
    if (!last || isSeen(last) || (now && now !== document.body && now !== last)) return;
    const sheet = last.closest(".sheet")?.id, isSaid = !!byId("panel").dataset.said;
    const next = first(sheet ? [`.opener[data-do=${sheet}]`] : isSaid ? instead : []);
    const back = next ?? (before && isSeen(before) ? before : null);
    if (next && isSaid && !last.closest(".said")) before = last;
    if (back instanceof HTMLElement) back.focus();
    else session.board.focus(session.cursor);
  }).observe(document.body, { subtree: true, childList: true, attributeFilter: ["data-said", "data-open", "hidden"] });
}
