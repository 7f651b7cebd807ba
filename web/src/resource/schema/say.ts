import i18n from '@/shared/i18n'
import type { Words } from './types'

/** The one of both texts that the reader's language is, Chinese where English lacks it. Whoever stays when that changes takes `useSay`. */
export const say = (words: Words): string =>
  words.key ? i18n.t(words.key) : (i18n.language === 'en' && words.en) || words.zh
