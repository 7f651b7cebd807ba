import { Input, Message, Modal } from '@arco-design/web-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFetched } from '@/shared/hooks/useFetched'
import { decimal, places } from '@/shared/number/decimal'
import { Numeral } from '@/shared/ui/Numeral'
import { Problem, Waiting } from '@/shared/ui/Page'
import { ProductLabel } from '@/shared/ui/ProductLabel'
import { reversible } from './beside'
import { DECIMALS_MAX, type Order, type OrderLine } from './model'
import classes from './orders.module.css'

interface Props {
  title: string
  hint: string
  /** The heading of how much it is now. */
  now: string
  load: (signal: AbortSignal) => Promise<Order>
  busy: boolean
  close: () => void
  post: (order: Order, lines: { line: number; quantity: string }[], reason: string) => Promise<void>
}

/** Asks how much of each line is taken back, and why. Everything that can be is proposed. */
export default function ReverseOrder({ title, hint, now, load, busy, close, post }: Props) {
  const { t } = useTranslation()
  const fetched = useFetched(title, load)
  const [amounts, setAmounts] = useState<Readonly<Record<number, string>>>({})
  const [reason, setReason] = useState('')
  const [wanting, setWanting] = useState(false)
  const lines = (fetched.data?.lines ?? []).filter((line) => reversible(line).gt(0))
  const amount = (line: OrderLine): string => amounts[line.line] ?? reversible(line).toString()

  const problem = (line: OrderLine): string | null => {
    const text = amount(line)
    if (!text.trim()) return null
    const value = decimal(text)
    const most = line.product?.unit?.decimals ?? DECIMALS_MAX
    if (!value || value.lt(0)) return t('orders.rule.quantity')
    if (places(value) > most) return t('orders.rule.quantityPlaces', { count: most })
    return value.gt(reversible(line)) ? t('orders.rule.overOpen') : null
  }

  const send = (): void => {
    if (!fetched.data || lines.some((line) => problem(line))) return
    const parts = lines
      .map((line) => ({ line: line.line, quantity: amount(line).trim() }))
      .filter(({ quantity }) => decimal(quantity)?.gt(0))
    if (parts.length === 0) {
      Message.warning(t('orders.rule.none'))
      return
    }
    if (!reason.trim()) return setWanting(true)
    void post(fetched.data, parts, reason.trim())
  }

  return (
    <Modal
      visible
      title={title}
      onCancel={close}
      onOk={send}
      confirmLoading={busy}
      okButtonProps={{ status: 'danger' }}
      className={classes.modal}
    >
      {fetched.error ? (
        <Problem error={fetched.error} retry={fetched.reload} />
      ) : fetched.loading ? (
        <Waiting rows={4} />
      ) : (
        <>
          <p className={classes.hint}>{hint}</p>
          <div className={classes.scroll} tabIndex={0} role="region" aria-label={t('orders.lines')}>
            <table className={classes.plain}>
              <thead>
                <tr>
                  <th>{t('orders.line.product')}</th>
                  <th className={classes.right}>{t('orderSteps.reversible')}</th>
                  <th className={classes.right}>{now}</th>
                </tr>
              </thead>
              <tbody>
                {lines.map((line) => (
                  <tr key={line.line}>
                    <td>
                      <ProductLabel product={line.product} />
                    </td>
                    <td className={classes.right}>
                      <Numeral value={reversible(line)} unit={line.product?.unit?.name} />
                    </td>
                    <td>
                      <Input
                        className={classes.numeric}
                        inputMode="decimal"
                        aria-label={`${now} ${line.line}`}
                        status={problem(line) ? 'error' : undefined}
                        value={amount(line)}
                        onChange={(text) => setAmounts((old) => ({ ...old, [line.line]: text }))}
                      />
                      {problem(line) && <div className={classes.fault}>{problem(line)}</div>}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <label htmlFor="reverse-reason">{t('orders.reason')}</label>
          <Input.TextArea
            id="reverse-reason"
            value={reason}
            onChange={setReason}
            maxLength={200}
            status={wanting && !reason.trim() ? 'error' : undefined}
            placeholder={wanting && !reason.trim() ? t('orders.reasonNeeded') : t('orders.reasonHint')}
            autoSize={{ minRows: 2 }}
          />
        </>
      )}
    </Modal>
  )
}
