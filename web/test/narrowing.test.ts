import { describe, expect, it } from 'vitest'
import type { Field, Resource } from '@/resource/schema/types'
import { narrowedBy } from '@/resource/form/values'

const reference = (name: string): Field => ({ name, kind: 'remoteSelect' }) as Field
const target = (...names: string[]): Resource =>
  ({ fields: names.map(reference), stamped: false }) as unknown as Resource

describe('what narrows a reference', () => {
  it('is a field above it that its rows have as well', () => {
    const fields = [reference('warehouses_id'), reference('warehouses_areas_id')]
    expect(narrowedBy(fields[1]!, fields, target('warehouses_id'))).toEqual([fields[0]])
  })
  it('is no field below it: a product is chosen before its further unit', () => {
    const fields = [reference('product_id'), reference('unit_id')]
    expect(narrowedBy(fields[0]!, fields, target('unit_id'))).toEqual([])
  })
})
