// The settings, in a dialog.

import { segmented, select, toggle } from "../lib/controls.js";
import { h } from "../lib/dom.js";
import { hasLinks } from "../lib/engine.js";
import { LANGUAGES, t } from "../lib/i18n.js";
import { installButton } from "../lib/install.js";
import { dialog } from "../lib/messages.js";
import { changeSettings, settings } from "../lib/store.js";
import { showGamesFile } from "./games_file.js";
import { showHowToPlay } from "./how_to_play.js";
import { showMoving } from "./moving.js";
import { nameField } from "./name_field.js";
import { soundSwitch } from "./sound_switch.js";

/** The pages that every page leads to: address and name. */
export const pages = () => [
  ["#/puzzles", t("page.puzzles")],
  ["#/games", t("page.games")],
  ["#/assistant", t("page.assistant")],
  ["#/lab", t("page.lab")],
];

/**
 * @template {string} T
 * @param {string} label
 * @param {{ id: T, name: string }[]} choices
 * @param {T} chosen
 * @param {(id: T) => void} onchoose
 */
const choiceRow = (label, choices, chosen, onchoose) =>
  h("div.row", {}, h("span", {}, label), segmented(label, choices, chosen, onchoose));

export function showSettings() {
  dialog(
    t("settings.title"),
    [
      h(
        "div.rows",
        {},
        choiceRow(
          t("settings.colours"),
          [
            { id: "auto", name: t("settings.auto") },
            { id: "light", name: t("settings.light") },
            { id: "dark", name: t("settings.dark") },
          ],
          settings.theme,
          (theme) => changeSettings({ theme }),
        ),
        select(
          t("settings.language"),
          [{ id: "auto", name: t("settings.language.auto") }, ...LANGUAGES],
          settings.language,
          (language) => {
            changeSettings({ language });
            // Every word of the page changes, so it begins anew.
            location.reload();
          },
        ),
        choiceRow(
          t("settings.follow"),
          [
            { id: "auto", name: t("settings.follow.auto") },
            { id: "on", name: t("settings.follow.on") },
            { id: "off", name: t("settings.follow.off") },
          ],
          settings.follow,
          (follow) => changeSettings({ follow }),
        ),
        nameField(settings.name),
        toggle(t("settings.motion"), settings.motion, (motion) => changeSettings({ motion })),
        soundSwitch(),
        toggle(t("settings.confirm"), settings.confirm, (confirm) => changeSettings({ confirm })),
        h(
          "nav.settings-nav",
          { "aria-label": t("nav.other") },
          pages().map(([href, name]) => h("a", { href }, name)),
          h("a", { href: "#/" }, t("start")),
          h("button", { onclick: showHowToPlay }, t("how.title")),
          h("button", { onclick: hasLinks() ? showMoving : showGamesFile }, t("settings.moving")),
          installButton(),
        ),
      ),
    ],
    { close: t("done") },
  );
}
