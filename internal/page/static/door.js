// The door to all that is asked for: the API of the server.

/**
 * The answer to a request to the API, by its path such as puzzles?level=3.
 * @param {string} path @param {RequestInit} [init]
 * @returns {Promise<Response>}
 */
export const request = (path, init) => fetch(`/api/v1/${path}`, init);
