/** Characters of a reason at most. */
export const REASON_MAX = 500
