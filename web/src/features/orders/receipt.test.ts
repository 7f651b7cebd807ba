import { expect, it } from 'vitest'
import type { Order } from './model'
import { proposed, withUnit } from './receipt'

const CRATE = { unit_id: 7, name: 'crate', decimals: 1, factor: '12' }
const order = (quantity: string, entered: object = {}) =>
  ({
    lines: [
      {
        line: 1,
        quantity,
        stocked_quantity: '0',
        product: { unit: { name: 'l', decimals: 0 }, units: [CRATE] },
        ...entered,
      },
    ],
  }) as unknown as Order
const [part] = proposed(order('30'))

it('proposes what is open in the unit of the order, where that is exact', () => {
  const inCrates = { entered_unit_id: 7, entered_quantity: '3', factor: '12' }
  expect(proposed(order('36', inCrates))[0]).toMatchObject({ quantity: '3', unit_id: 7 })
  expect(proposed(order('31', inCrates))[0]).toMatchObject({ quantity: '31', unit_id: null })
  expect(part).toMatchObject({ quantity: '30', unit_id: null })
})

it('keeps the goods when the unit is another, or asks anew', () => {
  const inCrates = withUnit(part!, 7)
  expect(inCrates).toMatchObject({ quantity: '2.5', unit_id: 7 })
  expect(withUnit(inCrates, null)).toMatchObject({ quantity: '30', unit_id: null })
  expect(withUnit({ ...part!, quantity: '31' }, 7)).toMatchObject({ quantity: '', unit_id: 7 })
})
