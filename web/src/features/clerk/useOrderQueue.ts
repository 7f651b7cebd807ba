import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import type { Order } from '@/features/orders'
import { findProduct, knownMeaning } from '@/shared/scan/findProduct'
import type { Scan } from '@/shared/scan/gs1'
import { clerkQueue } from './clerkQueue'
import type { Queued } from './commandStore'
import { count, queuedOf, type Counted, type Counts } from './counting'
import type { OrderTask } from './tasks'
import { useEnqueue } from './useEnqueue'
import { useKnownProducts } from './useKnownProducts'

/** What a scan meets: what was counted so far, and what says what it counts for. */
export interface ScanTarget {
  counts: Counts
  /** With the scan as it was understood; nothing could be looked up: `null`. */
  report: (counted: Counted | null, scan: Scan) => void
}

interface OrderQueue {
  commands: readonly Queued[]
  /** What commands that wait will move of each line. */
  queued: Counts
  /** Says what a scan counts for. What has to be looked up meets the target as it is then. */
  scanned: (scan: Scan, target: { readonly current: ScanTarget }) => Promise<() => void> | void
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
  const now = useRef({ order, queued })
  now.current = { order, queued }
  useKnownProducts(order.lines.map(({ product_id }) => product_id))

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
    scanned: (scan, target) => {
      const meets = (found: Scan, product: number | null = null): Counted =>
        count(now.current.order, found, target.current.counts, now.current.queued, product, task.room)
      const report = (counted: Counted | null, of: Scan): void => target.current.report(counted, of)
      const counted = meets(scan)
      if (counted.kind !== 'unknown' || scan.products.length === 0) return report(counted, scan)
      // Not a number of these lines: it may be another code of one of their products.
      const known = knownMeaning(scan)
      const ofLine = known && meets(known.scan, known.product.id)
      if (ofLine && ofLine.kind !== 'unknown') return report(ofLine, known.scan)
      return findProduct(scan).then(
        (found) => () =>
          found ? report(meets(found.scan, found.product.id), found.scan) : report({ kind: 'unknown' }, scan),
        () => () => report(null, scan),
      )
    },
    send: (parts, more) => {
      const action = t(`clerk.tasks.${task.name}`)
      const lines = new Set(parts.map(({ line }) => line))
      const title = t('clerk.command', { action, number: task.number(order), count: lines.size })
      const goods = Object.fromEntries(
        order.lines.flatMap(({ line, product }) =>
          product && lines.has(line) ? [[line, product.name]] : [],
        ),
      )
      return keep({ path, body: { id: order.id, lines: parts, ...more }, title, goods })
    },
  }
}
