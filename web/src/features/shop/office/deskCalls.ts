import { http, type BodyOf, type Schema } from '@/shared/http'
import { underCommandId } from '@/shared/http/pendingCommand'
import type { RefundSubject } from './calls'
import type { ShopOrder } from './model'

const ORDERS = '/admin/shop.order.Order'
const REFUNDS = '/admin/shop.order.Refund'

/** The refund requested for a line: pieces, or an amount without pieces. */
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
  underCommandId(['retry', id, version], (command_id) =>
    http.post(`${REFUNDS}/retry`, { id, version, command_id }, { announce: true }),
  )

export interface ParcelNumber {
  parcel: number
  courier_number: string
  company_id?: number
}

export const mendParcel = ({ id, version }: Pick<ShopOrder, 'id' | 'version'>, number: ParcelNumber) =>
  underCommandId(['parcel', id, version, number], (command_id) =>
    http.post(`${ORDERS}/parcel`, { id, version, command_id, ...number }, { announce: true }),
  )

/** The columns that an export of orders may have, with titles in the reader's language. */
export const exportColumns = (signal?: AbortSignal): Promise<Schema<'ExportColumns'>> =>
  http.get(`${ORDERS}/exportColumns`, undefined, signal)

export type ExportTask = BodyOf<`${typeof ORDERS}/addExportTask`, 'post'>

export const addExportTask = (task: ExportTask): Promise<unknown> =>
  http.post(`${ORDERS}/addExportTask`, task, { announce: true })

export const EXPORTS = '/admin/shop.order.Export'

/** An export that was asked for. */
export type ExportRow = Schema<'ShopExportRow'>

export const deleteExports = (ids: readonly number[]): Promise<unknown> =>
  http.del(`${EXPORTS}/del`, { ids: [...ids] }, { announce: true })

/** What a file of parcels did, or would do. */
export type DeliveryReport = Schema<'DeliveryReport'>
export const DELIVERY_FILE = `${ORDERS}/deliveryFile`
export const DELIVERY_TEMPLATE = `${ORDERS}/deliveryTemplate`
