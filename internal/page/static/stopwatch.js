// The time of a game.

export class Stopwatch {
  /** @param {number} seconds that have gone by already */
  constructor(seconds = 0) {
    this.before = seconds;
    /** @type {number | null} */
    this.since = null;
    this.ticked = 0; // not in one file
  }

  get running() {
    return this.since !== null;
  }

  get seconds() {
    return this.before + (this.since === null ? 0 : (performance.now() - this.since) / 1000);
  }

  start() {
    this.since ??= performance.now();
    this.ticked = performance.now(); // not in one file
  }

  /** Is called every second, and leaves out the sleep of a device. */ // not in one file
  tick() { // not in one file
    const now = performance.now(), gap = now - this.ticked; // not in one file
    this.ticked = now; // not in one file
    if (this.since !== null && gap > 30_000) this.since += gap; // not in one file
  } // not in one file

  stop() {
    this.before = this.seconds;
    this.since = null;
  }
}
