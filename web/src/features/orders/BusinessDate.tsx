import { DatePicker } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'
import { today } from '@/shared/ui/time'
import classes from './orders.module.css'

interface Props {
  /** Empty: the node takes the order's own date, or today where that lies too far back. */
  value: string | null
  change: (date: string | null) => void
}

/** When goods moved, if not now. */
export function BusinessDate({ value, change }: Props) {
  const { t } = useTranslation()
  return (
    <div className={classes.dated}>
      <span>{t('orders.businessDate')}</span>
      <DatePicker
        aria-label={t('orders.businessDate')}
        value={value ?? undefined}
        onChange={(date) => change(date || null)}
        disabledDate={(date) => date.format('YYYY-MM-DD') > today()}
        placeholder={t('common.optional')}
      />
      <span className={classes.hint}>{t('orders.businessDateHint')}</span>
    </div>
  )
}
