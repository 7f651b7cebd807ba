import { Input, Modal, Select } from '@arco-design/web-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { decimal, places } from '@/shared/number/decimal'
import { COST_TYPES } from './beside'
import type { StepBody } from './commands'
import classes from './orders.module.css'

interface Props {
  title: string
  busy: boolean
  close: () => void
  post: (cost: Pick<StepBody, 'cost_type' | 'amount' | 'reason'>) => Promise<void>
}

/** Asks for freight, customs or another cost of goods that have come. */
export default function AddCost({ title, busy, close, post }: Props) {
  const { t } = useTranslation()
  const [type, setType] = useState<string>(COST_TYPES[0])
  const [amount, setAmount] = useState('')
  const [remark, setRemark] = useState('')
  const [wanting, setWanting] = useState(false)
  const value = decimal(amount)
  const wrong = !value || value.lte(0) || places(value) > 2
  const send = (): void => {
    if (wrong) return setWanting(true)
    void post({ cost_type: Number(type), amount: amount.trim(), reason: remark.trim() })
  }
  return (
    <Modal visible title={title} onCancel={close} onOk={send} confirmLoading={busy} className={classes.modal}>
      <p className={classes.hint}>{t('orderSteps.addCostHint')}</p>
      <div className={classes.head}>
        <div className={classes.cell}>
          <label htmlFor="cost-type">{t('orderSteps.costType')}</label>
          <Select
            id="cost-type"
            value={type}
            onChange={(chosen: string) => setType(chosen)}
            options={COST_TYPES.map((code) => ({ value: code, label: t(`orderSteps.costTypes.${code}`) }))}
          />
        </div>
        <div className={classes.cell}>
          <label htmlFor="cost-amount" data-required="true">
            {t('orders.amount')}
          </label>
          <Input
            id="cost-amount"
            className={classes.numeric}
            inputMode="decimal"
            status={wanting && wrong ? 'error' : undefined}
            value={amount}
            onChange={setAmount}
          />
          {wanting && wrong && (
            <div className={classes.fault} role="alert">
              {t('orderSteps.costAmount')}
            </div>
          )}
        </div>
        <div className={`${classes.cell} ${classes.spread}`}>
          <label htmlFor="cost-remark">{t('orders.remarkLabel')}</label>
          <Input id="cost-remark" value={remark} onChange={setRemark} maxLength={200} />
        </div>
      </div>
    </Modal>
  )
}
