import { Input } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'
import classes from './orders.module.css'

interface Props {
  value: string
  change: (reason: string) => void
  /** A reason is needed and is not there. */
  lacks: boolean
}

/** The reason of a step; it goes into the order's history. */
export function ReasonField({ value, change, lacks }: Props) {
  const { t } = useTranslation()
  return (
    <div className={`${classes.cell} ${classes.reason}`}>
      <label htmlFor="order-reason" data-required="true">
        {t('orders.reason')}
      </label>
      <Input.TextArea
        id="order-reason"
        value={value}
        onChange={change}
        maxLength={200}
        showWordLimit
        status={lacks ? 'error' : undefined}
        placeholder={t('orders.reasonHint')}
        autoSize={{ minRows: 2 }}
      />
      {lacks && (
        <div className={classes.fault} role="alert">
          {t('orders.reasonNeeded')}
        </div>
      )}
    </div>
  )
}
