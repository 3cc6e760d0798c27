// The time of a game.

export class Stopwatch {
  /** @param {number} seconds that have gone by already */
  constructor(seconds = 0) {
    this.before = seconds;
    /** @type {number | null} */
    this.since = null;
  }

  get running() {
    return this.since !== null;
  }

  get seconds() {
    return this.before + (this.since === null ? 0 : (performance.now() - this.since) / 1000);
  }

  start() {
    this.since ??= performance.now();
  }

  stop() {
    this.before = this.seconds;
    this.since = null;
  }
}
