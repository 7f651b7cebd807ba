import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { painted } from './painted'

/** A first content with a picture that is decoded when we say so. */
function content(decoded: Promise<void> | null): HTMLElement {
  const first = document.createElement('div')
  if (decoded) {
    const picture = document.createElement('img')
    picture.setAttribute('fetchpriority', 'high')
    picture.decode = () => decoded
    first.append(picture)
  }
  return first
}

describe('the first content of a page', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    vi.stubGlobal('requestAnimationFrame', (then: () => void) => setTimeout(then, 16))
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  it('is painted before what comes next begins, with its picture', async () => {
    let decoded = (): void => undefined
    const then = vi.fn()
    painted(content(new Promise((done) => (decoded = done))), then)
    await vi.advanceTimersByTimeAsync(100)
    expect(then).not.toHaveBeenCalled()
    decoded()
    await vi.advanceTimersByTimeAsync(100)
    expect(then).toHaveBeenCalledTimes(1)
  })
  it('is not waited for where its picture never comes or is broken', async () => {
    const [late, broken] = [vi.fn(), vi.fn()]
    painted(content(new Promise(() => undefined)), late)
    painted(content(Promise.reject(new Error('broken'))), broken)
    await vi.advanceTimersByTimeAsync(100)
    expect([late.mock.calls.length, broken.mock.calls.length]).toEqual([0, 1])
    await vi.advanceTimersByTimeAsync(2_000)
    expect([late.mock.calls.length, broken.mock.calls.length]).toEqual([1, 1])
  })
  it('without a picture is painted with the next frame', async () => {
    const then = vi.fn()
    painted(content(null), then)
    await vi.advanceTimersByTimeAsync(50)
    expect(then).toHaveBeenCalledTimes(1)
  })
})
