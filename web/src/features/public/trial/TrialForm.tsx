import { useId, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, cancelled } from '@/shared/http/error'
import { memberClient, memberHttp } from '@/shared/http/member'
import { useRandomId } from '@/shared/hooks/useRandomId'
import { member } from '@/shared/session/member'
import { ClickCaptcha } from '@/shared/ui/ClickCaptcha'
import { TRADES } from '../layout/navigation'
import { EMPTY, LIMITS, wrongFields, type Application, type Field } from './application'
import { FormField } from './FormField'
import classes from './trial.module.css'

const LINES = [
  { field: 'company', type: 'text', autoComplete: 'organization' },
  { field: 'name', type: 'text', autoComplete: 'name' },
  { field: 'mobile', type: 'tel', autoComplete: 'tel-national' },
  { field: 'email', type: 'email', autoComplete: 'email' },
] as const

/** Sends an application to the back office's message board. */
export function TrialForm({ onSent }: { onSent: () => void }) {
  const { t } = useTranslation()
  const form = useId()
  const captchaId = useRandomId()
  const [values, setValues] = useState<Application>(EMPTY)
  const [problems, setProblems] = useState<Partial<Record<Field, string>>>({})
  const [failure, setFailure] = useState('')
  const [asking, setAsking] = useState(false)
  const [sending, setSending] = useState(false)

  const change = (field: Field, value: string): void => {
    const next = { ...values, [field]: value }
    setValues(next)
    // Errors appear on submit and go as soon as the field is right.
    if (problems[field] && !wrongFields(next).includes(field))
      setProblems({ ...problems, [field]: undefined })
  }
  const focus = (field: Field | undefined): void => document.getElementById(`${form}-${field}`)?.focus()

  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setFailure('')
    const wrong = wrongFields(values)
    setProblems(Object.fromEntries(wrong.map((field) => [field, t(`trial.wrong.${field}`)])))
    if (wrong.length > 0) focus(wrong[0])
    else if (member.captcha) setAsking(true)
    else send('')
  }
  const send = (captchaInfo: string): void => {
    setAsking(false)
    setSending(true)
    memberHttp
      .post('/api/message/add', {
        ...Object.fromEntries(Object.entries(values).map(([field, value]) => [field, value.trim()])),
        captchaId,
        captchaInfo,
      })
      .then(onSent, (error: unknown) => {
        if (cancelled(error)) return
        const known = error instanceof ApiError ? error : null
        const faults = (known?.errors ?? []).filter(({ field }) => field in EMPTY)
        setProblems(Object.fromEntries(faults.map(({ field, msg }) => [field, msg])))
        if (faults[0]) focus(faults[0].field as Field)
        const reason = known?.reason || t(known?.options.key ?? 'error.unknown', { url: known?.options.url })
        setFailure(t('trial.failed', { reason }))
      })
      .finally(() => setSending(false))
  }
  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      {LINES.map(({ field, type, autoComplete }) => (
        <FormField
          key={field}
          id={`${form}-${field}`}
          label={t(field === 'name' ? 'trial.person' : `trial.${field}`)}
          problem={problems[field]}
        >
          {(tie) => (
            <input
              {...tie}
              type={type}
              autoComplete={autoComplete}
              maxLength={LIMITS[field]}
              value={values[field]}
              onChange={(event) => change(field, event.target.value)}
            />
          )}
        </FormField>
      ))}
      <FormField id={`${form}-industry`} label={t('trial.industry')} problem={problems.industry}>
        {(tie) => (
          <select
            {...tie}
            value={values.industry}
            onChange={(event) => change('industry', event.target.value)}
          >
            <option value="">{t('trial.choose')}</option>
            {TRADES.map((trade) => (
              <option key={trade} value={trade}>
                {t(`site.nav.${trade}`)}
              </option>
            ))}
            <option value="other">{t('trial.other')}</option>
          </select>
        )}
      </FormField>
      <FormField id={`${form}-content`} label={t('trial.content')} problem={problems.content}>
        {(tie) => (
          <textarea
            {...tie}
            rows={5}
            maxLength={LIMITS.content}
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
      <button type="submit" className={classes.send} disabled={sending}>
        {t(sending ? 'trial.sending' : 'trial.send')}
      </button>
      <ClickCaptcha
        open={asking}
        action="message"
        id={captchaId}
        http={memberClient}
        onSolved={send}
        onClose={() => setAsking(false)}
      />
    </form>
  )
}
