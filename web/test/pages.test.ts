import { describe, expect, it } from 'vitest'
import { readableSize } from '@/features/attachments/size'
import { nextRuns, parseCron } from '@/features/crontab/cron'
import { asksFor } from '@/features/permissions/asks'
import { allOf, found, shownAs, withParents, type RuleRow } from '@/features/permissions/rights'
import { difference } from '@/features/security/difference'
import { changed, heldBy, valuesOf, wrongSetting, type Setting } from '@/features/settings/model'

const rule = (id: number, title: string, children?: RuleRow[]): RuleRow => ({
  id,
  pid: 0,
  title,
  name: `n/${id}`,
  type: 'menu',
  children,
})
const rules = [
  rule(1, 'Goods', [rule(2, 'View'), rule(3, 'Edit'), rule(4, 'Sub', [rule(5, 'Deep')])]),
  rule(6, 'Home'),
]

describe('rights', () => {
  it('send the rules above what is chosen', () => {
    expect(withParents(rules, ['5'])).toEqual(['1', '4', '5'])
    expect(withParents(rules, [])).toEqual([])
  })
  it('show a half chosen rule by what is chosen below it', () => {
    expect(shownAs(rules, ['1', '4', '5'])).toEqual(['5', '4'])
    expect(shownAs(rules, ['1', '2'])).toEqual(['2'])
    expect(new Set(shownAs(rules, allOf(rules)))).toEqual(new Set(allOf(rules)))
  })
  it('come back as they were', () => {
    for (const held of [['1', '2'], ['1', '4', '5'], ['6'], allOf(rules)])
      expect(withParents(rules, shownAs(rules, held))).toEqual(withParents(rules, held))
  })
  it('are found with those above them', () => {
    expect(found(rules, 'deep').map(({ id }) => id)).toEqual([1])
    expect(allOf(found(rules, 'deep'))).toEqual(['1', '4', '5'])
    expect(found(rules, 'nowhere')).toEqual([])
  })
  it('ask for what the kind of rule has', () => {
    expect(asksFor('component', { type: 'button' })).toBe(false)
    expect(asksFor('url', { type: 'menu', menu_type: 'link' })).toBe(true)
    expect(asksFor('url', { type: 'menu', menu_type: 'tab' })).toBe(false)
    expect(asksFor('icon', { type: 'menu_dir' })).toBe(true)
    expect(asksFor('name', { type: 'button' })).toBe(true)
  })
})

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

describe('a comparison', () => {
  it('marks what went and what came', () => {
    expect(difference('13812345678', '13912345670')).toEqual([
      { kind: 'same', text: '13' },
      { kind: 'gone', text: '8' },
      { kind: 'new', text: '9' },
      { kind: 'same', text: '1234567' },
      { kind: 'gone', text: '8' },
      { kind: 'new', text: '0' },
    ])
    expect(difference('', 'new')).toEqual([{ kind: 'new', text: 'new' }])
    expect(difference('same', 'same')).toEqual([{ kind: 'same', text: 'same' }])
  })
  it('gives both texts back, whatever they are', () => {
    const texts = ['', 'a', 'abcabc', 'cab', '仓库\n货架', 'x'.repeat(3000) + 'y', 'z'.repeat(3000)]
    for (const before of texts)
      for (const after of texts) {
        const parts = difference(before, after)
        const without = (kind: string): string =>
          parts
            .filter((part) => part.kind !== kind)
            .map((part) => part.text)
            .join('')
        expect(without('new')).toBe(before)
        expect(without('gone')).toBe(after)
      }
  })
})

describe('settings', () => {
  const setting = (type: string, value: unknown, rule = ''): Setting => ({
    id: 1,
    name: 'x',
    group: 'g',
    title: 'X',
    tip: '',
    type,
    value,
    rule,
    content: {},
    allow_del: 0,
    weigh: 0,
  })
  it('send only what was changed', () => {
    const list = [
      { ...setting('string', 'a'), name: 'a' },
      { ...setting('switch', true), name: 'b' },
      { ...setting('array', [{ key: 'k', value: 'v' }]), name: 'c' },
    ]
    const values = valuesOf(list)
    expect(changed(list, values)).toEqual({})
    expect(changed(list, { ...values, b: 0 })).toEqual({ b: 0 })
  })
  it('know their rules', () => {
    expect(heldBy(setting('switch', '0'))).toBe(0)
    expect(wrongSetting(setting('string', '', 'required'), '')?.key).toBe('validate.required')
    expect(wrongSetting(setting('string', '', 'integer'), '4.5')?.key).toBe('validate.integer')
    expect(wrongSetting(setting('string', '', 'email'), 'x')?.key).toBe('validate.email')
    expect(wrongSetting(setting('password', ''), '')).toBeUndefined()
  })
})

describe('sizes', () => {
  it('are told in the largest unit that fits', () => {
    expect([0, 1536, 5 * 1024 * 1024].map(readableSize)).toEqual(['0 B', '1.5 KB', '5 MB'])
  })
})
