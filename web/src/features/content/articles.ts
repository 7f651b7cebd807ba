import type { Language } from '@/shared/preferences/store'

const FOLDERS: Readonly<Record<string, string>> = {
  solution: '/solutions',
  case: '/cases',
  about: '/about',
  help: '/help',
  customs: '/customs/guide',
}

/** Where visitors find an article. */
export const addressOf = (row: Readonly<Record<string, unknown>>): string =>
  `${FOLDERS[String(row.kind)] ?? ''}/${String(row.slug)}`

/** The widths that a preview is seen at, in pixels; 0 is what there is. */
export const WIDTHS = { wide: 0, phone: 390 } as const
export type Width = keyof typeof WIDTHS

export const LANGUAGES: readonly Language[] = ['zh-CN', 'en']
