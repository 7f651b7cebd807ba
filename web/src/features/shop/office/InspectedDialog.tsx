import { Input, Modal } from '@arco-design/web-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { decimal, money } from '@/shared/number/decimal'
import { Numeral } from '@/shared/ui/Numeral'
import { ReasonField } from '@/shared/ui/ReasonField'
import { Fault } from '@/shared/ui/action/Fault'
import { Goods } from './Goods'
import { amountOf, type RefundDetail } from './model'
import classes from './office.module.css'
import { Total } from './Total'

interface Props {
  title: string
  detail: RefundDetail
  busy: boolean
  faults: Readonly<Record<string, string>>
  close: () => void
  pay: (lines: { line: number; quantity: number; amount: string }[], reason: string) => void
}

/** Goods that came back were inspected: what was agreed to is paid, or less with a reason. */
export default function InspectedDialog({ title, detail: { row, order }, busy, faults, close, pay }: Props) {
  const { t } = useTranslation()
  const [amounts, setAmounts] = useState<Readonly<Record<number, string>>>({})
  const [reason, setReason] = useState('')
  const [checked, setChecked] = useState(false)
  const lines = row.lines.map((share) => {
    const amount = amountOf(amounts[share.line] ?? share.amount)
    return { share, amount, wrong: !amount || amount.gt(decimal(share.amount) ?? 0) }
  })
  const total = lines.reduce(
    (all, { share, amount }) => all.plus(amount ?? 0).plus(decimal(share.freight) ?? 0),
    decimal(0)!,
  )
  const lowered = total.lt(decimal(row.refund_amount) ?? 0)
  const lacksReason = lowered && !reason.trim()
  const submit = (): void => {
    setChecked(true)
    if (lacksReason || lines.some(({ wrong }) => wrong)) return
    const decided = lines.map(({ share, amount }) => ({
      line: share.line,
      quantity: share.quantity,
      amount: amount?.toFixed(2) ?? share.amount,
    }))
    pay(decided, reason.trim())
  }
  return (
    <Modal
      visible
      title={title}
      onCancel={close}
      onOk={submit}
      okText={t('shopDesk.inspected.confirm')}
      confirmLoading={busy}
      className={classes.wideModal}
    >
      <div className={classes.form}>
        <span>{t('shopDesk.inspected.ask')}</span>
        <table className={classes.plain}>
          <tbody>
            {lines.map(({ share, wrong }, index) => {
              const line = order.lines.find((one) => one.line === share.line)
              const name = line?.name ?? String(share.line)
              return (
                <tr key={share.line}>
                  <td>
                    {line && <Goods line={line} note={`× ${share.quantity}`} />}
                    <Fault
                      text={
                        wrong
                          ? t('shopOffice.auditForm.wrong', { most: money(share.amount) })
                          : faults[`lines[${index}].amount`]
                      }
                    />
                  </td>
                  <td className={classes.right}>
                    <Input
                      className={classes.numeric}
                      inputMode="decimal"
                      aria-label={`${t('shopOffice.auditForm.amount')} ${name}`}
                      status={wrong ? 'error' : undefined}
                      value={amounts[share.line] ?? share.amount}
                      onChange={(text) => setAmounts((old) => ({ ...old, [share.line]: text }))}
                    />
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
        <Total label={t('shopOffice.auditForm.total')}>
          <Numeral value={total} money />
        </Total>
        {lowered && (
          <ReasonField
            id="inspected-reason"
            label={t('shopOffice.auditForm.reason')}
            value={reason}
            change={setReason}
            lacks={checked && lacksReason}
            needed={t('shopDesk.inspected.lowered')}
            fault={faults.reason}
          />
        )}
      </div>
    </Modal>
  )
}
