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
  const wishes = [read("language"), ...navigator.languages].map((tag) => String(tag).toLowerCase().split("-")[0]);
  root.dataset.theme = read("theme") ?? "auto";
  root.dataset.size = read("size") ?? "";
  root.lang = wishes.find((code) => codes.includes(code)) ?? "en";
  /** @type {any} */ (globalThis).texts = fetched(root.lang).catch(() => fetched("en"));
}
