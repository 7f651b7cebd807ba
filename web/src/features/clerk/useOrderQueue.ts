import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import type { Order } from '@/features/orders'
import { findProduct } from '@/shared/scan/findProduct'
import type { Scan } from '@/shared/scan/gs1'
import { clerkQueue } from './clerkQueue'
import type { Queued } from './commandStore'
import { count, queuedOf, type Counted, type Counts } from './counting'
import type { OrderTask } from './tasks'
import { useEnqueue } from './useEnqueue'

interface OrderQueue {
  commands: readonly Queued[]
  /** What commands that wait will move of each line. */
  queued: Counts
  /** Says what a scan counts for, with the scan as it was understood; nothing could be looked up: `null`. */
  scanned: (scan: Scan, counts: Counts, report: (counted: Counted | null, scan: Scan) => void) => void
  /** Sends parts of the order's lines, with what else the step takes. Answers whether they were kept. */
  send: (parts: readonly { line: number }[], more?: Readonly<Record<string, unknown>>) => Promise<boolean>
}

/** The commands of an order in the clerk's queue. `reload` reads the order again once one of them was done. */
export function useOrderQueue(task: OrderTask, order: Order, reload: () => void): OrderQueue {
  const { t } = useTranslation()
  const keep = useEnqueue()
  const path = `${task.url}/${task.step}`
  const commands = useSnapshot(clerkQueue.state).commands as readonly Queued[]
  const queued = queuedOf(commands, path, order.id)

  useEffect(
    () =>
      clerkQueue.onDone((done) => {
        if (done.body.id === order.id && done.path.startsWith(`${task.url}/`)) reload()
      }),
    [task.url, order.id, reload],
  )

  return {
    commands,
    queued,
    scanned: (scan, counts, report) => {
      const counted = count(order, scan, counts, queued, null, task.room)
      if (counted.kind !== 'unknown' || scan.products.length === 0) return report(counted, scan)
      // Not a number of these lines: it may be another code of one of their products.
      findProduct(scan).then(
        (found) => {
          if (!found) return report({ kind: 'unknown' }, scan)
          report(count(order, found.scan, counts, queued, found.product.id, task.room), found.scan)
        },
        () => report(null, scan),
      )
    },
    send: (parts, more) => {
      const action = t(`clerk.tasks.${task.name}`)
      const lines = new Set(parts.map(({ line }) => line))
      const title = t('clerk.command', { action, number: task.number(order), count: lines.size })
      return keep({ path, body: { id: order.id, lines: parts, ...more }, title })
    },
  }
}
