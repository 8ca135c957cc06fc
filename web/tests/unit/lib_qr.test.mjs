// QR codes, against what an independent encoder (the Python package qrcode 8) drew with the same mask.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import test from "node:test";
import { qrCode, qrPath } from "../../lib/qr.js";

const HELLO = [
  "111111101101001111111",
  "100000100110101000001",
  "101110100111101011101",
  "101110101001001011101",
  "101110101000101011101",
  "100000101011001000001",
  "111111101010101111111",
  "000000001111100000000",
  "100010111111011111001",
  "000111001011100101111",
  "101100101011001110010",
  "111001000100011010000",
  "001011100100111000110",
  "000000001110111001011",
  "111111101100110001010",
  "100000100001100100010",
  "101110101001001110101",
  "101110100001100001011",
  "101110100111001111000",
  "100000100100011000000",
  "111111101000111110101",
];

/** Texts of versions 5, 10, 7 and 8, and the SHA-256 of their squares. */
const OTHERS = [
  [
    "http://192.168.1.20:7199/#/join/abcDEF123456/abcdefghijklmnopqrstuvwx",
    37,
    "dfc1aca27dab6b7ef5c712c4c576cb151277c8ca7eb18e1935f177be2289e433",
  ],
  ["x".repeat(213), 57, "f8a692e420006d88c10e55f6fb2f048c68ad07db0d7c3f134adf4ff3fc04aae2"],
  ["ü".repeat(60), 45, "6090adee54a8d40ad7196967d95949e73d1c070da7dd635c96734b36e197497e"],
  ["y".repeat(150), 49, "230adb2b282df71c405a01a24dc833c1eab6b49b30c774cf62628459aa935412"],
];

const rows = (squares) => squares.map((row) => row.map((dark) => (dark ? "1" : "0")).join(""));

test("a short text is drawn square by square as elsewhere", () => {
  assert.deepEqual(rows(qrCode("HELLO")), HELLO);
});

test("longer texts, with several blocks and the version written in", () => {
  for (const [text, size, sum] of OTHERS) {
    const drawn = rows(qrCode(text));
    assert.equal(drawn.length, size);
    assert.equal(createHash("sha256").update(drawn.join("\n")).digest("hex"), sum, text);
  }
});

test("the longest text fits, and a longer one is refused", () => {
  assert.equal(qrCode("x".repeat(213))?.length, 57);
  assert.equal(qrCode("x".repeat(214)), null);
});

test("the path has one square for each dark one", () => {
  const dark = HELLO.join("").replaceAll("0", "").length;
  assert.equal(qrPath(qrCode("HELLO")).split("M").length - 1, dark);
});
