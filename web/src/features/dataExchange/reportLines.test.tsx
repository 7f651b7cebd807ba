import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import i18next, { loadTexts, setLanguage } from '@/shared/i18n'
import { preferences } from '@/shared/preferences/store'
import type { ResourceRow } from '@/resource/schema/types'
import { reportLines } from './reportLines'

const before = preferences.language
beforeAll(() => loadTexts('dataExchange'))
afterAll(() => setLanguage(before))

const errors = [
  { row: 3, column: 'Unit', reason: 'There is no such unit' },
  { row: 5, column: '', reason: 'Somebody has taken it' },
]
const row = (kind: string, report: unknown): ResourceRow => ({ id: 1, kind, report }) as ResourceRow
const lines = (one: ResourceRow): string[] => reportLines(one, i18next.t)

describe('the report of a task in words', () => {
  it('has the counts and the wrong rows, in both languages and also where it is stored as text', async () => {
    const report = { rows: 6, new: 2, changed: 1, same: 0, bad: 3, errors }
    await setLanguage('en')
    const words = [
      'New: 2, Changed: 1, Unchanged: 0, With errors: 3',
      'Row 3, Unit: There is no such unit',
      'Row 5: Somebody has taken it',
      'More rows with errors: 1',
    ]
    expect(lines(row('import', report))).toEqual(words)
    expect(lines(row('import', JSON.stringify(report)))).toEqual(words)
    await setLanguage('zh-CN')
    expect(lines(row('dry_run', { ...report, bad: 0, errors: [] }))).toEqual([
      '新增 2，更新 1，无变化 0，错误 0',
    ])
  })
  it('has the counts of an import that was taken back', async () => {
    await setLanguage('en')
    const report = { rows: 3, deleted: 2, put_back: 1, gone: 0, bad: 0, errors: [] }
    expect(lines(row('take_back', report))).toEqual(['Deleted: 2, Restored: 1, Deleted before: 0, Kept: 0'])
  })
  it('is nothing for an export', () => {
    expect(lines(row('export', null))).toEqual([])
    expect(lines(row('export', ''))).toEqual([])
  })
})
