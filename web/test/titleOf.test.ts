import { expect, it } from 'vitest'
import { titleOf } from '@/resource/schema/types'
import { BRAND } from './brand'

it('calls a row that a time names by that time, and one without a name by its number', () => {
  const [field] = BRAND.fields
  const log = { ...BRAND, titleField: 'at', fields: [{ ...field!, name: 'at', kind: 'timestamp' as const }] }
  expect(titleOf(log, { id: 1, at: 1_795_922_100 })).toMatch(/^2026-11-29 \d\d:\d\d:00$/)
  expect(titleOf(log, { id: 1, at: null })).toBe('#1')
})
