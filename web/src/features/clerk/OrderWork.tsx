import { Button, Message } from '@arco-design/web-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { placeWords, type Order, type OrderLine, type Pick, type PickListData } from '@/features/orders'
import { client } from '@/shared/http'
import { useFetched } from '@/shared/hooks/useFetched'
import { usePermission } from '@/shared/hooks/usePermission'
import { useTopics } from '@/shared/hooks/useTopics'
import { decimal } from '@/shared/number/decimal'
import { findProduct } from '@/shared/scan/findProduct'
import type { Scan } from '@/shared/scan/gs1'
import { vibrate } from '@/shared/scan/signal'
import { Numeral } from '@/shared/ui/Numeral'
import { Nothing, Problem, Waiting } from '@/shared/ui/Page'
import { Amount } from './Amount'
import { ArriveWork } from './ArriveWork'
import classes from './clerk.module.css'
import { clerkQueue } from './clerkQueue'
import { count, isOver, openOf, parts, queuedOf, type Counted } from './counting'
import { useCounts } from './counts'
import { batchTaken, picksOf, waitingSwaps, type Elsewhere, type Swap } from './picking'
import { QueueFull } from './queue'
import { ScanBox } from './ScanBox'
import { TakeElsewhere } from './TakeElsewhere'
import type { OrderTask } from './tasks'

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
        <span key={`${placeWords(pick)} ${pick.reserved}`} className={classes.place} data-pick={line.line}>
          {placeWords(pick)} · <Numeral value={pick.quantity} unit={line.product?.unit?.name} />
          {pick.expiry_date && <span className={classes.dim}> {pick.expiry_date}</span>}
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
function usePicks(task: OrderTask, order: Order): { data: PickListData | undefined; reload: () => void } {
  const { data, reload } = useFetched(`picks ${task.name} ${order.id} ${order.version}`, (signal) =>
    client.get<PickListData>(`${task.url}/picks`, { id: order.id }, signal),
  )
  return { data: data ?? undefined, reload }
}

