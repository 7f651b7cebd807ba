const MOST = 99

/** A badge's words, and none for none. Arco draws words at once; a count grows, and lays the page out for it. */
export const badgeOf = (count: number): string =>
  count <= 0 ? '' : count > MOST ? `${MOST}+` : String(count)
