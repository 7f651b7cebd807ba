import { isEmail, isMobile } from '@/shared/rules/person'

/** What the form collects; the names are the server's. */
export interface Application {
  company: string
  name: string
  mobile: string
  email: string
  industry: string
  content: string
}

export const FIELDS = ['company', 'name', 'mobile', 'email', 'industry', 'content'] as const
export type Field = (typeof FIELDS)[number]

export const LIMITS: Record<Field, number> = {
  company: 60,
  name: 30,
  mobile: 11,
  email: 254,
  industry: 20,
  content: 500,
}

export const EMPTY: Application = { company: '', name: '', mobile: '', email: '', industry: '', content: '' }

const within = (text: string, most: number): boolean => text.trim().length > 0 && [...text].length <= most

const RIGHT: Record<Field, (text: string) => boolean> = {
  company: (text) => within(text, LIMITS.company),
  name: (text) => within(text, LIMITS.name),
  mobile: (text) => isMobile(text.trim()),
  email: (text) => text.trim() === '' || isEmail(text.trim()),
  industry: (text) => text !== '',
  content: (text) => within(text, LIMITS.content),
}

/** The fields that are not yet right, in the order of the form. */
export function wrongFields(application: Application): Field[] {
  return FIELDS.filter((field) => !RIGHT[field](application[field]))
}
