import { Button, Input, Message } from '@arco-design/web-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFetched } from '@/shared/hooks/useFetched'
import { decimal } from '@/shared/number/decimal'
import { Numeral } from '@/shared/ui/Numeral'
import { ProductLabel } from '@/shared/ui/ProductLabel'
import { ReasonField } from '@/shared/ui/ReasonField'
import { reversible } from './beside'
import { LoadedModal } from './LoadedModal'
import { quantityFault, type Order, type OrderLine } from './model'
import classes from './orders.module.css'
import { decimalsOf } from './partial'

interface Props {
  title: string
  hint: string
  /** The heading of how much it is now. */
  now: string
  load: (signal: AbortSignal) => Promise<Order>
  busy: boolean
  close: () => void
  /** Answers whether it was done. */
  post: (order: Order, lines: { line: number; quantity: string }[], reason: string) => Promise<boolean>
}

/** What tells lines of the same product apart. */
const whereOf = (line: OrderLine): string =>
  [line.batch_number, line.area?.name, line.shelf?.name].filter(Boolean).join(' / ')

/** Asks how much of each line is taken back, and why. Nothing is proposed: what nobody has named stays. */
export default function ReverseOrder({ title, hint, now, load, busy, close, post }: Props) {
  const { t } = useTranslation()
  const fetched = useFetched(title, load)
  const [amounts, setAmounts] = useState<Readonly<Record<number, string>>>({})
  const [reason, setReason] = useState('')
  const [wanting, setWanting] = useState(false)
  const lines = (fetched.data?.lines ?? []).filter((line) => reversible(line).gt(0))
  const amount = (line: OrderLine): string => amounts[line.line] ?? ''
  const all = (): void =>
    setAmounts(Object.fromEntries(lines.map((line) => [line.line, reversible(line).toString()])))

  const problem = (line: OrderLine): string | null => {
    const text = amount(line)
    if (!text.trim()) return null
    const fault = quantityFault(text, decimalsOf(line))
    if (fault) return t(fault.key, { count: fault.count })
    return decimal(text)?.gt(reversible(line)) ? t('orders.rule.overReversible') : null
  }

  const send = async (): Promise<void> => {
    if (!fetched.data || lines.some((line) => problem(line))) return
    const parts = lines
      .map((line) => ({ line: line.line, quantity: amount(line).trim() }))
      .filter(({ quantity }) => decimal(quantity)?.gt(0))
    if (parts.length === 0) {
      Message.warning(t('orders.rule.none'))
      return
    }
    if (!reason.trim()) return setWanting(true)
    // What was refused may be of an order that has changed: the next press is about the order as it is.
    if (!(await post(fetched.data, parts, reason.trim()))) fetched.reload()
  }

  return (
    <LoadedModal {...{ title, fetched, busy, close, send }} danger>
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
                  <div className={classes.hint}>{whereOf(line)}</div>
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
      <Button size="small" onClick={all} className={classes.after}>
        {t('orderSteps.all')}
      </Button>
      <div className={classes.reason}>
        <ReasonField
          value={reason}
          change={setReason}
          lacks={wanting && !reason.trim()}
          hint={t('orders.reasonHint')}
        />
      </div>
    </LoadedModal>
  )
}
