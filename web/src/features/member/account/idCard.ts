/** Whether a text may be a Chinese identity number: 18 signs with a possible date of birth. The node checks the rest. */
export function isIdCard(text: string): boolean {
  const number = text.replace(/\s/g, '').toUpperCase()
  const parts = /^\d{6}(\d{4})(\d{2})(\d{2})\d{3}[\dX]$/.exec(number)
  if (!parts) return false
  const [year = 0, month = 0, day = 0] = parts.slice(1).map(Number)
  const born = new Date(Date.UTC(year, month - 1, day))
  const real = born.getUTCFullYear() === year && born.getUTCMonth() === month - 1 && born.getUTCDate() === day
  return real && year >= 1900 && born.getTime() <= Date.now()
}
