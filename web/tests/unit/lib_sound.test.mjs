import assert from "node:assert/strict";
import test from "node:test";
import { play, SOUNDS } from "../../lib/sound.js";
import { settings } from "../../lib/store.js";

test("sounds are short and quiet", () => {
  for (const [name, tones] of Object.entries(SOUNDS)) {
    for (const [begin, lasts, from, to, loud] of tones) {
      assert.ok(begin + lasts <= 1.5, `${name} is short`);
      assert.ok(loud > 0 && loud <= 0.2, `${name} is quiet`);
      assert.ok(Math.min(from, to) > 20, `${name} can be heard`);
    }
  }
});

test("nothing sounds until it is asked for, and a device without sound does not mind", () => {
  assert.equal(settings.sound, "ask");
  play("reveal");
  settings.sound = "on";
  play("reveal");
  settings.sound = "ask";
});
