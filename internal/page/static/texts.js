// The texts in the language of the page. Boards on other pages have a module of their own
// instead.

/**
 * @typedef {typeof import("../../catalogue/en.json")} English
 * @typedef {keyof English} Key
 * @typedef {Key extends infer K ? K extends `page.${infer G}.${string}` ? G : K extends `${infer G}.${string}` ? G : never : never} Group
 */
/**
 * The name that a key has in a group.
 * @template K, G
 * @typedef {K extends `page.${G & string}.${infer N}` ? N : K extends `${G & string}.${infer N}` ? N : never} NameIn
 */
/** @typedef {{[G in Group]: {[K in Key as NameIn<K, G>]: string}}} Texts */

/** The texts, which first.js fetches. @type {Texts} */
export const texts = (await /** @type {any} */ (globalThis).texts) ?? {};

export const language = globalThis.document?.documentElement.lang ?? "en";
