/** People of a company at most. */
export const CONTACTS_MAX = 20

export const PARTS = ['name', 'title', 'mobile', 'email', 'wechat'] as const
export type Part = (typeof PARTS)[number]
export type Contact = Record<Part, string>

export const NOBODY: Contact = { name: '', title: '', mobile: '', email: '', wechat: '' }

/** The people of a stored or written value; what is no list has none. */
export function contactsOf(value: unknown): Contact[] {
  let rows: unknown = value
  if (typeof value === 'string') {
    try {
      rows = value.trim() ? JSON.parse(value) : []
    } catch {
      return []
    }
  }
  if (!Array.isArray(rows)) return []
  return rows.map((row: Record<string, unknown>) => ({
    ...NOBODY,
    ...Object.fromEntries(
      PARTS.filter((part) => typeof row[part] === 'string').map((part) => [part, row[part]]),
    ),
  }))
}

/** One line about a person: who and how to reach them. */
export const summary = ({ name, title, mobile, email }: Contact): string =>
  [[name, title].filter(Boolean).join(' · '), mobile || email].filter(Boolean).join(' ')
