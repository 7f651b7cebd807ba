import { afterEach, describe, expect, it } from 'vitest'
import { nextRuns, parseCron } from '@/features/crontab/cron'
import { site } from '@/shared/site/store'
import { moment, unixOf } from '@/shared/ui/time'

afterEach(() => {
  site.timeZone = ''
})

// 2026-03-01 18:30:05 in UTC.
const AT = 1_772_389_805

describe('times', () => {
  it('are shown in the time zone of the site, whichever clock the reader has', () => {
    site.timeZone = 'Asia/Shanghai'
    expect(moment(AT, 'YYYY-MM-DD HH:mm:ss')).toBe('2026-03-02 02:30:05')
    expect(moment(AT * 1000, 'MM-DD HH:mm')).toBe('03-02 02:30')
    site.timeZone = 'America/New_York'
    expect(moment(AT)).toBe('2026-03-01 13:30')
  })

  it('are read in it as well, also around a change to summer time', () => {
    site.timeZone = 'Asia/Shanghai'
    expect(unixOf('2026-03-02 02:30:05')).toBe(AT)
    expect(moment(unixOf('2026-03-02'))).toBe('2026-03-02 00:00')
    site.timeZone = 'Europe/Berlin'
    for (const text of ['2026-03-29 01:30', '2026-03-29 03:30', '2026-10-25 04:00', '2026-07-01 00:00'])
      expect(moment(unixOf(`${text}:00`))).toBe(text)
  })

  it("go by the reader's clock where the zone is not known", () => {
    const own = moment(AT)
    site.timeZone = 'Nowhere/Land'
    expect(moment(AT)).toBe(own)
  })

  it('of a schedule are those of the node', () => {
    site.timeZone = 'Asia/Shanghai'
    const [next] = nextRuns(parseCron('0 3 * * *')!, new Date(AT * 1000), 1)
    expect(moment(next!.getTime())).toBe('2026-03-02 03:00')
  })
})
