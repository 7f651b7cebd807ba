import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeAll, expect, it } from 'vitest'
import type { Entry } from '@/app/routing/rules'
import { loadTexts } from '@/shared/i18n'
import { answerCalls } from '../../../../test/page'
import Search from './Search'

beforeAll(() => loadTexts('shell'))

const entry = (name: string, title: string): Entry => ({
  name,
  title,
  trail: ['Master data'],
  home: `/admin/${name}`,
  keep: false,
  kind: 'page',
})
const PRODUCT = { id: 7, name: 'Oak table', product_no: 'T-7', spec: '' }

function open(entries: readonly Entry[]) {
  const router = createMemoryRouter([
    { path: '*', element: <Search entries={entries} open close={() => {}} /> },
  ])
  render(<RouterProvider router={router} />)
  const box = screen.getByRole('combobox')
  return { router, box, type: (value: string) => fireEvent.change(box, { target: { value } }) }
}

it('finds rows of the pages that one has, and opens the panel of the one chosen', async () => {
  const calls = answerCalls(({ path }) =>
    path.endsWith('resolve')
      ? { code: 1, msg: '', data: { code: 'oak', found: [], gs1: null } }
      : { list: [PRODUCT], total: 1 },
  )
  const { router, box, type } = open([
    entry('warehouse/product', 'Products'),
    entry('auth/admin', 'People of Oak'),
  ])
  type('oak')
  await screen.findByRole('option', { name: /Oak table/ })
  const names = screen.getAllByRole('option').map(({ textContent }) => textContent)
  expect(names).toEqual(['Oak tableT-7', 'People of OakMaster data'])
  expect(screen.getByRole('group', { name: 'Products' })).toBeTruthy()
  expect(calls.map(({ path }) => path).sort()).toEqual([
    '/admin/warehouse.Barcode/resolve',
    '/admin/warehouse.Product/index',
  ])
  fireEvent.keyDown(box, { key: 'Enter' })
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/warehouse/product'))
  expect(router.state.location.search).toBe('?id=7&row=7')
})

it('shows what a code stands for once, and says when something could not be searched', async () => {
  const product = {
    ...PRODUCT,
    barcode: '690',
    status: 1,
    unit_id: 1,
    unit_name: 'm',
    unit_decimals: 0,
    units: [],
  }
  answerCalls(({ path }) => {
    if (path.endsWith('resolve'))
      return { code: 1, msg: '', data: { code: '690', found: [{ kind: 'product', product }], gs1: null } }
    if (path.includes('Product')) return { list: [PRODUCT], total: 1 }
    return { code: 0, msg: 'Too busy', data: null }
  })
  const { type } = open([entry('warehouse/product', 'Products'), entry('warehouse/supplier', 'Suppliers')])
  type('690')
  await screen.findByText('Not everything could be searched')
  expect(screen.getAllByRole('option')).toHaveLength(1)
  expect(screen.getByRole('group', { name: 'This code' })).toBeTruthy()
})

it('puts a page first whose name begins so', async () => {
  answerCalls(({ path }) =>
    path.endsWith('resolve')
      ? { code: 1, msg: '', data: { code: 'oak', found: [], gs1: null } }
      : { list: [PRODUCT], total: 1 },
  )
  const { router, box, type } = open([
    entry('warehouse/product', 'Products'),
    entry('auth/admin', 'Oak people'),
  ])
  type('oak')
  await screen.findByRole('option', { name: /Oak table/ })
  expect(screen.getAllByRole('option')[0]?.textContent).toBe('Oak peopleMaster data')
  fireEvent.keyDown(box, { key: 'Enter' })
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/auth/admin'))
})
