// An invitation: whoever opens it first sits down. Also the way back to a seat that was lost.

import { seatAddress } from "../lib/addresses.js";
import { ApiError, api } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { seatName } from "../lib/seats.js";
import { heldGame, holdSeat, updateGame } from "../lib/store.js";
import { capitalised, faultText } from "../lib/text.js";
import { recoveryForm } from "../seat/recovery.js";
import { topbar } from "../seat/topbar.js";

/** @param {string} id @param {string} invitation */
async function sitDown(id, invitation) {
  const seated = await api.claim(id, invitation);
  holdSeat(id, seated);
  const here = seatAddress(id, seated.seat);
  updateGame(id, { seat: here });
  // The invitation is dead; it needs no place in the browser's history either.
  location.replace(here);
}

/** What to say when nobody can sit down with this link. @param {unknown} fault @param {string} id */
function refusal(fault, id) {
  const code = fault instanceof ApiError ? fault.code : "";
  const title = code === "claimed" ? t("join.taken") : t("join.dead");
  return h(
    "div.page.join",
    {},
    h("h1", {}, title),
    h("p", {}, `${capitalised(faultText(fault)).replace(/\.$/, "")}.`),
    h("p.quiet", {}, t("join.once")),
    recoveryForm(id),
    h("p", {}, h("a", { href: "#/" }, t("back_to_start"))),
  );
}

/**
 * `#/join/ID/INVITATION`
 * @type {import("../lib/router.js").Show}
 */
export async function showJoin(place, [id, invitation]) {
  place.append(topbar(t("join.page")));
  const join = async () => {
    try {
      await sitDown(id, invitation);
    } catch (fault) {
      place.append(refusal(fault, id));
    }
  };
  const held = Object.keys(heldGame(id)?.seats ?? {});
  if (held.length === 0) return void (await join());
  // Whoever tries out a link that is meant for somebody else should not take the seat by that.
  const question = h(
    "div.page.join",
    {},
    h("h1", {}, t("join.already")),
    h("p", {}, t("join.already.text", { seats: held.map((seat) => seatName(seat)).join(", ") })),
    h(
      "div.row-buttons",
      {},
      h("a.button.primary", { href: seatAddress(id, held[0]) }, t("join.back")),
      h(
        "button",
        {
          onclick: () => {
            question.remove();
            void join();
          },
        },
        t("join.take"),
      ),
    ),
  );
  place.append(question);
}

/**
 * `#/recover/ID`
 * @type {import("../lib/router.js").Show}
 */
export function showRecover(place, [id]) {
  place.append(topbar(t("recover.page")), h("div.page.join", {}, recoveryForm(id)));
}
