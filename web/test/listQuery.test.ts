import { describe, expect, it } from 'vitest'
import type { Filter } from '@/resource/types'
import { listQuery } from '@/resource/useListState'

const FILTERS: readonly Filter[] = [
  { kind: 'param', field: 'expires_in', label: '' },
  { kind: 'flag', field: 'held', label: '' },
  { kind: 'text', field: 'batch_number', label: '' },
]
const ask = (search: string) => listQuery(new URLSearchParams(search), FILTERS)

describe('what an address asks of a list', () => {
  it('counts a plain parameter as a filter, so that it is cleared with the others', () => {
    const { params, active } = ask('expires_in=30&held=1&batch_number=B')
    expect(active).toBe(3)
    expect(params).toMatchObject({ expires_in: '30', held: 1 })
    expect(params.search).toEqual([{ field: 'batch_number', val: 'B', operator: 'LIKE' }])
  })

  it('leaves out what is not asked', () => {
    const { params, active } = ask('page=2')
    expect(active).toBe(0)
    expect(params).not.toHaveProperty('expires_in')
  })

  it('is narrowed to rows that a link names', () => {
    const { params, active, only } = ask('only=id:7,8&held=1')
    expect([active, only]).toEqual([2, 2])
    expect(params.search).toEqual([{ field: 'id', val: '7,8', operator: 'IN' }])
    for (const odd of ['only=7', 'only=id:', 'only=id:x', 'only=id:1,']) expect(ask(odd).only).toBe(0)
  })
})
