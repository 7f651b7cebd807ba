import { useEffect, useRef, useState } from 'react'
import { http } from '@/shared/http'
import { usePermission } from '@/shared/hooks/usePermission'
import type { Kind } from './kinds'
import type { DraftLine } from './model'

/** Products of one question. */
const AT_ONCE = 100

/** A price that a line was given, and what it was given for. */
interface Proposed {
  asked: string
  price: string
}
/** By the line's key. */
export type Proposals = ReadonlyMap<number, Proposed>

/** Last prices by product and supplier; empty where it was never bought. */
export type LastPrices = ReadonlyMap<string, string>

export const askedOf = (product: number, supplier: number | null): string => `${product} ${supplier ?? 0}`

/**
 * The prices that lines are given: those that have none, and were not given one for this product and supplier before, and
 * those that still have the one that they were given for others. What a person has typed or emptied stays.
 */
export function proposalsFor(
  lines: readonly DraftLine[],
  supplier: number | null,
  known: LastPrices,
  before: Proposals,
): { key: number; asked: string; price: string }[] {
  return lines.flatMap((line) => {
    if (line.product_id === null || line.hiddenPrice) return []
    const asked = askedOf(line.product_id, supplier)
    const price = known.get(asked)
    const given = before.get(line.key)
    if (price === undefined || given?.asked === asked) return []
    const free = line.unit_price === '' ? !given || given.price === '' : given?.price === line.unit_price
    return free && (price !== '' || line.unit_price !== '') ? [{ key: line.key, asked, price }] : []
  })
}

/** Gives the lines of a purchase the price that their product was bought for last, to who may see costs. */
export function useLastPrices(
  kind: Kind,
  supplier: number | null,
  lines: readonly DraftLine[],
  change: (key: number, changes: Partial<DraftLine>) => void,
): void {
  const sees = usePermission('warehouse/inventory')('cost')
  const active = !!kind.purchases && sees
  const [known, setKnown] = useState<LastPrices>(new Map())
  const asked = useRef(new Set<string>())
  const given = useRef(new Map<number, Proposed>())
  const products = [...new Set(lines.flatMap(({ product_id }) => product_id ?? []))].sort((a, b) => a - b)

  useEffect(() => {
    if (!active) return
    const wanted = products.filter((product) => !asked.current.has(askedOf(product, supplier)))
    for (let start = 0; start < wanted.length; start += AT_ONCE) {
      const ids = wanted.slice(start, start + AT_ONCE)
      ids.forEach((product) => asked.current.add(askedOf(product, supplier)))
      http
        .get('/admin/warehouse.InboundOrder/lastPrices', { ids, ...(supplier && { supplier_id: supplier }) })
        .then(
          ({ list }) =>
            setKnown((old) => {
              const prices = new Map(old)
              const found = new Map(list.map((last) => [last.product_id, last.unit_price]))
              ids.forEach((product) => prices.set(askedOf(product, supplier), found.get(product) ?? ''))
              return prices
            }),
          // The price is typed then; the next change asks again.
          () => ids.forEach((product) => asked.current.delete(askedOf(product, supplier))),
        )
    }
    // eslint-disable-next-line react-hooks/exhaustive-deps -- products by value
  }, [active, supplier, products.join()])

  useEffect(() => {
    if (!active) return
    for (const { key, asked: of, price } of proposalsFor(lines, supplier, known, given.current)) {
      given.current.set(key, { asked: of, price })
      change(key, { unit_price: price })
    }
  }, [active, lines, supplier, known, change])
}
