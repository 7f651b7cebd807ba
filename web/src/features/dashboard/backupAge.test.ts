import { describe, expect, it } from 'vitest'
import { isOld } from './backupAge'

describe('the newest test of a backup', () => {
  it.each([
    [0, true],
    [1_000_000 - 9 * 86_400, true],
    [1_000_000 - 7 * 86_400, false],
  ])('of %d is old: %s', (tested, old) => {
    expect(isOld(tested, 1_000_000)).toBe(old)
  })
})
