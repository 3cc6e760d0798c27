// Runs before anything is drawn: the colours of the page, and its language, whose texts it
// begins to fetch.
{
  const root = document.documentElement;
  /** @param {string} name */
  const read = (name) => {
    try {
      return JSON.parse(localStorage.getItem(`seedoku.${name}`) ?? "null");
    } catch {
      return null;
    }
  };
  const folder = /** @type {HTMLScriptElement} */ (document.currentScript).src;
  /** @param {string} code */
  const fetched = async (code) => {
    const parts = (root.dataset.texts ?? "").split(" ").map((name) => fetch(new URL(`${name}-${code}.json`, folder)).then((response) => response.json()));
    return Object.assign({}, ...(await Promise.all(parts)));
  };
  const codes = root.dataset.languages?.split(" ") ?? [];
  const page = /** @type {any} */ (globalThis);
  /**
   * A language that the page knows: the one that is wished for, or the first one of the device.
   * @param {string} wish
   */
  const known = (wish) => [wish, ...navigator.languages].map((tag) => String(tag).toLowerCase().split("-")[0]).find((code) => codes.includes(code)) ?? "en";
  page.textsOf = (/** @type {string} */ wish) => fetched(known(wish));
  /** @param {string} code */
  const speak = async (code) => {
    const texts = await fetched(code);
    root.lang = code;
    return texts;
  };
  root.dataset.theme = read("theme") ?? "auto";
  root.dataset.size = read("size") ?? "";
  // Without a network, only some languages may be there.
  page.texts = codes.reduce((texts, code) => texts.catch(() => speak(code)), speak(known(read("language"))));
}
