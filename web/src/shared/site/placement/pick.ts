/** What decides which items of a zone a browser shows. */
export interface Candidate {
  id: number
  /** 1 to 100. */
  weight: number
  /** Times that one browser shows it in a day; 0 for any number. */
  per_day: number
}

/** How often this browser has shown what today, by id. */
export type ShownToday = Readonly<Record<string, number>>

const isDue = ({ id, per_day }: Candidate, shown: ShownToday): boolean =>
  per_day <= 0 || (shown[id] ?? 0) < per_day

/**
 * Picks up to `most` items, each at most once: those that this browser has not shown often enough today, by chance in
 * proportion to their weights. `random` gives numbers from 0 to below 1.
 */
export function pick<T extends Candidate>(
  items: readonly T[],
  most: number,
  shown: ShownToday,
  random: () => number = Math.random,
): T[] {
  const left = items.filter((item) => item.weight > 0 && isDue(item, shown))
  const picked: T[] = []
  while (picked.length < most && left.length > 0) {
    let at = random() * left.reduce((sum, { weight }) => sum + weight, 0)
    // Rounding may lead past the last one.
    const found = left.findIndex(({ weight }) => (at -= weight) < 0)
    picked.push(...left.splice(found < 0 ? left.length - 1 : found, 1))
  }
  return picked
}
