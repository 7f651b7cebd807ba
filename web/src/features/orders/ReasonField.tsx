import { Input } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'
import classes from './orders.module.css'

interface Props {
  value: string
  change: (reason: string) => void
  /** A reason is needed and is not there. */
  lacks: boolean
  /** What it is called where none is needed. */
  optional?: string | undefined
}

/** The reason of a step; it goes into the order's history. */
export function ReasonField({ value, change, lacks, optional }: Props) {
  const { t } = useTranslation()
  return (
    <div className={`${classes.cell} ${classes.reason}`}>
      <label htmlFor="order-reason" data-required={optional === undefined}>
        {optional ?? t('orders.reason')}
      </label>
      <Input.TextArea
        id="order-reason"
        value={value}
        onChange={change}
        maxLength={200}
        showWordLimit
        status={lacks ? 'error' : undefined}
        placeholder={t(optional === undefined ? 'orders.reasonHint' : 'common.optional')}
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
