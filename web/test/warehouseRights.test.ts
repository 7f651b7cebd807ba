import { describe, expect, it } from 'vitest'
import { outgoing, rightsOf, withRight } from '@/features/permissions/warehouseRights'

const ROW = { see_warehouses: [3], work_warehouses: [4, 5], decide_warehouses: [] }

describe('the rights of a group in its warehouses', () => {
  it('are read from the row: one for all, and others in single ones', () => {
    expect(rightsOf('work', ROW)).toEqual({ everywhere: 'work', single: { 3: 'see', 4: 'work', 5: 'work' } })
    expect(rightsOf(null, {})).toEqual({ everywhere: 'decide', single: {} })
  })

  it('change in one warehouse and stay in the others', () => {
    const rights = rightsOf('decide', ROW)
    expect(withRight(rights, 4, 'see').single).toEqual({ 3: 'see', 4: 'see', 5: 'work' })
    expect(withRight(rights, 3, null).single).toEqual({ 4: 'work', 5: 'work' })
    expect(rightsOf(withRight(rights, 3, null), ROW).single).toEqual({ 4: 'work', 5: 'work' })
  })

  it('are sent as the fields of the group', () => {
    const rights = withRight(rightsOf('see', ROW), 9, 'decide')
    expect(outgoing({ name: 'Clerks', warehouse_right: rights })).toEqual({
      name: 'Clerks',
      warehouse_right: 'see',
      see_warehouses: [3],
      work_warehouses: [4, 5],
      decide_warehouses: [9],
    })
    expect(outgoing({ name: 'Clerks' })).toEqual({ name: 'Clerks' })
    expect(outgoing({ warehouse_right: 'decide' })).toEqual({ warehouse_right: 'decide' })
  })
})
