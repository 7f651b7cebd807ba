import { screen } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { answerCalls, renderPage } from '../../../../test/page'
import { TRANSFER } from '../kinds'
import OrderDetail from '../OrderDetail'

beforeAll(() => loadTexts('orders', 'orderSteps', 'transferOrders'))

const ORDER = {
  id: 9,
  version: 1,
  transfer_order_no: 'DB9',
  type: 10,
  status: 0,
  transit_status: 0,
  warehouses: { name: 'North' },
  target_warehouses: { name: 'South' },
  allowed: [],
  lines: [],
  history: [],
  made: [],
}

function open(more: object) {
  answerCalls(({ path }) =>
    path.endsWith('/edit') ? { row: { ...ORDER, ...more } } : { list: [], total: 0 },
  )
  renderPage(<OrderDetail kind={TRANSFER} id={9} close={() => undefined} changed={() => undefined} />)
}

it('says what the goods cost to those who may see it', async () => {
  open({ goods_value: '20.00' })
  expect(await screen.findByText('Value at cost')).toBeTruthy()
  expect(screen.getByText('20.00')).toBeTruthy()
})

it('says nothing of it to others', async () => {
  open({ goods_value: null })
  expect(await screen.findByText('South')).toBeTruthy()
  expect(screen.queryByText('Value at cost')).toBeNull()
})

it('says what was done in the words of what is over, and that there are no lines', async () => {
  const event = (action: string, at: number) => ({ action, at, admin: { nickname: 'Ann' } })
  open({ history: [event('create', 1), event('ship', 2), event('audit', 3)] })
  await screen.findByText('Created')
  const history = [...document.querySelectorAll('.arco-timeline-item-content')].map((one) => one.textContent)
  for (const words of ['Created', 'Shipped', 'Reviewed']) expect(history.join()).toContain(words)
  expect(screen.getByText('No lines yet')).toBeTruthy()
})
