import { afterEach, beforeEach, expect, it } from 'vitest'
import { waitFor } from '@testing-library/react'
import { clearSession } from '@/shared/session/store'
import { FILTERS, keepFilters, signInAs } from '../../../test/filterNode'
import { answerCalls } from '../../../test/page'
import { dropFilter, loadFilters, savedFilters, saveFilter } from './filterStore'

const KEY = 'savedFilters'
const LOW = { name: 'Low', search: 'below=1' }
const HELD = { name: 'Held', search: 'state=held' }

beforeEach(() => signInAs(7))
afterEach(() => {
  signInAs(null)
  localStorage.clear()
})

const stored = (): unknown => JSON.parse(localStorage.getItem(KEY) ?? 'null')

it('loads the filters of a list by one call at a time', async () => {
  const calls = keepFilters({ stock: [LOW], orders: [HELD] })
  await Promise.all([loadFilters('stock'), loadFilters('stock'), loadFilters('orders')])
  expect(calls.map(({ path, query }) => [path, query.get('list')])).toEqual([
    [`${FILTERS}/index`, 'stock'],
    [`${FILTERS}/index`, 'orders'],
  ])
  expect(savedFilters.of.stock?.saved).toEqual([LOW])
  expect(savedFilters.of.orders?.saved).toEqual([HELD])
})

it('loads nothing while nobody is signed in', async () => {
  signInAs(null)
  const calls = keepFilters({ stock: [LOW] })
  await loadFilters('stock')
  expect(calls).toEqual([])
})

it('shows what the node has after a change', async () => {
  const kept = { stock: [LOW] }
  keepFilters(kept)
  await loadFilters('stock')
  // Another tab has saved one meanwhile.
  kept.stock = [LOW, HELD]
  await saveFilter('stock', 'Pens', 'q=pen')
  expect(savedFilters.of.stock?.saved.map(({ name }) => name)).toEqual(['Low', 'Held', 'Pens'])
  await dropFilter('stock', 'Held')
  expect(savedFilters.of.stock?.saved.map(({ name }) => name)).toEqual(['Low', 'Pens'])
})

it('loads again what another browser has saved, and keeps what it shows if that fails', async () => {
  const kept = { stock: [LOW] }
  keepFilters(kept)
  await loadFilters('stock')
  kept.stock = [LOW, HELD]
  await loadFilters('stock')
  expect(savedFilters.of.stock?.saved).toEqual([LOW, HELD])
  answerCalls(() => ({ code: 0, msg: 'Too busy', data: null }))
  await loadFilters('stock')
  expect(savedFilters.of.stock).toMatchObject({ saved: [LOW, HELD], loaded: true, busy: null, failed: null })
})

it('sends one change of a list at a time', async () => {
  const calls = keepFilters({})
  const [first, second] = await Promise.all([
    saveFilter('stock', 'Low', 'q=1'),
    saveFilter('stock', 'Low', 'q=1'),
  ])
  expect([first, second, calls.length]).toEqual([true, false, 1])
  expect(savedFilters.of.stock?.busy).toBeNull()
})

it('keeps what it shows when a change fails', async () => {
  keepFilters({ stock: [LOW] })
  await loadFilters('stock')
  answerCalls(() => ({ code: 0, msg: 'Too busy', data: null }))
  await expect(saveFilter('stock', 'Held', 'state=held')).rejects.toThrow('Too busy')
  expect(savedFilters.of.stock).toMatchObject({ saved: [LOW], busy: null })
})

it('asks again for what could not be loaded', async () => {
  answerCalls(() => ({ code: 0, msg: 'Too busy', data: null }))
  await loadFilters('stock')
  expect(savedFilters.of.stock).toMatchObject({ loaded: false, busy: null, failed: { message: 'Too busy' } })
  keepFilters({ stock: [LOW] })
  await loadFilters('stock')
  expect(savedFilters.of.stock).toMatchObject({ saved: [LOW], loaded: true, failed: null })
})

it('forgets everything at sign-out, and what comes after it', async () => {
  keepFilters({ stock: [LOW] })
  await loadFilters('stock')
  let answer: (data: unknown) => void = () => undefined
  const calls = answerCalls(() => new Promise((done) => (answer = done)))
  const late = loadFilters('orders')
  await waitFor(() => expect(calls).toHaveLength(1))
  clearSession()
  expect(savedFilters.of).toEqual({})
  answer({ list: [HELD] })
  await late
  expect(savedFilters.of).toEqual({})
})

it('sends up what this browser kept of the list that opens', async () => {
  localStorage.setItem(KEY, JSON.stringify({ stock: [LOW, HELD], orders: [HELD] }))
  const kept = { stock: [{ name: 'Held', search: 'newer=1' }] }
  const calls = keepFilters(kept)
  await loadFilters('stock')
  // What the account has under the same name stays.
  expect(kept.stock).toEqual([{ name: 'Held', search: 'newer=1' }, LOW])
  expect(savedFilters.of.stock?.saved).toEqual(kept.stock)
  expect(stored()).toEqual({ orders: [HELD] })
  expect(calls).toHaveLength(2)
  // Whoever signs in next gets nothing of it.
  signInAs(8)
  await loadFilters('stock')
  expect(calls).toHaveLength(3)
  await loadFilters('orders')
  expect(stored()).toBeNull()
})

it('keeps here what the node does not take', async () => {
  const many = Array.from({ length: 19 }, (_, at) => ({ name: `${at}`, search: 'q=1' }))
  localStorage.setItem(KEY, JSON.stringify({ stock: [LOW, HELD, { name: '3', search: 'q=2' }] }))
  keepFilters({ stock: many })
  await loadFilters('stock')
  expect(savedFilters.of.stock).toMatchObject({ loaded: true, failed: null })
  expect(savedFilters.of.stock?.saved).toHaveLength(20)
  expect(stored()).toEqual({ stock: [HELD] })
})

it('passes over what this browser kept in another shape', async () => {
  localStorage.setItem(KEY, JSON.stringify({ stock: [null, { name: 1 }, LOW], orders: 'x' }))
  const kept = { stock: [] }
  keepFilters(kept)
  await loadFilters('stock')
  expect(kept.stock).toEqual([LOW])
  expect(stored()).toBeNull()
})
