/** Five fields: minute, hour, day of the month, month, day of the week (0 and 7 are Sunday). */
const BOUNDS: readonly (readonly [least: number, most: number])[] = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 7],
]
/** How far ahead the next run is looked for: a leap day may be eight years off. */
const DAYS_MAX = 366 * 8

export interface Cron {
  sets: readonly ReadonlySet<number>[]
  anyDay: boolean
  anyWeekday: boolean
}

function set(text: string, [least, most]: readonly [number, number]): Set<number> | null {
  const values = new Set<number>()
  for (const part of text.split(',')) {
    const match = /^(\*|\d+(?:-\d+)?)(?:\/(\d+))?$/.exec(part)
    if (!match) return null
    const [, range = '', every] = match
    const step = every === undefined ? 1 : Number(every)
    const [first, last] = range === '*' ? [least, most] : range.split('-').map(Number)
    if (first === undefined || step < 1 || first < least || first > most) return null
    const end = last ?? (every === undefined ? first : most)
    if (end > most || end < first) return null
    for (let value = first; value <= end; value += step) values.add(value)
  }
  return values.size > 0 ? values : null
}

export function parseCron(text: string): Cron | null {
  const fields = text.trim().split(/\s+/)
  // Six fields begin with the second; the node looks once a minute.
  if (fields.length === 6 && fields[0] === '0') fields.shift()
  if (fields.length !== BOUNDS.length) return null
  const sets = fields.map((field, index) => set(field, BOUNDS[index] ?? [0, 0]))
  const [minutes, hours, days, months, weekdays] = sets
  if (!minutes || !hours || !days || !months || !weekdays) return null
  if (weekdays.has(7)) weekdays.add(0)
  return {
    sets: [minutes, hours, days, months, weekdays],
    anyDay: fields[2] === '*',
    anyWeekday: fields[4] === '*',
  }
}

/** The next times it fires after `from`, on the reader's clock. */
export function nextRuns(cron: Cron, from: Date, count: number): Date[] {
  const [minutes, hours, days, months, weekdays] = cron.sets
  if (!minutes || !hours || !days || !months || !weekdays) return []
  const found: Date[] = []
  const day = new Date(from.getFullYear(), from.getMonth(), from.getDate())
  for (let passed = 0; passed < DAYS_MAX && found.length < count; passed++) {
    const inMonth = days.has(day.getDate())
    const inWeek = weekdays.has(day.getDay())
    // Both given: either will do, as cron has always had it.
    const fits = !cron.anyDay && !cron.anyWeekday ? inMonth || inWeek : inMonth && inWeek
    if (months.has(day.getMonth() + 1) && fits)
      for (const hour of [...hours].sort((a, b) => a - b))
        for (const minute of [...minutes].sort((a, b) => a - b)) {
          const time = new Date(day.getFullYear(), day.getMonth(), day.getDate(), hour, minute)
          if (time > from && found.length < count) found.push(time)
        }
    day.setDate(day.getDate() + 1)
  }
  return found
}
