import { Message } from '@arco-design/web-react'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '@/shared/http'
import i18n from '@/shared/i18n'

/** The text for an error: the server's own message, else one of ours. */
function problemText(error: unknown): string {
  if (!(error instanceof ApiError)) return i18n.t('error.unknown')
  if (error.message) return error.message
  return i18n.t(error.options.key ?? 'error.http.other', { url: error.options.url ?? '' })
}

export function showProblem(error: unknown): void {
  if (error instanceof ApiError && (error.code === 303 || error.options.key === 'error.cancelled')) return
  Message.error(problemText(error))
}

/** Texts of errors that follow the language, and a function that shows them as a message. */
export function useProblem(): { words: (error: unknown) => string; show: (error: unknown) => void } {
  const { t } = useTranslation()
  // eslint-disable-next-line react-hooks/exhaustive-deps -- another language is another t
  const words = useCallback((error: unknown) => problemText(error), [t])
  return { words, show: showProblem }
}
