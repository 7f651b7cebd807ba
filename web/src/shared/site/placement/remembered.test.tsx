import { beforeEach, describe, expect, it } from 'vitest'
import { keepRatio, noteShown, ratioOf, shownOn } from './remembered'

beforeEach(() => localStorage.clear())

describe('what a browser remembers', () => {
  it('counts by day of the site', () => {
    expect(shownOn('2026-11-28')).toEqual({})
    noteShown('2026-11-28', 7)
    noteShown('2026-11-28', 7)
    noteShown('2026-11-28', 9)
    expect(shownOn('2026-11-28')).toEqual({ 7: 2, 9: 1 })
    expect(shownOn('2026-11-29')).toEqual({})
    noteShown('2026-11-29', 7)
    expect(shownOn('2026-11-29')).toEqual({ 7: 1 })
  })
  it('keeps the space of zones beside it', () => {
    noteShown('2026-11-28', 7)
    keepRatio('home', 0.2)
    keepRatio('shop', 0)
    expect([ratioOf('home'), ratioOf('shop'), ratioOf('other')]).toEqual([0.2, 0, undefined])
    expect(shownOn('2026-11-28')).toEqual({ 7: 1 })
  })
  it('passes over what is no memory of ours', () => {
    for (const odd of ['', '7', 'null', '[]', '{"ratios":7,"shown":{"7":"x"},"day":1}', '{']) {
      localStorage.setItem('placements', odd)
      expect([ratioOf('home'), shownOn('')]).toEqual([undefined, {}])
    }
  })
})
