import { afterEach, describe, expect, it, vi } from 'vitest'
import { Prefetched } from '@/shared/hooks/useFetched'

afterEach(() => void vi.useRealTimers())

describe('a prefetched answer', () => {
  it('is there under its key alone, and only until it was taken', async () => {
    const prefetched = new Prefetched<string>()
    await prefetched.load('rows', () => Promise.resolve('three'))
    expect(prefetched.of('other rows')).toBeNull()
    const early = prefetched.of('rows')
    expect(early?.data).toBe('three')
    if (early) prefetched.drop(early)
    expect(prefetched.of('rows')).toBeNull()
  })

  it('can be waited for while it is under way', async () => {
    const prefetched = new Prefetched<string>()
    const asked = prefetched.load('rows', () => new Promise((done) => setTimeout(() => done('late'))))
    const early = prefetched.of('rows')
    expect(early?.data).toBeNull()
    await expect(early?.answer).resolves.toBe('late')
    await asked
    expect(early?.data).toBe('late')
  })

  it('is requested again when it failed or is too old', async () => {
    const prefetched = new Prefetched<string>()
    await prefetched.load('rows', () => Promise.reject(new Error('gone')))
    expect(prefetched.of('rows')).toBeNull()
    vi.useFakeTimers()
    await prefetched.load('rows', () => Promise.resolve('three'))
    vi.advanceTimersByTime(4_999)
    expect(prefetched.of('rows')?.data).toBe('three')
    vi.advanceTimersByTime(1)
    expect(prefetched.of('rows')).toBeNull()
  })

  it('that was requested later replaces the former', async () => {
    const prefetched = new Prefetched<string>()
    let fail = (): void => undefined
    const first = prefetched.load(
      'rows',
      () => new Promise((_, refuse) => (fail = () => refuse(new Error('gone')))),
    )
    await prefetched.load('rows', () => Promise.resolve('new'))
    fail()
    await first
    expect(prefetched.of('rows')?.data).toBe('new')
  })
})
