import { quickFound, type ListUrl, type RowOf } from '@/resource/useListing'
import { http } from '@/shared/http'

/** Rows of each kind that a search shows. */
const MOST = 4

/** Something that was found. */
export interface Hit {
  /** Below the back office's base. */
  to: string
  name: string
  /** What tells it from others of its name. */
  about?: string | null
}

/** Rows of one kind, found by what was typed or scanned. The node answers with what the reader may see. */
export interface Source {
  /** The page of its rows; who has no such page is not shown any. */
  page: string
  find: (sought: string, signal: AbortSignal) => Promise<Hit[]>
}

const joined = (...parts: readonly (string | null | undefined)[]): string => parts.filter(Boolean).join(' · ')

/** A list that is searched as its own page searches it. */
function listed<Url extends ListUrl>(page: string, url: Url, hit: (row: RowOf<Url>) => Hit): Source {
  return { page, find: async (sought, signal) => (await quickFound(url, sought, MOST, signal)).map(hit) }
}

/** Where the panel of a row of a declared resource opens. */
const row = (page: string, id: number): string => `${page}?id=${id}&row=${id}`
/** Where the panel of a document opens. */
const document = (page: string, id: number): string => `${page}?id=${id}`

interface Partner {
  id: number
  name: string
  mobile?: string | null
}
const partners = (page: string, url: '/admin/warehouse.Supplier' | '/admin/warehouse.Customer'): Source =>
  listed(page, url, (found) => {
    const { id, name, mobile } = found as Partner
    return { to: row(page, id), name, about: mobile }
  })

/** What a scanned or typed code stands for: products, places, orders. */
const codes: Source = {
  page: '',
  find: async (code, signal) => {
    const { found } = await http.get('/admin/warehouse.Barcode/resolve', { code }, signal)
    return found.flatMap(({ kind, product, place, order }): Hit[] => {
      if (product)
        return [
          {
            to: row('warehouse/product', product.id),
            name: product.name,
            about: joined(product.product_no, product.spec),
          },
        ]
      if (order) return [{ to: document(orderPage(order.controller), order.id), name: order.number }]
      const page = kind === 'area' ? 'warehouse/warehouseArea' : 'warehouse/warehouseShelf'
      return place
        ? [
            {
              to: row(page, place.id),
              name: place.name,
              about: joined(place.warehouse_name, place.area_name, place.serial_no),
            },
          ]
        : []
    })
  },
}

/** `warehouse.InboundOrder` is `warehouse/inboundOrder`. */
const orderPage = (controller: string): string =>
  controller.replace(/\.(\w)/, (_all, letter: string) => `/${letter.toLowerCase()}`)

const batches: Source = {
  page: 'warehouse/inventory',
  find: async (batch, signal) => {
    const search = [{ field: 'batch_number', operator: 'LIKE', val: batch }]
    const { list } = await http.get(
      '/admin/warehouse.Inventory/index',
      { search, page: 1, limit: 4 * MOST },
      signal,
    )
    const hits = list.map(({ product, product_id, batch_number }): Hit => {
      const query = new URLSearchParams({ product_id: String(product_id), batch_number: batch_number ?? '' })
      return {
        to: `warehouse/inventory?${query.toString()}`,
        name: batch_number ?? '',
        about: joined(product?.name, product?.product_no),
      }
    })
    // A batch lies in several places.
    return [...new Map(hits.map((hit) => [hit.to, hit])).values()].slice(0, MOST)
  },
}

/** What is searched, in the order in which it is shown. */
export const SOURCES: readonly Source[] = [
  codes,
  listed('warehouse/product', '/admin/warehouse.Product', ({ id, name, product_no, spec }) => ({
    to: row('warehouse/product', id),
    name,
    about: joined(product_no, spec),
  })),
  listed('warehouse/inboundOrder', '/admin/warehouse.InboundOrder', (order) => ({
    to: document('warehouse/inboundOrder', order.id),
    name: order.inbound_order_no ?? '',
    about: joined(order.supplier?.name, order.warehouses?.name, order.business_date),
  })),
  listed('warehouse/outboundOrder', '/admin/warehouse.OutboundOrder', (order) => ({
    to: document('warehouse/outboundOrder', order.id),
    name: order.outbound_order_no ?? '',
    about: joined(order.customer?.name, order.warehouses?.name, order.business_date),
  })),
  listed('warehouse/transferOrder', '/admin/warehouse.TransferOrder', (order) => ({
    to: document('warehouse/transferOrder', order.id),
    name: order.transfer_order_no ?? '',
    about: joined(order.target_warehouses?.name, order.business_date),
  })),
  batches,
  partners('warehouse/supplier', '/admin/warehouse.Supplier'),
  partners('warehouse/customer', '/admin/warehouse.Customer'),
  listed('shop/order/order', '/admin/shop.order.Order', (order) => ({
    to: document('shop/order/order', order.id),
    name: order.order_no,
    about: joined(order.name, order.mobile),
  })),
  listed('shop/goods/goods', '/admin/shop.goods.Goods', ({ id, name, goods_no }) => ({
    to: row('shop/goods/goods', id),
    name,
    about: goods_no,
  })),
  listed('user/user', '/admin/user.User', ({ id, nickname, username, mobile }) => ({
    to: row('user/user', id),
    name: nickname,
    about: joined(username, mobile),
  })),
]
