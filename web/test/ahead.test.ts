import { afterEach, describe, expect, it, vi } from 'vitest'
import { Ahead } from '@/shared/hooks/useFetched'

afterEach(() => void vi.useRealTimers())

describe('what is asked for ahead', () => {
  it('is there under its key alone, and only until somebody took it', async () => {
    const ahead = new Ahead<string>()
    await ahead.ask('rows', () => Promise.resolve('three'))
    expect(ahead.of('other rows')).toBeNull()
    const early = ahead.of('rows')
    expect(early?.data).toBe('three')
    if (early) ahead.drop(early)
    expect(ahead.of('rows')).toBeNull()
  })

  it('can be waited for while it is under way', async () => {
    const ahead = new Ahead<string>()
    const asked = ahead.ask('rows', () => new Promise((done) => setTimeout(() => done('late'))))
    const early = ahead.of('rows')
    expect(early?.data).toBeNull()
    await expect(early?.answer).resolves.toBe('late')
    await asked
    expect(early?.data).toBe('late')
  })

  it('is asked for again when it failed or has grown old', async () => {
    const ahead = new Ahead<string>()
    await ahead.ask('rows', () => Promise.reject(new Error('gone')))
    expect(ahead.of('rows')).toBeNull()
    vi.useFakeTimers()
    await ahead.ask('rows', () => Promise.resolve('three'))
    vi.advanceTimersByTime(4_999)
    expect(ahead.of('rows')?.data).toBe('three')
    vi.advanceTimersByTime(1)
    expect(ahead.of('rows')).toBeNull()
  })

  it('that was asked later takes the place of the former', async () => {
    const ahead = new Ahead<string>()
    let fail = (): void => undefined
    const first = ahead.ask(
      'rows',
      () => new Promise((_, refuse) => (fail = () => refuse(new Error('gone')))),
    )
    await ahead.ask('rows', () => Promise.resolve('new'))
    fail()
    await first
    expect(ahead.of('rows')?.data).toBe('new')
  })
})
