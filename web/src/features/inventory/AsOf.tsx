import { DatePicker, Space, TimePicker } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'
import { today } from '@/shared/ui/time'

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
    <Space wrap>
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
      {day && <span>{t(time ? 'inventory.asOfTimeHint' : 'inventory.asOfHint')}</span>}
      {day && <span>{t('inventory.asOfBasis')}</span>}
    </Space>
  )
}
