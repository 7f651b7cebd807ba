import { describe, expect, it } from 'vitest'
import { endOf, endsSoon, isRate, mayRotate } from './keys'

const DAY = 86_400

describe('keys of other programs', () => {
  it('stand out two weeks before their end', () => {
    const at = (days: number, state = 'active') => endsSoon({ state, expires: days * DAY }, 0)
    expect([at(13), at(14), at(-1), at(13, 'revoked')]).toEqual([true, false, true, false])
  })

  it('are rotated by their owner, those of the site by super administrators', () => {
    const row = { state: 'active', admin_id: 7, of_site: 0 }
    expect(mayRotate(row, { id: 7 })).toBe(true)
    expect(mayRotate(row, { id: 1, super: true })).toBe(false)
    expect(mayRotate({ ...row, of_site: 1 }, { id: 7 })).toBe(false)
    expect(mayRotate({ ...row, of_site: 1 }, { id: 1, super: true })).toBe(true)
    expect(mayRotate({ ...row, state: 'revoked' }, { id: 7 })).toBe(false)
    expect(mayRotate(row, null)).toBe(false)
  })

  it('end with the last second of a day', () => {
    const asked: string[] = []
    const unixOf = (text: string): number => asked.push(text)
    expect([endOf('2030-01-31', unixOf), endOf(null, unixOf), endOf('soon', unixOf)]).toEqual([1, 0, 0])
    expect(asked).toEqual(['2030-01-31 23:59:59'])
  })

  it('call a whole number of times a minute', () => {
    expect(['1', ' 600 ', '6000'].every((text) => isRate(text))).toBe(true)
    expect(['', '0', '-1', '1.5', '6001', 'x', '1e3'].some((text) => isRate(text))).toBe(false)
  })
})
