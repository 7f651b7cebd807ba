/** How the lines of a form share what there is: each takes what those before it leave, as the warehouse will do it. Pure functions. */
import Big from 'big.js'
import { decimal } from '@/shared/number/decimal'
import { baseQuantity } from '@/shared/units/units'
import { concerns, takable, type FreeStock, type FreeStocks, type Reach } from './freeStock'
import type { DraftLine } from './model'

/** The stock of a product as the other lines of the form leave it to one of them. */
export type LeftStock = FreeStock & {
  /** How much of it they take. */
  others?: string
}

/** Of products with more lines than these, each line is told what the warehouse has. */
const LINES_MAX = 200

const ZERO = new Big(0)
const number = (text: string): Big => decimal(text) ?? ZERO

/** What lines have taken of a product: at each of its places, and at those that are not listed. */
interface Taken {
  at: Big[]
  elsewhere: Big
}

/** What is at places that are not listed. */
const unlisted = (stock: FreeStock): Big =>
  stock.more === 0
    ? ZERO
    : stock.places
        .filter(({ expired }) => !expired)
        .reduce(
          (rest, { available_quantity }) => rest.minus(number(available_quantity)),
          number(stock.available_quantity),
        )

/** Takes a line's goods from what is left. Returns what it lacks; nothing where that is not known. */
function take(line: DraftLine, stock: FreeStock, reach: Reach, taken: Taken): Big | null {
  let wanted = baseQuantity(line)?.abs() ?? ZERO
  const part = (free: Big): Big => {
    const some = free.lt(wanted) ? free : wanted
    const quantity = some.gt(0) ? some : ZERO
    wanted = wanted.minus(quantity)
    return quantity
  }
  stock.places.forEach((place, index) => {
    if ((reach === 'picked' && place.expired) || !concerns(line, place, reach)) return
    const before = taken.at[index] ?? ZERO
    taken.at[index] = before.plus(part(number(takable(place, reach)).minus(before)))
  })
  const named = line.warehouses_areas_id !== null || line.batch_number.trim() !== ''
  if (!named && reach !== 'named')
    taken.elsewhere = taken.elsewhere.plus(part(unlisted(stock).minus(taken.elsewhere)))
  return named && stock.more > 0 && wanted.gt(0) ? null : wanted
}

const nothingTaken = (): Taken => ({ at: [], elsewhere: ZERO })

function leave(stock: FreeStock, taken: Taken): LeftStock {
  const less = (quantity: string, by: Big): string => number(quantity).minus(by).toString()
  const places = stock.places.map((place, index) => {
    const by = taken.at[index] ?? ZERO
    return by.eq(0)
      ? place
      : {
          ...place,
          total_quantity: less(place.total_quantity, by),
          available_quantity: place.held ? place.available_quantity : less(place.available_quantity, by),
        }
  })
  const usable = stock.places.reduce(
    (sum, { expired, held }, index) => (expired || held ? sum : sum.plus(taken.at[index] ?? ZERO)),
    taken.elsewhere,
  )
  const others = taken.at.reduce((sum, by) => sum.plus(by ?? ZERO), taken.elsewhere)
  return {
    ...stock,
    places,
    available_quantity: less(stock.available_quantity, usable),
    ...(others.gt(0) && { others: others.toString() }),
  }
}

/** What a line lacks. */
export interface ShortLine {
  /** From 1. */
  line: number
  product: string
  unit: string
  wanted: string
  available: string
}

export interface SharedStock {
  /** What there is of a line's product, less what the other lines take; nothing where it is not told. */
  of: (line: DraftLine) => LeftStock | undefined
  /** Lines that ask for more than those before them leave. */
  short: () => ShortLine[]
}

/** The stock of the products of these lines, shared by them. */
export function shareStock(
  lines: readonly DraftLine[],
  stocks: FreeStocks,
  reachOf: (line: DraftLine) => Reach,
): SharedStock {
  const takers = new Map<number, DraftLine[]>()
  for (const line of lines) {
    const { product_id: product } = line
    if (product === null || !stocks.has(product) || reachOf(line) === 'put') continue
    takers.set(product, [...(takers.get(product) ?? []), line])
  }
  const known = new Map<number, LeftStock>()
  return {
    of: (line) => {
      const stock = line.product_id === null ? undefined : stocks.get(line.product_id)
      const others = (takers.get(line.product_id ?? 0) ?? []).filter(({ key }) => key !== line.key)
      if (!stock || others.length === 0 || others.length >= LINES_MAX) return stock
      const found = known.get(line.key)
      if (found && found.product_id === line.product_id) return found
      const taken = nothingTaken()
      for (const other of others) take(other, stock, reachOf(other), taken)
      const left = leave(stock, taken)
      known.set(line.key, left)
      return left
    },
    short: () => {
      const position = new Map(lines.map(({ key }, index) => [key, index + 1]))
      const found: ShortLine[] = []
      for (const [product, own] of takers) {
        const stock = stocks.get(product)
        if (!stock) continue
        const taken = nothingTaken()
        for (const line of own) {
          const missing = take(line, stock, reachOf(line), taken)
          const wanted = baseQuantity(line)?.abs()
          if (!wanted || !missing?.gt(0)) continue
          found.push({
            line: position.get(line.key) ?? 0,
            product: line.productLabel,
            unit: line.unit,
            wanted: wanted.toString(),
            available: wanted.minus(missing).toString(),
          })
        }
      }
      return found.sort((a, b) => a.line - b.line)
    },
  }
}
