import { afterEach, expect, it, vi } from 'vitest'
import { signalScan } from './signal'

afterEach(() => vi.unstubAllGlobals())

it('is heard where a scan was not taken, and silent where it was', () => {
  const started = vi.fn()
  const part = () => ({
    frequency: { value: 0 },
    gain: { value: 0 },
    connect: (next: unknown) => next,
    start: started,
    stop: () => undefined,
  })
  class Sound {
    destination = {}
    currentTime = 0
    resume = () => Promise.resolve()
    createOscillator = part
    createGain = part
  }
  vi.stubGlobal('AudioContext', Sound)
  signalScan(true)
  expect(started).not.toHaveBeenCalled()
  signalScan(false)
  expect(started).toHaveBeenCalledOnce()
})
