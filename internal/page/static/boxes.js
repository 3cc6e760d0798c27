// Spaced repetition in five boxes, after Leitner: what is right moves up a box and comes
// again later, what is wrong goes back to the first and comes again today. Facts in, facts
// out. Times are those of the place where the player is, as localNow tells them.

import { day } from "./dates.js";

/**
 * What is known of one technique.
 * @typedef {object} Card
 * @property {number} box     1 to 5
 * @property {number} due     the time from which it is asked
 * @property {boolean} again  it is new or was missed: the next right answer leaves it in its box
 * @property {number} misses  in a row, since it rested last
 * @property {number} tried
 * @property {number} right
 * @property {string} last    the latest answers, 1 for a right one
 * @property {number} saved   when it changed
 *
 * @typedef {Record<string, Card>} Cards
 */

/** Days until a technique comes again, by its box. */
export const days = [1, 2, 4, 9, 21];

const remembered = 10; // answers
const mostMisses = 3; // in a row, before a technique rests for a day

/** A technique that is met for the first time. @param {number} now @returns {Card} */
export const newCard = (now) => ({ box: 1, due: now, again: true, misses: 0, tried: 0, right: 0, last: "", saved: now });

/** The beginning of a later day. @param {number} now @param {number} n days */
const inDays = (now, n) => (Math.floor(now / day) + n) * day;

/** @param {Card} card @param {boolean} right @param {number} now @returns {Card} */
export function answered(card, right, now) {
  const next = { ...card, tried: card.tried + 1, right: card.right + (right ? 1 : 0), last: (card.last + (right ? "1" : "0")).slice(-remembered), saved: now };
  if (!right) {
    const rests = card.misses + 1 >= mostMisses;
    return { ...next, box: 1, again: true, misses: rests ? 0 : card.misses + 1, due: rests ? inDays(now, 1) : now };
  }
  if (now < card.due) return next; // more than was asked for
  const box = card.again ? card.box : Math.min(days.length, card.box + 1);
  return { ...next, box, again: false, misses: 0, due: inDays(now, days[box - 1]) };
}

/**
 * How weak somebody is in a technique, from 0 to 1, by the latest answers. What was tried
 * seldom is between.
 * @param {Card} card
 */
const weakness = (card) => 1 - (Array.from(card.last).filter((a) => a === "1").length + 1) / (card.last.length + 2);

/**
 * The techniques of a mix, the weakest first.
 * @param {Cards} cards @param {string[]} mix
 */
export const weakest = (cards, mix) => mix.filter((name) => cards[name]?.tried).sort((a, b) => weakness(cards[b]) - weakness(cards[a]) || (a < b ? -1 : 1));

/**
 * The techniques of a mix that are due, in the order that they are asked in: what was due
 * first, and of these the weaker.
 * @param {Cards} cards @param {string[]} mix @param {number} now
 */
export const dueOf = (cards, mix, now) =>
  mix.filter((name) => cards[name] && cards[name].due <= now).sort((a, b) => cards[a].due - cards[b].due || weakness(cards[b]) - weakness(cards[a]) || (a < b ? -1 : 1));

/**
 * The technique to ask now, not the one just asked if there is another. Undefined if
 * nothing is due.
 * @param {Cards} cards @param {string[]} mix @param {number} now @param {string} [before] the one just asked
 */
export function nextOf(cards, mix, now, before) {
  const due = dueOf(cards, mix, now);
  return due.find((name) => name !== before) ?? due[0];
}

/** When something of a mix is due. @param {Cards} cards @param {string[]} mix */
export const nextDue = (cards, mix) => Math.min(...mix.flatMap((name) => cards[name]?.due ?? []));

/** Whether a value of a file is a card. @param {any} card */
export const isCard = (card) =>
  Number.isInteger(card?.box) && card.box >= 1 && card.box <= days.length && typeof card.again === "boolean" && /^[01]{0,10}$/.test(card.last) &&
  [card.due, card.misses, card.tried, card.right, card.saved].every((n) => Number.isFinite(n) && n >= 0);
