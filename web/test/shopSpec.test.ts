import { describe, expect, it } from 'vitest'
import {
  addedGroups,
  combinations,
  emptySku,
  generate,
  hasEmpty,
  keyOf,
  sentSku,
  skuText,
  stateOf,
  withBatch,
  withoutGroup,
  withoutValue,
  wrongSpec,
  type SpecGroup,
} from '@/features/shopAdmin/goods/spec'

const group = (id: string, ...values: string[]): SpecGroup => ({
  id,
  name: id,
  values: values.map((value) => ({ id: value, text: value.toUpperCase(), image: '' })),
})
const colour = group('c', 'r', 'b')
const size = group('s', 'm', 'l')
const priced = (attrs: string[], id?: number) => ({ ...emptySku(attrs), id, price: '5', product_id: 3 })

describe('specifications', () => {
  it('combine every value with every other', () => {
    expect(combinations([colour, size])).toEqual([
      ['r', 'm'],
      ['r', 'l'],
      ['b', 'm'],
      ['b', 'l'],
    ])
    expect(combinations([])).toEqual([[]])
  })

  it('keep the SKU of a combination that stays', () => {
    const skus = generate({ groups: [colour], skus: [priced(['b'], 7)] }, [])
    expect(skus.map(({ id, price }) => [id, price])).toEqual([
      [undefined, ''],
      [7, '5'],
    ])
  })

  it('let earlier SKUs take a value of an added group', () => {
    const state = { groups: [colour, size], skus: [priced(['r'], 1), priced(['b'], 2)] }
    expect(addedGroups(state)).toEqual([size])
    const skus = generate(state, ['l'])
    expect(skus.map((sku) => [keyOf(sku.attrs), sku.id])).toEqual([
      ['m-r', undefined],
      ['l-r', 1],
      ['b-m', undefined],
      ['b-l', 2],
    ])
    expect(addedGroups({ groups: [colour, size], skus })).toEqual([])
  })

  it('lose the SKUs of what goes', () => {
    const state = { groups: [colour, size], skus: generate({ groups: [colour, size], skus: [] }, []) }
    expect(withoutValue(state, 'c', 'r').skus.map(({ attrs }) => attrs)).toEqual([
      ['b', 'm'],
      ['b', 'l'],
    ])
    expect(withoutGroup(state, 's')).toEqual({ groups: [colour], skus: [] })
  })

  it('say what is wrong as the node does', () => {
    const skus = [priced(['r']), priced(['b'])]
    expect(wrongSpec(2, { groups: [colour], skus }, false)).toBeUndefined()
    expect(wrongSpec(3, { groups: [], skus }, false)).toBe('shopAdmin.spec.wrongType')
    for (const groups of [[], [{ ...colour, name: ' ' }], [colour, { ...size, name: 'c' }], [group('c')]])
      expect(wrongSpec(2, { groups, skus }, false)).toBe('shopAdmin.spec.attributes')
    for (const some of [[], [priced(['r'])], [priced(['r']), { ...priced(['b']), price: '0' }]])
      expect(wrongSpec(2, { groups: [colour], skus: some }, false)).toBe('shopAdmin.spec.incomplete')
    expect(wrongSpec(2, { groups: [colour], skus: [priced(['r']), priced(['x'])] }, false)).toBe(
      'shopAdmin.spec.attributes',
    )
    const unlinked = { ...priced([]), product_id: null }
    expect(wrongSpec(1, { groups: [], skus: [unlinked] }, false)).toBe('shopAdmin.spec.incomplete')
    expect(wrongSpec(1, { groups: [], skus: [unlinked] }, true)).toBeUndefined()
    expect(wrongSpec(1, { groups: [], skus: [{ ...unlinked, sku_code: 'P-1' }] }, false)).toBeUndefined()
    for (const wrong of [
      { price: '-5' },
      { price: '-' },
      { origin_price: '-1' },
      { weight: '-0.5' },
      { buffer: '-1' },
    ])
      expect(wrongSpec(1, { groups: [], skus: [{ ...priced([]), ...wrong }] }, false)).toBe(
        'shopAdmin.spec.incomplete',
      )
    const counted = (stock: string) => wrongSpec(1, { groups: [], skus: [{ ...unlinked, stock }] }, true)
    expect([counted('3'), counted('-3')]).toEqual([undefined, 'shopAdmin.spec.incomplete'])
    expect(hasEmpty([colour])).toBe(false)
    expect(hasEmpty([group('c', ' ')])).toBe(true)
  })

  it('are set together, all or those of chosen values', () => {
    const state = { groups: [colour, size], skus: generate({ groups: [colour, size], skus: [] }, []) }
    const prices = (chosen: string[]) => withBatch(state, chosen, { price: '9' }).map(({ price }) => price)
    expect(prices([])).toEqual(['9', '9', '9', '9'])
    expect(prices(['r'])).toEqual(['9', '9', '', ''])
    expect(prices(['r', 'l'])).toEqual(['', '9', '', ''])
    expect(prices(['m', 'l', 'b'])).toEqual(['', '', '9', '9'])
  })

  it('come and go in the form of the node', () => {
    const row = {
      id: 4,
      attrs: ['r'],
      price: '5.00',
      origin_price: '0.00',
      stock: 8,
      product_id: 3,
      product: { product_no: 'P' },
      ratio: '2',
      buffer: '0',
      warehouses_ids: [1],
      status: 1,
    }
    const [sku] = stateOf([colour], [row]).skus
    expect(sku && sentSku(sku, false)).toMatchObject({
      id: 4,
      price: '5.00',
      origin_price: '0',
      product_id: 3,
    })
    expect(sku && 'stock' in sentSku(sku, false)).toBe(false)
    expect(sku && sentSku({ ...sku, stock: '9' }, true)).toMatchObject({
      stock: '9',
      stock_was: '8',
      product_id: null,
    })
    expect(skuText([colour, size], ['l', 'r'])).toBe('R / L')
  })
})

describe('a SKU that is switched off', () => {
  const off = (more: object) => ({ ...emptySku(), status: 0, ...more })
  const wrong = (sku: ReturnType<typeof emptySku>) => wrongSpec(1, { groups: [], skus: [sku] }, false)
  it('needs neither price nor product', () => {
    for (const price of ['', '0', '0.00', '5']) expect(wrong(off({ price }))).toBeUndefined()
  })
  it('is right in what it has', () => {
    expect(wrong(off({ price: '-1' }))).toBe('shopAdmin.spec.incomplete')
    expect(wrong(off({ weight: '-1' }))).toBe('shopAdmin.spec.incomplete')
  })
  it('is asked for its price when it is switched on', () => {
    expect(wrong(off({ status: 1 }))).toBe('shopAdmin.spec.incomplete')
  })
})
