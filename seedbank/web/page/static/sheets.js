// Sheets: helps, menu, levels. One at a time is open.

/** Opens a sheet and closes the others. @param {string} name */
export function openSheet(name) {
  for (const sheet of document.querySelectorAll(".sheet")) {
    sheet.toggleAttribute("data-open", sheet.id === name);
    document.querySelector(`.opener[data-do=${sheet.id}]`)?.setAttribute("aria-expanded", String(sheet.id === name));
  }
}

/** The sheet that is open. */
export const sheetOpen = () => document.querySelector(".sheet[data-open]")?.id;

/** Opens a sheet, or closes it. @param {string} name */
export const turnSheet = (name) => openSheet(sheetOpen() === name ? "" : name);
