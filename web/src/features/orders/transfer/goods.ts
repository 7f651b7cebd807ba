/** What a step does to goods in transit: parts of lines, a batch each. Pure functions. */
import { DECIMALS_MAX, decimal } from '@/shared/number/decimal'
import { quantityFault } from '../model'
import { amountOf, type GoodsStep, type OrderLine } from './model'

type Amount = NonNullable<ReturnType<typeof decimal>>
const zero = decimal(0)!

/** Goods of a line that a step may take: those of one batch, or all of a line that is on no road yet. */
export interface Row {
  /** How it is called beside its product: its line and, where the line has several, its place among them. */
  key: string
  line: OrderLine
  /** Empty: goods without a batch. */
  batch: string
  expiry: string | null
  room: Amount
}

/** Of these steps goods are put somewhere, on a day of their own. */
export const putsGoods = (step: GoodsStep): boolean => step === 'receive' || step === 'receiveBack'

const goesBack = (step: GoodsStep): boolean => step === 'receiveBack' || step === 'lostBack'

/** What a step may take, a row for each batch; the first that left come first. */
export function rowsOf(step: GoodsStep, lines: readonly OrderLine[]): Row[] {
  return lines.flatMap((line) => {
    const all = amountOf(step, line)
    if (!all.gt(0)) return []
    const lots = (line.transit?.lots ?? []).filter(({ back }) => back === goesBack(step))
    const merged = new Map<string, Omit<Row, 'key'>>()
    for (const { batch_number: batch, expiry_date: expiry, quantity } of lots) {
      const known = merged.get(batch) ?? { line, batch, expiry: expiry ?? null, room: zero }
      merged.set(batch, { ...known, room: known.room.plus(decimal(quantity) ?? 0) })
    }
    const rows = [...merged.values()]
    if (rows.length === 0) return [{ key: String(line.line), line, batch: '', expiry: null, room: all }]
    return rows.map((row, at) => ({
      ...row,
      key: rows.length === 1 ? String(line.line) : `${line.line}.${at + 1}`,
    }))
  })
}

/** The purposes of areas whose goods are held, as lists search for them: to inspect, damaged. */
export const HELD_PURPOSES = '1,2'

export interface Place {
  area: number | null
  shelf: number | null
}

export const NOWHERE: Place = { area: null, shelf: null }

/** What a person fills in for a row: as text, so that nothing is rounded. */
export interface Part {
  quantity: string
  damaged: string
  /** Where the good ones are put, if not where all are. */
  place: Place
}

/** All of a row, and all of it good. */
export const wholeOf = (row: Row): Part => ({ quantity: row.room.toString(), damaged: '', place: NOWHERE })

const filled = (text: string): boolean => !!decimal(text)?.gt(0)

/** Whether some of a row is said to be damaged. */
export const isDamaged = ({ damaged }: Part): boolean => filled(damaged)

/** The changes of a part by what is damaged: while all of the row is named, that many less are good. */
export function withDamaged(row: Row, part: Part, text: string): Partial<Part> {
  const [good, before, after] = [decimal(part.quantity), decimal(part.damaged || '0'), decimal(text || '0')]
  const rest = after && row.room.minus(after)
  if (!good || !before || !rest || rest.lt(0) || !good.plus(before).eq(row.room)) return { damaged: text }
  return { damaged: text, quantity: rest.toString() }
}

/** What is wrong with a part: the key of a text and its count. */
export function partFault(row: Row, part: Part): { key: string; count?: number } | null {
  const most = row.line.product?.unit?.decimals ?? DECIMALS_MAX
  let sum = zero
  for (const text of [part.quantity, part.damaged]) {
    if (!text.trim()) continue
    const fault = quantityFault(text, most)
    if (fault) return fault
    sum = sum.plus(decimal(text) ?? zero)
  }
  return sum.gt(row.room) ? { key: 'transferOrders.rule.over' } : null
}

/** The parts as they are sent: good and damaged goods of a row are two. Parts that name a batch come first, as the node
 *  takes those without one from what is left. */
export function sentParts(
  entered: readonly (readonly [Row, Part])[],
  good: Place,
  damaged: Place,
): Record<string, unknown>[] {
  const at = ({ area, shelf }: Place) =>
    area === null
      ? {}
      : { warehouses_areas_id: area, ...(shelf === null ? {} : { warehouses_shelves_id: shelf }) }
  const parts = entered.flatMap(([row, part]) => {
    const of = { line: row.line.line, ...(row.batch && { batch_number: row.batch }) }
    const own = part.place.area === null ? good : part.place
    return [
      ...(filled(part.quantity) ? [{ ...of, quantity: part.quantity.trim(), ...at(own) }] : []),
      ...(filled(part.damaged)
        ? [{ ...of, quantity: part.damaged.trim(), damaged: true, ...at(damaged) }]
        : []),
    ]
  })
  const named = (part: object): boolean => 'batch_number' in part
  return [...parts.filter(named), ...parts.filter((part) => !named(part))]
}
