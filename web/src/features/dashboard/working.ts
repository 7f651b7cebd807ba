/** Pauses of one day, kept in this browser: the day, seconds paused, and when the running pause began. */
export interface Pauses {
  day: string
  seconds: number
  since: number | null
}

const KEY = 'workingTime'

export function today(now: number): string {
  const date = new Date(now * 1000)
  return `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`
}

export function keptPauses(now: number): Pauses {
  const none: Pauses = { day: today(now), seconds: 0, since: null }
  try {
    const saved = JSON.parse(globalThis.localStorage?.getItem(KEY) ?? 'null') as Pauses | null
    return saved?.day === none.day && Number.isFinite(saved.seconds) ? saved : none
  } catch {
    return none
  }
}

export function keepPauses(pauses: Pauses): void {
  globalThis.localStorage?.setItem(KEY, JSON.stringify(pauses))
}

export function toggled(pauses: Pauses, now: number): Pauses {
  const { day, seconds, since } = pauses
  return since === null
    ? { day, seconds, since: now }
    : { day, seconds: seconds + Math.max(0, now - since), since: null }
}

/** Seconds at work since the first sign-in, without the pauses. */
export function worked(start: number, pauses: Pauses, now: number): number {
  const running = pauses.since === null ? 0 : Math.max(0, now - pauses.since)
  return Math.max(0, now - start - pauses.seconds - running)
}
