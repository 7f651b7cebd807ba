import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { say } from './say'
import type { Words } from './types'

/** `say`, drawn anew with the reader's language. */
export function useSay(): (words: Words) => string {
  const { t } = useTranslation()
  // eslint-disable-next-line react-hooks/exhaustive-deps -- another language is another t
  return useCallback((words: Words) => say(words), [t])
}
