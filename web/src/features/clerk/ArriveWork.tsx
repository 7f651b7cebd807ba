import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { receiptFaults, type Order, type OrderLine } from '@/features/orders'
import { decimal } from '@/shared/number/decimal'
import type { Scan } from '@/shared/scan/gs1'
import { isWrong } from './Amount'
import { ArrivalLine } from './ArrivalLine'
import { partsOf, receiptOf, sumsOf, withScan, type Arrivals } from './arriving'
import { isOver, openOf, type Counted } from './counting'
import { useArrivals } from './counts'
import { OrderFrame } from './OrderFrame'
import type { OrderTask } from './tasks'
import { useNote } from './useNote'
import { useOrderQueue } from './useOrderQueue'

interface Props {
  task: OrderTask
  order: Order
  reload: () => void
}

/** Takes goods of an order in by scanning: quantity, batch and dates as the codes say them. */
export function ArriveWork({ task, order, reload }: Props) {
  const { t } = useTranslation()
  const dated = task.name === 'receive'
  const [arrivals, setArrivals] = useArrivals(`${task.name} ${order.id}`)
  const [last, setLast] = useState<number | null>(null)
  const { note, report: tell, say } = useNote()
  const { queued, ...queue } = useOrderQueue(task, order, reload)
  const sums = sumsOf(arrivals)
  const ofLine = (line: OrderLine): Arrivals => arrivals.filter((one) => one.line === line.line)
  const lines = order.lines.filter(
    (line) => decimal(openOf(line, queued, task.room))?.gt(0) || ofLine(line).length > 0,
  )

  const refuse = (text: string): void => tell(false, text)
  const report = (counted: Counted | null, scan: Scan): void => {
    if (!counted) return refuse(t('clerk.noLookup', { code: scan.raw }))
    if (counted.kind === 'unknown') return refuse(t('clerk.unknown', { code: scan.raw }))
    const name = counted.line.product?.name ?? ''
    const said = { name, batch: scan.batch, day: scan.expires }
    if (counted.kind !== 'counted') return refuse(t(`clerk.${counted.kind}`, said))
    const arrived = withScan(arrivals, counted.line, scan)
    if (arrived.kind === 'otherDates') return refuse(t('clerk.otherDates', said))
    setArrivals(arrived.arrivals)
    setLast(counted.line.line)
    const { batch, expires, quantity } = arrived.arrivals[arrived.at]!
    const words = [quantity, batch, expires].filter(Boolean).join(' · ')
    tell(!counted.over, t('clerk.counts', { name, quantity: words }))
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
  const send = async (): Promise<void> => {
    if (!(await queue.send(parts))) return
    setArrivals([])
    say('')
  }

  return (
    <OrderFrame
      task={task}
      order={order}
      note={note}
      scanned={(scan) => queue.scanned(scan, sums, report)}
      lines={lines.map((line) => (
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
      count={parts.length}
      wrong={wrong}
      send={() => void send()}
    />
  )
}
