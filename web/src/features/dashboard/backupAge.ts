/** Seconds after which a backup has to have been tested again: the test runs once a week. */
const LIMIT = 8 * 86_400

/** Whether the newest test of a backup (Unix seconds; 0 for none) is too long ago. */
export const isOld = (tested: number, now: number): boolean => now - tested > LIMIT
