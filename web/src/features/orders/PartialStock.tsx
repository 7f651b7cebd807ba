import { Button, Input, Message } from '@arco-design/web-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFetched } from '@/shared/hooks/useFetched'
import { Numeral } from '@/shared/ui/Numeral'
import { Problem } from '@/shared/ui/Page'
import { ProductLabel } from '@/shared/ui/ProductLabel'
import { placeKey, type Pick, type PickListData } from './beside'
import { BusinessDate } from './BusinessDate'
import type { StepBody } from './commands'
import { LoadedModal } from './LoadedModal'
import type { Order, OrderLine } from './model'
import classes from './orders.module.css'
import { amountOf, decimalsOf, openOf, partsOf, takenOf, wrongWith, type Entered } from './partial'
import { PickSpot, PickTags } from './PickTable'

interface Props {
  title: string
  hint?: string
  load: (signal: AbortSignal) => Promise<Order>
  loadPicks: (order: Order, signal: AbortSignal) => Promise<PickListData>
  busy: boolean
  close: () => void
  /** Answers whether it was done. */
  post: (order: Order, body: StepBody) => Promise<boolean>
}

interface LineProps {
  line: OrderLine
  picks: readonly Pick[]
  /** The order's goods are reserved. */
  reserved: boolean
  entered: Entered
  enter: (entered: Entered) => void
}

/** How much of a line leaves now and, below it, from where. */
function Line({ line, picks, reserved, entered, enter }: LineProps) {
  const { t } = useTranslation()
  const wrong = wrongWith(line, picks, entered)
  const unit = line.product?.unit?.name
  const taken = takenOf(line, picks, entered)
  return (
    <>
      <tr>
        <td>
          <ProductLabel product={line.product} />
        </td>
        <td className={classes.right}>
          <Numeral value={openOf(line)} unit={unit} />
        </td>
        <td>
          <Input
            className={classes.numeric}
            inputMode="decimal"
            aria-label={`${t('orders.line.now')} ${line.line}`}
            status={wrong ? 'error' : undefined}
            value={amountOf(line, entered)}
            onChange={(amount) => enter({ amount })}
          />
          {wrong && (
            <div className={classes.fault} role="alert">
              {t(`orders.rule.${wrong}`, { count: decimalsOf(line) })}
            </div>
          )}
        </td>
      </tr>
      {picks.map((pick, index) => (
        <tr key={`${placeKey(pick)} ${pick.reserved}`} data-pick={line.line}>
          <td className={classes.below}>
            <PickSpot pick={pick} />
            <PickTags pick={pick} reserved={reserved} />
          </td>
          <td className={classes.right}>
            <Numeral value={pick.quantity} unit={unit} />
          </td>
          <td className={classes.right}>
            {picks.length > 1 && pick.reserved ? (
              <Input
                size="small"
                className={classes.numeric}
                inputMode="decimal"
                aria-label={`${t('orders.line.now')} ${line.line}.${index + 1}`}
                value={taken[index]}
                onChange={(text) => enter({ taken: taken.map((old, at) => (at === index ? text : old)) })}
              />
            ) : (
              <Numeral value={taken[index]} />
            )}
          </td>
        </tr>
      ))}
    </>
  )
}

const NOTHING: Entered = { amount: '' }

/** Asks how much of each open line leaves now, and from where; proposed is all of it. */
export default function PartialStock({ title, hint, load, loadPicks, busy, close, post }: Props) {
  const { t } = useTranslation()
  const fetched = useFetched(title, load)
  const order = fetched.data
  const picked = useFetched(
    order ? `picks ${title} ${order.version}` : '',
    (signal): Promise<PickListData | null> => (order ? loadPicks(order, signal) : Promise.resolve(null)),
  )
  const [entries, setEntries] = useState<Readonly<Record<number, Entered>>>({})
  const [date, setDate] = useState<string | null>(null)
  const open = (order?.lines ?? []).filter((line) => openOf(line).gt(0))
  const of = (line: OrderLine) =>
    [
      line,
      (picked.data?.picks ?? []).filter((pick) => pick.line === line.line),
      entries[line.line] ?? {},
    ] as const

  /** Gives every open line the same: what is open of it, or nothing. */
  const propose = (none: boolean): void =>
    setEntries(none ? Object.fromEntries(open.map((line) => [line.line, NOTHING])) : {})

  const send = async (): Promise<void> => {
    if (!order || open.some((line) => wrongWith(...of(line)))) return
    const lines = open.flatMap((line) => partsOf(...of(line)))
    if (lines.length === 0) {
      Message.warning(t('orders.rule.none'))
      return
    }
    // What was refused may be of an order that has changed: the next press is about the order as it is.
    if (!(await post(order, { lines, ...(date && { business_date: date }) }))) fetched.reload()
  }

  return (
    <LoadedModal {...{ title, fetched, busy, close, send }}>
      <div className={classes.scroll} tabIndex={0} role="region" aria-label={t('orders.lines')}>
        {hint && <p className={classes.hint}>{hint}</p>}
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
            {open.map((line) => {
              const [, picks, entered] = of(line)
              return (
                <Line
                  key={line.line}
                  line={line}
                  picks={picks}
                  reserved={picked.data?.reserved ?? false}
                  entered={entered}
                  enter={(next) => setEntries((old) => ({ ...old, [line.line]: next }))}
                />
              )
            })}
          </tbody>
        </table>
        {picked.error !== null && <Problem error={picked.error} retry={picked.reload} />}
        <div className={classes.proposals}>
          <Button size="small" onClick={() => propose(false)}>
            {t('orders.proposeOpen')}
          </Button>
          <Button size="small" onClick={() => propose(true)}>
            {t('orders.proposeNone')}
          </Button>
        </div>
      </div>
    </LoadedModal>
  )
}
