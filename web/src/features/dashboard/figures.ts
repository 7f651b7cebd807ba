/** The dashboard's figures and the lists that they count. Pure functions. */
import dayjs from 'dayjs'
import { KINDS, pageOf } from '@/features/orders'
import { decimal } from '@/shared/number/decimal'
import type { Cards, Data, Month } from './types'

/** A figure with the list of what it counts. */
export interface Figure {
  name: keyof Cards
  link: string
  /** Somebody has to do something about it. */
  alert?: boolean
  digits?: number
}

/** The permission for the page that a link leads to. */
export function nodeOf(link: string): string {
  const [page = ''] = link.replace(/^\/admin\//, '').split('?')
  return page.endsWith('/index') ? page : `${page}/index`
}

/** Orders of a kind that wait for review. */
export const reviewLink = (kind: string): string => `/admin/${pageOf(kind)}?status=0`

/** Stock by product with its value; the list of places has none. */
const STOCK_LEVELS = '/admin/warehouse/stockLevel'

/** Where most orders that wait for review are. */
const mostReviews = ({ reviews }: Data): string =>
  reviews.reduce(
    (most, one) => (one.count > most.count ? one : most),
    reviews[0] ?? { kind: 'inbound', count: 0 },
  ).kind

export const figures = (data: Data): readonly Figure[] => [
  { name: 'to_review', link: reviewLink(mostReviews(data)), alert: true },
  ...Object.values(KINDS).flatMap(({ card, page }): Figure[] =>
    card ? [{ name: card, link: `/admin/${page}?status=1`, alert: true }] : [],
  ),
  {
    name: 'overdue_transfers',
    link: `/admin/warehouse/transit?min_days=${data.overdue_after}`,
    alert: true,
  },
  { name: 'below_safety', link: '/admin/warehouse/stockLevel?below=1', alert: true },
  { name: 'expiring', link: expiringLink(data.expires_in), alert: true },
  { name: 'counts_to_review', link: '/admin/warehouse/stockCount?status=1', alert: true },
  { name: 'stock_value', link: STOCK_LEVELS, digits: 2 },
  { name: 'products', link: '/admin/warehouse/product' },
  { name: 'warehouses', link: '/admin/warehouse/warehouse' },
  { name: 'unread', link: '/admin/notification/index' },
]

export const INBOUND = 10
export const OUTBOUND = 20

export const RECORDS = '/admin/warehouse/inventoryRecord'

/** The ledger's rows that a bar of the chart sums: with what takes back others of them. */
export function barLink(month: string, unit: number, operation: number): string {
  const last = dayjs(`${month}-01`).endOf('month').format('YYYY-MM-DD')
  return `${RECORDS}?turnover=${operation}&unit_id=${unit}&business_date=${month}-01,${last}`
}

/** The ledger's rows since a day, narrowed to what these fields say. */
export const recordsLink = (fields: Readonly<Record<string, number>>, since: string): string =>
  `${RECORDS}?${Object.entries(fields)
    .map(([field, value]) => `${field}=${value}&`)
    .join('')}create_time=${since},`

/** The ledger's rows that make a product a top mover. */
export const moverLink = (product: number, since: string): string =>
  recordsLink({ operation_type: OUTBOUND, product_id: product }, since)

/** What expires within so many days, the most urgent first. */
const expiringLink = (days: number): string =>
  `/admin/warehouse/inventory?expires_in=${days}&order=expiry_date,asc`

export const valueLink = (warehouse: number): string => `${STOCK_LEVELS}?warehouses_id=${warehouse}`

/** The months of the chart in one unit, oldest first; a month without movements has zeros. */
export function monthsOf({ months, month_names }: Data, unit: number): Month[] {
  const nothing = { in_quantity: '0', in_amount: '0', out_quantity: '0', out_amount: '0' }
  return month_names.map(
    (month) =>
      months.find((row) => row.month === month && row.unit_id === unit) ?? {
        month,
        unit_id: unit,
        ...nothing,
      },
  )
}

/** Whether amounts may be seen: hidden ones are null; an empty month has zeros. */
export const showsCosts = (months: readonly Pick<Month, 'in_amount'>[]): boolean =>
  months.every(({ in_amount }) => in_amount !== null)

/** Units in which something has moved. */
export const movedUnits = ({ months }: Data): ReadonlySet<number> =>
  new Set(
    months
      .filter((row) => decimal(row.in_quantity)?.gt(0) || decimal(row.out_quantity)?.gt(0))
      .map(({ unit_id }) => unit_id),
  )

/** The unit that is shown first: the one that moved in most months, then the one listed first. */
export function usualUnit(data: Data): number | null {
  const counts = new Map<number, number>()
  data.months.forEach(({ unit_id }) => counts.set(unit_id, (counts.get(unit_id) ?? 0) + 1))
  const moved = movedUnits(data)
  const best = data.units
    .filter(({ id }) => moved.has(id))
    .sort((one, other) => (counts.get(other.id) ?? 0) - (counts.get(one.id) ?? 0))
  return best[0]?.id ?? data.units[0]?.id ?? null
}

/** A part of the largest, in percent, for a bar. */
export function share(value: string | number, largest: string | number): number {
  const [part, whole] = [decimal(value), decimal(largest)]
  return part && whole && whole.gt(0) && part.gt(0) ? Number(part.div(whole).times(100).toFixed(1)) : 0
}
