import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const now = (): number => Math.floor(Date.now() / 1000)

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

/** The time that is left until a moment; it runs while one looks. */
export function Due({ at }: { at: number | null | undefined }) {
  const { t } = useTranslation()
  const [time, setTime] = useState(now)
  const left = at ? Math.max(0, at - time) : 0
  const often = left < HOUR ? 1_000 : 30_000
  useEffect(() => {
    if (!at) return undefined
    setTime(now())
    const timer = setInterval(() => setTime(now()), often)
    return () => clearInterval(timer)
  }, [at, often])
  if (!at) return <>–</>
  const parts = partsOf(left)
  return (
    <span style={{ fontVariantNumeric: 'tabular-nums' }}>
      {parts.length === 0
        ? t('shopState.time.over')
        : parts.map(({ unit, count }) => t(`shopState.time.${unit}`, { count })).join(' ')}
    </span>
  )
}
