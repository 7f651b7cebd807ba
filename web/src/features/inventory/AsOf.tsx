import { DatePicker, TimePicker } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'
import { today } from '@/shared/ui/time'
import classes from './inventory.module.css'

interface Props {
  /** `YYYY-MM-DD`, its end, or `YYYY-MM-DD HH:mm:ss`, as the node reads them; empty: now. */
  value: string
  change: (value: string | null) => void
}

/** A past moment: a day and, if it is not the day's end, a time. */
export function AsOf({ value, change }: Props) {
  const { t } = useTranslation()
  const [day = '', time = ''] = value.split(' ')
  const set = (day: string, time: string): void => change(day ? [day, time].filter(Boolean).join(' ') : null)
  return (
    <>
      <DatePicker
        value={day || undefined}
        placeholder={t('inventory.asOf')}
        aria-label={t('inventory.asOf')}
        disabledDate={(date) => date.format('YYYY-MM-DD') > today()}
        onChange={(next) => set(next, time)}
      />
      {day && (
        <TimePicker
          value={time || undefined}
          placeholder={t('inventory.asOfTime')}
          aria-label={t('inventory.asOfTime')}
          allowClear
          onChange={(next) => set(day, next ?? '')}
        />
      )}
    </>
  )
}

/** Says of which moment the figures are, and by which date movements count. */
export function DateBasis({ asOf, idle }: { asOf: string; idle: boolean }) {
  const { t } = useTranslation()
  if (!asOf && !idle) return null
  const moment = asOf && t(asOf.includes(' ') ? 'inventory.asOfTimeHint' : 'inventory.asOfHint')
  return (
    <p className={classes.basis}>
      {moment && <span>{moment}</span>} <span>{t('inventory.asOfBasis')}</span>
    </p>
  )
}
