import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { Words } from './types'

/** The one of both texts that the reader's language is. */
export function useSay(): (words: Words) => string {
  const { t, i18n } = useTranslation()
  const english = i18n.language === 'en'
  return useCallback(
    (words: Words) => (words.key ? t(words.key) : english ? words.en : words.zh),
    [t, english],
  )
}
