// Points in time, in words.

import { locale, t } from "./i18n.js";

/** @param {number} time in milliseconds since 1970 @param {number} [now] */
export function timeAgo(time, now = Date.now()) {
  const minutes = Math.round((now - time) / 60000);
  if (minutes < 1) return t("time.now");
  if (minutes < 60) return t("time.minutes", { n: minutes });
  if (minutes < 60 * 24) return t("time.hours", { n: Math.round(minutes / 60) });
  return new Date(time).toLocaleDateString(locale());
}

/** @param {string | number} date text, or seconds or milliseconds since 1970 @param {number} [now] */
export function dateText(date, now) {
  const time = typeof date === "number" ? date * (date < 1e11 ? 1000 : 1) : Date.parse(date);
  return Number.isNaN(time) ? String(date) : timeAgo(time, now);
}
