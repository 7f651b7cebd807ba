import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import type { Params } from '@/shared/http'
import { session } from '@/shared/session/store'
import { answerCalls, renderPage, type Call } from '../../../test/page'
import type { Exported } from '../dataExchange/exported'
import { ExportList } from './ExportList'

const COLUMNS = [
  { name: 'number', title: 'Number' },
  { name: 'amount', title: 'Amount' },
  { name: 'remark', title: 'Remark' },
]
const LIST: Exported = { url: '/admin/warehouse.InboundOrder', title: 'Orders', lines: true }
const PARAMS: Params = {
  page: 3,
  limit: 50,
  quickSearch: 'pen',
  search: [{ field: 'status', val: '1', operator: 'eq' }],
}
const TASK = {
  id: 7,
  kind: 'export',
  state: 'done',
  total: 2,
  handled: 2,
  message: '',
}

beforeAll(() => loadTexts('resource', 'dataExchange', 'upload'))
beforeEach(() => {
  session.permissions = { 'warehouse/inboundorder': ['warehouse/inboundorder/export'] }
})

const posts = (calls: readonly Call[]): Call[] => calls.filter(({ method }) => method === 'POST')

function open(begin: () => unknown = () => ({ task: 7 }), list = LIST): Call[] {
  const calls = answerCalls(({ method, path }) => {
    if (method === 'POST') return begin()
    return path.endsWith('/exportColumns') ? { list: COLUMNS } : { list: [TASK], total: 1 }
  })
  renderPage(<ExportList page="warehouse/inboundOrder" list={list} params={PARAMS} />)
  fireEvent.click(screen.getByRole('button', { name: 'Export' }))
  return calls
}

/** The dialog's own button. */
async function begin(): Promise<void> {
  const button = (): HTMLButtonElement => document.querySelector('.arco-modal-footer .arco-btn-primary')!
  await waitFor(() => expect(button().disabled).toBe(false))
  fireEvent.click(button())
}

it('is not offered without the right', () => {
  session.permissions = { 'warehouse/inboundorder': ['warehouse/inboundorder/index'] }
  answerCalls(() => ({}))
  renderPage(<ExportList page="warehouse/inboundOrder" list={LIST} params={PARAMS} />)
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull()
})

it('exports the chosen columns of what the list shows, not cut to its page', async () => {
  const calls = open()
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Amount' }))
  await begin()
  await waitFor(() => expect(posts(calls)).toHaveLength(1))
  const { path, query } = posts(calls)[0]!
  expect(path).toBe('/admin/warehouse.InboundOrder/export')
  expect(Object.fromEntries(query)).toEqual({
    quickSearch: 'pen',
    'search[0][field]': 'status',
    'search[0][val]': '1',
    'search[0][operator]': 'eq',
    rows: 'orders',
    format: 'xlsx',
    columns: 'number,remark',
  })
  await screen.findByText('2 of 2 rows exported; the file is kept for 7 days')
  expect(screen.getByRole('button', { name: 'Download' })).toHaveProperty('disabled', false)
})

it('exports all columns of all rows, line by line, when asked to', async () => {
  const calls = open()
  fireEvent.click(await screen.findByRole('radio', { name: 'Everything' }))
  fireEvent.click(screen.getByRole('radio', { name: 'order line' }))
  await waitFor(() => expect(calls.some(({ query }) => query.get('rows') === 'lines')).toBe(true))
  fireEvent.click(screen.getByRole('radio', { name: 'CSV' }))
  await begin()
  await waitFor(() => expect(posts(calls)).toHaveLength(1))
  expect(Object.fromEntries(posts(calls)[0]!.query)).toEqual({ rows: 'lines', format: 'csv' })
})

it('keeps what makes the rows what they are, when everything is exported', async () => {
  const calls = open(undefined, { ...LIST, lines: false, always: { group: 'batch' } })
  fireEvent.click(await screen.findByRole('radio', { name: 'Everything' }))
  await begin()
  await waitFor(() => expect(posts(calls)).toHaveLength(1))
  expect(Object.fromEntries(posts(calls)[0]!.query)).toEqual({ group: 'batch', format: 'xlsx' })
  expect(calls.find(({ path }) => path.endsWith('/exportColumns'))?.query.get('group')).toBe('batch')
})

it('needs a column, and shows at the columns what the node refuses of them', async () => {
  const calls = open(() => ({ code: 0, msg: 'no such column', data: { field: 'columns' } }))
  fireEvent.click(await screen.findByRole('checkbox', { name: 'All' }))
  await begin()
  expect((await screen.findByRole('alert')).textContent).toBe('Choose at least one column')
  expect(posts(calls)).toHaveLength(0)
  fireEvent.click(screen.getByRole('checkbox', { name: 'Number' }))
  await begin()
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('no such column'))
})
