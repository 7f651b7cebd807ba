import { useId, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, cancelled } from '@/shared/http/error'
import { memberClient, memberHttp } from '@/shared/http/member'
import { useRandomId } from '@/shared/hooks/useRandomId'
import { member } from '@/shared/session/member'
import { ClickCaptcha } from '@/shared/ui/ClickCaptcha'
import { FormField } from '../trial/FormField'
import { EMPTY_ENQUIRY, ENQUIRY_LIMITS, wrongInEnquiry, type Enquiry, type EnquiryField } from './enquiry'
import classes from '../trial/trial.module.css'

const LINES = [
  { field: 'name', type: 'text', autoComplete: 'name' },
  { field: 'company', type: 'text', autoComplete: 'organization' },
  { field: 'mobile', type: 'tel', autoComplete: 'tel' },
  { field: 'email', type: 'email', autoComplete: 'email' },
] as const

/** Asks a company of the platform: to the message board and to the company's owners. */
export function EnquiryForm({ company }: { company: number }) {
  const { t } = useTranslation()
  const form = useId()
  const captchaId = useRandomId()
  const [values, setValues] = useState<Enquiry>(EMPTY_ENQUIRY)
  const [problems, setProblems] = useState<Partial<Record<EnquiryField, string>>>({})
  const [failure, setFailure] = useState('')
  const [state, setState] = useState<'open' | 'asking' | 'sending' | 'sent'>('open')

  const change = (field: EnquiryField, value: string): void => {
    const next = { ...values, [field]: value }
    setValues(next)
    if (problems[field] && !wrongInEnquiry(next).includes(field))
      setProblems({ ...problems, [field]: undefined })
  }
  const focus = (field: EnquiryField | undefined): void =>
    document.getElementById(`${form}-${field}`)?.focus()
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setFailure('')
    const wrong = wrongInEnquiry(values)
    setProblems(Object.fromEntries(wrong.map((field) => [field, t(`platformMore.wrong.${field}`)])))
    if (wrong.length > 0) focus(wrong[0])
    else if (member.captcha) setState('asking')
    else send('')
  }
  const send = (captchaInfo: string): void => {
    setState('sending')
    const said = Object.entries(values).map(([field, value]) => [field, value.trim()])
    memberHttp
      .post('/api/platform/enquiry', {
        ...Object.fromEntries(said),
        company_id: company,
        captchaId,
        captchaInfo,
      })
      .then(
        () => {
          setValues(EMPTY_ENQUIRY)
          setState('sent')
        },
        (error: unknown) => {
          setState('open')
          if (cancelled(error)) return
          const known = error instanceof ApiError ? error : null
          const faults = (known?.errors ?? []).filter(({ field }) => field in EMPTY_ENQUIRY)
          setProblems(Object.fromEntries(faults.map(({ field, msg }) => [field, msg])))
          if (faults[0]) focus(faults[0].field as EnquiryField)
          setFailure(known?.reason || t(known?.options.key ?? 'error.unknown', { url: known?.options.url }))
        },
      )
  }
  if (state === 'sent')
    return (
      <div className={classes.sent} role="status">
        <h2>{t('platformMore.sentTitle')}</h2>
        <p>{t('platformMore.sentText')}</p>
        <button type="button" onClick={() => setState('open')}>
          {t('platformMore.again')}
        </button>
      </div>
    )
  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      {LINES.map(({ field, type, autoComplete }) => (
        <FormField
          key={field}
          id={`${form}-${field}`}
          label={t(`platformMore.${field}`)}
          problem={problems[field]}
        >
          {(tie) => (
            <input
              {...tie}
              type={type}
              autoComplete={autoComplete}
              maxLength={ENQUIRY_LIMITS[field]}
              value={values[field]}
              onChange={(event) => change(field, event.target.value)}
            />
          )}
        </FormField>
      ))}
      <FormField id={`${form}-content`} label={t('platformMore.content')} problem={problems.content}>
        {(tie) => (
          <textarea
            {...tie}
            rows={5}
            maxLength={ENQUIRY_LIMITS.content}
            value={values.content}
            onChange={(event) => change('content', event.target.value)}
          />
        )}
      </FormField>
      {failure && (
        <p className={classes.failure} role="alert">
          {failure}
        </p>
      )}
      <button type="submit" className={classes.send} disabled={state === 'sending'}>
        {t(state === 'sending' ? 'platformMore.sending' : 'platformMore.send')}
      </button>
      <ClickCaptcha
        open={state === 'asking'}
        action="message"
        id={captchaId}
        http={memberClient}
        onSolved={send}
        onClose={() => setState('open')}
      />
    </form>
  )
}
