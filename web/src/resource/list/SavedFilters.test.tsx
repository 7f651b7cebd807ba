import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { useLocation } from 'react-router'
import { renderPage } from '../../../test/page'
import { keepFilter, SAVED_MAX, savedFilters } from './filterStore'
import { SavedFilters } from './SavedFilters'

function Page() {
  const { search } = useLocation()
  return (
    <>
      <output>{search}</output>
      <SavedFilters list="orders" />
    </>
  )
}

beforeEach(() => {
  for (const list of Object.keys(savedFilters)) delete savedFilters[list]
})

it('saves what the list shows under a name, and shows it again', async () => {
  keepFilter('orders', 'Reviewed', 'status=1&q=pens')
  renderPage(<Page />, '/admin/orders?status=0&page=3&id=9')
  fireEvent.click(screen.getByRole('button', { name: 'My filters' }))
  fireEvent.change(await screen.findByRole('textbox', { name: 'Name' }), { target: { value: 'Waiting' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByRole('button', { name: 'Waiting' })
  expect(savedFilters.orders).toEqual([
    { name: 'Reviewed', search: 'status=1&q=pens' },
    { name: 'Waiting', search: 'status=0' },
  ])
  fireEvent.click(screen.getByRole('button', { name: 'Drop Waiting' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Waiting' })).toBeNull())
  fireEvent.click(screen.getByRole('button', { name: 'Reviewed' }))
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('?status=1&q=pens'))
})

it('keeps so many of a list, and one of each name', () => {
  for (let at = 0; at < SAVED_MAX; at += 1) expect(keepFilter('orders', `${at}`, 'q=1')).toBe(true)
  expect(keepFilter('orders', 'more', 'q=1')).toBe(false)
  expect(keepFilter('orders', '3', 'q=2')).toBe(true)
  expect(savedFilters.orders).toHaveLength(SAVED_MAX)
})
