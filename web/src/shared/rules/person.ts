/** Rules for what people call themselves and how they are reached (specification, section 5). */

/** 3 to 15 characters, a letter first, then letters, digits and underscores. */
export const isAccount = (text: string): boolean => /^[a-z][a-z0-9_]{2,14}$/i.test(text)

/** 6 to 32 characters, none of them & < > " ' or a line break. */
export const isPassword = (text: string): boolean => /^[^&<>"'\r\n]{6,32}$/.test(text)

/** An administrator's has 12 or more of them. */
export const isAdminPassword = (text: string): boolean => isPassword(text) && [...text].length >= 12

/** A mobile number of the Chinese mainland. */
export const isMobile = (text: string): boolean => /^1[3-9]\d{9}$/.test(text)

/** A telephone number of any country, as the node takes it: 5 to 15 digits, with what is written between them. */
export const isPhoneAbroad = (text: string): boolean =>
  /^\+?[\d ()-]{5,23}$/.test(text) && /^.{5,15}$/.test(text.replace(/\D/g, ''))

const isDay = (digits: string): boolean => {
  const [year, month, day] = [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6, 8)]
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(`${year}-${month}-${day}`)
}
const ID_WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]

/** A number of a Chinese identity card: 17 digits with a check digit, or the older 15 digits. */
export function isIdNumber(text: string): boolean {
  if (/^[1-9]\d{14}$/.test(text)) return isDay(`19${text.slice(6, 12)}`)
  if (!/^[1-9]\d{16}[\dX]$/i.test(text) || !isDay(text.slice(6, 14))) return false
  const sum = ID_WEIGHTS.reduce((all, weight, at) => all + weight * Number(text[at]), 0)
  return '10X98765432'[sum % 11] === text.slice(17).toUpperCase()
}

export const isEmail = (text: string): boolean =>
  text.length <= 254 && /^[^\s@<>"']+@[^\s@<>"'.]+(\.[^\s@<>"'.]+)+$/.test(text)

/** How people are called: letters of any script's like, digits, underscore and hyphen. */
export const isNickname = (text: string): boolean => /^[\p{Script=Han}a-zA-Z0-9_-]{1,30}$/u.test(text)
