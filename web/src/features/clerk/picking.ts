/** Where goods of an order are taken from, and goods that are taken from elsewhere. Pure functions. */
import { shareOut, type FreePlace, type Pick, type PickListData } from '@/features/orders'
import { folded } from '@/shared/folded'
import { decimal } from '@/shared/number/decimal'
import type { Scan } from '@/shared/scan/gs1'
import type { Queued } from './commandStore'

/** What a swap sends of a place. */
interface SwapPlace {
  warehouses_areas_id: number | null
  warehouses_shelves_id: number | null
  batch_number: string | null
}
export interface Swap {
  line: number
  product_id: number
  quantity: string
  from: SwapPlace
  to: SwapPlace
}

const number = (text: string) => decimal(text) ?? decimal('0')!
const place = (of: Pick | FreePlace): SwapPlace => ({
  warehouses_areas_id: of.warehouses_areas_id ?? null,
  warehouses_shelves_id: of.warehouses_shelves_id ?? null,
  batch_number: of.batch_number ?? null,
})
const isAt = (of: Pick | FreePlace, at: SwapPlace): boolean => {
  const own = place(of)
  return (
    own.warehouses_areas_id === at.warehouses_areas_id &&
    own.warehouses_shelves_id === at.warehouses_shelves_id &&
    (own.batch_number ?? '') === (at.batch_number ?? '')
  )
}

/** The swaps of an order that wait in the queue. */
export const waitingSwaps = (commands: readonly Queued[], path: string, order: number): Swap[] =>
  commands
    .filter((command) => command.path === path && command.body.id === order && command.state === 'waiting')
    .flatMap(({ body }) => (Array.isArray(body.swaps) ? (body.swaps as Swap[]) : []))

/** A part of a line that is sent; `from`: only what is reserved there. */
export interface TakenPart {
  line: number
  quantity: string
  from?: SwapPlace
}

/** The parts of an order that wait in the queue. */
export const waitingParts = (commands: readonly Queued[], path: string, order: number): TakenPart[] =>
  commands
    .filter((command) => command.path === path && command.body.id === order && command.state === 'waiting')
    .flatMap(({ body }) => (Array.isArray(body.lines) ? (body.lines as TakenPart[]) : []))

/** The picks as they will be, once what waits in the queue is done. */
export function picksOf(
  data: PickListData,
  swaps: readonly Swap[],
  parts: readonly TakenPart[] = [],
): Pick[] {
  const picks = data.picks.map((pick) => ({ ...pick }))
  for (const swap of swaps) {
    const from = picks.find((pick) => pick.line === swap.line && isAt(pick, swap.from))
    if (from) from.quantity = number(from.quantity).minus(number(swap.quantity)).toString()
    const to = picks.find((pick) => pick.line === swap.line && isAt(pick, swap.to))
    const free = data.places.find((free) => free.product_id === swap.product_id && isAt(free, swap.to))
    if (to) to.quantity = number(to.quantity).plus(number(swap.quantity)).toString()
    else if (free)
      picks.push({ ...free, line: swap.line, quantity: swap.quantity, reserved: true, why: 'chosen' })
  }
  for (const { line, quantity, from } of parts) {
    const pick = from && picks.find((pick) => pick.line === line && isAt(pick, from))
    if (pick) pick.quantity = number(pick.quantity).minus(number(quantity)).toString()
  }
  return picks.filter(({ quantity }) => number(quantity).gt(0))
}

/** How much of each line was scanned of which batch. */
export type Scanned = Readonly<Record<number, Readonly<Record<string, string>>>>

export function withScanned(scanned: Scanned, line: number, batch: string, quantity: string): Scanned {
  const own = scanned[line] ?? {}
  const before = number(own[folded(batch)] ?? '')
  return { ...scanned, [line]: { ...own, [folded(batch)]: before.plus(number(quantity)).toString() } }
}

/** The parts that are sent: what was scanned of a batch comes from where it is reserved, of all else the node chooses. */
export function partsTaken(
  counted: readonly TakenPart[],
  scanned: Scanned,
  picks: readonly Pick[],
): TakenPart[] {
  return counted.flatMap(({ line, quantity }) => {
    const own = picks.filter((pick) => pick.line === line && pick.reserved)
    if (own.length < 2) return [{ line, quantity }]
    let rest = number(quantity)
    const named = Object.entries(scanned[line] ?? {}).flatMap(([batch, taken]): TakenPart[] => {
      const there = own.filter((pick) => folded(pick.batch_number ?? '') === batch)
      const shares = shareOut(there, rest.lt(number(taken)) ? rest.toString() : taken)
      return there.map((pick, index) => {
        const share = shares[index] ?? '0'
        rest = rest.minus(number(share))
        return { line, quantity: share, from: place(pick) }
      })
    })
    return [...named, { line, quantity: rest.toString() }].filter((part) => number(part.quantity).gt(0))
  })
}

/** Another batch was taken than the one that is reserved for a line. */
export interface Elsewhere {
  pick: Pick
  to: FreePlace
  /** As much as both have. */
  quantity: string
}

/**
 * Whether goods of a batch may be counted for a line: they are to be picked, or nothing is known of picks. Otherwise
 * what would have to be swapped; `null`: no free goods of that batch are known.
 */
export function batchTaken(
  data: PickListData | null,
  picks: readonly Pick[],
  line: number,
  batch: string,
): 'fits' | Elsewhere | null {
  const own = picks.filter((pick) => pick.line === line)
  const isOf = (of: Pick | FreePlace): boolean => folded(of.batch_number ?? '') === folded(batch)
  if (!data || own.length === 0 || own.some(isOf)) return 'fits'
  const pick = own.find(({ reserved }) => reserved)
  const to = data.places.find((free) => free.product_id === own[0]!.product_id && isOf(free))
  if (!pick || !to) return null
  const [wanted, there] = [number(pick.quantity), number(to.available)]
  return { pick, to, quantity: (wanted.lt(there) ? wanted : there).toString() }
}

/** The day on which goods that a scan takes for a line expired, as far as it is known that they did. */
export function expiredOn(
  scan: { batch?: Scan['batch']; expires?: Scan['expires'] },
  picks: readonly Pick[],
  line: number,
  today: string,
): string | null {
  const past = (day: string | null | undefined): day is string => !!day && day < today
  if (scan.expires) return past(scan.expires) ? scan.expires : null
  const ofBatch = (pick: Pick): boolean =>
    !scan.batch || folded(pick.batch_number ?? '') === folded(scan.batch)
  const days = picks.filter((pick) => pick.line === line && ofBatch(pick)).map((pick) => pick.expiry_date)
  // Without a batch it may be any of them.
  return days.every(past) ? (days[0] ?? null) : null
}

export const swapOf = ({ pick, to }: Elsewhere, quantity: string): Swap => ({
  line: pick.line,
  product_id: pick.product_id,
  quantity,
  from: place(pick),
  to: place(to),
})
