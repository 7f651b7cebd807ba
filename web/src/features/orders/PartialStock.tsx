import { Button, Input, Message, Modal } from '@arco-design/web-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFetched } from '@/shared/hooks/useFetched'
import { decimal, places } from '@/shared/number/decimal'
import { Numeral } from '@/shared/ui/Numeral'
import { Problem, Waiting } from '@/shared/ui/Page'
import { ProductLabel } from '@/shared/ui/ProductLabel'
import { BusinessDate } from './BusinessDate'
import { MOST_PLACES, type Order, type OrderLine } from './model'
import classes from './orders.module.css'

interface Props {
  title: string
  load: (signal: AbortSignal) => Promise<Order>
  busy: boolean
  close: () => void
  post: (order: Order, body: Record<string, unknown>) => Promise<void>
}

const openOf = (line: OrderLine) =>
  (decimal(line.quantity) ?? decimal(0)!).minus(decimal(line.stocked_quantity) ?? 0)

/** Asks how much of each open line leaves now; proposed is all of it. */
export default function PartialStock({ title, load, busy, close, post }: Props) {
  const { t } = useTranslation()
  const fetched = useFetched(title, load)
  const [amounts, setAmounts] = useState<Readonly<Record<number, string>>>({})
  const [date, setDate] = useState<string | null>(null)
  const open = (fetched.data?.lines ?? []).filter((line) => openOf(line).gt(0))

  const amountOf = (line: OrderLine): string => amounts[line.line] ?? openOf(line).toString()
  /** Gives every open line the same: what is open of it, or nothing. */
  const propose = (none: boolean): void =>
    setAmounts(none ? Object.fromEntries(open.map((line) => [line.line, ''])) : {})

  const problem = (line: OrderLine): string | null => {
    const text = amountOf(line)
    if (!text.trim()) return null
    const value = decimal(text)
    const most = line.product?.unit?.decimals ?? MOST_PLACES
    if (!value || value.lt(0)) return t('orders.rule.quantity')
    if (places(value) > most) return t('orders.rule.quantityPlaces', { count: most })
    return value.gt(openOf(line)) ? t('orders.rule.overOpen') : null
  }

  const send = (): void => {
    if (!fetched.data || open.some((line) => problem(line))) return
    const lines = open
      .map((line) => ({ line: line.line, quantity: amountOf(line).trim() }))
      .filter(({ quantity }) => decimal(quantity)?.gt(0))
    if (lines.length === 0) {
      Message.warning(t('orders.rule.none'))
      return
    }
    void post(fetched.data, { lines, ...(date && { business_date: date }) })
  }

  return (
    <Modal visible title={title} onCancel={close} onOk={send} confirmLoading={busy} className={classes.modal}>
      {fetched.error ? (
        <Problem error={fetched.error} retry={fetched.reload} />
      ) : fetched.loading ? (
        <Waiting rows={4} />
      ) : (
        <div className={classes.scroll} tabIndex={0} role="region" aria-label={t('orders.lines')}>
          <BusinessDate value={date} change={setDate} />
          <table className={classes.plain}>
            <thead>
              <tr>
                <th>{t('orders.line.product')}</th>
                <th className={classes.right}>{t('orders.line.open')}</th>
                <th className={classes.right}>{t('orders.line.now')}</th>
              </tr>
            </thead>
            <tbody>
              {open.map((line) => (
                <tr key={line.line}>
                  <td>
                    <ProductLabel product={line.product} />
                  </td>
                  <td className={classes.right}>
                    <Numeral value={openOf(line)} unit={line.product?.unit?.name} />
                  </td>
                  <td>
                    <Input
                      className={classes.numeric}
                      inputMode="decimal"
                      aria-label={`${t('orders.line.now')} ${line.line}`}
                      status={problem(line) ? 'error' : undefined}
                      value={amountOf(line)}
                      onChange={(text) => setAmounts((old) => ({ ...old, [line.line]: text }))}
                    />
                    {problem(line) && (
                      <div className={classes.fault} role="alert">
                        {problem(line)}
                      </div>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <div className={classes.proposals}>
            <Button size="small" onClick={() => propose(false)}>
              {t('orders.proposeOpen')}
            </Button>
            <Button size="small" onClick={() => propose(true)}>
              {t('orders.proposeNone')}
            </Button>
          </div>
        </div>
      )}
    </Modal>
  )
}
