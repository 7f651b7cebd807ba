import { Button } from '@arco-design/web-react'
import { IconPause, IconPlayArrow } from '@arco-design/web-react/icon'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './dashboard.module.css'
import { keepPauses, keptPauses, today, toggled, worked } from './working'

const two = (value: number): string => String(value).padStart(2, '0')
const seconds = (): number => Math.floor(Date.now() / 1000)

/** Time since the first login of the day, without pauses. */
export function WorkingTimer({ since }: { since: number | null }) {
  const { t } = useTranslation()
  const [now, setNow] = useState(seconds)
  const [pauses, setPauses] = useState(() => keptPauses(seconds()))
  useEffect(() => {
    const timer = setInterval(() => setNow(seconds()), 1000)
    return () => clearInterval(timer)
  }, [])
  if (!since) return null
  const current = pauses.day === today(now) ? pauses : keptPauses(now)
  const total = worked(since, current, now)
  const paused = current.since !== null
  const label = t(paused ? 'dashboard.resume' : 'dashboard.pause')
  return (
    <div className={classes.timer} role="timer" aria-live="off">
      <span>{t('dashboard.working')}</span>
      <strong>{two(Math.floor(total / 3600))}</strong>
      {t('dashboard.h')}
      <strong>{two(Math.floor(total / 60) % 60)}</strong>
      {t('dashboard.m')}
      <strong>{two(total % 60)}</strong>
      {t('dashboard.s')}
      <Button
        size="mini"
        shape="circle"
        title={label}
        aria-label={label}
        icon={paused ? <IconPlayArrow /> : <IconPause />}
        onClick={() => {
          const next = toggled(current, seconds())
          keepPauses(next)
          setPauses(next)
        }}
      />
    </div>
  )
}
