import { expect, it } from 'vitest'
import { isOverdue, withReply } from './board'

it('puts a canned reply behind what was written', () => {
  expect(withReply('', 'Thank you.', 50)).toBe('Thank you.')
  expect(withReply('Dear Ann,\n', 'Thank you.', 50)).toBe('Dear Ann,\nThank you.')
  expect(withReply('', 'x'.repeat(60), 50)).toHaveLength(50)
})

it('is overdue after its time while nobody has done it', () => {
  const row = { id: 1, due_time: '2026-11-28 12:00:00', progress: 'new' }
  expect(isOverdue(row, '2026-11-28 12:00:01')).toBe(true)
  expect(isOverdue(row, '2026-11-28 11:00:00')).toBe(false)
  expect(isOverdue({ ...row, progress: 'done' }, '2026-11-29 00:00:00')).toBe(false)
  expect(isOverdue({ ...row, due_time: null }, '2026-11-29 00:00:00')).toBe(false)
})
