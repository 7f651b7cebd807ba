import { Message } from '@arco-design/web-react'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '@/shared/http'

/** Words for whatever was thrown: the server's own, else the catalogue's. */
export function useProblem(): { words: (error: unknown) => string; show: (error: unknown) => void } {
  const { t } = useTranslation()
  const words = useCallback(
    (error: unknown): string => {
      if (!(error instanceof ApiError)) return t('error.unknown')
      if (error.message) return error.message
      return t(error.options.key ?? 'error.http.other', { url: error.options.url ?? '' })
    },
    [t],
  )
  const show = useCallback(
    (error: unknown) => {
      if (error instanceof ApiError && (error.code === 303 || error.options.key === 'error.cancelled')) return
      Message.error(words(error))
    },
    [words],
  )
  return { words, show }
}
