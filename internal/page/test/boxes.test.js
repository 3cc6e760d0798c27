// The schedule of training: run by node --test.

import assert from "node:assert/strict";
import { test } from "node:test";
import { answered, days, dueOf, isCard, newCard, nextDue, nextOf, weakest } from "../static/boxes.js";
import { day } from "../static/dates.js";
import { mergeCards } from "../static/merge.js";
import { random } from "./games.js";

const mix = ["a", "b", "c", "d", "e", "f", "g", "h"];

/** Lets a learner train once a day. chance says how likely an answer is right. */
function learn(chance, of = 60, seed = 1) {
  const upTo = random(seed);
  let cards = Object.fromEntries(mix.map((name) => [name, newCard(0)]));
  const asked = Object.fromEntries(mix.map((name) => [name, 0]));
  let longest = 0;
  for (let today = 0; today < of; today++) {
    let now = today * day, n = 0, before;
    for (let name; (name = nextOf(cards, mix, now, before)); before = name, now += 60_000) {
      assert.ok(++n <= 3 * mix.length, "a session ends");
      assert.ok(name !== before || dueOf(cards, mix, now).length === 1, "another one comes first");
      asked[name]++;
      cards = { ...cards, [name]: answered(cards[name], upTo(2 ** 32) / 2 ** 32 < chance(name, asked[name]), now) };
    }
    assert.equal(dueOf(cards, mix, now).length, 0, "nothing is left");
    longest = Math.max(longest, n);
  }
  return { cards, asked, longest };
}

test("one who knows everything is asked seldom, and ends in the last box", () => {
  const { cards, asked } = learn(() => 1);
  for (const name of mix) {
    assert.equal(cards[name].box, 5);
    assert.equal(asked[name], 7, "days 0, 1, 3, 7, 16, 37 and 58");
  }
});

test("one who is weak in two techniques gets these", () => {
  for (let seed = 1; seed <= 20; seed++) {
    const { cards, asked } = learn((name) => (name < "c" ? 0.25 : 0.97), 60, seed);
    const mean = (names) => names.reduce((sum, name) => sum + asked[name], 0) / names.length;
    assert.ok(mean(["a", "b"]) > 4 * mean(mix.slice(2)), `${seed}: ${JSON.stringify(asked)}`);
    assert.deepEqual(weakest(cards, mix).slice(0, 2).sort(), ["a", "b"], `${seed}`);
  }
});

test("one who learns gets each technique until it is known", () => {
  for (let seed = 1; seed <= 20; seed++) {
    const { cards, asked } = learn((_, n) => Math.min(0.98, 0.2 + 0.12 * n), 90, seed);
    const high = mix.filter((name) => cards[name].box >= 3).length;
    assert.ok(high >= 7, `${seed}: ${JSON.stringify(asked)}`);
  }
});

test("one who never finds anything is let go too", () => {
  const { asked, longest } = learn(() => 0, 10);
  assert.equal(longest, 24, "three times each");
  assert.equal(asked.a, 30);
});

test("right answers move up, wrong ones back to the first box, and what was missed comes again", () => {
  let card = answered(newCard(0), true, 0);
  assert.deepEqual([card.box, card.due], [1, day]);
  let now = 0;
  for (const [i, box] of [2, 3, 4, 5, 5].entries()) {
    now = card.due;
    card = answered(card, true, now);
    assert.deepEqual([card.box, card.due - now], [box, days[Math.min(i + 1, 4)] * day]);
  }
  assert.deepEqual(answered(card, true, now).due, card.due, "before it is due, nothing moves");
  const missed = answered(card, false, now);
  assert.deepEqual([missed.box, missed.due, missed.again], [1, now, true]);
  assert.deepEqual([answered(missed, true, now).box, answered(missed, true, now).due], [1, now + day]);
  assert.equal(nextDue({ a: card, b: missed }, ["a", "b"]), now);
});

test("cards merge to the same in any order, and what is no card is told", () => {
  for (let seed = 1; seed <= 200; seed++) {
    const upTo = random(seed);
    const any = () => Object.fromEntries(mix.filter(() => upTo(2)).map((name) => [name, answered(newCard(0), !upTo(2), upTo(3))]));
    const [a, b, c] = [any(), any(), any()];
    assert.deepEqual(mergeCards(a, b), mergeCards(b, a));
    assert.deepEqual(mergeCards(mergeCards(a, b), c), mergeCards(a, mergeCards(b, c)));
    assert.deepEqual(mergeCards(a, a), a);
    assert.ok(Object.values(a).every(isCard));
  }
  for (const bad of [null, {}, { ...newCard(0), box: 6 }, { ...newCard(0), due: "now" }, { ...newCard(0), last: "2" }, { ...newCard(0), again: 1 }]) assert.ok(!isCard(bad), JSON.stringify(bad));
});
