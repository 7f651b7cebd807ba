import { Button, Message } from '@arco-design/web-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { receiptFaults, type Order, type OrderLine } from '@/features/orders'
import { decimal } from '@/shared/number/decimal'
import { findProduct } from '@/shared/scan/findProduct'
import type { Scan } from '@/shared/scan/gs1'
import { vibrate } from '@/shared/scan/signal'
import { Nothing } from '@/shared/ui/Page'
import { isWrong } from './Amount'
import { ArrivalLine } from './ArrivalLine'
import { partsOf, receiptOf, sumsOf, withScan, type Arrivals } from './arriving'
import classes from './clerk.module.css'
import { clerkQueue } from './clerkQueue'
import { count, isOver, openOf, queuedOf, type Counted } from './counting'
import { useArrivals } from './counts'
import { QueueFull } from './queue'
import { ScanBox } from './ScanBox'
import type { OrderTask } from './tasks'

interface Props {
  task: OrderTask
  order: Order
  reload: () => void
}

/** Takes goods of an order in by scanning: quantity, batch and dates as the codes say them. */
export function ArriveWork({ task, order, reload }: Props) {
  const { t } = useTranslation()
  const path = `${task.url}/${task.step}`
  const dated = task.name === 'receive'
  const number = task.number(order)
  const [arrivals, setArrivals] = useArrivals(`${task.name} ${order.id}`)
  const [last, setLast] = useState<number | null>(null)
  const [note, setNote] = useState('')
  const { commands } = useSnapshot(clerkQueue.state)
  const queued = queuedOf(commands, path, order.id)
  const sums = sumsOf(arrivals)
  const ofLine = (line: OrderLine): Arrivals => arrivals.filter((one) => one.line === line.line)
  const lines = order.lines.filter(
    (line) => decimal(openOf(line, queued, task.room))?.gt(0) || ofLine(line).length > 0,
  )

  useEffect(
    () =>
      clerkQueue.onDone((done) => {
        if (done.body.id === order.id && done.path === path) reload()
      }),
    [path, order.id, reload],
  )

  const refuse = (text: string): void => {
    vibrate(false)
    setNote(text)
  }
  const report = (counted: Counted, scan: Scan): void => {
    if (counted.kind === 'unknown') return refuse(t('clerk.unknown', { code: scan.raw }))
    const name = counted.line.product?.name ?? ''
    const said = { name, batch: scan.batch, day: scan.expires }
    if (counted.kind !== 'counted') return refuse(t(`clerk.${counted.kind}`, said))
    const arrived = withScan(arrivals, counted.line, scan)
    if (arrived.kind === 'otherDates') return refuse(t('clerk.otherDates', said))
    vibrate(!counted.over)
    setArrivals(arrived.arrivals)
    setLast(counted.line.line)
    const { batch, expires, quantity } = arrived.arrivals[arrived.at]!
    setNote(t('clerk.counts', { name, quantity: [quantity, batch, expires].filter(Boolean).join(' · ') }))
  }
  const scanned = (scan: Scan): void => {
    const counted = count(order, scan, sums, queued, null, task.room)
    if (counted.kind !== 'unknown' || scan.products.length === 0) return report(counted, scan)
    // Not a number of these lines: it may be another code of one of their products.
    findProduct(scan).then(
      (found) => {
        if (!found) return report({ kind: 'unknown' }, scan)
        report(count(order, found.scan, sums, queued, found.product.id, task.room), found.scan)
      },
      () => refuse(t('clerk.noLookup', { code: scan.raw })),
    )
  }
  const change = (line: OrderLine, next: Arrivals): void => {
    const only = next.length === 1 ? next[0] : undefined
    const empty = only && Object.values({ ...only, line: '' }).every((text) => text === '')
    setArrivals([...arrivals.filter((one) => one.line !== line.line), ...(empty ? [] : next)])
  }

  const parts = partsOf(arrivals, dated)
  const wrong = lines.some((line) =>
    ofLine(line).some(
      (arrival) =>
        isWrong(arrival.quantity, line.product?.unit?.decimals) ||
        (dated && Object.keys(receiptFaults(receiptOf(line, arrival))).length > 0),
    ),
  )
  const send = (): void => {
    const title = t('clerk.command', {
      action: t(`clerk.tasks.${task.name}`),
      number,
      count: parts.length,
    })
    clerkQueue.add({ path, body: { id: order.id, lines: parts }, title }).then(
      () => {
        setArrivals([])
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
      {lines.length === 0 ? (
        <Nothing text={t('clerk.allDone')} />
      ) : (
        <ul className={classes.lines}>
          {lines.map((line) => (
            <ArrivalLine
              key={line.line}
              line={line}
              arrivals={ofLine(line)}
              open={openOf(line, queued, task.room)}
              dated={dated}
              over={isOver(line, sums, queued, task.room)}
              last={last === line.line}
              change={(next) => change(line, next)}
            />
          ))}
        </ul>
      )}
      <div className={classes.foot}>
        <Button
          type="primary"
          long
          className={classes.task}
          disabled={parts.length === 0 || wrong}
          onClick={send}
        >
          {t(`clerk.send.${task.name}`, { count: parts.length })}
        </Button>
      </div>
    </>
  )
}
