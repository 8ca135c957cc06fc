// QR codes of our own, after ISO/IEC 18004: bytes, error correction M, versions 1 to 10. Pure: text in, squares out.

/** Of each version from 1: codewords of error correction in a block, and blocks. */
const CORRECTION = [
  [10, 1],
  [16, 1],
  [26, 1],
  [18, 2],
  [24, 2],
  [16, 4],
  [18, 4],
  [22, 4],
  [22, 5],
  [26, 5],
];
/** Of each version from 1: codewords in all. */
const CODEWORDS = [26, 44, 70, 100, 134, 172, 196, 242, 292, 346];
/** Of each version from 1: where the small squares for alignment have their centres. */
const ALIGNMENT = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]];
/** From this version on the length takes two bytes. */
const LONG_LENGTH = 10;
/** From this version on the version is written into the code. */
const TELLS_VERSION = 7;
/** The bits of level M in the format information. */
const LEVEL_M = 0;

/** @typedef {boolean[][]} Squares rows from the top; true is dark */

/** What decides whether a mask turns a square, by the number of the mask. @type {((x: number, y: number) => boolean)[]} */
const MASKS = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/**
 * The squares of a QR code.
 * @param {string} text
 * @returns {Squares | null} null for a text that is too long
 */
export function qrCode(text) {
  const bytes = [...new TextEncoder().encode(text)];
  const version =
    CODEWORDS.findIndex((_, i) => bytes.length + (i + 1 >= LONG_LENGTH ? 3 : 2) <= dataCodewords(i + 1)) + 1;
  if (version === 0) return null;
  const words = interleaved(version, padded(version, bytes));
  const codes = MASKS.map((_, mask) => drawn(version, words, mask));
  const faults = codes.map(penalty);
  return codes[faults.indexOf(Math.min(...faults))];
}

/** @param {number} version */
function dataCodewords(version) {
  const [each, blocks] = CORRECTION[version - 1];
  return CODEWORDS[version - 1] - each * blocks;
}

/** Mode, length, bytes and filling. @param {number} version @param {number[]} bytes */
function padded(version, bytes) {
  const length = version >= LONG_LENGTH ? [bytes.length >> 8, bytes.length & 255] : [bytes.length];
  // Everything lies four bits late, behind the four that name the mode.
  const halves = [4, ...[...length, ...bytes].flatMap((byte) => [byte >> 4, byte & 15]), 0];
  const words = Array.from({ length: halves.length / 2 }, (_, i) => (halves[2 * i] << 4) | halves[2 * i + 1]);
  for (let filling = 0xec; words.length < dataCodewords(version); filling ^= 0xec ^ 0x11) words.push(filling);
  return words;
}

/** The codewords in the order in which they are written. @param {number} version @param {number[]} data */
function interleaved(version, data) {
  const [each, count] = CORRECTION[version - 1];
  const short = Math.floor(data.length / count);
  const longOnes = data.length % count;
  const blocks = Array.from({ length: count }, (_, i) => {
    const from = i * short + Math.max(0, i - (count - longOnes));
    return data.slice(from, from + short + (i >= count - longOnes ? 1 : 0));
  });
  const corrections = blocks.map((block) => correction(block, each));
  const columns = (/** @type {number[][]} */ lists, /** @type {number} */ length) =>
    Array.from({ length }, (_, i) => lists.flatMap((list) => (i < list.length ? [list[i]] : []))).flat();
  return [...columns(blocks, short + 1), ...columns(corrections, each)];
}

/** A product in the field of 256 elements. @param {number} a @param {number} b */
function times(a, b) {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    product ^= ((b >> bit) & 1) * a;
  }
  return product;
}

/** The rest that a block leaves: its codewords of error correction. @param {number[]} block @param {number} count */
function correction(block, count) {
  /** The polynomial without its first factor 1, the highest power first. */
  let divisor = [1];
  for (let i = 0, root = 1; i < count; i++, root = times(root, 2)) {
    const longer = [...divisor, 0];
    divisor.forEach((factor, j) => {
      longer[j + 1] ^= times(factor, root);
    });
    divisor = longer;
  }
  const rest = new Array(count).fill(0);
  for (const word of block) {
    const factor = word ^ rest.shift();
    rest.push(0);
    for (let i = 0; i < count; i++) rest[i] ^= times(divisor[i + 1], factor);
  }
  return rest;
}

/** A value with the rest of its division behind it, as format and version are protected. @param {number} value @param {number} generator @param {number} bits */
function protectedBits(value, generator, bits) {
  let rest = value;
  for (let i = 0; i < bits; i++) rest = (rest << 1) ^ ((rest >> (bits - 1)) * generator);
  return (value << bits) | rest;
}

