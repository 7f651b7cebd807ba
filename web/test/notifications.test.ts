import { expect, it, vi } from 'vitest'
import { highestOf, markAllRead } from '@/features/notifications/store'
import { readAll } from '@/features/notifications/api'

vi.mock('@/features/notifications/api', () => ({
  readAll: vi.fn(() => Promise.resolve({ unread_count: 1 })),
}))

it('marks as read only what was shown', async () => {
  expect(highestOf([{ id: 7 }, { id: 9 }, { id: 8 }])).toBe(9)
  expect(highestOf([])).toBe(0)
  await markAllRead(9)
  expect(readAll).toHaveBeenCalledWith(9)
})
