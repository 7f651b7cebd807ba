import { describe, expect, it } from 'vitest'
import { contactsOf, NOBODY, summary } from './contacts'

describe('people of a company', () => {
  it('are read from what is stored and from what the form holds', () => {
    const stored = [{ name: 'Ann', email: 'ann@nord.example', mobile: null }]
    expect(contactsOf(stored)).toEqual([{ ...NOBODY, name: 'Ann', email: 'ann@nord.example' }])
    expect(contactsOf(JSON.stringify(stored))).toEqual(contactsOf(stored))
    for (const odd of ['', '{', '{}', null, 7]) expect(contactsOf(odd)).toEqual([])
  })
  it('are named with what reaches them', () => {
    expect(summary({ ...NOBODY, name: 'Ann', title: 'Buyer', email: 'a@b.cn' })).toBe('Ann · Buyer a@b.cn')
    expect(summary({ ...NOBODY, mobile: '1', email: 'a@b.cn' })).toBe('1')
  })
})
