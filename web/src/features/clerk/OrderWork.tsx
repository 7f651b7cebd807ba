import { Button, Message } from '@arco-design/web-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { find, orderNumber, type Order, type OrderLine } from '@/features/orders'
import { useFetched } from '@/shared/hooks/useFetched'
import { useTopics } from '@/shared/hooks/useTopics'
import { decimal } from '@/shared/number/decimal'
import { findProduct } from '@/shared/scan/findProduct'
import type { Scan } from '@/shared/scan/gs1'
import { vibrate } from '@/shared/scan/signal'
import { Nothing, Problem, Waiting } from '@/shared/ui/Page'
import { Amount } from './Amount'
import classes from './clerk.module.css'
import { clerkQueue } from './clerkQueue'
import { count, isOver, openOf, parts, queuedOf, type Counted } from './counting'
import { useCounts } from './counts'
import { QueueFull } from './queue'
import { ScanBox } from './ScanBox'
import type { OrderTask } from './tasks'

interface LineProps {
  line: OrderLine
  open: string
  counted: string
  over: boolean
  last: boolean
  change: (quantity: string) => void
}

function Line({ line, open, counted, over, last, change }: LineProps) {
  const { t } = useTranslation()
  const place = [line.area?.name, line.shelf?.name].filter(Boolean).join(' / ')
  const name = line.product?.name ?? `#${line.product_id}`
  return (
    <li className={classes.line} data-last={last} data-line={line.line}>
      <strong>{name}</strong>
      <span className={classes.dim}>
        {[line.product?.product_no, line.product?.spec].filter(Boolean).join(' · ')}
      </span>
      {place && <span className={classes.place}>{place}</span>}
      {(line.batch_number || line.expiry_date) && (
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

function Work({ task, order, reload }: { task: OrderTask; order: Order; reload: () => void }) {
  const { t } = useTranslation()
  const path = `${task.kind.url}/stock`
  const number = orderNumber(task.kind, order)
  const [counts, setCounts] = useCounts(`${task.name} ${order.id}`)
  const [last, setLast] = useState<number | null>(null)
  const [note, setNote] = useState('')
  const { commands } = useSnapshot(clerkQueue.state)
  const queued = queuedOf(commands, path, order.id)
  const lines = order.lines.filter((line) => decimal(openOf(line, queued))?.gt(0) || counts[line.line])

  useEffect(
    () => clerkQueue.onDone((done) => done.path === path && done.body.id === order.id && reload()),
    [path, order.id, reload],
  )

  const told = (counted: Counted, scan: Scan): void => {
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
    setCounts({ ...counts, [counted.line.line]: counted.quantity })
    setLast(counted.line.line)
    setNote(t('clerk.counts', { name, quantity: counted.quantity }))
  }
  const scanned = (scan: Scan): void => {
    const counted = count(order, scan, counts, queued)
    if (counted.kind !== 'unknown' || scan.products.length === 0) return told(counted, scan)
    // Not a number of these lines: it may be another code of one of their products.
    findProduct(scan).then(
      (found) => {
        if (!found) return told({ kind: 'unknown' }, scan)
        told(count(order, found.scan, counts, queued, found.product.id), scan)
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

  return (
    <>
      <h2 className={classes.number}>
        {number} <span className={classes.dim}>{task.kind.with && order[task.kind.with.name]?.name}</span>
      </h2>
      <ScanBox note={note || t('clerk.scanProduct')} scanned={scanned} />
      {lines.length === 0 ? (
        <Nothing text={t('clerk.allDone')} />
      ) : (
        <ul className={classes.lines}>
          {lines.map((line) => (
            <Line
              key={line.line}
              line={line}
              open={openOf(line, queued)}
              counted={counts[line.line] ?? ''}
              over={isOver(line, counts, queued)}
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
  const fetched = useFetched(`clerk ${task.name} ${id}`, (signal) => find(task.kind, id, signal))
  useTopics([task.kind.topic], fetched.reload)
  if (fetched.data) return <Work task={task} order={fetched.data} reload={fetched.reload} />
  if (fetched.error) return <Problem error={fetched.error} retry={fetched.reload} />
  return <Waiting rows={8} />
}
