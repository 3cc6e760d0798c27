// What is heard of a game: a digit, a house that is complete, the end. Tones are made, not
// loaded.

import { cells, houses } from "./grid.js";

/** @typedef {import("./session.js").Session} Session */

const volume = 0.07;
const length = 0.14; // seconds of a tone
const tones = { digit: [520], house: [520, 780], end: [520, 650, 780, 1040] }; // in Hertz

/** @type {AudioContext | undefined} */
let audio;
/** @type {{key: string, digits: number[]} | undefined} */
let before;

/** Plays tones one after the other. @param {number[]} list */
function play(list) {
  audio ??= new AudioContext();
  const start = audio.currentTime;
  list.forEach((frequency, i) => {
    const at = start + i * length * 0.8;
    const tone = new OscillatorNode(/** @type {AudioContext} */ (audio), { type: "triangle", frequency });
    const gain = new GainNode(/** @type {AudioContext} */ (audio), { gain: volume });
    gain.gain.setValueAtTime(volume, at);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
    tone.connect(gain).connect(/** @type {AudioContext} */ (audio).destination);
    tone.start(at);
    tone.stop(at + length);
  });
}

/** Lets hear what has changed since the last time. @param {Session} session */
export function hear(session) {
  const { digits } = session.position;
  const was = before?.key === session.key ? before.digits : digits;
  before = { key: session.key, digits };
  const placed = cells.filter((c) => digits[c] && digits[c] !== was[c]);
  if (!placed.length) return;
  const complete = (/** @type {number[]} */ house) => new Set(house.map((c) => digits[c]).filter(Boolean)).size === 9;
  const done = houses.some((house) => complete(house) && house.some((c) => placed.includes(c)));
  play(session.ends ? tones.end : done ? tones.house : tones.digit);
}
