import { screen } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { answerCalls, renderPage } from '../../../../test/page'
import TransferDetail from './TransferDetail'

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
  renderPage(<TransferDetail id={9} close={() => undefined} changed={() => undefined} />)
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
