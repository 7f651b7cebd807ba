import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useProblem } from '@/shared/hooks/useProblem'
import { useSubmitText } from '@/shared/hooks/useSubmit'
// eslint-disable-next-line no-restricted-imports -- the captcha takes the client of either side
import { ApiError, client } from '@/shared/http'
import { randomId } from '@/shared/randomId'
import { ClickCaptcha } from '@/shared/ui/ClickCaptcha'
import { loginForm, signIn } from './api'

type Person = { username: string; password: string; keep: boolean }

interface SignIn {
  submit: (person: Person) => void
  busy: boolean
  problem: string
  /** Seconds until the server listens again; 0 if it does. */
  wait: number
  /** The captcha's dialog, to be put anywhere. */
  dialog: ReactNode
}

export const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** Signing in, with the captcha when the server asks for it or takes one in place of a wait. */
export function useSignIn(done: () => void): SignIn {
  const { t } = useTranslation()
  const { errorText } = useProblem()
  const { busy, problem, setProblem, submit } = useSubmitText(errorText)
  const [until, setUntil] = useState(0)
  const [now, setNow] = useState(() => Date.now())
  const [captcha, setCaptcha] = useState(false)
  const [asking, setAsking] = useState<Person | null>(null)
  const [id, setId] = useState(randomId)
  const finished = useRef(done)
  finished.current = done

  useEffect(() => {
    const control = new AbortController()
    loginForm(control.signal).then(
      (form) => setCaptcha(form.captcha),
      () => undefined,
    )
    return () => control.abort()
  }, [])

  const wait = Math.max(0, Math.ceil((until - now) / 1000))
  const waiting = wait > 0
  useEffect(() => {
    if (!waiting) return
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [waiting])

  const send = (person: Person, info?: string): void => {
    const explain = (error: unknown): void => {
      // A solved captcha is used up, and the server may require one from now on.
      setId(randomId())
      const solvable = error instanceof ApiError && error.data.captcha === true
      if (solvable) setCaptcha(true)
      const seconds = error instanceof ApiError ? Number(error.data.seconds) : NaN
      // Users who solve a captcha do not have to wait.
      if (seconds > 0 && !solvable) {
        setNow(Date.now())
        setUntil(Date.now() + seconds * 1000)
      } else setProblem(errorText(error))
    }
    void submit(
      () => signIn({ ...person, ...(info ? { captchaId: id, captchaInfo: info } : {}) }),
      () => finished.current(),
      explain,
    )
  }

  return {
    submit: (person) => (captcha ? setAsking(person) : send(person)),
    busy,
    wait,
    problem: waiting ? t('login.locked', { time: clock(wait) }) : problem,
    dialog: (
      <ClickCaptcha
        open={asking !== null}
        action="login"
        id={id}
        http={client}
        onClose={() => setAsking(null)}
        onSolved={(info) => {
          const person = asking
          setAsking(null)
          if (person) send(person, info)
        }}
      />
    ),
  }
}
