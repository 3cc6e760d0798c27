// Small ways to reach and make elements.

/**
 * The element of an id. That it is there is a matter of the page's template.
 * @param {string} id
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`no element ${id}`);
  return found;
}

/**
 * A new element.
 * @param {string} tag @param {Record<string, string>} [attributes] @param {(Node | string)[]} children
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/**
 * A new element of a picture.
 * @param {string} tag @param {Record<string, string | number>} [attributes] @param {(Node | string)[]} children
 */
export function shape(tag, attributes = {}, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...children);
  return made;
}

/**
 * Runs work once the calls have stopped for a while.
 * @param {() => void} work @param {number} wait in milliseconds
 */
export function settled(work, wait) {
  /** @type {ReturnType<typeof setTimeout>} */
  let timer;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(work, wait);
  };
}

/**
 * Offers a file for saving.
 * @param {Blob} blob @param {string} name
 */
export function save(blob, name) {
  const link = element("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.getAttribute("href") ?? ""), 60_000);
}
