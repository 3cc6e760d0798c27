// Days and times where the player is.

export const day = 86_400_000; // milliseconds

/** The time where the player is, in milliseconds: its multiples of a day are midnights there. */
export const localNow = () => Date.now() - 60_000 * new Date().getTimezoneOffset();

/** A time as a day such as 2026-01-31. @param {number} time */
const dayOf = (time) => new Date(time).toISOString().slice(0, 10);

export const today = () => dayOf(localNow());

/** A day some days later. @param {string} date @param {number} n */
export const daysLater = (date, n) => dayOf(Date.parse(date) + n * day);
