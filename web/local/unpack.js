// Unpacks what `scripts/site` packed: four bytes with the length, then LZMA2 chunks. LZMA makes an engine a fifth smaller
// than the gzip that browsers know, and that fifth is what a first visit waits for. Each chunk is unpacked when it is there.
// The names and tables are those of the LZMA specification.

/** Where each table of probabilities begins. */
const IS_MATCH = 0;
const IS_REP = IS_MATCH + 12 * 16;
const IS_REP_G0 = IS_REP + 12;
const IS_REP_G1 = IS_REP_G0 + 12;
const IS_REP_G2 = IS_REP_G1 + 12;
const IS_REP0_LONG = IS_REP_G2 + 12;
const POS_SLOT = IS_REP0_LONG + 12 * 16;
const POS_SPECIAL = POS_SLOT + 4 * 64;
const ALIGN = POS_SPECIAL + 128;
const MATCH_LENGTH = ALIGN + 16;
/** A table of lengths: two choices, 16 times 8 short ones, 16 times 8 middle ones, 256 long ones. */
const LENGTHS = 2 + 128 + 128 + 256;
const REP_LENGTH = MATCH_LENGTH + LENGTHS;
const LITERAL = REP_LENGTH + LENGTHS;

const bad = () => new Error("the packed file is damaged");

/**
 * Unpacks chunk by chunk.
 * @returns {{ push(bytes: Uint8Array): Uint8Array<ArrayBuffer>, done(): boolean }} `push` takes the next bytes of the packed
 *   file and gives what could be unpacked; `done` tells whether that was all
 */
