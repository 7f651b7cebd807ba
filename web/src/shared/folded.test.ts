import { describe, expect, it } from 'vitest'
import { contains, folded } from './folded'

describe('texts that look alike', () => {
  it.each([
    ['ABC-1', ' abc-1\t'],
    ['ＡＢＣ－１', 'abc-1'],
    ['A\u200bBC', 'abc'],
    ['AB\u202eC', 'abc'],
    ['A\u00adB', 'ab'],
    ['A\u00a0B', 'a b'],
    ['A\u3000B', 'a b'],
    ['Caf\u00e9', 'CAFE\u0301'],
    ['STRASSE', 'straße'],
    ['ΟΔΟΣ', 'οδος'],
    ['ｶﾞ', 'ガ'],
    ['№5', 'no5'],
    ['क्\u200dष', 'क्ष'],
    ['ⅷ', 'VIII'],
  ])('%s and %s are the same', (one, other) => expect(folded(one)).toBe(folded(other)))
  it('are not those that differ in what is seen', () => {
    expect(folded('A1')).not.toBe(folded('A 1'))
    expect(folded('麻绳')).not.toBe(folded('麻縄'))
  })
  it('are found by a part', () => {
    expect(contains('Ｒｅｄ pen', 'red P')).toBe(true)
    expect(contains('Red pen', 'blue')).toBe(false)
  })
})
