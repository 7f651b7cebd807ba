const MOST = 99

/** A badge's text; empty for 0. A text and not a count, because Arco animates counts, which costs a layout. */
export const badgeOf = (count: number): string =>
  count <= 0 ? '' : count > MOST ? `${MOST}+` : String(count)
