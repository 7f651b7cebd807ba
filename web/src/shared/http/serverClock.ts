/**
 * The server's clock, as its answers tell it: every envelope carries its time in seconds. The browser's clock may be
 * wrong by hours; only the time that has passed since the last answer is taken from it.
 */
/** A time before 2001 is not one. */
const EARLIEST = 1_000_000_000

let aheadMs = 0

/** An answer has said what time it is. */
export function noteServerTime(seconds: unknown): void {
  if (typeof seconds === 'number' && seconds > EARLIEST) aheadMs = seconds * 1000 - Date.now()
}

/** Unix seconds by the server's clock; by the browser's until an answer has arrived. */
export const serverNow = (): number => Math.floor((Date.now() + aheadMs) / 1000)
