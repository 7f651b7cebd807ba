import { describe, expect, it } from 'vitest'
import { pick } from './pick'

const item = (id: number, weight: number, per_day = 0) => ({ id, weight, per_day })
const ids = (list: readonly { id: number }[]): number[] => list.map(({ id }) => id)

/** A small generator of numbers, the same every time. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

describe('picking', () => {
  it('goes by weight', () => {
    const items = [item(1, 75), item(2, 25)]
    expect(ids(pick(items, 1, {}, () => 0))).toEqual([1])
    expect(ids(pick(items, 1, {}, () => 0.749))).toEqual([1])
    expect(ids(pick(items, 1, {}, () => 0.75))).toEqual([2])
    expect(ids(pick(items, 1, {}, () => 1))).toEqual([2])
    const random = numbers(7)
    const first = Array.from({ length: 10_000 }, () => pick(items, 1, {}, random)[0]?.id)
    const share = first.filter((id) => id === 1).length / first.length
    expect(share).toBeGreaterThan(0.73)
    expect(share).toBeLessThan(0.77)
  })
  it('shows each once at most, and no more than there are', () => {
    const items = [item(1, 1), item(2, 100), item(3, 50)]
    const random = numbers(3)
    for (let round = 0; round < 100; round += 1) {
      expect(new Set(ids(pick(items, 2, {}, random))).size).toBe(2)
      expect(ids(pick(items, 9, {}, random)).sort()).toEqual([1, 2, 3])
    }
    expect(pick(items, 0, {}, random)).toEqual([])
    expect(pick([], 3, {}, random)).toEqual([])
  })
  it('leaves out what this browser has shown often enough today', () => {
    const items = [item(1, 100, 2), item(2, 1)]
    expect(ids(pick(items, 1, { 1: 1 }, () => 0))).toEqual([1])
    expect(ids(pick(items, 1, { 1: 2 }, () => 0))).toEqual([2])
    expect(ids(pick([item(1, 100, 2)], 1, { 1: 5 }, () => 0))).toEqual([])
    expect(ids(pick([item(1, 100)], 1, { 1: 500 }, () => 0))).toEqual([1])
  })
})
