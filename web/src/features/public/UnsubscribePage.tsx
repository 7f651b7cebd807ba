import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useHead } from '@/shared/hooks/useHead'
import { ApiError } from '@/shared/http/error'
import { memberHttp } from '@/shared/http/member'
import { Notice } from './sections/Notice'

/** Stops the mails of whoever followed a link in one: with a click, so that programs that open links stop nothing. */
export default function UnsubscribePage() {
  const { t } = useTranslation()
  const [asked] = useSearchParams()
  const [said, setSaid] = useState('')
  const [busy, setBusy] = useState(false)
  const [stopped, setStopped] = useState(false)
  useHead({ title: t('unsubscribe.title'), text: t('unsubscribe.text'), hidden: true })
  const stop = (): void => {
    setBusy(true)
    memberHttp
      .post('/api/notice/unsubscribe', {}, { params: { token: asked.get('token') ?? '' } })
      .then(() => {
        setStopped(true)
        setSaid(t('unsubscribe.done'))
      })
      .catch((error: unknown) => setSaid((error instanceof ApiError && error.message) || t('error.unknown')))
      .finally(() => setBusy(false))
  }
  return (
    <Notice code="✉" title={t('unsubscribe.title')} text={said || t('unsubscribe.text')}>
      {!stopped && (
        <button type="button" disabled={busy} onClick={stop}>
          {t('unsubscribe.stop')}
        </button>
      )}
    </Notice>
  )
}
