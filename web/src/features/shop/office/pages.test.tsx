import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { ref } from 'valtio'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { schemas } from '@/resource/schema/store'
import type { Resource } from '@/resource/schema/types'
import { loadTexts } from '@/shared/i18n'
import { live } from '@/shared/live'
import { session } from '@/shared/session/store'
import { BRAND, field } from '../../../../test/brand'
import { answerCalls, renderPage, type Call } from '../../../../test/page'
import DashboardPage from './DashboardPage'
import { percent } from './Earnings'
import ExportDialog from './ExportDialog'
import OrderListPage from './OrderListPage'
import { daysOf } from './figureLinks'
import ReplyDialog from './ReplyDialog'

beforeAll(() => loadTexts('shopOffice', 'shopDesk', 'shopState', 'resource'))

const nothing = (): void => undefined
const posts = (calls: readonly Call[]): Call[] => calls.filter(({ method }) => method === 'POST')
const press = (name: string): void => {
  fireEvent.click(screen.getByRole('button', { name }))
}

describe('the list of orders', () => {
  const hintOf = async (...nodes: string[]): Promise<string | null> => {
    session.permissions = { 'shop/order/order': nodes.map((node) => `shop/order/order/${node}`) } as never
    answerCalls(() => ({ list: [], total: 0 }))
    renderPage(<OrderListPage />, '/admin/shop/order/order')
    const box = await screen.findByRole('textbox', { name: /recipient$/ })
    return box.getAttribute('aria-label')
  }
  it('is searched by numbers of those who see them', async () => {
    expect(await hintOf('index', 'delivery')).toBe('Order number, mobile or recipient')
    cleanup()
    expect(await hintOf('index')).toBe('Order number or recipient')
  })
})

describe('an export of orders', () => {
  const COLUMNS = [
    { name: 'order_no', title: 'Order number' },
    { name: 'pay_amount', title: 'To pay' },
  ]
  it('has the chosen columns of what the list shows', async () => {
    const calls = answerCalls((call) => (call.method === 'GET' ? { list: COLUMNS } : { task: 1 }))
    renderPage(<ExportDialog filter="quickSearch=S9" total={3} close={nothing} begun={nothing} />)
    fireEvent.click(await screen.findByRole('checkbox', { name: 'To pay' }))
    fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value: 'March' } })
    press('Start export')
    await waitFor(() => expect(posts(calls)).toHaveLength(1))
    expect(posts(calls)[0]).toMatchObject({
      path: '/admin/shop.order.Order/addExportTask',
      body: { name: 'March', columns: ['order_no'], filter: 'quickSearch=S9', format: 'xlsx' },
    })
  })
  it('needs a column', async () => {
    const calls = answerCalls(() => ({ list: COLUMNS }))
    renderPage(<ExportDialog filter="" total={0} close={nothing} begun={nothing} />)
    fireEvent.click(await screen.findByRole('checkbox', { name: 'All' }))
    press('Start export')
    expect(screen.getByText('Choose at least one column')).toBeTruthy()
    expect(posts(calls)).toHaveLength(0)
  })
})

