/** Full-width letters stand this far above the usual ones. */
const FULL_WIDTH = 0xfee0

/** A text as names are compared: trimmed, in upper case, with full-width letters folded, as the node does it. */
export const folded = (text: string): string =>
  text
    .replace(/[\uff01-\uff5e]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - FULL_WIDTH))
    .replaceAll('\u3000', ' ')
    .trim()
    .toUpperCase()
