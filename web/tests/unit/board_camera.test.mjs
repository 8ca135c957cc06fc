import assert from "node:assert/strict";
import test from "node:test";
import {
  between,
  covering,
  framing,
  freeArea,
  kept,
  leastZoom,
  revealing,
  toGlass,
  toPaper,
  zoomedAt,
} from "../../board/camera.js";

const CAMERA = { k: 2, x: 30, y: -10 };
const GLASS = { width: 800, height: 600 };
const PAPER = { width: 2000, height: 1000 };
const INSETS = { top: 0, right: 0, bottom: 100, left: 0 };

test("a point of the paper and its place on the glass are the same point", () => {
  assert.deepEqual(toGlass(CAMERA, { x: 5, y: 5 }), { x: 40, y: 0 });
  assert.deepEqual(toPaper(CAMERA, toGlass(CAMERA, { x: 17, y: 4 })), { x: 17, y: 4 });
});

test("the paper under the finger stays where it is while the map zooms", () => {
  const finger = { x: 100, y: 200 };
  const after = zoomedAt(CAMERA, finger, 3);
  assert.equal(after.k, 3);
  assert.deepEqual(toPaper(after, finger), toPaper(CAMERA, finger));
});

test("bars take room away, but never all of it", () => {
  assert.deepEqual(freeArea(GLASS, INSETS), { left: 0, top: 0, width: 800, height: 500 });
  assert.equal(freeArea({ width: 50, height: 50 }, INSETS).height, 60);
});

test("a box is shown in the middle, neither too near nor too far", () => {
  const area = freeArea(GLASS, INSETS);
  const options = { margin: 0, least: 0, most: 1.1, floor: leastZoom(PAPER, GLASS) };
  const whole = framing({ left: 0, top: 0, right: 2000, bottom: 1000 }, area, options);
  assert.deepEqual(whole, { k: 0.4, x: 0, y: 50 });
  const point = framing({ left: 500, top: 500, right: 500, bottom: 500 }, area, options);
  assert.equal(point.k, 1.1);
  assert.deepEqual(toGlass(point, { x: 500, y: 500 }), { x: 400, y: 250 });
  assert.equal(framing({ left: 0, top: 0, right: 2000, bottom: 1000 }, area, { ...options, least: 0.7 }).k, 0.7);
});

test("a point that is well inside moves nothing, another one as little as needed", () => {
  const area = { left: 0, top: 0, width: 800, height: 600 };
  const camera = { k: 1, x: 0, y: 0 };
  assert.deepEqual(revealing(camera, { x: 400, y: 300 }, area), camera);
  assert.deepEqual(revealing(camera, { x: 790, y: 300 }, area), { k: 1, x: -46, y: 0 });
  assert.deepEqual(revealing(camera, { x: 400, y: -20 }, area), { k: 1, x: 0, y: 76 });
});

test("a glide begins and ends where it should, and moves in step with the zoom", () => {
  const [from, to] = [
    { k: 1, x: 0, y: 0 },
    { k: 4, x: -300, y: 60 },
  ];
  assert.deepEqual(between(from, to, 0), from);
  assert.deepEqual(between(from, to, 1), to);
  assert.deepEqual(between(from, to, 0.5), { k: 2, x: -100, y: 20 });
  assert.deepEqual(between(from, { k: 1, x: 10, y: 0 }, 0.5), { k: 1, x: 5, y: 0 });
});

test("some of the paper always stays on the glass", () => {
  assert.deepEqual(kept({ k: 1, x: 5000, y: -5000 }, PAPER, GLASS), { k: 1, x: 710, y: -910 });
  assert.deepEqual(kept({ k: 1, x: -50, y: 20 }, PAPER, GLASS), { k: 1, x: -50, y: 20 });
});

test("a map that is larger than the glass leaves no table beside it", () => {
  const [paper, area] = [
    { width: 1000, height: 500 },
    { left: 8, top: 8, width: 400, height: 300 },
  ];
  assert.deepEqual(covering({ k: 1, x: 200, y: -900 }, paper, area), { k: 1, x: 8, y: -192 });
  assert.deepEqual(covering({ k: 1, x: -100, y: -50 }, paper, area), { k: 1, x: -100, y: -50 });
  assert.deepEqual(covering({ k: 0.2, x: 70, y: 30 }, paper, area), { k: 0.2, x: 70, y: 30 }, "a small one stays");
});
