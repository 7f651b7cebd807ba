import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { memberHttp } from '@/shared/http/member'
import { VisitorForm } from '../trial/VisitorForm'
import { ENQUIRY_LIMITS, wrongInEnquiry, type EnquiryField } from './enquiry'
import classes from '../trial/trial.module.css'

/** Asks a company of the platform: to the message board and to the company's owners. */
export function EnquiryForm({ company }: { company: number }) {
  const { t } = useTranslation()
  const [sent, setSent] = useState(false)
  const line = <I,>(field: EnquiryField, input: I, autoComplete?: string) => ({
    field,
    label: t(`platformMore.${field}`),
    most: ENQUIRY_LIMITS[field],
    input,
    autoComplete,
  })
  if (sent)
    return (
      <div className={classes.sent} role="status">
        <h2>{t('platformMore.sentTitle')}</h2>
        <p>{t('platformMore.sentText')}</p>
        <button type="button" onClick={() => setSent(false)}>
          {t('platformMore.again')}
        </button>
      </div>
    )
  return (
    <VisitorForm<EnquiryField>
      fields={[
        line('name', 'text', 'name'),
        line('company', 'text', 'organization'),
        line('mobile', 'tel', 'tel'),
        line('email', 'email', 'email'),
        line('content', 'long'),
      ]}
      wrongIn={wrongInEnquiry}
      wrongText={(field) => t(`platformMore.wrong.${field}`)}
      failedText={(reason) => reason}
      sendText={t('platformMore.send')}
      sendingText={t('platformMore.sending')}
      post={(body) => memberHttp.post('/api/platform/enquiry', { ...body, company_id: company })}
      sent={() => setSent(true)}
    />
  )
}
