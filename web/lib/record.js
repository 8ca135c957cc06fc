// The text of a record (docs/reference/record.md).

/**
 * The lines of a record before the first move.
 * @param {string} rules
 * @param {number | null} mrX his start, or null when it is hidden
 * @param {number[]} detectives their starts
 */
export const recordHead = (rules, mrX, detectives) => [
  "yard-record 1",
  `rules ${rules}`,
  `start ${mrX ?? "?"} ${detectives.join(" ")}`,
];

/** @param {string[]} lines */
export const recordText = (lines) => `${lines.join("\n")}\n`;
