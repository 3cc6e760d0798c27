// The file that plays is one view.

export const viewAddress = () => "";

/** @param {import("../static/api.js").Row} row */
export const puzzleAddress = (row) => `#${row.puzzle}`;
