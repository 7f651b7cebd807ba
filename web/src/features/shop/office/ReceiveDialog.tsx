import { Input, Modal } from '@arco-design/web-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Numeral } from '@/shared/ui/Numeral'
import { Fault } from '@/shared/ui/action/Fault'
import { PAID_BACK } from '../states'
import { Goods } from './Goods'
import { piecesOf, receivedAmount, type RefundDetail } from './model'
import classes from './office.module.css'
import { Total } from './Total'

interface Props {
  detail: RefundDetail
  busy: boolean
  faults: Readonly<Record<string, string>>
  close: () => void
  receive: (lines: { line: number; quantity: number; reason?: string }[]) => void
}

/** Counts what came back, line by line: what did not come is not paid. */
export default function ReceiveDialog({ detail: { row, order }, busy, faults, close, receive }: Props) {
  const { t } = useTranslation()
  const shares = row.lines.filter(({ quantity }) => quantity > 0)
  const [counts, setCounts] = useState<Readonly<Record<number, string>>>(() =>
    Object.fromEntries(shares.map(({ line, quantity }) => [line, String(quantity)])),
  )
  const [reasons, setReasons] = useState<Readonly<Record<number, string>>>({})
  const [checked, setChecked] = useState(false)
  const lines = shares.map((share) => {
    const counted = piecesOf(counts[share.line] ?? '')
    const fewer = counted !== null && counted < share.quantity
    const reason = (reasons[share.line] ?? '').trim()
    return {
      share,
      counted,
      fewer,
      reason,
      lacks: fewer && !reason,
      wrong: counted === null || counted > share.quantity,
    }
  })
  const wrong = lines.some((line) => line.wrong)
  const less = lines.some(({ fewer }) => fewer)
  const submit = (): void => {
    setChecked(true)
    if (wrong || lines.some(({ lacks }) => lacks)) return
    receive(
      lines.map(({ share, counted, fewer, reason }) => ({
        line: share.line,
        quantity: counted ?? 0,
        ...(fewer ? { reason } : {}),
      })),
    )
  }
  const paid = row.pay_status === PAID_BACK
  const amount = receivedAmount(
    row.lines,
    new Map(lines.map(({ share, counted }) => [share.line, counted ?? 0])),
  )

  return (
    <Modal
      visible
      title={t('shopOffice.receiveForm.title', { no: row.refund_no })}
      onCancel={close}
      onOk={submit}
      okText={t('shopOffice.receiveForm.confirm')}
      okButtonProps={{ disabled: wrong }}
      confirmLoading={busy}
      className={classes.modal}
    >
      <div className={classes.form}>
        {row.courier_number && (
          <span className={classes.hint}>
            {t('shopOffice.refund.sender')}: {row.company} {row.courier_number}
          </span>
        )}
        <table className={classes.plain}>
          <thead>
            <tr>
              <th>{t('shopOffice.receiveForm.line')}</th>
              <th className={classes.right}>{t('shopOffice.receiveForm.sent')}</th>
              <th className={classes.right}>{t('shopOffice.receiveForm.counted')}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ share, wrong: bad, fewer, lacks }, index) => {
              const line = order.lines.find((one) => one.line === share.line)
              return (
                <tr key={share.line}>
                  <td>
                    {line && <Goods line={line} />}
                    <Fault
                      text={
                        bad
                          ? t('shopOffice.receiveForm.wrong', { most: share.quantity })
                          : faults[`lines[${index}].quantity`]
                      }
                    />
                    {fewer && (
                      <>
                        <Input
                          className={classes.said}
                          value={reasons[share.line] ?? ''}
                          maxLength={200}
                          aria-label={`${t('shopDesk.less.reason')} ${line?.name ?? share.line}`}
                          placeholder={t('shopDesk.less.reason')}
                          status={checked && lacks ? 'error' : undefined}
                          onChange={(text) => setReasons((old) => ({ ...old, [share.line]: text }))}
                        />
                        <Fault
                          text={
                            checked && lacks ? t('shopDesk.less.needed') : faults[`lines[${index}].reason`]
                          }
                        />
                      </>
                    )}
                  </td>
                  <td className={classes.right}>{share.quantity}</td>
                  <td className={classes.right}>
                    <Input
                      className={classes.numeric}
                      inputMode="numeric"
                      aria-label={`${t('shopOffice.receiveForm.counted')} ${line?.name ?? share.line}`}
                      value={counts[share.line] ?? ''}
                      status={bad ? 'error' : undefined}
                      onChange={(text) => setCounts((old) => ({ ...old, [share.line]: text }))}
                    />
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
        {!paid && (
          <Total label={t('shopOffice.receiveForm.amount')}>
            {wrong ? '–' : <Numeral value={amount} money />}
          </Total>
        )}
        {less && !paid && <Fault text={t('shopOffice.receiveForm.less')} />}
        <span className={classes.hint}>{t('shopOffice.receiveForm.effect')}</span>
      </div>
    </Modal>
  )
}
