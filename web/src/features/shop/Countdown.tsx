import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { serverNow } from '@/shared/http/serverClock'

const MINUTE = 60
const HOUR = 3_600
const DAY = 86_400

/** Whole days, hours, minutes and seconds of a number of seconds. */
export const parts = (left: number): { days: number; hours: number; minutes: number; seconds: number } => ({
  days: Math.floor(left / DAY),
  hours: Math.floor((left % DAY) / HOUR),
  minutes: Math.floor((left % HOUR) / MINUTE),
  seconds: left % MINUTE,
})

/** A number of seconds as days and the time of a clock. */
export function TimeLeft({ seconds: left, runs = false }: { seconds: number; runs?: boolean }) {
  const { t } = useTranslation()
  const { days, hours, minutes, seconds } = parts(left)
  const two = (value: number): string => String(value).padStart(2, '0')
  return (
    <time role={runs ? 'timer' : undefined} dateTime={`PT${left}S`}>
      {days > 0 && t('shop.days', { count: days })} {two(hours)}:{two(minutes)}:{two(seconds)}
    </time>
  )
}

interface Props {
  /** Unix seconds. */
  until: number
  /** The server's clock when it answered, where that came with the page and not with an answer. */
  now?: number
  /** The time has come. */
  ended?: () => void
}

/** Counts down to a time by the server's clock. */
export function Countdown({ until, now, ended }: Props) {
  const [begun] = useState(() => performance.now())
  const time = (): number => (now === undefined ? serverNow() : now + (performance.now() - begun) / 1000)
  const left = (): number => Math.max(0, Math.ceil(until - time()))
  const [shown, setShown] = useState(left)
  useEffect(() => {
    const timer = setInterval(() => {
      const rest = left()
      setShown(rest)
      if (rest > 0) return
      clearInterval(timer)
      ended?.()
    }, 1000)
    return () => clearInterval(timer)
  })
  return <TimeLeft seconds={shown} runs />
}
