// The moments that people remember: he surfaces, a black or double ticket is laid down, he is caught.

import { h, s } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { endOf } from "../lib/moves.js";
import { play } from "../lib/sound.js";
import { motionAllowed } from "../lib/theme.js";
import { TICKET } from "../lib/tickets.js";
import { ticketSign } from "./signs.js";
import { lastEntries } from "./view.js";

/** @typedef {import("../lib/types").View} View */
/** @typedef {import("./game_screen.js").GameScreen} GameScreen */

/** How long the map stays where something happened, and a banner on the screen, in milliseconds. */
const [STAY, BANNER] = [1500, 3200];
/** How long a ticket flies. */
const FLIGHT = 620;
/** How near the map goes. */
const NEAR = 0.8;

/** @param {number} ms */
const wait = (ms) => new Promise((done) => setTimeout(done, ms));

/** What the last move brought, for a screen that has just shown it. @param {View | null} before @param {View} view */
export function momentOf(before, view) {
  const last = view.moves.at(-1);
  if (!before || !last || before.id !== view.id || view.ply !== before.ply + 1) return null;
  if (view.outcome?.reason === "captured")
    return { kind: /** @type {const} */ ("capture"), station: placeOfCapture(view) };
  if (last.by !== "mr_x") return null;
  const entries = lastEntries(view);
  const shown = entries.find(({ slot, station }) => station !== null && view.surfacings.includes(slot));
  if (shown) return { kind: /** @type {const} */ ("reveal"), station: shown.station, entries, slot: shown.slot };
  const special = entries.length > 1 || entries.some(({ ticket }) => TICKET[ticket] === "black");
  return special ? { kind: /** @type {const} */ ("ticket"), station: null, entries } : null;
}

/** @param {View} view */
function placeOfCapture({ moves, stations }) {
  const last = moves.at(-1);
  return (last ? endOf(last.move) : null) ?? stations.mr_x;
}

/**
 * Shows what is special about the last move. Done at once when nothing may move, or when moves are waiting.
 * @param {GameScreen} screen
 * @param {View | null} before
 * @param {View} view
 * @param {boolean} quick
 */
export async function showMoment(screen, before, view, quick) {
  const moment = momentOf(before, view);
  if (!moment) return;
  const slow = !quick && motionAllowed() && !document.hidden;
  if (moment.kind !== "capture") {
    if (slow) await flyTickets(screen, view, moment.entries);
    else play("ticket");
  }
  if (moment.station === null) return;
  const { station } = moment;
  const caught = moment.kind === "capture";
  play(moment.kind);
  if (!caught) turnSlot(screen, /** @type {number} */ (moment.slot));
  showBanner(screen, t(caught ? "moment.caught" : "moment.surfaced", { station }), caught ? "caught" : "surfaced");
  pulse(screen, station);
  if (!slow) return;
  const { viewport } = screen.board;
  const whole = viewport.fitted;
  viewport.focus([screen.board.station(station)], { least: NEAR, most: NEAR });
  await wait(caught ? STAY + 400 : STAY);
  if (whole) viewport.fit(true);
}

/** @param {GameScreen} screen @param {number} slot */
const slotOf = (screen, slot) => screen.sections.log.querySelector(`.log > :nth-child(${slot})`);

/** Turns a slot of the log over, as a card. @param {GameScreen} screen @param {number} slot */
function turnSlot(screen, slot) {
  slotOf(screen, slot)?.classList.add("turned");
}

/**
 * A line of text over the map, for a moment. Screen readers have heard it with the move.
 * @param {GameScreen} screen
 * @param {string} text
 * @param {string} kind
 */
export function showBanner(screen, text, kind) {
  screen.stage.querySelector(".banner")?.remove();
  const banner = h(`p.banner.${kind}`, { "aria-hidden": "true" }, text);
  screen.stage.append(banner);
  setTimeout(() => banner.remove(), BANNER);
}

/** Rings that run out from a station. @param {GameScreen} screen @param {number} station */
function pulse(screen, station) {
  const { x, y } = screen.board.station(station);
  const rings = s(
    "g.moment-rings",
    { transform: `translate(${x} ${y})`, "aria-hidden": "true" },
    [1, 2, 3].map((i) => s(`circle.moment-ring.ring-${i}`, { r: 30 })),
  );
  screen.board.layers.heat.append(rings);
  setTimeout(() => rings.remove(), BANNER);
}

/**
 * Black and double tickets fly from Mr X's hand into the log.
 * @param {GameScreen} screen
 * @param {View} view
 * @param {import("../lib/types").LogEntry[]} entries
 */
async function flyTickets(screen, view, entries) {
  const kinds = entries.map(({ ticket }) => TICKET[ticket]);
  const special = entries.length > 1 || kinds.includes("black");
  play("ticket");
  if (!special) return;
  const own = view.seat === "mr_x";
  const hand = own ? screen.bar : screen.sections.tickets.querySelector("tbody tr");
  const from = visibleBox(hand) ?? screen.stage.getBoundingClientRect();
  const flights = entries.map(({ slot }, i) => {
    const target = visibleBox(slotOf(screen, slot)) ?? visibleBox(screen.panel.querySelector('[data-tab="log"]'));
    return target ? fly(kinds[i], from, target, i * 140) : null;
  });
  if (entries.length > 1) {
    const target = visibleBox(slotOf(screen, entries[0].slot));
    if (target) flights.push(fly("double", from, target, 70));
  }
  await Promise.all(flights);
}

/** Where an element is, if it can be seen. @param {Element | null} element @returns {DOMRect | null} */
function visibleBox(element) {
  const box = element?.getBoundingClientRect();
  return box && box.width > 0 && box.height > 0 ? box : null;
}

/**
 * @param {import("../lib/types").Ticket | "double"} kind
 * @param {DOMRect} from
 * @param {DOMRect} to
 * @param {number} delay
 */
async function fly(kind, from, to, delay) {
  const ticket = ticketSign(kind);
  ticket.classList.add("flying");
  document.body.append(ticket);
  const at = (/** @type {DOMRect} */ box) => ({ x: box.left + box.width / 2, y: box.top + box.height / 2 });
  const [a, b] = [at(from), at(to)];
  const frame = (
    /** @type {number} */ x,
    /** @type {number} */ y,
    /** @type {number} */ size,
    /** @type {number} */ turn,
  ) => `translate(${x}px, ${y}px) translate(-50%, -50%) scale(${size}) rotate(${turn}deg)`;
  const flight = ticket.animate(
    [
      { transform: frame(a.x, a.y, 1, -12), opacity: 0 },
      { transform: frame((a.x + b.x) / 2, Math.min(a.y, b.y) - 60, 2.6, 8), opacity: 1, offset: 0.45 },
      { transform: frame(b.x, b.y, 1, 0), opacity: 1 },
    ],
    { duration: FLIGHT, delay, easing: "cubic-bezier(0.4, 0, 0.3, 1)", fill: "both" },
  );
  await Promise.race([flight.finished, wait(FLIGHT + delay + 300)]).catch(() => {});
  ticket.remove();
}
