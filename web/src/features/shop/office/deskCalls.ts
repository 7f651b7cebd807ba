import { http, client } from '@/shared/http'
import { randomId } from '@/shared/randomId'
import type { RefundSubject } from './calls'
import type { ShopOrder } from './model'

const ORDERS = '/admin/shop.order.Order'
const REFUNDS = '/admin/shop.order.Refund'

/** What is asked of a line: pieces, or an amount without pieces. */
export interface AskedLine {
  line: number
  quantity: number
  amount?: string
}

/** What the pieces are worth now; writes nothing. */
export const quoteRefund = (order_id: number, lines: readonly AskedLine[]) =>
  http.post(`${REFUNDS}/quote`, { order_id, lines: [...lines] })

export interface NewRefund {
  type: number
  lines: readonly AskedLine[]
  reason: string
  description: string
}

export const askRefund = (order: Pick<ShopOrder, 'id'>, refund: NewRefund, command_id: string) =>
  http.post(
    `${REFUNDS}/add`,
    { order_id: order.id, ...refund, lines: [...refund.lines], command_id },
    { announce: true },
  )

/** Asks the provider again to pay a refund that it did not pay. */
export const retryRefund = ({ id, version }: RefundSubject): Promise<unknown> =>
  client.post(`${REFUNDS}/retry`, { id, version, command_id: randomId() }, { announce: true })

export interface ParcelNumber {
  parcel: number
  courier_number: string
  company_id?: number
}

export const mendParcel = ({ id, version }: Pick<ShopOrder, 'id' | 'version'>, number: ParcelNumber) =>
  http.post(`${ORDERS}/parcel`, { id, version, command_id: randomId(), ...number }, { announce: true })

/** A column of an export of orders, called as the reader's language has it. */
export interface ExportColumn {
  name: string
  title: string
}

export const exportColumns = (signal?: AbortSignal): Promise<{ list: ExportColumn[] }> =>
  client.get(`${ORDERS}/exportColumns`, undefined, signal)

export interface ExportTask {
  name: string
  columns: string[]
  /** As the list's address has it. */
  filter: string
  format: 'csv' | 'xlsx'
}

export const addExportTask = (task: ExportTask): Promise<unknown> =>
  client.post(`${ORDERS}/addExportTask`, task, { announce: true })

/** An export that was asked for. */
export interface ExportRow {
  id: number
  name: string
  columns: string[]
  filter: string
  format: string
  /** 0 waiting, 1 running, 2 done, 3 failed. */
  status: number
  rows: number
  message: string
  admin: { username: string; nickname: string } | null
  create_time: number
  expires_at: number
  ready: boolean
}

export const EXPORTS = '/admin/shop.order.Export'

export const deleteExports = (ids: readonly number[]): Promise<unknown> =>
  client.del(`${EXPORTS}/del`, { ids: [...ids] }, { announce: true })

/** What a file of parcels did, or would do. */
export interface DeliveryReport {
  rows: number
  sent: number
  repeated: number
  bad: number
  errors: { row: number; column: string; reason: string }[]
  dry: boolean
}
export const DELIVERY_FILE = `${ORDERS}/deliveryFile`
export const DELIVERY_TEMPLATE = `${ORDERS}/deliveryTemplate`
