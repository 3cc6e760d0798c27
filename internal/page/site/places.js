// The addresses of the page where it is files on a static host, in any folder.

/** Where the page begins. */
export const root = new URL("../../", import.meta.url).pathname;

/** @param {string} name @param {Record<string, string>} [query] */
export const viewAddress = (name, query) => `${root}${name === "play" ? "" : `${name}.html`}${query ? `?${new URLSearchParams(query)}` : ""}`;

/** @param {string} id */
export const idAddress = (id) => viewAddress("play", { id });

/** @param {import("../static/api.js").Row} row */
export const puzzleAddress = (row) => (row.id ? idAddress(row.id) : viewAddress("play", { puzzle: row.puzzle }));

/** @param {URL} url */
export const idIn = (url) => url.searchParams.get("id") ?? undefined;

/** @param {string} name */
export const lessonAddress = (name) => viewAddress("lesson", { name });

/** @param {URL} url */
export const lessonIn = (url) => url.searchParams.get("name") ?? "";

/** The address of a file of the bank. @param {string} name */
export const fileAddress = (name) => `${root}bank/${document.documentElement.dataset.bank}/${name}`;

/** The address of the sheet of a lesson. @param {string} name @param {Record<string, string>} _query */
export const sheetAddress = (name, _query) => fileAddress(`practice/${name}-${document.documentElement.lang}.pdf`);

export const served = false;