function Work({ task, order, reload }: { task: OrderTask; order: Order; reload: () => void }) {
  const { t } = useTranslation()
  const path = `${task.url}/${task.step}`
  const swapPath = `${task.url}/pick`
  const maySwap = usePermission(task.page)('pick')
  const number = task.number(order)
  const [counts, setCounts] = useCounts(`${task.name} ${order.id}`)
  const [last, setLast] = useState<number | null>(null)
  const [note, setNote] = useState('')
  const { commands } = useSnapshot(clerkQueue.state)
  const queued = queuedOf(commands, path, order.id)
  const lines = order.lines.filter(
    (line) => decimal(openOf(line, queued, task.room))?.gt(0) || counts[line.line],
  )
  const { data: list, reload: readPicks } = usePicks(task, order)
  const picks = list ? picksOf(list, waitingSwaps(commands, swapPath, order.id)) : []
  const [elsewhere, setElsewhere] = useState<{ line: OrderLine; of: Elsewhere } | null>(null)

  useEffect(
    () =>
      clerkQueue.onDone((done) => {
        if (done.body.id !== order.id || ![path, swapPath].includes(done.path)) return
        reload()
        readPicks()
      }),
    [path, swapPath, order.id, reload, readPicks],
  )

  const report = (counted: Counted, scan: Scan): void => {
    vibrate(counted.kind === 'counted' && !counted.over)
    if (counted.kind === 'unknown') return setNote(t('clerk.unknown', { code: scan.raw }))
    const name = counted.line.product?.name ?? ''
    if (counted.kind !== 'counted')
      return setNote(
        t(`clerk.${counted.kind}`, {
          name,
          batch: scan.batch,
          day: scan.expires,
        }),
      )
    if (scan.batch) {
      const taken = batchTaken(list, picks, counted.line.line, scan.batch)
      if (taken !== 'fits') {
        vibrate(false)
        setNote(t('clerk.notReserved', { name, batch: scan.batch }))
        if (taken && maySwap) setElsewhere({ line: counted.line, of: taken })
        return
      }
    }
    setCounts({ ...counts, [counted.line.line]: counted.quantity })
    setLast(counted.line.line)
    setNote(t('clerk.counts', { name, quantity: counted.quantity }))
  }
  const scanned = (scan: Scan): void => {
    const counted = count(order, scan, counts, queued, null, task.room)
    if (counted.kind !== 'unknown' || scan.products.length === 0) return report(counted, scan)
    // Not a number of these lines: it may be another code of one of their products.
    findProduct(scan).then(
      (found) => {
        if (!found) return report({ kind: 'unknown' }, scan)
        report(count(order, found.scan, counts, queued, found.product.id, task.room), scan)
      },
      () => {
        vibrate(false)
        setNote(t('clerk.noLookup', { code: scan.raw }))
      },
    )
  }
  const change = (line: OrderLine, quantity: string): void => {
    const next: Record<number, string> = { ...counts, [line.line]: quantity }
    if (quantity === '') delete next[line.line]
    setCounts(next)
  }
  const chosen = parts(counts)
  const wrong = Object.values(counts).some((quantity) => !decimal(quantity) || decimal(quantity)?.lt(0))
  const send = (): void => {
    const title = t('clerk.command', {
      action: t(`clerk.tasks.${task.name}`),
      number,
      count: chosen.length,
    })
    clerkQueue.add({ path, body: { id: order.id, lines: chosen }, title }).then(
      () => {
        setCounts({})
        setNote('')
      },
      (error: unknown) => Message.error(t(error instanceof QueueFull ? 'clerk.full' : 'clerk.notKept')),
    )
  }

  const swap = (chosen: Swap, reason: string): void => {
    const title = t('clerk.swapCommand', { number, batch: chosen.to.batch_number ?? '–' })
    const body = { id: order.id, swaps: [chosen], ...(reason && { reason }) }
    clerkQueue.add({ path: swapPath, body, title }).then(
      () => {
        setElsewhere(null)
        setNote('')
      },
      (error: unknown) => Message.error(t(error instanceof QueueFull ? 'clerk.full' : 'clerk.notKept')),
    )
  }

  return (
    <>
      <h2 className={classes.number}>
        {number} <span className={classes.dim}>{task.about(order)}</span>
      </h2>
      <ScanBox note={note || t('clerk.scanProduct')} scanned={scanned} />
      {elsewhere && (
        <TakeElsewhere
          key={`${elsewhere.line.line} ${elsewhere.of.to.batch_number}`}
          name={elsewhere.line.product?.name ?? ''}
          elsewhere={elsewhere.of}
          unit={elsewhere.line.product?.unit?.name}
          decimals={elsewhere.line.product?.unit?.decimals}
          close={() => setElsewhere(null)}
          swap={swap}
        />
      )}
      {lines.length === 0 ? (
        <Nothing text={t('clerk.allDone')} />
      ) : (
        <ul className={classes.lines}>
          {lines.map((line) => (
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
        </ul>
      )}
      <div className={classes.foot}>
        <Button
          type="primary"
          long
          className={classes.task}
          disabled={chosen.length === 0 || wrong}
          onClick={send}
        >
          {t(`clerk.send.${task.name}`, { count: chosen.length })}
        </Button>
      </div>
    </>
  )
}

/** Counts the goods of an order by scanning, and sends the counted parts. */
export function OrderWork({ task, id }: { task: OrderTask; id: number }) {
  const fetched = useFetched(`clerk ${task.name} ${id}`, (signal) => task.find(id, signal))
  useTopics([task.topic], fetched.reload)
  const Task = task.picks ? Work : ArriveWork
  if (fetched.data) return <Task task={task} order={fetched.data} reload={fetched.reload} />
  if (fetched.error) return <Problem error={fetched.error} retry={fetched.reload} />
  return <Waiting rows={8} />
}
