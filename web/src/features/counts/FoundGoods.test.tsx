import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { answerCalls, renderPage, scanCode } from '../../../test/page'
import type { CountSheet } from './api'
import { FoundGoods } from './FoundGoods'

beforeAll(() => loadTexts('counts', 'scan'))

const SHEET = {
  id: 4,
  version: 1,
  warehouses_id: 2,
  covers: { area_ids: [3], category_ids: [], product_ids: [], moved_days: null },
  limit_names: { areas: ['Front'], categories: [], products: [] },
} as unknown as CountSheet
const KILOS = { unit_id: 7, name: 'kg', decimals: 2, factor: '4', barcode: '' }
const NAILS = {
  id: 6,
  product_no: 'NAIL',
  name: 'Nails',
  spec: '',
  unit_id: 1,
  unit_name: 'pc',
  unit_decimals: 0,
  units: [KILOS],
}

function open() {
  const calls = answerCalls((call) => {
    if (call.path.endsWith('/resolve'))
      return { found: call.query.get('code') === 'NAIL' ? [{ kind: 'product', product: NAILS }] : [] }
    return call.method === 'POST' ? { id: 4 } : { list: [], total: 0 }
  })
  renderPage(<FoundGoods sheet={SHEET} close={() => undefined} saved={() => undefined} />)
  return () => calls.filter(({ method }) => method === 'POST')
}
const box = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name })

it('takes product, batch and what was measured from a scan, and pieces beside it', async () => {
  const posts = open()
  await box('Counted quantity')
  // The sheet's only area.
  expect(screen.getByText('Front')).toBeTruthy()
  scanCode('(240)NAIL(3103)001250(11)260301(17)270301(10)B7')
  expect((await box('Counted quantity, kg (4 pc)')).value).toBe('1.25')
  expect((await box('Batch')).value).toBe('B7')
  fireEvent.change(await box('Counted quantity'), { target: { value: '3' } })
  fireEvent.click(screen.getByRole('button', { name: '确定' }))
  await waitFor(() => expect(posts()).toHaveLength(1))
  expect(posts()[0]).toMatchObject({
    path: '/admin/warehouse.StockCount/count',
    body: {
      id: 4,
      product_id: 6,
      warehouses_areas_id: 3,
      batch_number: 'B7',
      produce_date: '2026-03-01',
      expiry_date: '2027-03-01',
      parts: [
        { unit_id: null, quantity: '3' },
        { unit_id: 7, quantity: '1.25' },
      ],
    },
  })
})

it('says why a scan is not taken', async () => {
  open()
  await box('Counted quantity')
  scanCode('(240)NAIL(3152)000075')
  await screen.findByText('Nails: the code says 0.75 l, but the product has no such unit')
  scanCode('NOTHING')
  await screen.findByText('No product has the code NOTHING')
  expect((await box('Counted quantity')).value).toBe('')
})

it('takes a fault away where its field is filled in', async () => {
  open()
  await box('Counted quantity')
  fireEvent.click(screen.getByRole('button', { name: '确定' }))
  await screen.findByText('Choose a product')
  await screen.findByText('Enter the counted quantity')
  scanCode('(240)NAIL(10)B7')
  await waitFor(() => expect(screen.queryByText('Choose a product')).toBeNull())
  fireEvent.change(await box('Counted quantity'), { target: { value: '3' } })
  await waitFor(() => expect(screen.queryByText('Enter the counted quantity')).toBeNull())
})
