import i18n from '@/shared/i18n'
import type { LocalizedText } from './types'

/** The text in the reader's language; Chinese where English is missing. Components use `useLabel` to follow a change of language. */
export const labelOf = (words: LocalizedText): string =>
  words.key ? i18n.t(words.key) : (i18n.language === 'en' && words.en) || words.zh
