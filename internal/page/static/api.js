// The server's API.

import { request } from "./door.js";

/**
 * @typedef {object} Row a puzzle of the bank
 * @property {string} id
 * @property {string} puzzle
 * @property {string} solution
 * @property {number} clues
 * @property {number} level
 * @property {number} er
 * @property {string} hardest
 * @property {string} [symmetry]  of its clues, as it stands
 * @property {string} [name]  that the player has given it
 *
 * @typedef {{says: string, house?: string, cell?: string, note?: number, from?: number[]}} Link
 *
 * A sentence of an explanation, with the numbers of the assumptions that it is under.
 * @typedef {{says: string, part: string, text: string, under?: number[], claims?: string[]}} Statement
 *
 * @typedef {object} Step
 * @property {string} technique
 * @property {number} rating
 * @property {string} [placement]
 * @property {string[]} [removed]
 * @property {string[]} [cells]
 * @property {string[]} [others]
 * @property {string} [digits]
 * @property {string} [extra]
 * @property {string[]} [houses]
 * @property {string[]} [covers]
 * @property {Link[][]} [chains]
 * @property {string} name
 * @property {Statement[]} [statements]
 * @property {string} explanation
 *
 * @typedef {{grid: string, candidates: string[], steps: Step[]}} Round
 *
 * @typedef {object} Place where a player is
 * @property {string} puzzle
 * @property {string} grid
 * @property {string[]} removed
 */

/** An answer that says what was wrong. */
export class Problem extends Error {
  /** @param {number} status @param {string} reason */
  constructor(status, reason) {
    super(reason);
    this.status = status;
  }
}

/** What a problem (RFC 9457) says. @param {any} problem */
export function reasonOf(problem) {
  const fields = (problem.errors ?? []).map((/** @type {any} */ e) => [e.field, e.detail].filter(Boolean).join(": "));
  return fields.join("; ") || problem.detail || "";
}

/** @param {string} path @param {RequestInit} [init] */
export async function send(path, init) {
  const spoken = { "Accept-Language": document.documentElement.lang }; // explanations are in the language of the page
  const response = await request(path, { ...init, headers: { ...spoken, ...init?.headers } });
  if (!response.ok) throw new Problem(response.status, reasonOf(await response.json().catch(() => ({}))) || response.statusText);
  return response;
}

/**
 * @param {string} path @param {URLSearchParams | Record<string, string>} [query]
 * @param {AbortSignal} [signal] @returns {Promise<any>}
 */
export async function get(path, query, signal) {
  const text = query ? new URLSearchParams(query).toString() : "";
  return (await send(text ? `${path}?${text}` : path, { signal, headers: { accept: "application/json" } })).json();
}

/**
 * @param {string} path @param {Record<string, string>} query @param {object} body
 * @param {AbortSignal} [signal] @returns {Promise<any>}
 */
export async function post(path, query, body, signal) {
  const headers = { accept: "application/json", "content-type": "application/json" };
  return (await send(`${path}?${new URLSearchParams(query)}`, { method: "POST", signal, headers, body: JSON.stringify(body) })).json();
}

/**
 * What the server finds in a text or file of any format, and what its bank knows of it.
 * @param {string | Blob} body @param {AbortSignal} [signal] @param {"check" | "compare"} [path] compare tells what copies are among it
 * @returns {Promise<any[]>}
 */
export async function check(body, signal, path = "check") {
  const response = await send(path, { method: "POST", signal, body, headers: { "content-type": "text/plain" } });
  return answersIn(response.headers.get("content-type") ?? "", await response.text());
}

/**
 * The answers in a body: one object, or one a line.
 * @param {string} type @param {string} body @returns {any[]}
 */
export function answersIn(type, body) {
  if (/^application\/json(;|$)/.test(type)) return [JSON.parse(body)];
  return body.split("\n").filter((line) => line.trim()).map((line) => JSON.parse(line));
}

/** The name that an answer has as a file. @param {Response} response @param {string} other if it has none */
export const nameIn = (response, other) => /filename="?([^";]+)/.exec(response.headers.get("content-disposition") ?? "")?.[1] ?? other;

/** Whether a bank has nothing of what was asked for. @param {unknown} error */
export const isMissing = (error) => error instanceof Problem && error.status === 404;

/** Handles an error: something else is done where a bank has nothing. @template T @param {() => T} instead */
export const ifMissing = (instead) => (/** @type {unknown} */ error) => {
  if (isMissing(error)) return instead();
  throw error;
};

/** @param {unknown} error */
export const isOffline = (error) => error instanceof TypeError || !navigator.onLine;

/** Why there is no answer. @param {any} error @param {string} offline what to say without a network */
export const reasonFor = (error, offline) => (isOffline(error) ? offline : error.message);

/** An ID as it is written in running text, as the bank has it. @param {string} text */
export const cleanID = (text) => text.replace(/[\p{Pd}\u2212]/gu, "-").replace(/[^0-9a-z]+$/i, "").toUpperCase();

/** A puzzle ID, alone or in an address of a page, served or on a static host. */
const ownID = /^\s*(?:https?:\/\/\S+(?:\/p\/|[?&]id=))?([0-9a-z]{5,}(?:-[0-9a-z]{5,}){1,2})\s*$/i;

/** The puzzle ID in a text. @param {string} text */
export const idOf = (text) => ownID.exec(cleanID(text))?.[1];

/**
 * Returns the puzzle that an ID names, and everything else as it is.
 * @param {string | Blob} given @param {AbortSignal} [signal] @returns {Promise<string | Blob>}
 */
export async function lookedUp(given, signal) {
  const id = typeof given === "string" ? idOf(given) : undefined;
  return id ? (await get(`puzzles/${id}`, undefined, signal)).puzzle : given;
}
