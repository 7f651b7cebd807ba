import { describe, expect, it } from 'vitest'
import { toggled, worked, type Pauses } from '@/features/dashboard/working'

describe('time at work', () => {
  const none: Pauses = { day: '2026-11-21', seconds: 0, since: null }
  it('stands still during a pause and goes on after it', () => {
    expect(worked(1000, none, 1600)).toBe(600)
    const paused = toggled(none, 1600)
    expect(worked(1000, paused, 2600)).toBe(600)
    const again = toggled(paused, 2600)
    expect(again).toEqual({ day: '2026-11-21', seconds: 1000, since: null })
    expect(worked(1000, again, 2700)).toBe(700)
  })
  it('is never negative', () => {
    expect(worked(1000, none, 900)).toBe(0)
  })
})
