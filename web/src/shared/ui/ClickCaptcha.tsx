import { useCallback, useEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { loadTexts } from '@/shared/i18n'
import { clickInfo, type Point } from './captcha/clickInfo'
import classes from './captcha/captcha.module.css'

/** The part of the http client that is used; both sides' clients have it. */
export interface CaptchaHttp {
  get<T>(path: string, params?: Readonly<Record<string, string>>, signal?: AbortSignal): Promise<T>
  post<T>(path: string, body?: unknown): Promise<T>
}

interface Captcha {
  id: string
  text: string[]
  base64: string
  width: number
  height: number
}

/** What a captcha is solved for; it is valid for this action only. */
export type CaptchaAction =
  'login' | 'member_login' | 'register' | 'retrieve' | 'change' | 'verify' | 'message'

interface Props {
  open: boolean
  action: CaptchaAction
  /** Chosen by the caller; the business call sends it again as `captchaId`. */
  id: string
  http: CaptchaHttp
  /** Checked by the server, and not consumed yet: send it as `captchaInfo`. */
  onSolved: (info: string) => void
  onClose: () => void
}

type Phase = 'loading' | 'failed' | 'asking' | 'checking' | 'right' | 'wrong'

/** How long the result is shown before the captcha closes or a new one loads. */
const VERDICT_MS = 1_500
const STEP_PX = 8

/** The name of a thing, which the server sends in angle brackets as BuildAdmin's clients expect it. */
const bare = (word: string): string => /^<(.*)>$/.exec(word)?.[1] ?? word

/** Asks to click the named things in a picture, in their order; by keyboard with arrows and Enter. */
export function ClickCaptcha({ open, action, id, http, onSolved, onClose }: Props) {
  const { t } = useTranslation()
  const dialog = useRef<HTMLDialogElement>(null)
  const picture = useRef<HTMLDivElement>(null)
  const [captcha, setCaptcha] = useState<Captcha | null>(null)
  const [phase, setPhase] = useState<Phase>('loading')
  const [points, setPoints] = useState<Point[]>([])
  const [aim, setAim] = useState<Point | null>(null)
  const [round, setRound] = useState(0)
  /** The last attempt was wrong, and the next one has not begun. */
  const [missed, setMissed] = useState(false)
  const solved = useRef(onSolved)
  solved.current = onSolved
  const client = useRef(http)
  client.current = http

  useEffect(() => {
    if (open && !dialog.current?.open) dialog.current?.showModal()
    if (!open && dialog.current?.open) dialog.current.close()
    setMissed(false)
  }, [open])

  useEffect(() => {
    if (!open) return
    const control = new AbortController()
    setPhase('loading')
    setPoints([])
    setAim(null)
    Promise.all([
      client.current.get<Captcha>('/api/common/clickCaptcha', { id, action }, control.signal),
      loadTexts('captcha'),
    ]).then(
      ([next]) => {
        if (control.signal.aborted) return
        setCaptcha(next)
        setPhase('asking')
      },
      () => !control.signal.aborted && setPhase('failed'),
    )
    return () => control.abort()
  }, [open, action, id, round])

  useEffect(() => {
    if (phase !== 'right' && phase !== 'wrong') return
    const timer = setTimeout(() => {
      if (phase === 'wrong') return setRound((old) => old + 1)
      const box = picture.current
      if (box) solved.current(clickInfo(points, box.clientWidth, box.clientHeight))
    }, VERDICT_MS)
    return () => clearTimeout(timer)
  }, [phase, points])

  const click = useCallback(
    (point: Point): void => {
      const box = picture.current
      if (phase !== 'asking' || !captcha || !box) return
      setMissed(false)
      const all = [...points, point]
      setPoints(all)
      if (all.length < captcha.text.length) return
      setPhase('checking')
      client.current
        .post('/api/common/checkClickCaptcha', {
          id,
          info: clickInfo(all, box.clientWidth, box.clientHeight),
          unset: false,
        })
        .then(
          () => setPhase('right'),
          () => {
            setPhase('wrong')
            setMissed(true)
          },
        )
    },
    [phase, captcha, points, id],
  )

  const pressed = (event: KeyboardEvent<HTMLDivElement>): void => {
    const box = picture.current
    if (!box) return
    const at = aim ?? { x: Math.round(box.clientWidth / 2), y: Math.round(box.clientHeight / 2) }
    const move = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key]
    if (move) {
      event.preventDefault()
      const within = (value: number, most: number): number => Math.min(most, Math.max(0, value))
      setAim({
        x: within(at.x + (move[0] ?? 0) * STEP_PX, box.clientWidth),
        y: within(at.y + (move[1] ?? 0) * STEP_PX, box.clientHeight),
      })
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      click(at)
    }
  }

  const verdict = missed
    ? 'captcha.wrong'
    : { right: 'captcha.right', checking: 'captcha.checking' }[phase as 'right']
  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-label={t('captcha.title')}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      {open && (
        <div className={classes.body}>
          <div
            ref={picture}
            className={classes.picture}
            data-testid="captcha-picture"
            tabIndex={0}
            role="group"
            aria-label={t('captcha.keys')}
            onKeyDown={pressed}
            onClick={(event: MouseEvent<HTMLDivElement>) => {
              const frame = event.currentTarget.getBoundingClientRect()
              click({
                x: Math.round(event.clientX - frame.left),
                y: Math.round(event.clientY - frame.top),
              })
            }}
          >
            {phase === 'failed' ? (
              <button type="button" className={classes.again} onClick={() => setRound(round + 1)}>
                {t('captcha.failed')}
              </button>
            ) : captcha && phase !== 'loading' ? (
              <img
                src={captcha.base64}
                width={captcha.width}
                height={captcha.height}
                alt=""
                draggable={false}
              />
            ) : (
              <span className="ring" role="status" aria-label={t('common.loading')} />
            )}
            {points.map((point, index) => (
              <span
                key={index}
                className={classes.mark}
                ref={(mark) => {
                  mark?.style.setProperty('left', `${point.x}px`)
                  mark?.style.setProperty('top', `${point.y}px`)
                }}
              >
                {index + 1}
              </span>
            ))}
            {aim && phase === 'asking' && (
              <span
                className={classes.aim}
                ref={(mark) => {
                  mark?.style.setProperty('left', `${aim.x}px`)
                  mark?.style.setProperty('top', `${aim.y}px`)
                }}
              />
            )}
          </div>
          <p
            className={classes.verdict}
            role="status"
            aria-live="polite"
            data-phase={missed ? 'wrong' : phase}
          >
            {verdict && t(verdict)}
          </p>
          <div className={classes.foot}>
            <p aria-live="polite">
              {phase === 'asking' && captcha ? (
                <>
                  {t('captcha.click')}{' '}
                  <strong>
                    {captcha.text
                      .map((word) => t('captcha.thing', { name: bare(word) }))
                      .join(t('captcha.comma'))}
                  </strong>
                </>
              ) : null}
            </p>
            <button
              type="button"
              className={classes.tool}
              disabled={phase === 'checking' || phase === 'right'}
              onClick={() => setRound(round + 1)}
            >
              {t('captcha.renew')}
            </button>
            <button type="button" className={classes.tool} onClick={onClose}>
              {t('common.close')}
            </button>
          </div>
        </div>
      )}
    </dialog>
  )
}
