import { expect, it } from 'vitest'
import { NOWHERE, partFault, rowsOf, sentParts, wholeOf, withDamaged } from '@/features/orders/transfer/goods'
import type { OrderLine } from '@/features/orders/transfer/model'

const lot = (batch_number: string, quantity: string, back = false, expiry_date?: string) => ({
  batch_number,
  quantity,
  back,
  since: 0,
  ...(expiry_date && { expiry_date }),
})
const line = (lots: object[], there: string, back = '0') =>
  ({
    line: 1,
    quantity: '20',
    stocked_quantity: '12',
    product: { name: 'Board', unit: { name: 'pc', decimals: 0 } },
    transit: { there, back, lots },
  }) as unknown as OrderLine

const LINE = line(
  [
    lot('A', '5', false, '2027-01-01'),
    lot('B', '3'),
    lot('A', '2', false, '2027-01-01'),
    lot('C', '4', true),
  ],
  '10',
  '4',
)

it('has a row for each batch on the way that the step is about', () => {
  const words = (step: Parameters<typeof rowsOf>[0]) =>
    rowsOf(step, [LINE]).map(({ key, batch, expiry, room }) => [key, batch, expiry, room.toString()])
  for (const step of ['receive', 'refuse', 'lost'] as const)
    expect(words(step)).toEqual([
      ['1.1', 'A', '2027-01-01', '7'],
      ['1.2', 'B', null, '3'],
    ])
  for (const step of ['receiveBack', 'lostBack'] as const)
    expect(words(step)).toEqual([['1', 'C', null, '4']])
})

it('has one row for goods without a batch, and none for what is on no road', () => {
  const rows = rowsOf('receive', [line([lot('', '2'), lot('', '3')], '5'), line([], '0')])
  expect(rows.map(({ key, batch, room }) => [key, batch, room.toString()])).toEqual([['1', '', '5']])
})

it('sends the batch, and the own place before the one for all', () => {
  const [a, b] = rowsOf('receive', [LINE])
  const place = { area: 3, shelf: 7 }
  const entered = [
    [a!, { ...wholeOf(a!), quantity: '4', damaged: '2' }],
    [b!, { ...wholeOf(b!), place }],
  ] as const
  expect(sentParts(entered, { area: 2, shelf: null }, { area: 9, shelf: null })).toEqual([
    { line: 1, batch_number: 'A', quantity: '4', warehouses_areas_id: 2 },
    { line: 1, batch_number: 'A', quantity: '2', damaged: true, warehouses_areas_id: 9 },
    { line: 1, batch_number: 'B', quantity: '3', warehouses_areas_id: 3, warehouses_shelves_id: 7 },
  ])
})

it('sends what names a batch first: the rest is taken from what is left', () => {
  const [none, a] = rowsOf('receive', [line([lot('', '2'), lot('A', '3')], '5')])
  const sent = sentParts(
    [
      [none!, wholeOf(none!)],
      [a!, wholeOf(a!)],
    ],
    NOWHERE,
    NOWHERE,
  )
  expect(sent).toEqual([
    { line: 1, batch_number: 'A', quantity: '3' },
    { line: 1, quantity: '2' },
  ])
})

it('takes what is damaged from what is good, and refuses more than there is of a batch', () => {
  const [a] = rowsOf('receive', [LINE])
  const part = { ...wholeOf(a!), ...withDamaged(a!, wholeOf(a!), '2') }
  expect([part.quantity, part.damaged, partFault(a!, part)]).toEqual(['5', '2', null])
  expect(partFault(a!, { ...part, quantity: '6' })).toEqual({ key: 'transferOrders.rule.over' })
  expect(partFault(a!, { ...part, quantity: '1.5' })).toMatchObject({ key: 'orders.rule.quantityPlaces' })
})
