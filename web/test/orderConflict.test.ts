import { expect, it } from 'vitest'
import { whoChanged } from '@/features/orders/conflict'

const event = (id: number, nickname?: string) => ({ admin: { id, nickname }, at: 1, action: 'edit' })

it('names the person of a change as the history has them', () => {
  const current = { row: { history: [event(1, 'Ann'), event(2, 'Bob')] } }
  expect(whoChanged({ changed_by: 2, current })).toBe('Bob')
  expect(whoChanged({ changed_by: 3, current })).toBeNull()
  expect(whoChanged({ changed_by: 3, current: { row: { history: [event(3)] } } })).toBeNull()
  expect(whoChanged({ changed_by: 3, current: { row: null } })).toBeNull()
  expect(whoChanged({})).toBeNull()
})
