// The addresses of the views, and of puzzles in the view Play.

/** Where the page begins. */
export const root = "/";

/**
 * The address of a view with what it shows.
 * @param {string} name @param {Record<string, string>} [query]
 */
export const viewAddress = (name, query) => `${root}${name === "play" ? "" : name}${query ? `?${new URLSearchParams(query)}` : ""}`;

/** The address of a puzzle, by its ID. @param {string} id */
export const idAddress = (id) => `${root}p/${encodeURIComponent(id)}`;

/** The address of a puzzle. @param {import("./api.js").Row} row */
export const puzzleAddress = (row) => (row.id ? idAddress(row.id) : viewAddress("play", { puzzle: row.puzzle }));

/** The ID in an address, as it is written there. @param {URL} url */
export const idIn = (url) => /^\/p\/([^/]+)\/*$/.exec(url.pathname)?.[1];

/** The address of a lesson. @param {string} name of a technique or of a label */
export const lessonAddress = (name) => `${root}learn/${name}`;

/** The name in the address of a lesson. @param {URL} url */
export const lessonIn = (url) => decodeURIComponent(url.pathname.split("/")[2] ?? "");

/**
 * The address of a sheet of positions with answers.
 * @param {string} _name of a technique or of a label @param {Record<string, string>} query
 */
export const sheetAddress = (_name, query) => `${root}api/v1/practice?${new URLSearchParams({ ...query, format: "pdf", lang: document.documentElement.lang })}`;

/** Whether there is a server, which makes what pages alone cannot. */
export const served = true;
