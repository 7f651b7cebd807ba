/** Check digits and dates of GS1. Pure functions. */

/** The check digit of a GTIN or SSCC without it: weights 3 and 1 from the right. */
export function checkDigit(digits: string): number {
  let sum = 0
  for (let place = 0; place < digits.length; place++)
    sum += Number(digits[digits.length - 1 - place]) * (place % 2 === 0 ? 3 : 1)
  return (10 - (sum % 10)) % 10
}

/** Whether a number of 8, 12, 13, 14 or 18 digits ends with the right check digit. */
export function checked(number: string): boolean {
  return (
    /^(\d{8}|\d{12,14}|\d{18})$/.test(number) && checkDigit(number.slice(0, -1)) === Number(number.slice(-1))
  )
}

/**
 * A date `YYMMDD`; day 00 means the last day of the month. The century is the one that puts the year between 49 years
 * ago and 50 years ahead, as GS1 has it.
 */
export function date(text: string, year: number): string | undefined {
  const [, yy, mm, dd] = /^(\d\d)(\d\d)(\d\d)$/.exec(text) ?? []
  if (!yy || !mm || !dd) return undefined
  const month = Number(mm)
  if (month < 1 || month > 12) return undefined
  const century = Math.floor(year / 100) * 100
  const near = century + Number(yy)
  const full = near - year > 50 ? near - 100 : near - year < -49 ? near + 100 : near
  const last = new Date(Date.UTC(full, month, 0)).getUTCDate()
  const day = dd === '00' ? last : Number(dd)
  return day < 1 || day > last ? undefined : `${full}-${mm}-${String(day).padStart(2, '0')}`
}
