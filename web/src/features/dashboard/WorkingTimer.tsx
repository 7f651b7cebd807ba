import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './dashboard.module.css'

const two = (value: number): string => String(value).padStart(2, '0')

/** Time since today's first sign-in. */
export function WorkingTimer({ since }: { since: number | null }) {
  const { t } = useTranslation()
  const [now, setNow] = useState(() => Math.floor(Date.now() / 1000))
  useEffect(() => {
    const timer = setInterval(() => setNow(Math.floor(Date.now() / 1000)), 1000)
    return () => clearInterval(timer)
  }, [])
  if (!since) return null
  const seconds = Math.max(0, now - since)
  return (
    <div className={classes.timer} role="timer">
      <span>{t('dashboard.working')}</span>
      <strong>{two(Math.floor(seconds / 3600))}</strong>
      {t('dashboard.h')}
      <strong>{two(Math.floor(seconds / 60) % 60)}</strong>
      {t('dashboard.m')}
      <strong>{two(seconds % 60)}</strong>
      {t('dashboard.s')}
    </div>
  )
}
