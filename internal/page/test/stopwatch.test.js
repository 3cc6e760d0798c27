// The time of a game: run by node --test.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Stopwatch } from "../static/stopwatch.js";

test("the sleep of a device is no time of a game", (t) => {
  let now = 0;
  t.mock.method(performance, "now", () => now);
  const watch = new Stopwatch(5);
  now = 100_000; // it does not run yet
  watch.start();
  for (const then of [101_000, 102_000, 9_000_000, 9_001_000]) {
    now = then;
    watch.tick();
  }
  assert.equal(watch.seconds, 5 + 3);
  watch.stop();
  now = 20_000_000;
  watch.start();
  watch.tick();
  assert.equal(watch.seconds, 5 + 3);
});
