// Sound and vibration: asked for once, at the first game, and one switch afterwards.

import { toggle } from "../lib/controls.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { play } from "../lib/sound.js";
import { changeSettings, memory, settings } from "../lib/store.js";

/** The switch of the settings. */
export const soundSwitch = () =>
  toggle(t("sound.switch"), settings.sound === "on", (on) => {
    changeSettings({ sound: on ? "on" : "off" });
    if (on) play("turn");
  });

/** The question at the first game; null once it has been answered, and in later games. @param {string} id of the game */
export function soundQuestion(id) {
  if (settings.sound !== "ask") return null;
  const first = memory.read("sound-asked", id);
  memory.write("sound-asked", first);
  if (first !== id) return null;
  const answer = (/** @type {"on" | "off"} */ sound) => {
    changeSettings({ sound });
    question.remove();
    play("turn");
  };
  const question = h(
    "div.sound-question",
    { role: "group", "aria-label": t("sound.switch") },
    h("p", {}, t("sound.question")),
    h("button", { onclick: () => answer("on") }, t("sound.on")),
    h("button.quiet-button", { onclick: () => answer("off") }, t("sound.off")),
  );
  return question;
}
