// The file that plays is one view.

/** @param {import("../static/api.js").Row} row */
export const puzzleAddress = (row) => `#${row.puzzle}`;
