import { describe, expect, it } from 'vitest'
import { nextRuns, parseCron } from '@/features/crontab/cron'

describe('a schedule', () => {
  const next = (cron: string, from: string, count = 1): string[] => {
    const parsed = parseCron(cron)
    if (!parsed) throw new Error(cron)
    const shown = (date: Date): string =>
      `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()} ${date.getHours()}:${date.getMinutes()}`
    return nextRuns(parsed, new Date(from), count).map(shown)
  }
  it('fires when the node would', () => {
    expect(next('* * * * *', '2026-08-01T00:00:30')).toEqual(['2026-8-1 0:1'])
    expect(next('*/15 8-18 * * *', '2026-08-03T18:46:00')).toEqual(['2026-8-4 8:0'])
    expect(next('30 2 * * 7', '2026-08-01T00:00:00')).toEqual(['2026-8-2 2:30'])
    expect(next('0 0 1 * 1', '2026-08-01T12:00:00', 2)).toEqual(['2026-8-3 0:0', '2026-8-10 0:0'])
    expect(next('0 0 29 2 *', '2026-08-01T00:00:00')).toEqual(['2028-2-29 0:0'])
    expect(next('0 0 30 2 *', '2026-08-01T00:00:00')).toEqual([])
    expect(next('5/20 * * * *', '2026-08-01T00:46:00')).toEqual(['2026-8-1 1:5'])
    expect(next('1,2,10-20/5 * * * *', '2026-08-01T00:12:00')).toEqual(['2026-8-1 0:15'])
    expect(next('0 5 * * * *', '2026-08-01T00:00:00')).toEqual(['2026-8-1 0:5'])
  })
  it.each([
    '',
    '* * * *',
    '60 * * * *',
    '*/0 * * * *',
    '5-1 * * * *',
    'a * * * *',
    '* * 0 * *',
    '1 * * * * *',
    '@daily',
    '@daily * * * *',
    ', * * * *',
    '1,,2 * * * *',
    '1, * * * *',
    '/5 * * * *',
  ])('is refused: %s', (text) => expect(parseCron(text)).toBeNull())
})
