import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { sendForm } from '@/shared/upload/send'
import { answerCalls, renderPage } from '../../../test/page'
import { FIELDS_OF, type ImportKind } from './importKind'
import ImportOrderDialog from './ImportOrderDialog'

vi.mock('@/shared/upload/send', () => ({ sendForm: vi.fn() }))
const sent = vi.mocked(sendForm)

beforeAll(() => loadTexts('orders', 'orderForm', 'dataExchange', 'upload', 'resource'))
beforeEach(() => {
  sent.mockReset()
  answerCalls(() => ({ list: [{ id: 1, name: 'Main' }], total: 1 }))
})

const KIND: ImportKind = {
  page: 'warehouse/adjustment-order',
  url: '/admin/warehouse.AdjustmentOrder',
  title: 'Adjustment orders',
  types: [],
  warehouse: { field: 'warehouses_id', label: 'Warehouse' },
  other: () => null,
  fields: FIELDS_OF.adjustment,
}
const HEAD = {
  columns: [
    { name: 'SKU', sample: '00012912', line_field: null },
    { name: 'Quantity', sample: '2,5', line_field: 'quantity' },
    { name: 'To area', sample: '', line_field: 'target_warehouses_areas_id' },
  ],
  rows: 1,
}

const choose = (): void => {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  fireEvent.change(input!, { target: { files: [new File(['SKU,Quantity'], 'stock.csv')] } })
}

describe('an order of a file', () => {
  it('shows what the node reads of the columns, with the fields that they fill', async () => {
    sent.mockResolvedValue(HEAD)
    renderPage(<ImportOrderDialog kind={KIND} close={() => {}} made={() => {}} />)
    choose()
    const columns = within(await screen.findByRole('region', { name: 'Columns of the file' }))
    expect(sent.mock.calls[0]?.[0]).toBe('/admin/routine.Transfer/heads')
    expect(columns.getByText('00012912')).toBeTruthy()
    const field = (name: string): string =>
      columns.getByLabelText(`Field for column ${name}`).textContent ?? ''
    expect(field('Quantity')).toBe('Quantity')
    for (const name of ['SKU', 'To area']) expect(field(name)).toContain('Do not import')
  })

  it('says of a file that is not read why', async () => {
    const { ApiError } = await import('@/shared/http')
    const msg = 'Old Excel files are not read'
    sent.mockRejectedValue(new ApiError(0, msg, { errors: [{ field: 'file', key: 'x', msg }] }))
    renderPage(<ImportOrderDialog kind={KIND} close={() => {}} made={() => {}} />)
    choose()
    await waitFor(() => expect(screen.getAllByText(msg).length).toBeGreaterThan(0))
    expect(screen.queryByRole('region', { name: 'Columns of the file' })).toBeNull()
  })

  it('asks for the field of a column where none has one', async () => {
    const columns = HEAD.columns.map((column) => ({ ...column, line_field: null }))
    sent.mockReset().mockResolvedValue({ ...HEAD, columns })
    renderPage(<ImportOrderDialog kind={KIND} close={() => {}} made={() => {}} />)
    choose()
    await screen.findByRole('region', { name: 'Columns of the file' })
    fireEvent.click(document.querySelector('[data-action="try"]')!)
    await screen.findByText('Match at least one column with a field')
    expect(sent).toHaveBeenCalledTimes(1)
  })
})
