// Runs the engine: a module of WebAssembly that takes a few functions of WASI (preview 1)
// from its host. There are no files, no arguments and no environment.

const badFile = 8; // the error EBADF: there are no files
const utf8 = new TextDecoder();

/**
 * @typedef {object} Exports what the engine has
 * @property {WebAssembly.Memory} memory
 * @property {() => void} _initialize
 * @property {(n: number) => number} room
 * @property {() => void} speak
 * @property {() => number} ask
 * @property {() => number} length
 */

/**
 * The functions of WASI, by name.
 * @param {() => WebAssembly.Memory} memory
 * @returns {Record<string, (...values: any[]) => number>}
 */
function host(memory) {
  const view = () => new DataView(memory().buffer);
  let said = ""; // the engine's last words, if it fails
  /**
   * Says that there are no texts of a kind: their number and their length are 0.
   * @param {number} n @param {number} size
   */
  const none = (n, size) => {
    view().setUint32(n, 0, true);
    view().setUint32(size, 0, true);
    return 0;
  };
  return {
    args_get: () => 0, args_sizes_get: none, environ_get: () => 0, environ_sizes_get: none,
    fd_close: () => badFile, fd_read: () => badFile, fd_fdstat_get: () => badFile, fd_fdstat_set_flags: () => badFile,
    fd_prestat_get: () => badFile, fd_prestat_dir_name: () => badFile,
    /** @param {number} _clock @param {bigint} _precision @param {number} at */
    clock_time_get(_clock, _precision, at) {
      view().setBigUint64(at, BigInt(Math.round((performance.timeOrigin + performance.now()) * 1e6)), true);
      return 0;
    },
    /** @param {number} at @param {number} n */
    random_get(at, n) {
      for (let i = 0; i < n; i += 65536) crypto.getRandomValues(new Uint8Array(memory().buffer, at + i, Math.min(65536, n - i)));
      return 0;
    },
    /** @param {number} _file @param {number} pieces @param {number} n @param {number} written */
    fd_write(_file, pieces, n, written) {
      let size = 0;
      for (let i = 0; i < n; i++) {
        const at = view().getUint32(pieces + 8 * i, true), length = view().getUint32(pieces + 8 * i + 4, true);
        said += utf8.decode(new Uint8Array(memory().buffer, at, length));
        size += length;
      }
      view().setUint32(written, size, true);
      return 0;
    },
    sched_yield: () => 0,
    /**
     * Waits for nothing: whatever is waited for is there.
     * @param {number} asked @param {number} events @param {number} n @param {number} there
     */
    poll_oneoff(asked, events, n, there) {
      for (let i = 0; i < n; i++) {
        view().setBigUint64(events + 32 * i, view().getBigUint64(asked + 48 * i, true), true);
        view().setUint16(events + 32 * i + 8, 0, true);
        view().setUint8(events + 32 * i + 10, view().getUint8(asked + 48 * i + 8));
      }
      view().setUint32(there, n, true);
      return 0;
    },
    /** @param {number} status */
    proc_exit(status) {
      throw new Error(`the engine ended with ${status}: ${said}`);
    },
  };
}

/**
 * Starts the engine in a language, with its texts. Returns a function that asks it: it takes a
 * line with the address of the question and after it what the question is about, and returns
 * the answer.
 * @param {WebAssembly.Module} module @param {string} language @param {string} texts
 * @returns {Promise<(question: string) => {status: number, type: string, body: string}>}
 */
export async function start(module, language, texts) {
  /** @type {Exports} */
  let engine;
  const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: host(() => engine.memory) });
  engine = /** @type {any} */ (instance.exports);
  engine._initialize();
  const write = (/** @type {string} */ text) => {
    const bytes = new TextEncoder().encode(text);
    const room = engine.room(bytes.length);
    new Uint8Array(engine.memory.buffer, room, bytes.length).set(bytes);
  };
  write(`${language}\n${texts}`);
  engine.speak();
  return (question) => {
    write(question);
    const at = engine.ask();
    const [, status, type, body] = /^(\d+)\n(.*)\n([^]*)$/.exec(utf8.decode(new Uint8Array(engine.memory.buffer, at, engine.length()))) ?? [];
    return { status: Number(status), type, body };
  };
}
