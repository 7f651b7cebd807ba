import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  AGE_MAX_MS,
  ANSWER_CHARS_MAX,
  ANSWERS_MAX,
  CHARS_MAX,
  forgetAnswers,
  keepAnswer,
  keptAnswer,
  overflow,
  type Size,
} from '@/shared/offline/answers'

const NOW = 1_800_000_000_000
const sizes = (count: number, chars: number): Size[] =>
  Array.from({ length: count }, (_, at) => ({ key: String(at), at: NOW - count + at, chars }))

describe('answers that are kept', () => {
  beforeEach(() => forgetAnswers())
  afterEach(() => void vi.restoreAllMocks())

  it('belong to one person', async () => {
    await keepAnswer(1, 'orders', { list: [7] })
    expect(await keptAnswer(1, 'orders')).toEqual({ value: { list: [7] } })
    expect(await keptAnswer(2, 'orders')).toBeNull()
    expect(await keptAnswer(1, 'sheets')).toBeNull()
  })

  it('are replaced by the next one, and gone at sign-out', async () => {
    await keepAnswer(1, 'orders', 'old')
    await keepAnswer(1, 'orders', 'new')
    expect(await keptAnswer(1, 'orders')).toEqual({ value: 'new' })
    await forgetAnswers()
    expect(await keptAnswer(1, 'orders')).toBeNull()
  })

  it('are not shown when they are too old, nor kept when they are too long', async () => {
    await keepAnswer(1, 'orders', 'old')
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + AGE_MAX_MS + 1)
    expect(await keptAnswer(1, 'orders')).toBeNull()
    await keepAnswer(1, 'sheet', 'x'.repeat(ANSWER_CHARS_MAX))
    expect(await keptAnswer(1, 'sheet')).toBeNull()
  })

  it('make room for new ones: the oldest go, by number, by size and by age', () => {
    expect(overflow(sizes(ANSWERS_MAX, 1), NOW)).toEqual([])
    expect(overflow(sizes(ANSWERS_MAX + 2, 1), NOW)).toEqual(['1', '0'])
    expect(overflow(sizes(3, CHARS_MAX / 2), NOW)).toEqual(['0'])
    expect(overflow([{ key: 'old', at: NOW - AGE_MAX_MS - 1, chars: 1 }], NOW)).toEqual(['old'])
  })
})
