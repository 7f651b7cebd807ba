/**
 * The server's clock, as its answers tell it: every envelope carries its time in seconds. The browser's clock may be
 * wrong by hours; only the time that has passed since the last answer is taken from it.
 */
/** A time before 2001 is not one. */
const EARLIEST = 1_000_000_000
/** Seconds without their fraction, and the way of an answer, make a clock late by less than this. */
const LATE_MS = 2_000

let aheadMs: number | null = null

/**
 * An answer has said what time it is. An answer can only make the clock seem late, so the one that says most is right, until
 * another differs by more than that explains: then a clock was set. So the seconds that are shown run evenly.
 */
export function noteServerTime(seconds: unknown): void {
  if (typeof seconds !== 'number' || seconds <= EARLIEST) return
  const said = seconds * 1000 - Date.now()
  if (aheadMs === null || said > aheadMs || said < aheadMs - LATE_MS) aheadMs = said
}

/** Unix milliseconds by the server's clock; by the browser's until an answer has arrived. */
export const serverMs = (): number => Date.now() + (aheadMs ?? 0)

/** Unix seconds by the server's clock; by the browser's until an answer has arrived. */
export const serverNow = (): number => Math.floor(serverMs() / 1000)
