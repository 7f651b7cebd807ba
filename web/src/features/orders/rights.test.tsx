import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { clearSession, startSession, type MenuRule } from '@/shared/session/store'
import { answerCalls, renderPage } from '../../../test/page'
import type { Order } from './model'
import { OrderEditor } from './OrderEditor'
import OrderListPage from './OrderListPage'
import TransferListPage from './transfer/TransferListPage'

beforeAll(() =>
  loadTexts('orders', 'orderForm', 'orderSteps', 'transferOrders', 'resource', 'dataExchange', 'scan'),
)
afterEach(clearSession)

const PAGES: [string, ReactElement][] = [
  ['warehouse/inboundOrder', <OrderListPage direction="inbound" />],
  ['warehouse/outboundOrder', <OrderListPage direction="outbound" />],
  ['warehouse/adjustmentOrder', <OrderListPage direction="adjustment" />],
  ['warehouse/transferOrder', <TransferListPage />],
]

/** Somebody who holds `add` and `import` of a page, or other actions. */
function begin(
  page: string,
  unusableNodes: string[],
  actions = ['add', 'import'],
  narrowedNodes: Parameters<typeof startSession>[0]['narrowedNodes'] = [],
): void {
  const rule = (name: string, type: string, children: MenuRule[] = []): MenuRule => ({
    id: 1,
    pid: 0,
    type,
    title: name,
    name,
    children,
  })
  const buttons = actions.map((action) => rule(`${page}/${action}`, 'button'))
  const menus = [rule(page, 'menu', buttons)] as Parameters<typeof startSession>[0]['menus']
  const adminInfo = { id: 1, username: 'ann', nickname: 'Ann', avatar: '', last_login_time: '', super: false }
  startSession({ menus, adminInfo, unusableNodes, narrowedNodes })
}

it.each(PAGES)('offers new orders of %s', async (page, list) => {
  begin(page, [])
  answerCalls(() => ({ list: [], total: 0 }))
  renderPage(list, `/admin/${page}`)
  await screen.findByRole('button', { name: 'Saved filters' })
  expect(screen.getAllByRole('button', { name: /^New / }).length).toBeGreaterThan(0)
  expect(document.querySelector('[data-action="import-order"]')).not.toBeNull()
})

it.each(PAGES)('offers no new orders of %s where no warehouse allows them', async (page, list) => {
  begin(page, [`${page}/add`.toLowerCase(), `${page}/import`.toLowerCase()])
  answerCalls(() => ({ list: [], total: 0 }))
  renderPage(list, `/admin/${page}`)
  await screen.findByRole('button', { name: 'Saved filters' })
  expect(screen.queryByRole('button', { name: /^New / })).toBeNull()
  expect(document.querySelector('[data-action="import-order"]')).toBeNull()
})

const SAVED = {
  ...{ id: 9, version: 1, status: 0, type: 10, allowed: ['edit'], create_admin_id: 1, lines: [] },
  ...{ warehouses_id: 2, source_warehouses_id: 2, target_warehouses_id: 3, warehouses: { name: 'North' } },
}
const EDITORS = [
  ['inboundOrder', 'Warehouse', (row) => <OrderEditor direction="inbound" title="Order" row={row} />],
  ['transferOrder', 'From warehouse', (row) => <OrderEditor direction="transfer" title="Order" row={row} />],
] satisfies [string, string, (row: Order | null) => ReactElement][]
// Of a new order, of one in a warehouse where one may edit, and of one's own where one may not.
const SAVES = [
  [null, 5, 'add'],
  [SAVED as unknown as Order, 2, 'edit'],
  [SAVED as unknown as Order, 5, 'add'],
] satisfies [Order | null, number, string][]
const CASES = EDITORS.flatMap((editor) => SAVES.map((saves) => [...editor, ...saves] as const))

it.each(CASES)(
  'offers the warehouses where the order is saved: %s %#',
  async (name, label, editor, row, editsAt, action) => {
    const page = `warehouse/${name}`
    const only = { nodes: [`${page}/edit`.toLowerCase()], warehouses: [editsAt], allBut: false }
    begin(page, [], ['add', 'edit'], [only])
    const calls = answerCalls(() => ({ list: [{ id: 2, name: 'North' }], total: 1 }))
    renderPage(editor(row))
    fireEvent.click(await screen.findByRole('combobox', { name: label }))
    const asked = () => calls.find(({ path }) => path === '/admin/warehouse.Warehouse/index')
    await waitFor(() => expect(asked()?.query.get('usable_for')).toBe(`${page}/${action}`))
  },
)

it('lets who may add edit their own orders that wait for review, and no others', async () => {
  begin('warehouse/inboundOrder', [])
  const row = (id: number, author: number, allowed: string[]) => ({
    ...{ id, inbound_order_no: `RK${id}`, order_no: '', create_admin_id: author, allowed, version: 1 },
    ...{ status: 0, type: 10, total_quantity: '0', total_amount: '0', stocked_quantity: '0', line_count: 0 },
  })
  const list = [row(11, 1, ['edit']), row(12, 2, ['edit']), row(13, 1, [])]
  answerCalls(() => ({ list, total: list.length }))
  renderPage(<OrderListPage direction="inbound" />, '/admin/warehouse/inboundOrder')
  await screen.findAllByText('RK11')
  expect(screen.getAllByRole('button', { name: /^Edit/ })).toHaveLength(1)
})

it('saves a draft without lines, and says so', async () => {
  const calls = answerCalls(({ method }) =>
    method === 'POST' ? { id: 9, version: 1, allowed: [] } : { list: [{ id: 2, name: 'North' }], total: 1 },
  )
  renderPage(<OrderEditor direction="adjustment" title="Order" row={null} />)
  // The only warehouse is chosen by itself.
  await screen.findByText('North')
  fireEvent.click(screen.getByTestId('save-order'))
  await waitFor(() => expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1))
  expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({ warehouses_id: 2, lines: [] })
  await screen.findByText(/Saved without lines/)
})
