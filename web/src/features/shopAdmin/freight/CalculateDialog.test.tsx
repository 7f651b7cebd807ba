import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { answerCalls, renderPage, type Call } from '../../../../test/page'
import CalculateDialog from './CalculateDialog'

// Its menus open below the page, where nothing can be pressed here.
vi.mock('@/shared/address/AreaCascader', () => ({
  AreaCascader: ({ label, onChange }: { label: string; onChange: (path: number[]) => void }) => (
    <button type="button" onClick={() => onChange([440_000, 440_300])}>
      {label}
    </button>
  ),
}))

beforeAll(() => loadTexts('shopAdmin', 'shop', 'shopOrder', 'address', 'resource'))

const STEP = {
  template_id: 5,
  method: 1,
  measure: 3,
  first: 1,
  first_freight: '8.00',
  continue: 1,
  continue_freight: '2.00',
  with_first: true,
  steps: 2,
  free_by: null,
  missing_to_free: null,
  freight: '12.00',
}
const begin = (template: { id: number; name: string } | null): Call[] => {
  const calls = answerCalls(({ path, method }) => {
    if (path.endsWith('.Template/calculate'))
      return {
        steps: [STEP],
        freight: '12.00',
        goods_amount: '30.00',
        missing_to_free: null,
        area_text: 'Guangdong',
      }
    if (path.endsWith('Goods/edit') && method === 'GET')
      return { row: { skus: [{ id: 31, sku_text: '', sku_code: 'P' }] } }
    return { list: [{ id: 7, name: 'Pen' }], options: [{ id: 7, name: 'Pen' }], total: 1 }
  })
  renderPage(<CalculateDialog template={template} close={() => undefined} />)
  return calls
}
const asked = (calls: readonly Call[]) => calls.filter(({ path }) => path.endsWith('/calculate'))
const start = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Calculate' })
const calculate = (): void => void fireEvent.click(start())

async function fill(calls: readonly Call[]): Promise<void> {
  fireEvent.click(screen.getByRole('combobox', { name: 'Goods 1' }))
  fireEvent.click(await screen.findByText('Pen'))
  await waitFor(() => expect(calls.some(({ path }) => path.endsWith('Goods/edit'))).toBe(true))
  // What the goods are sold as is read first.
  await waitFor(() => expect(start().disabled).toBe(false))
  fireEvent.click(screen.getByRole('button', { name: 'Destination' }))
}

describe('the freight calculator', () => {
  it('shows how freight comes about under a template', async () => {
    const calls = begin({ id: 5, name: 'By piece' })
    calculate()
    expect(screen.getByRole('alert').textContent).toBe('Choose goods')
    await fill(calls)
    calculate()
    await screen.findByText('Freight ¥12.00')
    screen.getByText(/first 1 piece ¥8.00, then 2 × each further 1 piece ¥2.00 = ¥12.00/)
    expect(asked(calls)).toHaveLength(1)
    expect(asked(calls)[0]?.body).toEqual({
      lines: [{ sku_id: 31, quantity: 1 }],
      area: [440_000, 440_300],
      template_id: 5,
    })
  })
  it('says how many pieces there may be instead of taking others', async () => {
    const calls = begin({ id: 5, name: 'By piece' })
    await fill(calls)
    const pieces = screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Pieces of goods 1' })
    for (const typed of ['10000', '0', '']) {
      fireEvent.change(pieces, { target: { value: typed } })
      fireEvent.blur(pieces)
      expect(pieces.value).toBe(typed)
      calculate()
      expect(screen.getByRole('alert').textContent).toBe(
        'Pieces of goods 1: Enter a whole number from 1 to 9999',
      )
    }
    fireEvent.change(pieces, { target: { value: '9999' } })
    calculate()
    await screen.findByText('Freight ¥12.00')
    expect(asked(calls).map(({ body }) => (body as { lines: object[] }).lines)).toEqual([
      [{ sku_id: 31, quantity: 9_999 }],
    ])
  })
  it('can take the templates of the goods', async () => {
    const calls = begin({ id: 5, name: 'By piece' })
    fireEvent.click(screen.getByRole('radio', { name: 'Each by its own template' }))
    await fill(calls)
    calculate()
    await screen.findByText('Freight ¥12.00')
    expect(asked(calls)[0]?.body).not.toHaveProperty('template_id')
  })
})
