const two = (value: number): string => String(value).padStart(2, '0')

/** A day in the reader's time zone, from Unix seconds. */
export function day(seconds: number): string {
  const time = new Date(seconds * 1000)
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`
}

/** The same with hours and minutes. */
export function minute(seconds: number): string {
  const time = new Date(seconds * 1000)
  return `${day(seconds)} ${two(time.getHours())}:${two(time.getMinutes())}`
}
