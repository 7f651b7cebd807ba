import { DatePicker, TimePicker } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'
import { moment, unixOf } from '@/shared/ui/time'
import type { WidgetProps } from './types'

const TIME = 'YYYY-MM-DD HH:mm:ss'

/** Days, moments, times of day, and years. */
export default function Dates({ field, label, value, onChange, disabled }: WidgetProps) {
  const { t } = useTranslation()
  const text = value === null || value === undefined ? '' : String(value)
  const shared = {
    'aria-label': label,
    allowClear: !field.required,
    disabled,
    placeholder: t('common.choose'),
  }
  if (field.kind === 'time')
    return (
      <TimePicker
        {...shared}
        value={text || undefined}
        onChange={(next?: string) => onChange?.(next || null)}
      />
    )
  if (field.kind === 'year')
    return (
      <DatePicker.YearPicker
        {...shared}
        value={text && text !== '0' ? text : undefined}
        disabledDate={(day?: { year: () => number }) =>
          day !== undefined && (day.year() < (field.min ?? -Infinity) || day.year() > (field.max ?? Infinity))
        }
        onChange={(next?: string) => onChange?.(next ? Number(next) : null)}
      />
    )
  const stamp = field.kind === 'timestamp'
  const time = field.kind !== 'date'
  const at = stamp ? (Number(value) > 0 ? moment(Number(value), TIME) : undefined) : text || undefined
  return (
    <DatePicker
      {...shared}
      showTime={time}
      value={at}
      format={time ? TIME : 'YYYY-MM-DD'}
      onChange={(next?: string) => onChange?.(!next ? null : stamp ? unixOf(next) : next)}
    />
  )
}
