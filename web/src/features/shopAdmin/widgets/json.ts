/** Values of fields that hold JSON: the form keeps them as text. */

export function parsed<T>(value: unknown, none: T): T {
  if (typeof value !== 'string') return (value as T | null | undefined) ?? none
  if (!value.trim()) return none
  try {
    return JSON.parse(value) as T
  } catch {
    return none
  }
}

/** As the form begins with it, so that what is as it was is known. */
export const written = (value: unknown): string => JSON.stringify(value, null, 2)
