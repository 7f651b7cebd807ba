import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { labelOf } from './label'
import type { LocalizedText } from './types'

/** `labelOf`, as a hook that re-renders when the language changes. */
export function useLabel(): (words: LocalizedText) => string {
  const { t } = useTranslation()
  // eslint-disable-next-line react-hooks/exhaustive-deps -- another language is another t
  return useCallback((words: LocalizedText) => labelOf(words), [t])
}
