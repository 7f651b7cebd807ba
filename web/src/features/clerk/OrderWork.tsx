import { Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  findPicks,
  placeText,
  ShipShopOrder,
  type Order,
  type OrderLine,
  type Pick,
  type PickListData,
} from '@/features/orders'
import { usePermission } from '@/shared/hooks/usePermission'
import { useTopics } from '@/shared/hooks/useTopics'
import { decimal } from '@/shared/number/decimal'
import type { Scan } from '@/shared/scan/gs1'
import { faultText, unknownText } from '@/shared/scan/faultText'
import { Numeral } from '@/shared/ui/Numeral'
import { Problem, Waiting } from '@/shared/ui/Page'
import { today } from '@/shared/ui/time'
import { Amount, isWrong } from './Amount'
import { ArriveWork } from './ArriveWork'
import classes from './clerk.module.css'
import { isOver, openOf, parts, type Counted } from './counting'
import { useCounts, useScanned } from './counts'
import { OrderFrame } from './OrderFrame'
import {
  batchTaken,
  expiredOn,
  partsTaken,
  picksOf,
  waitingParts,
  waitingSwaps,
  withScanned,
  type Elsewhere,
  type Swap,
} from './picking'
import { TakeElsewhere } from './TakeElsewhere'
import type { OrderTask } from './tasks'
import { useEnqueue } from './useEnqueue'
import { useNote } from './useNote'
import { useOrderQueue } from './useOrderQueue'
import { useRemembered } from './useRemembered'

interface LineProps {
  line: OrderLine
  /** Where its goods are to be taken from, if that is known. */
  picks: readonly Pick[]
  open: string
  counted: string
  over: boolean
  last: boolean
  change: (quantity: string) => void
}

function Line({ line, picks, open, counted, over, last, change }: LineProps) {
  const { t } = useTranslation()
  const place = [line.area, line.shelf]
    .map((one) => one?.name)
    .filter(Boolean)
    .join(' / ')
  const name = line.product?.name ?? `#${line.product_id}`
  return (
    <li className={classes.line} data-last={last} data-line={line.line}>
      <strong>{name}</strong>
      <span className={classes.dim}>
        {[line.product?.product_no, line.product?.spec].filter(Boolean).join(' · ')}
      </span>
      {picks.length === 0 && place && <span className={classes.place}>{place}</span>}
      {picks.map((pick) => (
        <span
          key={`${placeText(pick, t('orders.unplaced'))} ${pick.reserved}`}
          className={classes.place}
          data-pick={line.line}
        >
          {placeText(pick, t('orders.unplaced'))} ·{' '}
          <Numeral value={pick.quantity} unit={line.product?.unit?.name} />
          {pick.expiry_date && (
            <span className={pick.expiry_date < today() ? classes.warning : classes.dim}>
              {' '}
              <span className={classes.day}>{pick.expiry_date}</span>
            </span>
          )}
        </span>
      ))}
      {picks.length === 0 && (line.batch_number || line.expiry_date) && (
        <span className={classes.dim}>
          {[line.batch_number, line.expiry_date].filter(Boolean).join(' · ')}
        </span>
      )}
      <Amount
        name={name}
        value={counted}
        most={{ words: t('clerk.open'), quantity: open }}
        unit={line.product?.unit?.name}
        decimals={line.product?.unit?.decimals}
        warns={over}
        change={change}
      />
      {over && <span className={classes.warning}>{t('orders.rule.overOpen')}</span>}
    </li>
  )
}

/** What is to be picked; nothing without a signal. */
function usePicks(task: OrderTask, order: Order): PickListData | null {
  return useRemembered(`picks ${task.name} ${order.id} ${order.version}`, (signal) =>
    findPicks(task.url, order.id, signal),
  ).data
}

