// Days, as a calendar on the wall counts them. Pure.

/** Milliseconds of a day. */
const DAY = 86_400_000;

/** The day of a moment where the person is: `2026-11-18`. @param {Date} [moment] */
export function dayOf(moment = new Date()) {
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
}

/** Days since 1970-01-01. @param {string} day */
export const dayNumber = (day) => Math.round(Date.parse(`${day}T00:00:00Z`) / DAY);

/**
 * How many days in a row something was done, up to today; today may still be to come.
 * @param {Iterable<string>} days
 * @param {string} today
 */
export function daysInARow(days, today) {
  const done = new Set([...days].map(dayNumber));
  const now = dayNumber(today);
  let day = done.has(now) ? now : now - 1;
  let count = 0;
  for (; done.has(day); day--) count++;
  return count;
}

/** The longest such row ever. @param {Iterable<string>} days */
export function longestRow(days) {
  const sorted = [...new Set([...days].map(dayNumber))].sort((a, b) => a - b);
  let [best, row] = [0, 0];
  sorted.forEach((day, i) => {
    row = i > 0 && day === sorted[i - 1] + 1 ? row + 1 : 1;
    best = Math.max(best, row);
  });
  return best;
}
