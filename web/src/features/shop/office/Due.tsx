import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { serverNow } from '@/shared/http/serverClock'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** The two largest parts of a time, in seconds. */
export function partsOf(left: number): { unit: 'days' | 'hours' | 'minutes' | 'seconds'; count: number }[] {
  const parts = [
    { unit: 'days' as const, count: Math.floor(left / DAY) },
    { unit: 'hours' as const, count: Math.floor((left % DAY) / HOUR) },
    { unit: 'minutes' as const, count: Math.floor((left % HOUR) / MINUTE) },
    { unit: 'seconds' as const, count: left % MINUTE },
  ]
  const first = parts.findIndex(({ count }) => count > 0)
  return first < 0 ? [] : parts.slice(first, first + 2).filter(({ count }) => count > 0)
}

interface Props {
  /** Unix seconds. */
  at: number | null | undefined
  /** The timer stands still: the seconds that are left of it. */
  paused?: number | null
}

/** The time that is left until a moment, by the server's clock; it runs while one looks, unless the timer is paused. */
export function Due({ at, paused }: Props) {
  const { t } = useTranslation()
  const words = (of: number, none: string): string =>
    partsOf(of)
      .map(({ unit, count }) => t(`shopState.time.${unit}`, { count }))
      .join(' ') || none
  const [time, setTime] = useState(serverNow)
  const left = at ? Math.max(0, at - time) : 0
  const often = left < HOUR ? 1_000 : 30_000
  useEffect(() => {
    if (!at) return undefined
    setTime(serverNow())
    const timer = setInterval(() => setTime(serverNow()), often)
    return () => clearInterval(timer)
  }, [at, often])
  const isPaused = !at && paused !== null && paused !== undefined
  if (!at && !isPaused) return <>–</>
  return (
    <span style={{ fontVariantNumeric: 'tabular-nums' }}>
      {isPaused
        ? t('shopState.time.paused', { left: words(paused, t('shopState.time.none')) })
        : words(left, t('shopState.time.over'))}
    </span>
  )
}
