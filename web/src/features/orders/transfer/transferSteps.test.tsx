import { Modal } from '@arco-design/web-react'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { session } from '@/shared/session/store'
import { answerCalls, renderPage } from '../../../../test/page'
import type { OrderRow } from './model'
// Steps ask for their dialogs when they open. A test does not wait until they are read.
import '../PartialStock'
import '../StepDialogs'
import './GoodsDialog'
import { TRANSFER as KIND } from '../kinds'
import { useOrderActions } from '../useOrderActions'

beforeAll(() => loadTexts('orders', 'orderSteps', 'transferOrders'))
afterEach(() => {
  session.permissions = {}
  act(() => Modal.destroyAll())
})

const TRANSFER = {
  id: 9,
  version: 4,
  type: 10,
  status: 0,
  allowed: ['audit'],
} as unknown as OrderRow

function Review({ number }: { number: string }) {
  const actions = useOrderActions(KIND, () => undefined)
  return (
    <>
      <button onClick={() => actions.run('audit', { ...TRANSFER, transfer_order_no: number })}>begin</button>
      {actions.dialogs}
    </>
  )
}

/** Each test is about an order and a product of its own: dialogs of the one before may still fade away. */
const SHORT = {
  code: 0,
  msg: 'short',
  data: {
    key: 'stock.short',
    lines: [{ line: 1, product_id: 5, wanted: '3', available: '1', expired: '2' }],
  },
}

const review = async (product: string, ...rights: string[]) => {
  session.permissions = {
    'warehouse/transferorder': rights.map((right) => `warehouse/transferorder/${right}`),
  }
  const calls = answerCalls(({ path, method, body }) => {
    if (path.endsWith('Product/index')) return { list: [{ id: 5, product_no: product, name: 'Milk' }] }
    if (method === 'GET') return {}
    return (body as { expired?: boolean }).expired ? { id: 9, version: 5, allowed: [] } : SHORT
  })
  renderPage(<Review number={`DB-${product}`} />)
  fireEvent.click(await screen.findByText('begin'))
  const asked = (await screen.findByText(new RegExp(`DB-${product}`))).closest('.arco-modal')!
  fireEvent.click(asked.querySelector('.arco-modal-footer .arco-btn-primary')!)
  const dialog = (await screen.findByText(new RegExp(`${product}.*3`))).closest<HTMLElement>('.arco-modal')!
  expect(dialog.textContent).toContain('2 more have expired')
  const posts = () => calls.filter(({ method }) => method === 'POST').map(({ body }) => body as object)
  return { posts, dialog: within(dialog) }
}

it('offers expired goods, where the rest of a transfer has expired, to those who may send them', async () => {
  const { posts, dialog } = await review('P5', 'index', 'audit', 'expired')
  fireEvent.click(dialog.getByText('Use expired goods too'))
  await waitFor(() => expect(posts()).toHaveLength(2))
  expect(posts()[0]).not.toHaveProperty('expired')
  expect(posts()[1]).toMatchObject({ id: 9, expired: true })
})

it('only says so to others', async () => {
  const { posts, dialog } = await review('P6', 'index', 'audit')
  expect(dialog.queryByText('Use expired goods too')).toBeNull()
  expect(posts()).toHaveLength(1)
})

it('lets a super administrator review their own transfer with a reason', async () => {
  session.permissions = { 'warehouse/transferorder': ['warehouse/transferorder/audit'] }
  session.admin = { id: 1, username: 'ann', nickname: 'Ann', avatar: '', last_login_time: '', super: true }
  const calls = answerCalls(({ body }) =>
    (body as { overrule?: boolean }).overrule
      ? { id: 9, version: 5, allowed: [] }
      : { code: 0, msg: 'two people', data: { key: 'order.four_eyes' } },
  )
  renderPage(<Review number="DB-own" />)
  fireEvent.click(await screen.findByText('begin'))
  const asked = (await screen.findByText(/Review · DB-own/)).closest('.arco-modal')!
  fireEvent.click(asked.querySelector('.arco-modal-footer .arco-btn-primary')!)
  const dialog = (await screen.findByText('Review anyway · DB-own')).closest('.arco-modal')!
  fireEvent.change(dialog.querySelector('textarea')!, { target: { value: 'Nobody else is here' } })
  fireEvent.click(dialog.querySelector('.arco-modal-footer .arco-btn-primary')!)
  await waitFor(() => expect(calls).toHaveLength(2))
  expect(calls[1]).toMatchObject({
    path: '/admin/warehouse.TransferOrder/audit',
    body: { id: 9, overrule: true, reason: 'Nobody else is here' },
  })
  session.admin = null
})

