import assert from "node:assert/strict";
import test from "node:test";
import { unpacker } from "../../local/unpack.js";

// Made by `yard-site pack` from the text below.
const PACKED =
  "WhcAAOAXWQF1BAA6GQ5zpCoP/WusUtCHuLVN4A+gRsR1yQqtbPiFFS5bc2xdKEigIlpMEK+EDupwPGtGsYlpm6aP9+945RETICXo" +
  "bK+B1VwlTbF75RHoEhNY96UohA1AJ8xW9oLsxYxyhaXiuDOZ46LyHYwtt+I8NaHOVSemwU7CF7MqM+5C6YH46cYcrXAzCM1gLWgu" +
  "MCIvqJnvxxdQFc6jzV3jVRkVQ8N9Z/LmZ6A/Ov9+KH4yczrVZYAjRpq4FDjK7+q2Eg/BySTaadLcMtw8s7MrliZiL4YHQzGHJuux" +
  "KhJLOdKgTvPwxBcT2RJNX3tmjYpfXbiiLL2sFQ46wUWzdgn4XvDJ/O4E8cDZO+OaNhAqMkDBpBIhcMWvanMucscdW6q/C2MjKkxS" +
  "yLX3jCYLmBpzvKb4nbDJKEQjXD3JFL5P2CLR2mPSsXl7/X/JQ0ntEIUeKXFmCvHXxrFJgvCjsBHRmOWFIJHcREdwGINgJqnF3rSJ" +
  "Wtx4og3xAMwAAA==";
const TEXT =
  "taxi to 46, bus to 58, underground to 79, black to 108. ".repeat(40) +
  Array.from({ length: 300 }, (_, i) => `station ${((i * 7919) % 199) + 1}; `).join("");

const packed = () => Uint8Array.from(Buffer.from(PACKED, "base64"));

/** Unpacks pieces of a length. @param {Uint8Array} bytes @param {number} step */
function unpack(bytes, step = bytes.length) {
  const { push, done } = unpacker();
  const pieces = [];
  for (let at = 0; at < bytes.length; at += step) pieces.push(push(bytes.subarray(at, at + step)));
  return { text: Buffer.concat(pieces).toString(), whole: done() };
}

test("what was packed comes back, in whatever pieces it comes", () => {
  for (const step of [1, 3, 100, 1000])
    assert.deepEqual(unpack(packed(), step), { text: TEXT, whole: true }, `${step}`);
});

test("chunks that nothing could make smaller are taken as they are", () => {
  const plain = Uint8Array.from([5, 0, 0, 0, 1, 0, 2, 89, 97, 114, 2, 0, 1, 100, 33, 0]);
  assert.deepEqual(unpack(plain), { text: "Yard!", whole: true });
  assert.deepEqual(unpack(plain, 1), { text: "Yard!", whole: true });
  assert.deepEqual(unpack(Uint8Array.from([0, 0, 0, 0, 0])), { text: "", whole: true });
});

test("a file that ends early is not whole", () => {
  for (const end of [0, 3, 4, 9, 200, packed().length - 1])
    assert.equal(unpack(packed().subarray(0, end)).whole, false);
});

test("a damaged file is never taken for a whole one", () => {
  for (let at = 0; at < packed().length; at++) {
    const bytes = packed();
    bytes[at] ^= 0x15;
    try {
      const { text, whole } = unpack(bytes);
      assert.ok(!whole || text !== TEXT, `byte ${at}`);
    } catch (fault) {
      if (fault instanceof assert.AssertionError) throw fault;
      assert.match(String(fault), /the packed file is damaged/);
    }
  }
});
