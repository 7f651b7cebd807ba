import { describe, expect, it } from 'vitest'
import {
  barLink,
  figures,
  monthsOf,
  moverLink,
  nodeOf,
  reviewLink,
  share,
  showsCosts,
  usualUnit,
} from '../src/features/dashboard/figures'
import {
  changeOf,
  inAddress,
  nameEvery,
  partOf,
  percentText,
  periodOf,
  pointName,
} from '../src/features/dashboard/period'
import type { Data } from '../src/features/dashboard/types'

const month = (name: string, unit_id: number, in_quantity: string) => ({
  month: name,
  unit_id,
  in_quantity,
  in_amount: null,
  out_quantity: '0',
  out_amount: null,
})
const DATA = {
  month_names: ['2026-01', '2026-02'],
  months: [month('2026-01', 2, '5'), month('2026-01', 3, '1'), month('2026-02', 3, '4')],
  units: [
    { id: 1, name: 'kg' },
    { id: 2, name: 'pc' },
    { id: 3, name: 'box' },
  ],
  reviews: [
    { kind: 'inbound', count: 1 },
    { kind: 'transfer', count: 4 },
  ],
  overdue_after: 7,
  expires_in: 30,
} as unknown as Data

describe('the dashboard', () => {
  it('shows one unit at a time, the one that moved in most months first', () => {
    expect(usualUnit(DATA)).toBe(3)
    expect(monthsOf(DATA, 2).map(({ in_quantity }) => in_quantity)).toEqual(['5', '0'])
    expect(usualUnit({ ...DATA, months: [] })).toBe(1)
  })

  it('opens the records of a bar and of a mover, and the orders that wait', () => {
    expect(barLink('2026-02', 3, 20)).toBe(
      '/admin/warehouse/inventoryRecord?turnover=20&unit_id=3&business_date=2026-02-01,2026-02-28',
    )
    expect(moverLink(9, '2026-01-05')).toContain('operation_type=20&product_id=9&create_time=2026-01-05,')
    expect(reviewLink('transfer')).toBe('/admin/warehouse/transferOrder?status=0')
    const links = new Map(figures(DATA).map(({ name, link }) => [name, link]))
    expect(links.get('to_review')).toBe('/admin/warehouse/transferOrder?status=0')
    expect(links.get('below_safety')).toBe('/admin/warehouse/stockLevel?below=1')
    expect(links.get('expiring')).toBe('/admin/warehouse/inventory?expires_in=30&order=expiry_date,asc')
    expect(links.get('overdue_transfers')).toBe('/admin/warehouse/transit?min_days=7')
  })

  it('knows the permission of the page that a figure leads to', () => {
    expect(nodeOf('/admin/warehouse/transit?min_days=7')).toBe('warehouse/transit/index')
    expect(nodeOf('/admin/notification/index')).toBe('notification/index')
    const links = new Map(
      figures({ ...DATA, reviews: [{ kind: 'transfer', count: 0 }] }).map((one) => [one.name, one]),
    )
    expect(links.get('to_review')?.link).toBe('/admin/warehouse/transferOrder?status=0')
  })

  it('draws bars in proportion, and none of what is hidden or less than nothing', () => {
    expect([share('50', '200'), share(3, 3), share(0, 9), share('-4', '9'), share('x', '9')]).toEqual([
      25, 100, 0, 0, 0,
    ])
  })
})

it('shows no amounts where some are hidden', () => {
  expect(showsCosts(monthsOf(DATA, 2))).toBe(false)
  expect(showsCosts([{ in_amount: '0' }, { in_amount: '3.50' }])).toBe(true)
})

describe('the period of the dashboard', () => {
  it('stands in the address unless it is the usual one', () => {
    const of = (search: string) => periodOf(new URLSearchParams(search))
    expect([of(''), of('period=7d'), of('period=5y')]).toEqual(['30d', '7d', '30d'])
    expect([inAddress('30d'), inAddress('12m')]).toEqual([{}, { period: '12m' }])
  })
  it('compares with the period before', () => {
    const change = (now: number, before: number) => changeOf({ now, before })
    expect([change(112, 100), change(97, 100), change(5, 5), change(0, 4)]).toEqual([12, -3, 0, -100])
    expect([change(3, 0), change(0, 0)]).toEqual(['new', null])
    expect([12, 0, -3, change(90_000, 1) as number].map(percentText)).toEqual(['+12', '0', '-3', '>+999'])
  })
  it('has parts of a whole', () => {
    expect([partOf(1, 4), partOf(1, 1000), partOf(0, 5), partOf(0, 0)]).toEqual([25, 1, 0, 0])
  })
  it('names some of its columns', () => {
    expect([pointName('2026-03-05', '7d'), pointName('2026-03-01', '12m')]).toEqual(['03-05', '2026-03'])
    expect([nameEvery(7), nameEvery(30)]).toEqual([2, 5])
  })
})
