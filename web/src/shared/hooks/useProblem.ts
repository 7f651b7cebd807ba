import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '@/shared/http'
import i18n from '@/shared/i18n'
import { Message } from '@/shared/ui/toast'

/** The text for an error: the server's own message, else one of ours. */
function problemText(error: unknown): string {
  if (!(error instanceof ApiError)) return i18n.t('error.unknown')
  if (error.message) return error.message
  return i18n.t(error.options.key ?? 'error.http.other', { url: error.options.url ?? '' })
}

/** The same for members, without names of fields. */
const memberText = (error: unknown): string =>
  (error instanceof ApiError && error.reason) || problemText(error)

const isSilent = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 303 || error.options.key === 'error.cancelled')

export function showProblem(error: unknown): void {
  if (!isSilent(error)) Message.error(problemText(error))
}

function showToMember(error: unknown): void {
  if (!isSilent(error)) Message.error(memberText(error))
}

interface ProblemTexts {
  errorText: (error: unknown) => string
  show: (error: unknown) => void
}

/** Texts of errors that follow the language, and a function that shows them as a message. */
export function useProblem(): ProblemTexts {
  const { t } = useTranslation()
  // eslint-disable-next-line react-hooks/exhaustive-deps -- another language is another t
  const errorText = useCallback((error: unknown) => problemText(error), [t])
  return { errorText, show: showProblem }
}

/** The same for pages of members. */
export function useMemberProblem(): ProblemTexts {
  const { t } = useTranslation()
  // eslint-disable-next-line react-hooks/exhaustive-deps -- another language is another t
  const errorText = useCallback((error: unknown) => memberText(error), [t])
  return { errorText, show: showToMember }
}
