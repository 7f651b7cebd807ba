import { describe, expect, it } from 'vitest'
import { missingParam } from '@/features/shopAdmin/goods/params'

describe('the parameters of goods', () => {
  it('name the first that needs a value and has none', () => {
    const params = [
      { name: 'Colour', value: '' },
      { name: 'Made in', value: ' ', required: 1 },
      { name: 'Weight', value: '', required: 1 },
    ]
    expect(missingParam(JSON.stringify(params))).toBe('Made in')
    expect(missingParam([{ name: 'Made in', value: 'China', required: 1 }])).toBeUndefined()
    expect(missingParam('')).toBeUndefined()
  })
})
