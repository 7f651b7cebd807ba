import { describe, expect, it } from 'vitest'
import { filled, LAYOUTS } from '@/shared/print/labels'

describe('labels', () => {
  it('fill a sheet from the starting place', () => {
    const a4 = LAYOUTS[0]!
    const { used, sheets } = filled(a4, 23, 3)
    expect([22, 23, 24].map(used)).toEqual([false, true, true])
    expect(sheets).toBe(2)
    expect(filled(a4, 1, 24).sheets).toBe(1)
    expect(filled(a4, 1, 25).sheets).toBe(2)
    expect(filled({ columns: 1, rows: 1 }, 1, 7).sheets).toBe(7)
  })
})
