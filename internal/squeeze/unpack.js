function unpack(packed) {
  const n = 7, slots = 1 << 19, chance = new Float64Array(n * slots).fill(.5), met = new Uint8Array(n * slots);
  const weights = new Float64Array(512 * 4 * n).fill(.3), logits = new Float64Array(4096), out = [];
  const hash = new Int32Array(n), now = new Int32Array(n), by = new Int32Array(n), say = new Float64Array(n);
  const mix = (a, b) => (a = Math.imul(a + b + 1, 0x2c1b3c6d), a ^ a >>> 15);
  const squash = x => {
    let e = 1 - x / 1024;
    for (let i = 10; i--;) e *= e;
    return Math.min(Math.max(1 / (1 + e), 1 / 4096), 1 - 1 / 4096);
  };
  const before = k => out[out.length - k] | 0;
  for (let i = 2048; i < 4095; i++) logits[4095 - i - 1] = -(logits[i + 1] = logits[i] + 4096 / ((i + 1) * (4095 - i)));
  const digit = c => c ? c - 32 - (c > 60) : 0; // < is no digit
  let at = 0, code = 0, range = 1, c = 1;
  while (c) {
    for (let k = 1; k < 6; k++) hash[k] = mix(hash[k - 1], before(k));
    hash[5] = mix(hash[5], before(6));
    let bits = 1;
    while (bits < 256) {
      const one = 4 * n * bits, two = 4 * n * (256 + before(1));
      let first = 0, second = 0;
      for (let i = 0; i < n; i++) {
        const slot = now[i] = i * slots + (mix(hash[i], Math.imul(bits, 0x9e3779b1)) & slots - 1);
        by[i] = 4 * i + Math.min(met[slot], 3);
        say[i] = met[slot] && logits[Math.floor(chance[slot] * 4096)];
        first += weights[one + by[i]] * say[i];
        second += weights[two + by[i]] * say[i];
      }
      for (; range < 2 ** 40; range *= 94) code = code * 94 + digit(packed.charCodeAt(at++));
      const ones = Math.floor(range * squash((first + second) / 2)), bit = +(code < ones);
      if (bit) range = ones;
      else code -= ones, range -= ones;
      first = .02 * (bit - squash(first));
      second = .02 * (bit - squash(second));
      for (let i = 0; i < n; i++) {
        const slot = now[i];
        weights[one + by[i]] += first * say[i];
        weights[two + by[i]] += second * say[i];
        chance[slot] += (bit - chance[slot]) / (met[slot] + 1.3);
        met[slot] = Math.min(met[slot] + 1, 10);
      }
      bits = 2 * bits + bit;
    }
    c = bits & 255;
    out.push(c);
    hash[6] = c > 47 && c < 58 || (c | 32) > 96 && (c | 32) < 123 ? mix(hash[6], c) : 0;
  }
  out.pop();
  return new TextDecoder().decode(new Uint8Array(out));
}
