// Small ways to reach and make elements.

/** The element of an id. That it is there is a matter of the page's template. @param {string} id */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`no element ${id}`);
  return found;
}

/**
 * A new element.
 * @param {string} tag @param {Record<string, string>} [attributes]
 * @param {(Node | string)[]} children
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/**
 * A new button, which does something when it is pressed.
 * @param {Record<string, string>} attributes @param {() => void} act
 * @param {(Node | string)[]} children
 */
export function button(attributes, act, ...children) {
  const made = element("button", attributes, ...children);
  made.addEventListener("click", act);
  return made;
}

/** A new button that runs a command. @param {string} name @param {string} label @param {Record<string, string>} [attributes] */
export const commandButton = (name, label, attributes) => element("button", { "data-do": name, ...attributes }, label);

/**
 * A new element of a picture.
 * @param {string} tag @param {Record<string, string | number>} [attributes]
 * @param {(Node | string)[]} children
 */
export function shape(tag, attributes = {}, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...children);
  return made;
}

/**
 * Runs work once the calls have stopped for a while.
 * @template {any[]} A @param {(...values: A) => void} work @param {number} wait in milliseconds
 * @returns {(...values: A) => void}
 */
export function settled(work, wait) {
  /** @type {ReturnType<typeof setTimeout>} */
  let timer;
  return (...values) => {
    clearTimeout(timer);
    timer = setTimeout(() => work(...values), wait);
  };
}

/** Makes a function for answers of which only the latest counts. */
export function onlyLatest() {
  let asked = 0;
  /**
   * What is asked for, or undefined if something else was asked for meanwhile. Without a
   * question, what was asked for is dropped.
   * @template T @param {Promise<T>} [answer]
   */
  return async (answer) => {
    const mine = ++asked;
    const found = await answer?.catch((error) => {
      if (mine === asked) throw error;
    });
    return mine === asked ? found : undefined;
  };
}

/** Offers a file for saving. @param {Blob} blob @param {string} name */
export function save(blob, name) {
  const link = element("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.getAttribute("href") ?? ""), 60_000);
}

/**
 * Copies a text, and tells whether that worked. Browsers have a clipboard only for
 * pages that come by https or from the same computer; elsewhere a selection has to do.
 * @param {string} text @param {Element} [inside] where a selection may be: what is modal has all others inert
 */
export async function copy(text, inside = document.body) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const before = /** @type {HTMLElement | null} */ (document.activeElement);
    const area = /** @type {HTMLTextAreaElement} */ (element("textarea", { readonly: "" }, text));
    inside.append(area);
    area.focus({ preventScroll: true });
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    before?.focus({ preventScroll: true });
    return done;
  }
}
