import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { useLocation } from 'react-router'
import { FILTERS, keepFilters, signInAs } from '../../../test/filterNode'
import { answerCalls, renderPage } from '../../../test/page'
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

beforeEach(() => signInAs(7))
afterEach(() => signInAs(null))

const REVIEWED = { name: 'Reviewed', search: 'status=1&q=pens' }

function open(): void {
  renderPage(<Page />, '/admin/orders?status=0&page=3&id=9')
  fireEvent.click(screen.getByRole('button', { name: 'Saved filters' }))
}

async function enter(name: string): Promise<void> {
  fireEvent.change(await screen.findByRole('textbox', { name: 'Name' }), { target: { value: name } })
}

it('saves what the list shows under a name, and shows it again', async () => {
  const kept = { orders: [REVIEWED] }
  keepFilters(kept)
  open()
  await screen.findByRole('button', { name: 'Reviewed' })
  await enter('Waiting')
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByRole('button', { name: 'Waiting' })
  expect(kept.orders).toEqual([REVIEWED, { name: 'Waiting', search: 'status=0' }])
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe(''))
  fireEvent.click(screen.getByRole('button', { name: 'Delete Waiting' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Waiting' })).toBeNull())
  fireEvent.click(screen.getByRole('button', { name: 'Reviewed' }))
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('?status=1&q=pens'))
})

it('takes no second press while an answer is on its way', async () => {
  let answer: (data: unknown) => void = () => undefined
  const calls = answerCalls(({ path }) =>
    path === `${FILTERS}/index` ? { list: [REVIEWED] } : new Promise((done) => (answer = done)),
  )
  open()
  await screen.findByRole('button', { name: 'Reviewed' })
  await enter('Waiting')
  const save = screen.getByRole('button', { name: 'Save' })
  fireEvent.click(save)
  await waitFor(() => expect(save.className).toContain('arco-btn-loading'))
  fireEvent.click(save)
  fireEvent.keyDown(screen.getByRole('textbox', { name: 'Name' }), { key: 'Enter', keyCode: 13 })
  expect(screen.getByRole('button', { name: 'Delete Reviewed' })).toHaveProperty('disabled', true)
  answer({ list: [REVIEWED, { name: 'Waiting', search: 'status=0' }] })
  await screen.findByRole('button', { name: 'Waiting' })
  expect(calls.map(({ path }) => path)).toEqual([`${FILTERS}/index`, `${FILTERS}/save`])
})

it('says why a filter is not saved, and keeps its name', async () => {
  const many = Array.from({ length: 20 }, (_, at) => ({ name: `${at}`, search: 'q=1' }))
  keepFilters({ orders: many })
  open()
  await screen.findByRole('button', { name: '19' })
  await enter('more')
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('At most 20 filters can be saved for a list')
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('more')
  await enter('3')
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe(''))
})

it('says that they could not be loaded, and asks again', async () => {
  answerCalls(() => ({ code: 0, msg: 'Too busy', data: null }))
  open()
  await screen.findByText('Too busy')
  expect(screen.queryByText('No saved filters yet')).toBeNull()
  keepFilters({ orders: [REVIEWED] })
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('button', { name: 'Reviewed' })
  expect(screen.queryByText('Too busy')).toBeNull()
})

it('shows what another browser has saved when it is opened again, and closes with Esc', async () => {
  const kept = { orders: [REVIEWED] }
  keepFilters(kept)
  open()
  await screen.findByRole('button', { name: 'Reviewed' })
  fireEvent.keyDown(screen.getByRole('textbox', { name: 'Name' }), { key: 'Escape' })
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Saved filters' }).getAttribute('aria-expanded')).toBe('false'),
  )
  kept.orders = [REVIEWED, { name: 'Waiting', search: 'status=0' }]
  fireEvent.click(screen.getByRole('button', { name: 'Saved filters' }))
  await screen.findByRole('button', { name: 'Waiting' })
})

it('shows the filters of whoever is signed in', async () => {
  keepFilters({ orders: [REVIEWED] })
  open()
  await screen.findByRole('button', { name: 'Reviewed' })
  const calls = keepFilters({ orders: [] })
  signInAs(8)
  await screen.findByText('No saved filters yet')
  await waitFor(() => expect(calls).toHaveLength(1))
})
