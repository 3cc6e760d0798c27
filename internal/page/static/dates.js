// Days of the calendar where the player is.

/** A day such as 2026-01-31. */
export function today() {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((n) => String(n).padStart(2, "0")).join("-");
}

/** A day some days later. @param {string} date @param {number} n */
export const daysLater = (date, n) => new Date(Date.parse(date) + n * 86_400_000).toISOString().slice(0, 10);
