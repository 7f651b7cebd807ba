/** Control characters, those of the direction of writing, joiners, signs of a variant, ends of lines. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Variation_Selector}]/u
/** Fillers, which are letters or marks to Unicode. */
const FILLERS = [0x34f, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x3164, 0xffa0].map((code) =>
  String.fromCharCode(code),
)

const line = (text: string): string =>
  [...text.replace(/\s/g, ' ')].filter((sign) => !UNSEEN.test(sign) && !FILLERS.includes(sign)).join('')

/**
 * A text in the form in which texts are compared that look alike, in upper case: without regard to case, width and the ways in
 * which one sign is written, without spaces around it and characters that nobody sees. The node does the same
 * (`actors/src/folding.rs`).
 */
export const folded = (text: string): string =>
  line(line(text).normalize('NFKC')).toLowerCase().toUpperCase().normalize('NFKC').trim()

/** Whether a text contains what somebody looks for. */
export const contains = (text: string, sought: string): boolean => folded(text).includes(folded(sought))
