// What is heard of a game: a digit, a house that is complete, the end. Tones are made, not
// loaded.

const volume = 0.07;
const length = 0.14; // seconds of a tone
const tones = { digit: [520], house: [520, 780], end: [520, 650, 780, 1040] }; // in Hertz

/** @type {AudioContext | undefined} */
let audio;
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

/** Lets hear what is new. @param {import("./news.js").News} news */
export function hear({ complete, ends }) {
  play(ends ? tones.end : complete.length ? tones.house : tones.digit);
}
