import { describe, expect, it } from 'vitest'
import { chosenImage, chosenSku, differInPrice, firstChoice, valueState } from '@/features/shop/sku'

const value = (id: string) => ({ id, text: id, image: '' })
const groups = [
  { id: 'colour', values: [value('red'), value('blue')] },
  { id: 'size', values: [value('s'), value('m')] },
]
const skus = [
  { attrs: ['red', 's'], stock: 'out' as const },
  { attrs: ['red', 'm'], stock: 'few' as const },
  { attrs: ['blue', 's'], stock: 'in' as const },
]

describe('the choice of a SKU', () => {
  it('tells what is impossible from what is sold out', () => {
    const state = (chosen: Record<string, string>, group: string, one: string) =>
      valueState(skus, groups, chosen, group, one)
    expect(state({ colour: 'red' }, 'size', 's')).toBe('out')
    expect(state({ colour: 'red' }, 'size', 'm')).toBe('ok')
    expect(state({ colour: 'blue' }, 'size', 'm')).toBe('none')
    expect(state({}, 'size', 's')).toBe('ok')
    // A value of the same group may always take the place of the one that is chosen.
    expect(state({ colour: 'blue', size: 's' }, 'colour', 'red')).toBe('out')
  })
  it('is made when every group has a value', () => {
    expect(chosenSku(skus, groups, { colour: 'red' })).toBeUndefined()
    expect(chosenSku(skus, groups, { colour: 'blue', size: 's' })).toBe(skus[2])
    expect(chosenSku(skus, groups, { colour: 'blue', size: 'm' })).toBeUndefined()
    expect(chosenSku([skus[1]!], [], {})).toBe(skus[1])
  })
  it('begins with what there is', () => {
    expect(firstChoice(skus, groups)).toEqual({ colour: 'red', size: 'm' })
    expect(firstChoice([], groups)).toEqual({})
  })
  it('shows the picture of its SKU, else of a chosen value', () => {
    const red = { ...value('red'), image: 'red.png' }
    const pictured = [{ id: 'colour', values: [red, value('blue')] }, groups[1]!]
    expect(chosenImage(undefined, pictured, { colour: 'red' })).toBe('red.png')
    expect(chosenImage({ image: '' }, pictured, { colour: 'red', size: 's' })).toBe('')
    expect(chosenImage({ image: 'sku.png' }, pictured, { colour: 'red', size: 's' })).toBe('sku.png')
    expect(chosenImage(undefined, pictured, { colour: 'blue' })).toBe('')
  })
  it('knows whether the price depends on it', () => {
    expect(differInPrice([{ price: '1.00' }, { price: '1.00' }])).toBe(false)
    expect(differInPrice([{ price: '1.00' }, { price: '2.00' }])).toBe(true)
    expect(differInPrice([])).toBe(false)
  })
})
