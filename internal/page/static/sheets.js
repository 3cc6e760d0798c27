// Sheets: helps, menu, levels. One at a time is open.

const device = /** @type {any} */ (globalThis); // not in one file

/** Hears when the user of the device goes back while a sheet is open. @type {any} */
let watcher; // not in one file

/** Opens a sheet and closes the others. @param {string} name */
export function openSheet(name) {
  if (watcher) watcher.destroy(); // not in one file
  watcher = name && device.CloseWatcher && new device.CloseWatcher(); // not in one file
  if (watcher) watcher.onclose = () => openSheet(""); // not in one file
  for (const sheet of document.querySelectorAll(".sheet")) {
    sheet.toggleAttribute("data-open", sheet.id === name);
    document.querySelector(`.opener[data-do=${sheet.id}]`)?.setAttribute("aria-expanded", String(sheet.id === name));
  }
}

/** The sheet that is open. */
export const sheetOpen = () => document.querySelector(".sheet[data-open]")?.id;

/** Opens a sheet, or closes it. @param {string} name */
export const turnSheet = (name) => openSheet(sheetOpen() === name ? "" : name);
