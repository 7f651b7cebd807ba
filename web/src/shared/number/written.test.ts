import { describe, expect, it } from 'vitest'
import { dayOf } from './day'
import days from './days.json'
import cases from './written.json'
import { hasLostDigits, readWritten } from './written'

describe('what people write', () => {
  it.each(Object.entries(cases.numbers))('reads the number %j as %j', (text, number) => {
    expect(readWritten(text)).toEqual({ number })
  })
  it.each(Object.entries(cases.refused))('refuses %j for its %s', (text, refused) => {
    expect(readWritten(text)).toEqual({ refused })
  })
  it.each(Object.entries(cases.codes))('knows whether a spreadsheet has cut %j: %s', (code, lost) => {
    expect(hasLostDigits(code)).toBe(lost)
  })
  it.each(Object.entries(days))('reads the day %j as %j', (text, day) => {
    expect(dayOf(text)).toBe(day)
  })
})
