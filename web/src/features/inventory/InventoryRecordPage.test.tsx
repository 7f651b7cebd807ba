import { screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { session } from '@/shared/session/store'
import { answerCalls, renderPage } from '../../../test/page'
import InventoryRecordPage from './InventoryRecordPage'

beforeAll(() => loadTexts('inventory', 'resource', 'orders', 'dataExchange'))
afterEach(() => {
  session.permissions = {}
})

const RECORD = {
  id: 1,
  sequence: 1,
  product: { product_no: 'P5', name: 'Board', spec: '', unit: { name: 'm' } },
  warehouses: { name: 'North' },
  area: null,
  shelf: null,
  batch_number: 'B1',
  produce_date: '2026-01-01',
  expiry_date: '2027-01-01',
  operation_type: 20,
  operation_number: 'CK1',
  order_kind: 'outbound',
  order_id: 7,
  count_id: null,
  cost_basis: 'last_price',
  reverses: true,
  quantity: '-4',
  unit_price: '2.0000',
  total_price: '8.00',
  balance: '6',
  admin: null,
  business_date: '2026-08-01',
  create_time: 1,
}
const open = async (record: object, ...rights: string[]) => {
  session.permissions = { 'warehouse/inventory': rights.map((right) => `warehouse/inventory/${right}`) }
  const calls = answerCalls(() => ({ list: [record], total: 1, remark: '' }))
  renderPage(<InventoryRecordPage />, '/admin/warehouse/inventoryRecord?turnover=10')
  const row = (await screen.findByText('Board')).closest('tr')!
  return { calls, text: row.textContent }
}

it('shows the dates, the business date, where the cost is from and what is taken back', async () => {
  const { calls, text } = await open(RECORD, 'cost')
  for (const part of ['2026-01-01', '2027-01-01', '2026-08-01', 'last receipt', 'Reversal'])
    expect(text).toContain(part)
  const asked = [...(calls.find(({ path }) => path.endsWith('InventoryRecord/index'))?.query.values() ?? [])]
  expect(asked).toEqual(expect.arrayContaining(['turnover', '10']))
})

it('says nothing of cost to those who do not see it', async () => {
  const { text } = await open({ ...RECORD, unit_price: null, total_price: null })
  expect(text).not.toContain('last receipt')
})
