import { expect, it, vi } from 'vitest'
import type { ListedProduct } from '@/shared/scan/findProduct'
import { findProducts } from '@/features/orders/findProducts'

const PRODUCTS = [
  { id: 1, product_no: 'P1', name: 'Blue pen', barcode: '6901234500011' },
  { id: 2, product_no: 'P2', name: 'Board', barcode: null },
  { id: 3, product_no: 'P3', name: 'Board', barcode: null },
] as unknown as ListedProduct[]

vi.mock('@/shared/scan/findProduct', () => ({
  findProduct: () => Promise.resolve(null),
  productRows: (field: keyof ListedProduct, values: readonly string[]) =>
    Promise.resolve(PRODUCTS.filter((product) => values.includes(String(product[field])))),
}))

const ids = async (...texts: string[]) =>
  [...(await findProducts(texts))].map(([text, { id }]) => [text, id] as const)

it('finds products by number, bar code and name', async () => {
  expect(await ids('P2')).toEqual([['P2', 2]])
  expect(await ids('6901234500011')).toEqual([['6901234500011', 1]])
  expect(await ids('Blue pen')).toEqual([['Blue pen', 1]])
})

it('takes no name that several products have', async () => {
  expect(await ids('Board', 'Blue pen')).toEqual([['Blue pen', 1]])
})
