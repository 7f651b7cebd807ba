/** Rows of warehouses where somebody only looks, while they work or decide in others. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { narrowing } from '@/shared/session/nodes'
import { session } from '@/shared/session/store'
import { ResourceList } from '@/resource/ResourceList'
import { BRAND } from '../../../test/brand'
import { answerCalls, renderPage } from '../../../test/page'
import BatchHoldPage from './BatchHoldPage'
import InventoryPage from './InventoryPage'
import MonthClosingPage from './MonthClosingPage'
import ReservationPage from './ReservationPage'

beforeAll(() => loadTexts('common', 'inventory', 'resource', 'orders', 'orderSteps'))

const NODES = {
  'warehouse/inventory': ['move'],
  'warehouse/batchhold': ['add', 'release'],
  'warehouse/reservation': ['release', 'handover'],
  'warehouse/monthclosing': ['close', 'reopen'],
}
const nodes = Object.entries(NODES).flatMap(([page, actions]) => actions.map((action) => `${page}/${action}`))

beforeEach(() => {
  session.permissions = Object.fromEntries(
    Object.entries(NODES).map(([page, actions]) => [page, actions.map((action) => `${page}/${action}`)]),
  )
  session.narrowed = narrowing([{ nodes, warehouses: [1], allBut: false }])
})
afterEach(() => {
  session.permissions = {}
  session.narrowed = {}
})

const NAMES = ['North', 'South']
const row = (id: number) => ({
  id,
  product_id: 5,
  product: { product_no: 'P5', name: `Board ${NAMES[id - 1]}`, spec: '', unit: { name: 'm' } },
  warehouses_id: id,
  warehouses: { name: NAMES[id - 1] },
  area: null,
  shelf: null,
  batch_number: 'B',
  quantity: '1',
  total_quantity: '1',
  state: 1,
  hold_state: 0,
  area_purpose: 0,
  order_kind: 'outbound',
  order_id: 1,
  operation_number: 'N1',
  shop_order_no: null,
  line: 1,
  create_time: 1,
  update_time: 1,
})
const labels = (at: HTMLElement): string[] =>
  within(at)
    .queryAllByRole('button')
    .map(({ textContent }) => textContent)
/** The next step of a row, and what its menu has. */
async function offered(at: HTMLElement): Promise<string[]> {
  const more = within(at).queryByLabelText('More')
  const shown = labels(at).filter(Boolean)
  if (!more) return shown
  const before = document.querySelectorAll('.arco-dropdown-menu').length
  fireEvent.click(more)
  await waitFor(() => expect(document.querySelectorAll('.arco-dropdown-menu').length).toBeGreaterThan(before))
  const menu = [...document.querySelectorAll('.arco-dropdown-menu')].at(-1)
  return [
    ...shown,
    ...[...(menu?.querySelectorAll('.arco-dropdown-menu-item') ?? [])].map((item) => item.textContent),
  ]
}

it.each([
  ['inventory', <InventoryPage />, ['Move', 'Hold a batch']],
  ['reservations', <ReservationPage />, ['Release', 'Hand over']],
  ['holds', <BatchHoldPage />, ['Release']],
] as const)('offers %s nothing where it would be refused', async (_, page, actions) => {
  answerCalls(() => ({ list: [row(1), row(2)], total: 2, remark: '' }))
  renderPage(page)
  const at = async (name: string) => offered((await screen.findByText(name)).closest('tr')!)
  const [here, there] = [await at('Board North'), await at('Board South')]
  expect(here).toEqual(expect.arrayContaining([...actions]))
  expect(there.filter((label) => (actions as readonly string[]).includes(label))).toEqual([])
})

it('offers to free what is held everywhere to those who may do so in each warehouse', async () => {
  answerCalls(() => ({ list: [{ ...row(1), warehouses_id: null, warehouses: null }], total: 1, remark: '' }))
  renderPage(<BatchHoldPage />)
  const held = (await screen.findByText('Board North')).closest('tr')!
  expect(labels(held)).not.toContain('Release')
})

it('closes months only where one decides', async () => {
  const books = (id: number) => ({ id, name: NAMES[id - 1], closed_month: '2026-01', open: [], history: [] })
  answerCalls(() => ({ list: [books(1), books(2)], latest: '2026-02' }))
  renderPage(<MonthClosingPage />)
  await screen.findByRole('heading', { name: 'South' })
  expect(screen.getAllByRole('button', { name: 'Close a month' })).toHaveLength(1)
  expect(screen.getAllByRole('button', { name: 'Reopen' })).toHaveLength(1)
})

it('changes rows of a declared resource only where their warehouse allows it', async () => {
  session.narrowed = narrowing([{ nodes: [`${BRAND.name}/edit`], warehouses: [2], allBut: true }])
  const rows = [1, 2].map((id) => ({ id, name: NAMES[id - 1], warehouses_id: id }))
  answerCalls(() => ({ list: rows, total: 2 }))
  renderPage(<ResourceList resource={{ ...BRAND, warehouse: 'warehouses_id' }} custom={{}} />)
  const at = async (name: string) => offered((await screen.findByText(name)).closest('tr')!)
  expect([await at('North'), await at('South')]).toEqual([['Edit', 'Delete'], ['Delete']])
})

it('deletes chosen rows only where each of them may be deleted', async () => {
  session.narrowed = narrowing([{ nodes: [`${BRAND.name}/del`], warehouses: [2], allBut: true }])
  const rows = [1, 2].map((id) => ({ id, name: NAMES[id - 1], warehouses_id: id }))
  answerCalls(() => ({ list: rows, total: 2 }))
  renderPage(<ResourceList resource={{ ...BRAND, warehouse: 'warehouses_id' }} custom={{}} />)
  const choose = async (name: string) => {
    const row = (await screen.findByText(name)).closest('tr')!
    fireEvent.click(within(row).getByRole('checkbox'))
  }
  const all = () =>
    within(screen.getByRole('status')).getByRole<HTMLButtonElement>('button', { name: 'Delete' })
  await choose('North')
  expect(all().disabled).toBe(false)
  await choose('South')
  expect(all().disabled).toBe(true)
  expect(all().title).toBe('1 of the chosen rows can’t be deleted')
})
