/** Rules for what people call themselves and how they are reached (specification, section 5). */

/** 3 to 15 characters, a letter first, then letters, digits and underscores. */
export const isAccount = (text: string): boolean => /^[a-z][a-z0-9_]{2,14}$/i.test(text)

/** 6 to 32 characters, none of them & < > " ' or a line break. */
export const isPassword = (text: string): boolean => /^[^&<>"'\r\n]{6,32}$/.test(text)

/** A mobile number of the Chinese mainland. */
export const isMobile = (text: string): boolean => /^1[3-9]\d{9}$/.test(text)

export const isEmail = (text: string): boolean =>
  text.length <= 254 && /^[^\s@<>"']+@[^\s@<>"'.]+(\.[^\s@<>"'.]+)+$/.test(text)

/** How people are called: letters of any script's like, digits, underscore and hyphen. */
export const isNickname = (text: string): boolean => /^[\p{Script=Han}a-zA-Z0-9_-]{1,30}$/u.test(text)

/** What somebody typed to sign in: a name, an address or a number. */
export const isLoginName = (text: string): boolean => isAccount(text) || isEmail(text) || isMobile(text)
