import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { session } from '@/shared/session/store'
import { answerCalls, renderPage } from '../../../test/page'
import { RemoteSelect } from './RemoteSelect'
import { WarehouseSelect } from './WarehouseSelect'

afterEach(() => {
  session.menus = []
})

const WAREHOUSES = {
  id: 2,
  pid: 1,
  type: 'menu',
  title: 'Warehouses',
  name: 'warehouse/warehouse',
  path: 'warehouse/warehouse',
}
const open = () => fireEvent.click(screen.getByRole('combobox', { name: 'Warehouse' }))

it('leads to where the first choice is made, and asks again after that', async () => {
  session.menus = [
    { id: 1, pid: 0, type: 'menu_dir', title: 'Stock', name: 'warehouse', children: [WAREHOUSES] },
  ]
  let list: object[] = []
  const calls = answerCalls(() => ({ list, total: list.length }))
  renderPage(<RemoteSelect url="/admin/warehouse.Warehouse" ariaLabel="Warehouse" />)
  open()
  const link = await screen.findByRole('link', { name: 'Add one in a new tab' })
  expect(link.getAttribute('href')).toBe('/admin/warehouse/warehouse')
  expect(link.getAttribute('target')).toBe('_blank')
  list = [{ id: 7, name: 'North' }]
  open()
  open()
  expect(await screen.findByRole('option', { name: 'North' })).toBeTruthy()
  expect(calls).toHaveLength(2)
})

it('leads nowhere that the reader may not go, nor after a search without results', async () => {
  answerCalls(() => ({ list: [], total: 0 }))
  renderPage(<RemoteSelect url="/admin/warehouse.Warehouse" ariaLabel="Warehouse" />)
  open()
  await screen.findByText('Nothing here yet')
  session.menus = [WAREHOUSES]
  await screen.findByRole('link')
  fireEvent.change(screen.getByRole('combobox').querySelector('input')!, { target: { value: 'x' } })
  await waitFor(() => expect(screen.queryByRole('link')).toBeNull())
})

it('says what its reader may not see', async () => {
  answerCalls(() => ({ code: 401, msg: 'You have no permission to do this!', data: [] }))
  renderPage(<RemoteSelect url="/admin/warehouse.Warehouse" ariaLabel="Warehouse" />)
  open()
  expect(await screen.findByText(/may not see the choices for Warehouse/)).toBeTruthy()
})

it('chooses by Enter only what has the words that are typed, also before they were looked for', async () => {
  const NORTH = { id: 7, name: 'North' }
  const SOUTH = { id: 8, name: 'South' }
  const WEST = { id: 9, name: 'West' }
  answerCalls(({ query }) => ({
    list: query.get('quickSearch') === 'West' ? [WEST] : [NORTH, SOUTH],
    total: 2,
  }))
  const choose = vi.fn()
  renderPage(<RemoteSelect url="/admin/warehouse.Warehouse" ariaLabel="Warehouse" onChange={choose} />)
  open()
  await screen.findByRole('option', { name: 'North' })
  const input = screen.getByRole('combobox').querySelector('input')!
  const type = (value: string) => fireEvent.change(input, { target: { value } })
  const enter = () => fireEvent.keyDown(input, { key: 'Enter', code: 'Enter', keyCode: 13, which: 13 })
  type('West')
  enter()
  expect(choose).not.toHaveBeenCalled()
  await screen.findByRole('option', { name: 'West' })
  await waitFor(() => {
    enter()
    expect(choose).toHaveBeenCalledExactlyOnceWith(9, WEST)
  })
})

const NORTH = { id: 7, name: 'North' }
it.each([
  [[NORTH], {}, [7]],
  [[NORTH, { id: 8, name: 'South' }], {}, []],
  [[], {}, []],
  [[NORTH], { value: 3, known: 'West' }, []],
  [[NORTH], { allowClear: true }, []],
])('chooses the only warehouse by itself: %j %j', async (list, more, chosen) => {
  const calls = answerCalls(() => ({ list, total: list.length }))
  const onChange = vi.fn()
  renderPage(
    <WarehouseSelect
      usableFor="warehouse/inboundOrder/add"
      ariaLabel="Warehouse"
      onChange={onChange}
      {...more}
    />,
  )
  const asks = !('value' in more) && !('allowClear' in more)
  await waitFor(() => expect(calls).toHaveLength(asks ? 1 : 0))
  await waitFor(() => expect(onChange.mock.calls.map(([id]: unknown[]) => id)).toEqual(chosen))
  if (asks) expect(calls[0]?.query.get('usable_for')).toBe('warehouse/inboundOrder/add')
})
