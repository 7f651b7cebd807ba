import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { receiptFaults, undated, type Order, type OrderLine } from '@/features/orders'
import { decimal } from '@/shared/number/decimal'
import type { Scan } from '@/shared/scan/gs1'
import { faultText, unknownText } from '@/shared/scan/faultText'
import { askUndated } from '@/shared/ui/UndatedGoods'
import { countedIn } from '@/shared/units/units'
import { ArrivalLine } from './ArrivalLine'
import { hasDamaged, isBlank, isOdd, partsOf, receiptOf, sumsOf, withScan, type Arrivals } from './arriving'
import { isOver, openOf, type Counted } from './counting'
import { useArrivals } from './counts'
import { DamagedGoods } from './DamagedGoods'
import { OrderFrame } from './OrderFrame'
import { spotOf, useHeldSpots, type Spot } from './places'
import { useSpotName } from './SpotSelect'
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
  const nameOf = useSpotName()
  // Goods from the road have their dates, and may have been damaged on it.
  const road = task.name === 'arrive'
  const [arrivals, setArrivals] = useArrivals(`${task.name} ${order.id}`)
  const [last, setLast] = useState<number | null>(null)
  const { note, report: tell, say } = useNote()
  const spots = useHeldSpots(road ? (order.target_warehouses_id ?? null) : null)
  const [chosen, setChosen] = useState<Spot | null>(null)
  // The only area there is needs no choice.
  const areas = spots.filter(({ shelf }) => shelf === null)
  const place = chosen ?? (areas.length === 1 ? areas[0]! : null)
  const [scansDamaged, setScansDamaged] = useState(false)
  const [reason, setReason] = useState('')
  const { queued, ...queue } = useOrderQueue(task, order, reload)
  const sums = sumsOf(arrivals)
  const ofLine = (line: OrderLine): Arrivals => arrivals.filter((one) => one.line === line.line)
  const lines = order.lines.filter(
    (line) => decimal(openOf(line, queued, task.room))?.gt(0) || ofLine(line).length > 0,
  )

  const refuse = (text: string): void => tell(false, text)
  const report = (counted: Counted | null, scan: Scan): void => {
    if (!counted) return refuse(t('clerk.noLookup', { code: scan.raw }))
    if (counted.kind === 'unknown') return refuse(unknownText(t, scan, 'clerk.unknown'))
    const name = counted.line.product?.name ?? ''
    const values = { name, batch: scan.batch, day: scan.expires }
    if (counted.kind === 'unmeasured') return refuse(faultText(t, name, counted.fault))
    if (counted.kind !== 'counted') return refuse(t(`clerk.${counted.kind}`, values))
    const arrived = withScan(arrivals, counted.line, counted.scan, scansDamaged)
    if (arrived.kind === 'otherDates') return refuse(t('clerk.otherDates', values))
    setArrivals(arrived.arrivals)
    setLast(counted.line.line)
    const { batch, expires, quantity, damaged } = arrived.arrivals[arrived.at]!
    const words = [quantity, damaged && t('clerk.damaged'), batch, expires].filter(Boolean).join(' · ')
    tell(!counted.over, t('clerk.counts', { name, quantity: words }))
  }
  const takePlace = (spot: Spot): void => {
    setChosen(spot)
    tell(true, t('clerk.damagedGoTo', { place: nameOf(spot) }))
  }
  const target = useRef({ counts: sums, report })
  target.current = { counts: sums, report }
  const scanned = (scan: Scan): ReturnType<typeof queue.scanned> => {
    const spot = spotOf(scan.raw, spots)
    if (spot) return takePlace(spot)
    return queue.scanned(scan, target)
  }
  const change = (line: OrderLine, next: Arrivals): void => {
    const empty = next.length === 1 && next.every(isBlank)
    setArrivals([...arrivals.filter((one) => one.line !== line.line), ...(empty ? [] : next)])
  }

  const parts = partsOf(arrivals, !road, place)
  const damages = hasDamaged(arrivals)
  const lacksPlace = damages && !place
  // No more arrives than is in transit; of an inbound order more may come, within the warehouse's tolerance.
  const tooMuch = road && lines.some((line) => isOver(line, sums, queued, task.room))
  const wrong = lines.some((line) =>
    ofLine(line).some(
      (arrival) =>
        isOdd(arrival, countedIn(line.product)) ||
        (!road && Object.keys(receiptFaults(receiptOf(line, arrival))).length > 0),
    ),
  )
  // Goods from the road have their dates.
  const dateless = road
    ? []
    : undated(lines.flatMap((line) => ofLine(line).map((arrival) => receiptOf(line, arrival))))
  const send = async (): Promise<void> => {
    if (!(await queue.send(parts, damages && reason.trim() ? { reason: reason.trim() } : {}))) return
    setArrivals([])
    say('')
    setScansDamaged(false)
    setReason('')
  }

  return (
    <OrderFrame
      task={task}
      order={order}
      note={{
        ...note,
        text: [note.text, lacksPlace && t('clerk.damagedNowhere')].filter(Boolean).join(' – '),
      }}
      scanned={scanned}
      question={
        road && (
          <DamagedGoods
            scans={scansDamaged}
            setScans={setScansDamaged}
            some={damages}
            spots={spots}
            place={place}
            choose={takePlace}
            reason={reason}
            setReason={setReason}
          />
        )
      }
      lines={lines.map((line) => (
        <ArrivalLine
          key={line.line}
          line={line}
          arrivals={ofLine(line)}
          open={openOf(line, queued, task.room)}
          road={road}
          over={isOver(line, sums, queued, task.room)}
          last={last === line.line}
          change={(next) => change(line, next)}
        />
      ))}
      count={new Set(parts.map(({ line }) => line)).size}
      wrong={wrong || tooMuch || lacksPlace}
      send={() => askUndated(t, dateless, send)}
    />
  )
}
