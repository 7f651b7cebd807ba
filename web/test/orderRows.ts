// Orders and stock as the node answers them, for tests of orders.
import type { FreeStock } from '../src/features/orders/freeStock'

/** What the head of a draft has whatever its kind. */
export const DRAFT_HEAD = {
  id: 9,
  version: 4,
  order_no: null,
  warehouses: { name: 'North' },
  status: 0,
  remark: null,
  business_date: '2026-08-01',
  admin_id: 1,
  admin: { nickname: 'Ann' },
  allowed: ['edit'],
}

/** Two of product 5 at 3 each, nowhere yet, with what a test changes. */
export const orderLine = (changes: object = {}) => ({
  line: 1,
  product_id: 5,
  product: { product_no: 'P5', name: 'Board', unit: { name: 'm', decimals: 1 } },
  warehouses_areas_id: null,
  warehouses_shelves_id: null,
  area: null,
  shelf: null,
  quantity: '2',
  unit_price: '3',
  total_price: '6.00',
  batch_number: null,
  produce_date: null,
  expiry_date: null,
  stocked_quantity: '0',
  ...changes,
})

/** What is free of product 7 at a place. */
export const freePlace = (area: number | null, batch: string, available: string, more = {}) => ({
  warehouses_areas_id: area,
  area: area === null ? null : { name: `A${area}` },
  warehouses_shelves_id: null,
  shelf: null,
  batch_number: batch,
  expiry_date: null,
  total_quantity: available,
  available_quantity: available,
  expired: false,
  held: false,
  ...more,
})

/** 15 free at three places, and 9 that have expired. */
export const FREE_STOCK = {
  product_id: 7,
  available_quantity: '15',
  more: 0,
  places: [
    freePlace(1, 'B1', '4'),
    freePlace(2, 'B1', '1'),
    freePlace(2, 'B2', '10'),
    freePlace(1, 'OLD', '9', { expired: true }),
  ],
} as unknown as FreeStock
