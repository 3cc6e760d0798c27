// What the bundle has of its own: styles, and texts by language.

export const styles: string;
export const catalogues: Record<string, import("../static/texts.js").Texts>;
