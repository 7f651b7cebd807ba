import { client, type Schema } from '@/shared/http'
import type { Scan } from './gs1'

/** A product as a search answers it. */
export type FoundProduct = Schema<'LineProductView'> & {
  id: number
  price?: string | null
  /** A bar code of its own, where products have one. */
  barcode?: string | null
}

interface Found {
  list?: FoundProduct[]
  options?: FoundProduct[]
}

const LIMIT = 50

async function ask(params: Record<string, unknown>, signal?: AbortSignal): Promise<FoundProduct[]> {
  const query = { select: true, limit: LIMIT, ...params } as Parameters<typeof client.get>[1]
  const answer = await client.get<Found>('/admin/warehouse.Product/index', query, signal)
  return answer.options ?? answer.list ?? []
}

const goesBy = (product: FoundProduct, numbers: readonly string[]): boolean =>
  numbers.includes(product.product_no) || (!!product.barcode && numbers.includes(product.barcode))

/** The product that a scanned code names, by its number or its bar code; null when there is none. */
export async function findProduct(scan: Scan, signal?: AbortSignal): Promise<FoundProduct | null> {
  for (const number of scan.products) {
    const search = [{ field: 'product_no', val: number, operator: 'eq' }]
    const [found] = await ask({ search }, signal)
    if (found) return found
  }
  for (const number of scan.products) {
    const found = (await ask({ quickSearch: number }, signal)).find((one) => goesBy(one, scan.products))
    if (found) return found
  }
  return null
}
