import { useId, useState, type FormEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, cancelled } from '@/shared/http/error'
import { memberClient } from '@/shared/http/member'
import { useRandomId } from '@/shared/hooks/useRandomId'
import { member } from '@/shared/session/member'
import { ClickCaptcha } from '@/shared/ui/ClickCaptcha'
import { FormField, type Tie } from './FormField'
import classes from './trial.module.css'

type Values<F extends string> = Record<F, string>

interface Props<F extends string> {
  /** The fields, in the order of the form. */
  fields: readonly {
    field: F
    label: string
    /** Characters at most. */
    most: number
    /** How it is asked for: a line of this type, a text of several lines, or an input of its own. */
    input:
      | 'text'
      | 'tel'
      | 'email'
      | 'long'
      | ((tie: Tie, value: string, change: (value: string) => void) => ReactNode)
    autoComplete?: string
  }[]
  /** The fields that are not right yet, in the order of the form. */
  wrongIn: (values: Values<F>) => readonly F[]
  /** What is said at a field that is not right. */
  wrongText: (field: F) => string
  /** What is said of a refusal. */
  failedText: (reason: string) => string
  sendText: string
  sendingText: string
  post: (body: Values<F> & { captchaId: string; captchaInfo: string }) => Promise<unknown>
  sent: () => void
}

/** What a visitor writes to the message board: checked before it is sent, with a captcha where the site asks for one. */
export function VisitorForm<F extends string>(props: Props<F>) {
  const { fields, wrongIn, wrongText, failedText, sendText, sendingText, post, sent } = props
  const { t } = useTranslation()
  const form = useId()
  const captchaId = useRandomId()
  const [values, setValues] = useState(
    () => Object.fromEntries(fields.map(({ field }) => [field, ''])) as Values<F>,
  )
  const [problems, setProblems] = useState<Partial<Record<F, string>>>({})
  const [failure, setFailure] = useState('')
  const [state, setState] = useState<'open' | 'asking' | 'sending'>('open')

  const told = (found: readonly (readonly [F, string])[]): void =>
    setProblems(Object.fromEntries(found) as Partial<Record<F, string>>)
  const change = (field: F, value: string): void => {
    const next = { ...values, [field]: value }
    setValues(next)
    // Errors appear on submit and go as soon as the field is right.
    if (problems[field] && !wrongIn(next).includes(field)) setProblems({ ...problems, [field]: undefined })
  }
  const focus = (field: F | undefined): void => document.getElementById(`${form}-${field}`)?.focus()
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setFailure('')
    const wrong = wrongIn(values)
    told(wrong.map((field) => [field, wrongText(field)]))
    if (wrong.length > 0) focus(wrong[0])
    else if (member.captcha) setState('asking')
    else send('')
  }
  const send = (captchaInfo: string): void => {
    setState('sending')
    const said = fields.map(({ field }) => [field, values[field].trim()])
    post({ ...(Object.fromEntries(said) as Values<F>), captchaId, captchaInfo })
      .then(sent, (error: unknown) => {
        if (cancelled(error)) return
        const known = error instanceof ApiError ? error : null
        const faults = (known?.errors ?? []).flatMap(({ field, msg }) => {
          const own = fields.find((one) => one.field === field)
          return own ? [[own.field, msg] as const] : []
        })
        told(faults)
        focus(faults[0]?.[0])
        setFailure(
          failedText(known?.reason || t(known?.options.key ?? 'error.unknown', { url: known?.options.url })),
        )
      })
      .finally(() => setState('open'))
  }
  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      {fields.map(({ field, label, most, input, autoComplete }) => (
        <FormField key={field} id={`${form}-${field}`} label={label} problem={problems[field]}>
          {(tie) => {
            const value = values[field]
            const changed = (text: string): void => change(field, text)
            if (typeof input === 'function') return input(tie, value, changed)
            const own = { ...tie, maxLength: most, value }
            return input === 'long' ? (
              <textarea {...own} rows={5} onChange={(event) => changed(event.target.value)} />
            ) : (
              <input
                {...own}
                type={input}
                autoComplete={autoComplete}
                onChange={(event) => changed(event.target.value)}
              />
            )
          }}
        </FormField>
      ))}
      {failure && (
        <p className={classes.failure} role="alert">
          {failure}
        </p>
      )}
      <button type="submit" className={classes.send} disabled={state === 'sending'}>
        {state === 'sending' ? sendingText : sendText}
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