function Ship() {
  const actions = useOrderActions(KIND, () => undefined)
  return (
    <>
      <button onClick={() => actions.run('ship', TRANSFER)}>begin</button>
      {actions.dialogs}
    </>
  )
}

it('sends goods from the reserved places that are named', async () => {
  const product = { product_no: 'P7', name: 'Board', unit: { name: 'pc', decimals: 0 } }
  const lines = [{ line: 1, product, quantity: '6', stocked_quantity: '0' }]
  const of = { line: 1, product_id: 7, reserved: true, why: 'expiry' }
  const pick = (batch_number: string, quantity: string) => ({ ...of, batch_number, quantity })
  const calls = answerCalls(({ path, method }) => {
    if (path.endsWith('/picks'))
      return { reserved: true, picks: [pick('SOON', '4'), pick('LATE', '2')], missing: [], places: [] }
    return method === 'GET' ? { row: { ...TRANSFER, lines } } : { id: 9, version: 5, allowed: [] }
  })
  renderPage(<Ship />)
  fireEvent.click(await screen.findByText('begin'))
  const now = (name: string) => screen.findByRole('textbox', { name: `This time ${name}` })
  fireEvent.change(await now('1.1'), { target: { value: '1' } })
  const dialog = (await now('1')).closest('.arco-modal')!
  fireEvent.click(dialog.querySelector('.arco-modal-footer .arco-btn-primary')!)
  await waitFor(() => expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1))
  expect(calls.find(({ method }) => method === 'POST')).toMatchObject({
    path: '/admin/warehouse.TransferOrder/ship',
    body: {
      lines: [
        { line: 1, quantity: '1', from: { batch_number: 'SOON' } },
        { line: 1, quantity: '2', from: { batch_number: 'LATE' } },
      ],
    },
  })
})

function Picks() {
  const actions = useOrderActions(KIND, () => undefined)
  return (
    <>
      <button onClick={() => actions.run('pick', TRANSFER)}>begin</button>
      {actions.dialogs}
    </>
  )
}

it('takes reserved goods of a transfer from another place, with its reason', async () => {
  const product = { product_no: 'P8', name: 'Beam', unit: { name: 'pc', decimals: 0 } }
  const lines = [{ line: 1, product, quantity: '4', stocked_quantity: '0' }]
  const order = { ...TRANSFER, status: 1, allowed: ['pick'], lines }
  const pick = { line: 1, product_id: 8, reserved: true, why: 'expiry', batch_number: 'SOON', quantity: '4' }
  const free = { product_id: 8, batch_number: 'LATE', available: '9', expired: false }
  const calls = answerCalls(({ path, method }) => {
    if (path.endsWith('/picks')) return { reserved: true, picks: [pick], missing: [], places: [free] }
    return method === 'GET' ? { row: order } : { id: 9, version: 5, allowed: [] }
  })
  renderPage(<Picks />)
  fireEvent.click(await screen.findByText('begin'))
  fireEvent.click(await screen.findByRole('button', { name: 'Pick from another place' }))
  fireEvent.click(screen.getByRole('combobox', { name: 'Other place or batch' }))
  fireEvent.click(await screen.findByText(/LATE · /))
  fireEvent.change(screen.getByRole('textbox', { name: /^Reason/ }), { target: { value: 'SOON is damp' } })
  const buttons = screen.getAllByRole('button', { name: 'Pick from another place' })
  fireEvent.click(buttons[buttons.length - 1]!)
  await waitFor(() => expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1))
  expect(calls.find(({ method }) => method === 'POST')).toMatchObject({
    path: '/admin/warehouse.TransferOrder/pick',
    body: {
      id: 9,
      version: 4,
      reason: 'SOON is damp',
      swaps: [{ line: 1, quantity: '4', from: { batch_number: 'SOON' }, to: { batch_number: 'LATE' } }],
    },
  })
})

it('ships no more between warehouses, and moves no more within one', () => {
  function Labels() {
    const { label } = useOrderActions(KIND, () => undefined)
    return [10, 20].map((type) => <p key={type}>{label('close', { type })}</p>)
  }
  renderPage(<Labels />)
  expect(screen.getByText('Stop shipping')).not.toBeNull()
  expect(screen.getByText('Stop moving')).not.toBeNull()
})
