import { describe, expect, it } from 'vitest'
import { availableTo, type FreeStock, type Reach } from '../src/features/orders/freeStock'
import { emptyLine, type DraftLine } from '../src/features/orders/model'
import { shareStock } from '../src/features/orders/sharedStock'
import { FREE_STOCK, freePlace } from './orderRows'

const line = (quantity: string, changes: Partial<DraftLine> = {}): DraftLine => ({
  ...emptyLine(),
  product_id: 7,
  productLabel: 'P7',
  quantity,
  ...changes,
})
const share = (lines: readonly DraftLine[], stock = FREE_STOCK, reach: Reach = 'picked') =>
  shareStock(lines, new Map([[7, stock]]), () => reach)
const told = (lines: readonly DraftLine[], stock = FREE_STOCK, reach: Reach = 'picked') => {
  const shared = share(lines, stock, reach)
  return lines.map((one) => availableTo(one, shared.of(one)!, reach))
}

describe('the stock that lines share', () => {
  it('is to each what the others leave', () => {
    expect(told([line('8'), line('5')])).toEqual(['10', '7'])
    expect(told([line('8')])).toEqual(['15'])
    expect(told([line('8'), { ...line('5'), product_id: 8 }].slice(0, 1))).toEqual(['15'])
  })

  it('is that of the same place and batch', () => {
    // The first takes the 4 of B1 in area 1 and the 1 in area 2, and 3 of B2.
    const lines = [line('8'), line('1', { batch_number: 'b1' }), line('1', { batch_number: 'B2' })]
    expect(told(lines)).toEqual(['13', '0', '7'])
    expect(told([line('3', { warehouses_areas_id: 2 }), line('4', { warehouses_areas_id: 1 })])).toEqual([
      '11',
      '4',
    ])
  })

  it('counts the base unit', () => {
    const box = { unit_id: 3, name: 'Box', decimals: 0, factor: '12' }
    expect(told([line('1', { unit_id: 3, units: [box] }), line('1')])).toEqual(['14', '3'])
  })

  it('is shared where it lies at places that are not listed', () => {
    const many = { ...FREE_STOCK, available_quantity: '115', more: 5 }
    expect(told([line('100'), line('20')], many)).toEqual(['95', '15'])
    expect(share([line('100'), line('20')], many).short()).toMatchObject([{ line: 2, available: '15' }])
  })

  it('takes what is written off where it lies, held or not', () => {
    const held = {
      ...FREE_STOCK,
      places: [freePlace(1, 'B1', '4', { held: true, available_quantity: '0' })],
    } as unknown as FreeStock
    const off = (quantity: string) => line(quantity, { warehouses_areas_id: 1, batch_number: 'B1' })
    expect(told([off('-3'), off('-2')], held, 'named')).toEqual(['2', '1'])
  })

  it('names the lines for which too little is left', () => {
    expect(share([line('8'), line('5')]).short()).toEqual([])
    expect(share([line('8'), line('5'), line('4'), line('')]).short()).toEqual([
      { line: 3, product: 'P7', unit: '', wanted: '4', available: '2' },
    ])
    expect(share([line('99')], FREE_STOCK, 'put').short()).toEqual([])
  })
})
