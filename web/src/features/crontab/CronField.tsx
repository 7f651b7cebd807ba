import { Input, Select } from '@arco-design/web-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { WidgetProps } from '@/resource/widgets/types'
import { moment } from '@/shared/ui/time'
import { nextRuns, parseCron } from './cron'
import classes from './crontab.module.css'

const PRESETS = {
  minute: '* * * * *',
  quarter: '*/15 * * * *',
  hour: '0 * * * *',
  day: '0 3 * * *',
  workday: '0 8 * * 1-5',
  week: '0 3 * * 1',
  month: '0 3 1 * *',
} as const
const RUNS = 3

/** A schedule, with common ones to choose from and the next times it fires. */
export default function CronField({ value, onChange, label, id, disabled }: WidgetProps) {
  const { t } = useTranslation()
  const text = typeof value === 'string' ? value : ''
  const runs = useMemo(() => {
    const cron = parseCron(text)
    return cron ? nextRuns(cron, new Date(), RUNS) : null
  }, [text])
  const preset = Object.entries(PRESETS).find(([, cron]) => cron === text.trim())?.[0]
  return (
    <div className={classes.field}>
      <Input.Group compact className={classes.inputs}>
        <Input id={id} aria-label={label} disabled={disabled} value={text} onChange={onChange} />
        <Select
          aria-label={t('crontab.presets')}
          placeholder={t('crontab.presets')}
          disabled={disabled}
          value={preset}
          options={Object.entries(PRESETS).map(([key]) => ({
            value: key,
            label: t(`crontab.preset.${key}`),
          }))}
          onChange={(key: keyof typeof PRESETS) => onChange?.(PRESETS[key])}
        />
      </Input.Group>
      <p className={classes.runs} role="status">
        {runs === null
          ? t('crontab.form')
          : runs.length === 0
            ? t('crontab.never')
            : t('crontab.next', {
                times: runs.map((run) => moment(run.getTime(), 'MM-DD HH:mm')).join(', '),
              })}
      </p>
    </div>
  )
}
