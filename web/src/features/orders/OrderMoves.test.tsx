import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { session } from '@/shared/session/store'
import { answerCalls } from '../../../test/page'
import type { Order } from './model'
import { OrderMoves } from './OrderMoves'

beforeAll(() => loadTexts('orders', 'inventory'))
afterEach(() => {
  session.permissions = {}
})

const cost = (id: number, total_price: string, cost_basis: string) => ({
  id,
  create_time: 1,
  operation_type: 60,
  product: null,
  quantity: '0',
  total_price,
  cost_basis,
})

it('tells the cost of goods that are there from that of goods that had left', async () => {
  session.permissions = { 'warehouse/inventoryrecord': ['warehouse/inventoryrecord/index'] }
  answerCalls(() => ({
    list: [cost(2, '13.33', 'used'), cost(1, '20.00', 'addition')],
    total: 2,
    remark: '',
  }))
  render(
    <MemoryRouter>
      <OrderMoves number="RK1" order={{ version: 1 } as Order} />
    </MemoryRouter>,
  )
  expect((await screen.findByText('added cost, consumed')).closest('tr')?.textContent).toContain('13.33')
  expect(screen.getByText('added cost').closest('tr')?.textContent).toContain('20.00')
})
