import { Modal } from '@arco-design/web-react'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { session } from '@/shared/session/store'
import { answerCalls, renderPage, type Call } from '../../../test/page'
import { KINDS } from './kinds'
// Steps ask for their dialogs when they open. A test does not wait until they are read.
import './PartialStock'
import './ReceiveGoods'
import './StepDialogs'
import type { OrderRow } from './model'
import { useOrderActions, type OrderAction } from './useOrderActions'

beforeAll(() => loadTexts('orders', 'orderSteps', 'resource'))
afterEach(() => {
  session.permissions = {}
  act(() => Modal.destroyAll())
})

const product = { product_no: 'P5', name: 'Milk', unit: { name: 'l', decimals: 0 } }
const order = (version: number, stocked: string) => ({
  id: 9,
  version,
  type: 10,
  status: 1,
  warehouses_id: 2,
  allowed: ['stock', 'reverse', 'parcels'],
  lines: [{ line: 1, product_id: 5, product, quantity: '10', stocked_quantity: stocked }],
})

function Step({ direction, action }: { direction: 'inbound' | 'outbound'; action: OrderAction }) {
  const actions = useOrderActions(KINDS[direction], () => undefined)
  return (
    <>
      <button onClick={() => actions.run(action, order(4, '0') as unknown as OrderRow)}>begin</button>
      {actions.dialogs}
    </>
  )
}

async function begin(
  direction: 'inbound' | 'outbound',
  action: OrderAction,
  answer: (call: Call) => unknown,
) {
  const page = `warehouse/${direction}order`
  session.permissions = { [page]: [`${page}/stock`, `${page}/expired`, `${page}/parcels`] }
  const calls = answerCalls(answer)
  renderPage(<Step direction={direction} action={action} />)
  fireEvent.click(await screen.findByText('begin'))
  return () => calls.filter(({ method }) => method === 'POST').map(({ body }) => body as object)
}
const confirm = (dialog: Element | null): void =>
  void fireEvent.click(dialog!.querySelector('.arco-modal-footer .arco-btn-primary')!)
const now = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'This time 1' })

it('is over with its dialog once expired goods were taken after all', async () => {
  const lines = [{ line: 1, product_id: 5, wanted: '10', available: '1', expired: '9' }]
  const posts = await begin('outbound', 'partial', ({ path, method, body }) => {
    if (path.endsWith('/picks')) return { reserved: false, picks: [], missing: [], places: [] }
    if (path.endsWith('Product/index')) return { list: [{ ...product, id: 5 }] }
    if (method === 'GET') return { row: order(4, '0') }
    if ((body as { expired?: boolean }).expired) return { id: 9, version: 5, allowed: [] }
    return { code: 0, msg: 'short', data: { key: 'stock.short', lines } }
  })
  confirm((await now()).closest('.arco-modal'))
  await screen.findByText('Line 1, P5 Milk: 10 l needed, 1 l available')
  fireEvent.click(await screen.findByText('Use expired goods too'))
  await waitFor(() => expect(posts()).toHaveLength(2))
  expect(posts()[1]).toMatchObject({ id: 9, expired: true, lines: [{ line: 1, quantity: '10' }] })
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'This time 1' })).toBeNull())
})

it('keeps what was filled in where somebody else has changed the order, and is then about the order as it is', async () => {
  let version = 4
  const posts = await begin('inbound', 'partial', ({ method, body }) => {
    if (method === 'GET') return { row: order(version, version === 4 ? '0' : '2') }
    if ((body as { version: number }).version === 5) return { id: 9, version: 6, allowed: [] }
    version = 5
    return { code: 0, msg: 'changed', data: { key: 'order.version_conflict' } }
  })
  const batch = await screen.findByRole('textbox', { name: 'Batch 1' })
  fireEvent.change(batch, { target: { value: 'B1' } })
  fireEvent.change(await now(), { target: { value: '3' } })
  const dialog = batch.closest('.arco-modal')
  confirm(dialog)
  // 2 of the 10 have come meanwhile.
  await waitFor(() => expect(dialog?.textContent).toContain('Open 8'))
  confirm(dialog)
  await waitFor(() => expect(posts()).toHaveLength(2))
  expect(posts()[1]).toMatchObject({ version: 5, lines: [{ line: 1, quantity: '3', batch_number: 'B1' }] })
})

it('packs no more into parcels than has left', async () => {
  const posts = await begin('outbound', 'parcels', ({ method }) =>
    method === 'GET' ? { row: order(4, '5'), list: [] } : { id: 9, version: 5, allowed: [] },
  )
  const number = await screen.findByRole('textbox', { name: 'Tracking no.' })
  const dialog = number.closest<HTMLElement>('.arco-modal')
  // What was announced before is an alert over the page, too.
  const alert = () => within(dialog!).findByRole('alert')
  confirm(dialog)
  expect((await alert()).textContent).toBe('Enter a carrier or a tracking number')
  fireEvent.change(number, { target: { value: 'SF1' } })
  fireEvent.click(screen.getByText('Contents'))
  const quantity = await screen.findByRole('textbox', { name: 'Quantity 1.1' })
  fireEvent.change(quantity, { target: { value: '6' } })
  expect((await alert()).textContent).toBe('More than was shipped')
  confirm(dialog)
  expect(posts()).toEqual([])
  fireEvent.change(quantity, { target: { value: '5' } })
  confirm(dialog)
  await waitFor(() => expect(posts()).toHaveLength(1))
  expect(posts()[0]).toMatchObject({
    parcels: [{ courier_number: 'SF1', lines: [{ line: 1, quantity: '5' }] }],
  })
})

it('makes a new order for what a supplier has not sent yet', async () => {
  const posts = await begin('inbound', 'close', ({ method }) =>
    method === 'GET' ? { row: order(4, '3') } : { id: 9, version: 5, allowed: [] },
  )
  const reason = await screen.findByRole('textbox')
  fireEvent.change(reason, { target: { value: 'Comes in spring' } })
  fireEvent.click(screen.getByRole('checkbox', { name: 'Make a new order for the rest' }))
  confirm(reason.closest('.arco-modal'))
  await waitFor(() => expect(posts()).toHaveLength(1))
  expect(posts()[0]).toMatchObject({ id: 9, reason: 'Comes in spring', back_order: true })
})

it('names goods that would be stocked in without a date, of an order whose lines the list does not know', async () => {
  const { lines, ...head } = order(4, '0')
  const dateless = lines.map((line) => ({ ...line, product: { ...product, shelf_life_days: 30 } }))
  const page = 'warehouse/inboundorder'
  session.permissions = { [page]: [`${page}/stock`] }
  const calls = answerCalls(({ method }) =>
    method === 'GET' ? { row: { ...head, lines: dateless } } : { id: 9, version: 5, allowed: [] },
  )
  function List() {
    const actions = useOrderActions(KINDS.inbound, () => undefined)
    return <button onClick={() => actions.run('stock', head as unknown as OrderRow)}>begin</button>
  }
  renderPage(<List />)
  fireEvent.click(await screen.findByText('begin'))
  await screen.findByText(/^Milk has a shelf life, but no date is given/)
  const posts = () => calls.filter(({ method }) => method === 'POST')
  expect(posts()).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Stock in anyway' }))
  await waitFor(() => expect(posts()).toHaveLength(1))
})
