/** Lets the clerk feel whether a scan was taken: their eyes are on the goods. */
const TAKEN_MS = 60
const REFUSED_MS = [120, 80, 120]

export function vibrate(taken: boolean): void {
  if (typeof navigator.vibrate === 'function') navigator.vibrate(taken ? TAKEN_MS : REFUSED_MS)
}
