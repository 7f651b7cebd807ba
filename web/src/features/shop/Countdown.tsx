import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

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

interface Props {
  /** Unix seconds. */
  until: number
  /** The server's clock when it answered; the browser's may be wrong. */
  now: number
  ended: () => void
}

/** Counts down to a time by the server's clock. */
export function Countdown({ until, now, ended }: Props) {
  const { t } = useTranslation()
  const [begun] = useState(() => performance.now())
  const left = (): number => Math.max(0, Math.ceil(until - now - (performance.now() - begun) / 1000))
  const [shown, setShown] = useState(left)
  useEffect(() => {
    const timer = setInterval(() => {
      const rest = left()
      setShown(rest)
      if (rest > 0) return
      clearInterval(timer)
      ended()
    }, 1000)
    return () => clearInterval(timer)
  })
  const { days, hours, minutes, seconds } = parts(shown)
  const two = (value: number): string => String(value).padStart(2, '0')
  return (
    <time role="timer" dateTime={`PT${shown}S`}>
      {days > 0 && t('shop.days', { count: days })} {two(hours)}:{two(minutes)}:{two(seconds)}
    </time>
  )
}
