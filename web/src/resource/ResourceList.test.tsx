import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { live } from '@/shared/live'
import { BRAND } from '../../test/brand'
import { FILTERS } from '../../test/filterNode'
import { answerCalls, renderPage } from '../../test/page'
import { ResourceList } from './ResourceList'

beforeAll(() => loadTexts('resource'))
afterEach(() => void vi.restoreAllMocks())

/** Rows of the node, and the listeners of live topics. */
function open(address?: string) {
  const rows = [
    { id: 2, name: 'Beech', code: 'B', weight: '2.00' },
    { id: 1, name: 'Oak', code: 'O', weight: '1.50' },
  ]
  const listeners = new Map<string, () => void>()
  vi.spyOn(live, 'on').mockImplementation((topic, changed) => {
    listeners.set(topic, () => changed(null))
    return () => listeners.delete(topic)
  })
  const calls = answerCalls(() => ({ list: [...rows], total: rows.length }))
  renderPage(<ResourceList resource={BRAND} custom={{}} />, address)
  return { rows, calls, listeners }
}

describe('the list of a declared resource', () => {
  it('shows the rows and their columns', async () => {
    open()
    expect(await screen.findByText('Oak')).toBeTruthy()
    expect(screen.getByText('Beech')).toBeTruthy()
    expect(screen.getByText('Weight')).toBeTruthy()
  })

  it('asks for what its address names', async () => {
    const { calls } = open('/admin/warehouse/brand?q=oak')
    await screen.findByText('Oak')
    expect(calls[0]?.path).toBe('/admin/warehouse.Brand/index')
    expect(calls[0]?.query.get('quickSearch')).toBe('oak')
  })

  it('leads back from a page whose last rows are gone', async () => {
    const oak = { id: 1, name: 'Oak', code: 'O', weight: '1.50' }
    answerCalls(({ query }) => ({ list: query.get('page') === '2' ? [] : [oak], total: 1 }))
    renderPage(<ResourceList resource={BRAND} custom={{}} />, '/admin/warehouse/brand?page=2')
    fireEvent.click(await screen.findByRole('button', { name: 'Go to the first page' }))
    await screen.findByText('Oak')
    expect(screen.queryByText('There are no rows on this page any more')).toBeNull()
  })

  it('keeps its filters under a name', async () => {
    const { calls } = open('/admin/warehouse/brand?q=oak')
    fireEvent.click(await screen.findByRole('button', { name: 'Saved filters' }))
    fireEvent.change(await screen.findByRole('textbox', { name: 'Name' }), { target: { value: 'Oaks' } })
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    const sent = (): unknown => calls.find(({ path }) => path === `${FILTERS}/save`)?.body
    await waitFor(() => expect(sent()).toEqual({ list: BRAND.name, name: 'Oaks', search: 'q=oak' }))
  })

  it('follows a change of its topic', async () => {
    const { rows, listeners } = open()
    await screen.findByText('Oak')
    rows.push({ id: 3, name: 'Elm', code: 'E', weight: '3.00' })
    listeners.get('resource:warehouse.Brand')?.()
    expect(await screen.findByText('Elm')).toBeTruthy()
  })

  it('stops listening when it goes', async () => {
    const { listeners } = open()
    await screen.findByText('Oak')
    expect([...listeners.keys()]).toEqual(['resource:warehouse.Brand'])
  })

  it('offers to delete the rows that are chosen', async () => {
    open()
    await screen.findByText('Oak')
    const boxes = screen.getAllByRole('checkbox')
    for (const box of boxes.slice(1)) fireEvent.click(box)
    await waitFor(() => expect(screen.getByRole('status').textContent).toContain('2'))
    expect(screen.getByRole('status').querySelector('.arco-btn-status-danger')).toBeTruthy()
  })
})
