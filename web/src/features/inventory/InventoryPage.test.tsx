import { screen, within } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { answerCalls, renderPage } from '../../../test/page'
import InventoryPage from './InventoryPage'

beforeAll(() => loadTexts('inventory', 'resource'))

const place = (id: number, name: string, below_safety: boolean) => ({
  id,
  product_id: id,
  product: { product_no: `P${id}`, name, spec: '', unit: { name: 'm' } },
  warehouses_id: 2,
  warehouses: { name: 'North' },
  area: null,
  shelf: null,
  batch_number: '',
  // Less than the safety stock lies in each of both places.
  total_quantity: '4',
  reserved_quantity: '0',
  available_quantity: '4',
  held_quantity: '0',
  safety_stock_num: '5',
  below_safety,
  hold_state: 0,
  area_purpose: 0,
  average_cost: null,
  update_time: 1,
})

it('marks a product that is below its safety stock, not a place that holds less', async () => {
  answerCalls(() => ({ list: [place(1, 'Board', false), place(2, 'Beam', true)], total: 2, remark: '' }))
  renderPage(<InventoryPage />, '/admin/warehouse/inventory')
  const row = async (name: string) => within((await screen.findByText(name)).closest('tr')!)
  expect((await row('Beam')).getByText('Low')).toBeTruthy()
  expect((await row('Board')).queryByText('Low')).toBeNull()
})