export function unpacker() {
  let pending = new Uint8Array(0);
  /** @type {Uint8Array<ArrayBuffer> | null} */
  let out = null;
  let at = 0;
  let ended = false;
  // What lasts from chunk to chunk.
  let probs = new Uint16Array(0);
  let [lc, literalMask, posMask] = [0, 0, 0];
  let [state, rep0, rep1, rep2, rep3] = [0, 0, 0, 0, 0];
  // The range coder: its range and its code, in a table since numbers of 32 bits are quickest there.
  let input = pending;
  let next = 0;
  const coder = new Uint32Array(2);

  /** @param {number} index of a probability */
  function bit(index) {
    const prob = probs[index];
    let range = coder[0];
    const bound = (range >>> 11) * prob;
    const found = coder[1] < bound ? 0 : 1;
    if (found) {
      coder[1] -= bound;
      range -= bound;
      probs[index] = prob - (prob >> 5);
    } else {
      range = bound;
      probs[index] = prob + ((2048 - prob) >> 5);
    }
    coder[0] = range;
    if (range < 0x1000000) shift();
    return found;
  }

  function shift() {
    coder[0] <<= 8;
    coder[1] = (coder[1] << 8) | input[next++];
  }

  /** @param {number} count of bits that are as often 0 as 1 */
  function direct(count) {
    let value = 0;
    for (let i = 0; i < count; i++) {
      coder[0] >>>= 1;
      const found = coder[1] < coder[0] ? 0 : 1;
      if (found) coder[1] -= coder[0];
      if (coder[0] < 0x1000000) shift();
      value = value * 2 + found;
    }
    return value;
  }

  /** @param {number} table @param {number} bits */
  function tree(table, bits) {
    let symbol = 1;
    for (let i = 0; i < bits; i++) symbol = (symbol << 1) | bit(table + symbol);
    return symbol - (1 << bits);
  }

  /** The lowest bit first. @param {number} table @param {number} bits */
  function reverse(table, bits) {
    let [symbol, value] = [1, 0];
    for (let i = 0; i < bits; i++) {
      const found = bit(table + symbol);
      symbol = (symbol << 1) | found;
      value |= found << i;
    }
    return value;
  }

  /** @param {number} table @param {number} pos */
  function length(table, pos) {
    if (!bit(table)) return 2 + tree(table + 2 + pos * 8, 3);
    if (!bit(table + 1)) return 10 + tree(table + 130 + pos * 8, 3);
    return 18 + tree(table + 258, 8);
  }

  /** @param {number} run the length of what lies there */
  function distance(run) {
    const slot = tree(POS_SLOT + Math.min(run - 2, 3) * 64, 6);
    if (slot < 4) return slot;
    const bits = (slot >> 1) - 1;
    const base = (2 | (slot & 1)) << bits;
    if (slot < 14) return base + reverse(POS_SPECIAL + base - slot, bits);
    return (base >>> 0) + direct(bits - 4) * 16 + reverse(ALIGN, 4);
  }

  /** @param {Uint8Array} to */
  function literal(to) {
    const before = at > 0 ? to[at - 1] : 0;
    const table = LITERAL + 0x300 * (((at & literalMask) << lc) + (before >> (8 - lc)));
    let symbol = 1;
    if (state >= 7) {
      let match = to[at - rep0 - 1];
      while (symbol < 0x100) {
        const wanted = (match >> 7) & 1;
        match <<= 1;
        const found = bit(table + ((1 + wanted) << 8) + symbol);
        symbol = (symbol << 1) | found;
        if (found !== wanted) break;
      }
    }
    while (symbol < 0x100) symbol = (symbol << 1) | bit(table + symbol);
    to[at++] = symbol;
    state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
  }

  /** One of the last four distances again; gives the length. @param {number} pos */
  function again(pos) {
    if (!bit(IS_REP_G0 + state)) {
      if (!bit(IS_REP0_LONG + state * 16 + pos)) {
        state = state < 7 ? 9 : 11;
        return 1;
      }
    } else {
      let far = rep1;
      if (bit(IS_REP_G1 + state)) {
        far = rep2;
        if (bit(IS_REP_G2 + state)) {
          far = rep3;
          rep3 = rep2;
        }
        rep2 = rep1;
      }
      rep1 = rep0;
      rep0 = far;
    }
    state = state < 7 ? 8 : 11;
    return length(REP_LENGTH, pos);
  }

  /** @param {number} pos */
  function match(pos) {
    [rep3, rep2, rep1] = [rep2, rep1, rep0];
    state = state < 7 ? 7 : 10;
    const run = length(MATCH_LENGTH, pos);
    rep0 = distance(run);
    return run;
  }

  /** @param {Uint8Array} to @param {number} end */
  function decode(to, end) {
    while (at < end) {
      const pos = at & posMask;
      if (!bit(IS_MATCH + state * 16 + pos)) {
        literal(to);
        continue;
      }
      const run = bit(IS_REP + state) ? again(pos) : match(pos);
      if (rep0 >= at || at + run > end) throw bad();
      for (const stop = at + run; at < stop; at++) to[at] = to[at - rep0 - 1];
    }
  }

  /** @param {number} properties */
  function setProperties(properties) {
    if (properties >= 225) throw bad();
    lc = properties % 9;
    const lp = Math.floor(properties / 9) % 5;
    literalMask = (1 << lp) - 1;
    posMask = (1 << Math.floor(properties / 45)) - 1;
    probs = new Uint16Array(LITERAL + (0x300 << (lc + lp)));
  }

  function reset() {
    probs.fill(1024);
    [state, rep0, rep1, rep2, rep3] = [0, 0, 0, 0, 0];
  }

  /** Unpacks the chunk at the beginning of what is pending; gives its length, or 0 where it is not all there. @param {Uint8Array} to */
  function chunk(to) {
    const control = pending[0];
    if (control === 0) {
      ended = true;
      return 1;
    }
    if (pending.length < 6) return 0;
    const size = ((control & 0x80 ? control & 0x1f : 0) << 16) + (pending[1] << 8) + pending[2] + 1;
    if (at + size > to.length) throw bad();
    if (control < 0x80) {
      if (control > 2) throw bad();
      if (pending.length < 3 + size) return 0;
      to.set(pending.subarray(3, 3 + size), at);
      at += size;
      return 3 + size;
    }
    const head = control >= 0xc0 ? 6 : 5;
    const end = head + (pending[3] << 8) + pending[4] + 1;
    if (pending.length < end) return 0;
    if (pending[head] !== 0) throw bad();
    if (control >= 0xc0) setProperties(pending[5]);
    if (control >= 0xa0) reset();
    input = pending;
    next = head + 5;
    coder[0] = 0xffffffff;
    coder[1] = new DataView(pending.buffer, pending.byteOffset + head + 1, 4).getUint32(0);
    decode(to, at + size);
    if (next !== end || coder[1] !== 0) throw bad();
    return end;
  }

  return {
    push(bytes) {
      const joined = new Uint8Array(pending.length + bytes.length);
      joined.set(pending);
      joined.set(bytes, pending.length);
      pending = joined;
      if (!out) {
        if (pending.length < 4) return new Uint8Array(0);
        out = new Uint8Array(new DataView(pending.buffer).getUint32(0, true));
        pending = pending.subarray(4);
      }
      const from = at;
      while (!ended && pending.length > 0) {
        const taken = chunk(out);
        if (taken === 0) break;
        pending = pending.subarray(taken);
      }
      return out.subarray(from, at);
    },
    done: () => ended && at === out?.length,
  };
}
