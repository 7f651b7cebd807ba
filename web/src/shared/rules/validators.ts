import { isAccount, isAdminPassword, isEmail, isIdNumber, isMobile, isPassword } from './person'

/** A validator of form values, and the key of its error text. */
export interface Validator {
  fits: (text: string) => boolean
  key: string
}

/** The node's `variable` rule. */
const isName = (text: string): boolean => /^[a-z][a-z0-9_]*$/i.test(text)
const isAddress = (text: string): boolean => /^(https?:\/\/|\/)\S+$/.test(text)

/** Whether HTML shows anything: an editor that was emptied still holds `<p><br></p>`. */
export const isBlankHtml = (html: string): boolean =>
  !/<(img|video|audio|hr|table)\b/i.test(html) &&
  html
    .replace(/<[^>]*>/g, '')
    .replaceAll('&nbsp;', '')
    .trim() === ''

/** The validators by name (specification, section 5); the node has the same. */
export const VALIDATORS = {
  required: { fits: (text) => text.trim() !== '', key: 'validate.required' },
  editorRequired: { fits: (text) => !isBlankHtml(text), key: 'validate.editorRequired' },
  content: { fits: (text) => text.trim() !== '', key: 'validate.content' },
  mobile: { fits: isMobile, key: 'validate.mobile' },
  idNumber: { fits: isIdNumber, key: 'validate.idNumber' },
  account: { fits: isAccount, key: 'validate.account' },
  password: { fits: isPassword, key: 'validate.password' },
  adminPassword: { fits: isAdminPassword, key: 'validate.adminPassword' },
  varName: { fits: isName, key: 'validate.name' },
  email: { fits: isEmail, key: 'validate.email' },
  url: { fits: isAddress, key: 'validate.url' },
  number: { fits: (text) => /^-?\d+(\.\d+)?$/.test(text), key: 'validate.number' },
  integer: { fits: (text) => /^-?\d+$/.test(text), key: 'validate.integer' },
  float: { fits: (text) => /^-?\d+\.\d+$/.test(text), key: 'validate.float' },
} as const satisfies Record<string, Validator>

export type ValidatorName = keyof typeof VALIDATORS

/** The key of what is wrong with a text, if anything is. */
export const failing = (name: ValidatorName, text: string): string | undefined =>
  VALIDATORS[name].fits(text) ? undefined : VALIDATORS[name].key