describe('an evaluation', () => {
  const LISTED = {
    id: 3,
    version: 2,
    goods_name: 'Pen',
    star: '2',
    content: 'It leaks',
    reply: '',
    images: [],
  }
  const box = (): Promise<HTMLTextAreaElement> => screen.findByRole('textbox', { name: 'Reply' })
  const write = async (text: string): Promise<void> =>
    void fireEvent.change(await box(), { target: { value: text } })
  const open = (answer: (call: Call) => unknown): { calls: Call[]; closed: () => void } => {
    const closed = vi.fn()
    const calls = answerCalls((call) => (call.method === 'GET' ? { row: LISTED } : answer(call)))
    renderPage(<ReplyDialog row={LISTED} close={closed} saved={nothing} />)
    return { calls, closed }
  }
  it('is answered with what was changed', async () => {
    const { calls } = open(() => ({}))
    expect(await screen.findByRole('img', { name: '2 stars' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true)
    await write(' We send another ')
    press('Save')
    await waitFor(() => expect(posts(calls)).toHaveLength(1))
    expect(posts(calls)[0]).toMatchObject({
      path: '/admin/shop.order.Evaluation/edit',
      body: { id: 3, version: 2, reply: 'We send another' },
    })
  })
  it('is replied to as it is now, whatever the list had', async () => {
    const calls = answerCalls(({ method }) =>
      method === 'GET' ? { row: { ...LISTED, version: 5, reply: 'Sorry' } } : {},
    )
    renderPage(<ReplyDialog row={LISTED} close={nothing} saved={nothing} />)
    expect((await box()).value).toBe('Sorry')
    await write('Sorry for that')
    press('Save')
    await waitFor(() => expect(posts(calls)).toHaveLength(1))
    expect(posts(calls)[0]).toMatchObject({ body: { id: 3, version: 5, reply: 'Sorry for that' } })
  })
  it('of another row does not keep the reply of the one before', async () => {
    const replies: Record<string, string> = { 3: 'To the first', 4: 'To the second' }
    answerCalls(({ query }) => {
      const id = query.get('id') ?? ''
      return { row: { ...LISTED, id: Number(id), reply: replies[id] } }
    })
    const dialog = (id: number) => <ReplyDialog row={{ ...LISTED, id }} close={nothing} saved={nothing} />
    const { rerender } = render(dialog(3))
    expect((await box()).value).toBe('To the first')
    rerender(dialog(4))
    await waitFor(async () => expect((await box()).value).toBe('To the second'))
  })
  it('that somebody else answered meanwhile is saved only once it is chosen whose reply stays', async () => {
    const declared = { ...field('reply', { kind: 'textarea', label: { zh: 'reply', en: 'Reply' } }) }
    const resource = { ...BRAND, controller: 'shop.order.Evaluation', fields: [declared] }
    schemas.byName = ref<Record<string, Resource>>({ 'shop/order/evaluation': resource })
    const changes = [{ field: 'reply', theirs: 'Sorry', yours: 'Mine', admin: 4, admin_name: 'Ann', at: 1 }]
    const data = { key: 'error.changed', version: 6, current: { ...LISTED, reply: 'Sorry' }, changes }
    const { calls, closed } = open(({ body }) =>
      (body as { version: number }).version === 6 ? {} : { code: 0, msg: 'Changed meanwhile', data },
    )
    await write('Mine')
    press('Save')
    expect(await screen.findByText('Sorry')).toBeTruthy()
    press('Save these values')
    await waitFor(() => expect(closed).toHaveBeenCalled())
    expect(posts(calls).map(({ body }) => body)).toMatchObject([
      { version: 2, reply: 'Mine' },
      { version: 6, reply: 'Mine' },
    ])
  })
})

describe('the overview', () => {
  let changed = nothing
  vi.spyOn(live, 'on').mockImplementation((topic, run) => {
    if (topic === 'dashboard') changed = () => run(undefined as never)
    return nothing
  })
  const day = { day: '2026-03-02', placed: 4, orders: 3, buyers: 2, paid: '30.00', refunded: '5.00' }
  const FIGURES = {
    to_ship: 1,
    cancel_asked: 0,
    refunds: 0,
    returns: 0,
    exceptions: 0,
    few: 6,
    conversion: { placed: 8, paid: 6, open: 1 },
    counts: {
      to_pay: 1,
      to_ship: 1,
      cancel_asked: 0,
      to_receive: 0,
      to_evaluate: 0,
      completed: 0,
      closed: 0,
    },
    today: day,
    yesterday: { ...day, day: '2026-03-01' },
    days: [day],
    best: [],
  }
  const begin = (nodes: Record<string, string[]>): Call[] => {
    session.permissions = nodes as never
    const calls = answerCalls((call) => {
      if (call.path.endsWith('/months'))
        return { list: [{ month: '2026-03', orders: 9, buyers: 7, paid: '90.00', refunded: '0.00' }] }
      if (call.path.endsWith('/margin'))
        return { orders: 2, all: 5, sales: '100.00', cost: '60.00', margin: '40.00' }
      return FIGURES
    })
    renderPage(<DashboardPage />, '/admin/shop/dashboard')
    return calls
  }
  it('tells conversion, and months when they are asked for', async () => {
    const calls = begin({})
    expect((await screen.findByText('75.0%')).hasAttribute('data-conversion')).toBe(true)
    expect(calls.some(({ path }) => path.endsWith('/months') || path.endsWith('/margin'))).toBe(false)
    fireEvent.click(screen.getByRole('radio', { name: 'By month' }))
    fireEvent.click(await screen.findByText('Show as a table'))
    expect(within(screen.getByRole('row', { name: /2026-03/ })).getByText('9')).toBeTruthy()
  })
  const to = (link: HTMLElement | null | undefined): string | null | undefined => link?.getAttribute('href')
  it('opens what each figure of a day counts, and what each column of the chart is made of', async () => {
    begin({
      'shop/order/order': ['shop/order/order/index'],
      'shop/order/refund': ['shop/order/refund/index'],
    })
    const today = await screen.findByRole('row', { name: /^Today/ })
    expect(within(today).getAllByRole('link').map(to)).toEqual([
      '/admin/shop/order/order?create_time=2026-03-02,2026-03-02',
      '/admin/shop/order/order?pay_time=2026-03-02,2026-03-02',
      '/admin/shop/order/order?pay_time=2026-03-02,2026-03-02',
      '/admin/shop/order/order?pay_time=2026-03-02,2026-03-02',
      '/admin/shop/order/refund?pay_status=2&paid_time=2026-03-02,2026-03-02',
    ])
    const chart = screen.getByRole('group', { name: 'Sales, last 30 days' })
    expect(to(within(chart).getByRole('link'))).toBe('/admin/shop/order/order?pay_time=2026-03-02,2026-03-02')
    fireEvent.click(screen.getByRole('radio', { name: 'By month' }))
    const months = await screen.findByRole('group', { name: 'Sales, last 12 months' })
    expect(to(within(months).getByRole('link'))).toBe(
      '/admin/shop/order/order?pay_time=2026-03-01,2026-03-31',
    )
    expect(daysOf('2024-02')).toBe('2024-02-01,2024-02-29')
  })
  it('opens nothing for those who may not see it', async () => {
    begin({})
    await screen.findByRole('row', { name: /^Today/ })
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
    expect(links.filter((to) => !to?.startsWith('/admin/guide/'))).toEqual([])
  })
  it('renews months and margin with the button and with what happens in the shop', async () => {
    const calls = begin({ 'warehouse/inventory': ['warehouse/inventory/cost'] })
    await screen.findByText('75.0%')
    fireEvent.click(screen.getByRole('radio', { name: 'By month' }))
    const asked = (name: string): number => calls.filter(({ path }) => path.endsWith(name)).length
    await waitFor(() => expect([asked('/months'), asked('/margin')]).toEqual([1, 1]))
    press('Refresh')
    await waitFor(() => expect([asked('/months'), asked('/margin')]).toEqual([2, 2]))
    changed()
    await waitFor(() => expect([asked('/months'), asked('/margin')]).toEqual([3, 3]))
  })
  it('has shares of nothing nowhere', () => {
    expect(percent(1, 0)).toBeNull()
    expect(percent('1', '3')).toBe('33.3%')
  })
})