function Work({ task, order, reload }: { task: OrderTask; order: Order; reload: () => void }) {
  const { t } = useTranslation()
  const [swapPath, path] = [`${task.url}/pick`, `${task.url}/${task.step}`]
  const maySwap = usePermission(task.page)('pick')
  const keep = useEnqueue()
  const [counts, setCounts] = useCounts(`${task.name} ${order.id}`)
  const [batches, setBatches] = useScanned(`${task.name} ${order.id}`)
  const [last, setLast] = useState<number | null>(null)
  const { note, report: tell, say } = useNote()
  const { commands, queued, ...queue } = useOrderQueue(task, order, reload)
  const lines = order.lines.filter(
    (line) => decimal(openOf(line, queued, task.room))?.gt(0) || counts[line.line],
  )
  const list = usePicks(task, order)
  const picks = list
    ? picksOf(list, waitingSwaps(commands, swapPath, order.id), waitingParts(commands, path, order.id))
    : []
  const [sending, setSending] = useState(false)
  const [elsewhere, setElsewhere] = useState<{ line: OrderLine; of: Elsewhere } | null>(null)

  const report = (counted: Counted | null, scan: Scan): void => {
    if (!counted) return tell(false, t('clerk.noLookup', { code: scan.raw }))
    if (counted.kind === 'unknown') return tell(false, unknownText(t, scan, 'clerk.unknown'))
    const name = counted.line.product?.name ?? ''
    if (counted.kind === 'unmeasured') return tell(false, faultText(t, name, counted.fault))
    if (counted.kind !== 'counted')
      return tell(
        false,
        t(`clerk.${counted.kind}`, {
          name,
          batch: scan.batch,
          day: scan.expires,
        }),
      )
    if (scan.batch) {
      const taken = batchTaken(list, picks, counted.line.line, scan.batch)
      if (taken !== 'fits') {
        tell(false, t('clerk.notReserved', { name, batch: scan.batch }))
        if (taken && maySwap) setElsewhere({ line: counted.line, of: taken })
        return
      }
      setBatches(withScanned(batches, counted.line.line, scan.batch, counted.scan.quantity ?? '1'))
    }
    setCounts({ ...counts, [counted.line.line]: counted.quantity })
    setLast(counted.line.line)
    const { quantity } = counted
    const day = expiredOn(scan, picks, counted.line.line, today())
    if (day) return tell(false, t('clerk.countsExpired', { name, quantity, day }))
    tell(!counted.over, t('clerk.counts', { name, quantity }))
  }
  const target = useRef({ counts, report })
  target.current = { counts, report }
  const change = (line: OrderLine, quantity: string): void => {
    const next: Record<number, string> = { ...counts, [line.line]: quantity }
    if (quantity === '') delete next[line.line]
    setCounts(next)
    // Who counts by hand does not say of which batch.
    setBatches({ ...batches, [line.line]: {} })
  }
  const chosen = parts(counts)
  const wrong = lines.some((line) => {
    const quantity = counts[line.line] ?? ''
    const open = openOf(line, queued, task.room)
    // All that is open may go, even where it is finer than its unit is by now. More is refused.
    const over = isOver(line, counts, queued, task.room)
    return over || (quantity !== open && isWrong(quantity, line.product?.unit?.decimals))
  })
  // A parcel goes whole: all of it is picked before it is sent.
  const parcel = !!order.shop_order_id
  const picked = lines.every((line) => {
    const counted = decimal(counts[line.line] ?? '')
    return counted?.eq(decimal(openOf(line, queued, task.room)) ?? 0)
  })
  const send = async (): Promise<void> => {
    if (parcel) return setSending(true)
    if (!(await queue.send(partsTaken(chosen, batches, picks)))) return
    setCounts({})
    setBatches({})
    say('')
  }
  const swap = async (chosen: Swap, reason: string): Promise<void> => {
    const batch = chosen.to.batch_number ?? '–'
    const title = t('clerk.swapCommand', { number: task.number(order), batch })
    const body = { id: order.id, swaps: [chosen], ...(reason && { reason }) }
    if (!(await keep({ path: swapPath, body, title }))) return
    setElsewhere(null)
    say('')
  }

  const answered = (sent: boolean): void => {
    if (sent) {
      setCounts({})
      setBatches({})
    }
    reload()
  }
  const shipping = sending && (
    <Suspense fallback={null}>
      <ShipShopOrder
        title={`${t('clerk.sendParcel')} · ${task.number(order)}`}
        order={order}
        close={() => setSending(false)}
        changed={answered}
      />
    </Suspense>
  )

  return (
    <OrderFrame
      task={task}
      order={order}
      note={note}
      scanned={(scan) => queue.scanned(scan, target)}
      question={
        shipping ||
        (elsewhere && (
          <TakeElsewhere
            key={`${elsewhere.line.line} ${elsewhere.of.to.batch_number}`}
            name={elsewhere.line.product?.name ?? ''}
            elsewhere={elsewhere.of}
            unit={elsewhere.line.product?.unit?.name}
            decimals={elsewhere.line.product?.unit?.decimals}
            close={() => setElsewhere(null)}
            swap={(chosen, reason) => void swap(chosen, reason)}
          />
        ))
      }
      lines={lines.map((line) => (
        <Line
          key={line.line}
          line={line}
          picks={picks.filter((pick) => pick.line === line.line)}
          open={openOf(line, queued, task.room)}
          counted={counts[line.line] ?? ''}
          over={isOver(line, counts, queued, task.room)}
          last={last === line.line}
          change={(quantity) => change(line, quantity)}
        />
      ))}
      count={chosen.length}
      action={parcel ? t('clerk.sendParcel') : undefined}
      unfinished={parcel && !picked}
      wrong={wrong}
      send={() => void send()}
    />
  )
}

/** Counts the goods of an order by scanning, and sends the counted parts. */
export function OrderWork({ task, id }: { task: OrderTask; id: number }) {
  const fetched = useRemembered(`clerk ${task.name} ${id}`, (signal) => task.find(id, signal))
  useTopics([task.topic], fetched.reload)
  const Task = task.picks ? Work : ArriveWork
  if (fetched.data) return <Task task={task} order={fetched.data} reload={fetched.reload} />
  if (fetched.error) return <Problem error={fetched.error} retry={fetched.reload} />
  return <Waiting rows={8} />
}