/** @param {number} version @param {number[]} words @param {number} mask @returns {Squares} */
function drawn(version, words, mask) {
  const size = 17 + 4 * version;
  /** @type {(boolean | undefined)[][]} */
  const squares = Array.from({ length: size }, () => new Array(size).fill(undefined));
  drawPatterns(squares, version);
  drawFormat(squares, mask);
  if (version >= TELLS_VERSION) drawVersion(squares, version);
  drawWords(squares, words, MASKS[mask]);
  return /** @type {Squares} */ (squares);
}

/** What is the same in every code of a version. @param {(boolean | undefined)[][]} squares @param {number} version */
function drawPatterns(squares, version) {
  const size = squares.length;
  const rings = (
    /** @type {number} */ cx,
    /** @type {number} */ cy,
    /** @type {number} */ reach,
    /** @type {number[]} */ light,
  ) => {
    for (let y = Math.max(0, cy - reach); y <= Math.min(size - 1, cy + reach); y++)
      for (let x = Math.max(0, cx - reach); x <= Math.min(size - 1, cx + reach); x++)
        squares[y][x] = !light.includes(Math.max(Math.abs(x - cx), Math.abs(y - cy)));
  };
  for (let i = 8; i < size - 8; i++) squares[6][i] = squares[i][6] = i % 2 === 0;
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ])
    rings(x, y, 4, [2, 4]);
  const centres = ALIGNMENT[version - 1];
  const last = centres.at(-1);
  for (const x of centres)
    for (const y of centres) {
      const corner = (x === 6 && y === 6) || (x === 6 && y === last) || (x === last && y === 6);
      if (!corner) rings(x, y, 2, [1]);
    }
}

/** Level and mask, twice. @param {(boolean | undefined)[][]} squares @param {number} mask */
function drawFormat(squares, mask) {
  const size = squares.length;
  const bits = protectedBits((LEVEL_M << 3) | mask, 0x537, 10) ^ 0x5412;
  const bit = (/** @type {number} */ i) => ((bits >> i) & 1) === 1;
  for (let i = 0; i < 6; i++) squares[i][8] = bit(i);
  squares[7][8] = bit(6);
  squares[8][8] = bit(7);
  squares[8][7] = bit(8);
  for (let i = 9; i < 15; i++) squares[8][14 - i] = bit(i);
  for (let i = 0; i < 8; i++) squares[8][size - 1 - i] = bit(i);
  for (let i = 8; i < 15; i++) squares[size - 15 + i][8] = bit(i);
  squares[size - 8][8] = true;
}

/** @param {(boolean | undefined)[][]} squares @param {number} version */
function drawVersion(squares, version) {
  const bits = protectedBits(version, 0x1f25, 12);
  for (let i = 0; i < 18; i++) {
    const [a, b] = [squares.length - 11 + (i % 3), Math.floor(i / 3)];
    squares[a][b] = squares[b][a] = ((bits >> i) & 1) === 1;
  }
}

/** The codewords in columns of two, up and down from the right. @param {(boolean | undefined)[][]} squares @param {number[]} words @param {(x: number, y: number) => boolean} mask */
function drawWords(squares, words, mask) {
  const size = squares.length;
  let at = 0;
  for (let right = size - 1, up = true; right >= 1; right -= 2, up = !up) {
    if (right === 6) right = 5;
    for (let i = 0; i < size; i++) {
      const y = up ? size - 1 - i : i;
      for (const x of [right, right - 1]) {
        if (squares[y][x] !== undefined) continue;
        const dark = at < words.length * 8 && ((words[at >> 3] >> (7 - (at & 7))) & 1) === 1;
        at++;
        squares[y][x] = dark !== mask(x, y);
      }
    }
  }
}

/** How hard a code is to read, by the four rules of the standard. @param {Squares} squares */
function penalty(squares) {
  const size = squares.length;
  const columns = squares.map((_, x) => squares.map((row) => row[x]));
  let sum = 0;
  for (const line of [...squares, ...columns]) {
    const text = line.map((dark) => (dark ? "1" : "0")).join("");
    for (const [run] of text.matchAll(/0{5,}|1{5,}/g)) sum += run.length - 2;
    for (const finder of [/(?=00001011101)/g, /(?=10111010000)/g]) sum += 40 * [...text.matchAll(finder)].length;
  }
  for (let y = 0; y + 1 < size; y++)
    for (let x = 0; x + 1 < size; x++) {
      const four = [squares[y][x], squares[y][x + 1], squares[y + 1][x], squares[y + 1][x + 1]];
      if (four.every((dark) => dark === four[0])) sum += 3;
    }
  const dark = squares.flat().filter(Boolean).length;
  const off = Math.abs((dark * 100) / (size * size) - 50);
  return sum + 10 * Math.floor(off / 5);
}

/** The dark squares as one path of SVG, each square of size 1. @param {Squares} squares */
export const qrPath = (squares) =>
  squares.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
