import { describe, expect, it } from 'vitest'
import { BRAND, field } from '../../../test/brand'
import type { Resource } from '../schema/types'
import { idsOf, matched, open, plainName, sentConstants, unfilled } from './mapping'

const PRODUCT: Resource = {
  ...BRAND,
  fields: [
    field('product_no', { required: true, unique: true, label: { zh: '商品编号', en: 'Product no.' } }),
    field('unit_id', { kind: 'remoteSelect', required: true, label: { zh: '单位', en: 'Unit' } }),
    field('weigh', { kind: 'weigh' }),
    field('total', { readonly: true }),
  ],
}

describe('the mapping of a file', () => {
  it('never takes ids by itself', () => {
    expect(matched(PRODUCT, ['ID', ' id ', '商品编号', 'Unit *'])).toEqual({
      ID: '',
      ' id ': '',
      商品编号: 'product_no',
      'Unit *': 'unit_id',
    })
  })

  it('compares names as the node does', () => {
    expect(matched(PRODUCT, ['商品编号（*）', 'ＵＮＩＴ：'])).toEqual({
      '商品编号（*）': 'product_no',
      'ＵＮＩＴ：': 'unit_id',
    })
  })

  it('offers a column of ids for what refers to rows', () => {
    expect(PRODUCT.fields.map(idsOf)).toEqual([null, 'unit_id.id', null, null])
    expect([plainName('unit_id.id'), plainName('unit_id')]).toEqual(['unit_id', 'unit_id'])
  })

  it('asks for required fields that neither a column nor a constant fills', () => {
    expect(unfilled(PRODUCT, { A: 'product_no' })).toEqual(['unit_id'])
    expect(unfilled(PRODUCT, { A: 'product_no', B: 'unit_id.id' })).toEqual([])
    expect(unfilled(PRODUCT, { A: 'product_no' }, { unit_id: 3 })).toEqual([])
  })

  it('offers one value for all rows where no column is and rows may share it', () => {
    expect(open(PRODUCT, {}).map(({ name }) => name)).toEqual(['unit_id', 'weigh'])
    expect(open(PRODUCT, { B: 'unit_id.id' }).map(({ name }) => name)).toEqual(['weigh'])
  })

  it('sends no constant for which a column was chosen meanwhile', () => {
    const constants = { unit_id: 3, weigh: '5' }
    expect(sentConstants(PRODUCT, { B: 'unit_id' }, constants)).toEqual({ weigh: '5' })
    expect(sentConstants(PRODUCT, {}, constants)).toEqual(constants)
  })
})
