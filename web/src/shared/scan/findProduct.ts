import { client, http, type Schema } from '@/shared/http'
import { decimal } from '@/shared/number/decimal'
import type { Scan } from './gs1'

/** The product that a code names. */
export interface FoundProduct {
  id: number
  product_no: string
  name: string
  spec?: string | null
  unit_id?: number
  unit?: { name: string; decimals: number } | null
  price?: string | null
  /** The others that it is counted in. */
  units?: readonly Schema<'ProductUnitView'>[] | null
}

/** What a scan means once its product is known. */
export interface Meaning {
  product: FoundProduct
  /** The scan, with the quantity in the product's own unit: a box of 12 counts as 12. */
  scan: Scan
}

/** Asks the node for the product of a code: by its number, its bar code, or the bar code of what it is packed in. */
export async function findProduct(scan: Scan, signal?: AbortSignal): Promise<Meaning | null> {
  const [code] = scan.products
  if (code === undefined) return null
  const { found } = await http.get('/admin/warehouse.Barcode/resolve', { code }, signal)
  const match = found.find(({ product }) => product)
  if (!match?.product) return null
  const { id, product_no, name, spec, unit_id, unit_name, unit_decimals } = match.product
  const product = {
    id,
    product_no,
    name,
    spec,
    unit_id,
    unit: { name: unit_name, decimals: unit_decimals },
  }
  const factor = match.package && decimal(match.package.factor)
  const quantity = factor ? factor.times(decimal(scan.quantity ?? '1') ?? 1).toString() : scan.quantity
  return { product, scan: { ...scan, quantity } }
}

type ProductRow = Pick<FoundProduct, 'id' | 'price' | 'units'>

/** The row of a product: its usual price and its other units. */
export async function productRow(product: number, signal?: AbortSignal): Promise<ProductRow | null> {
  const params = {
    select: true,
    initKey: 'id',
    initValue: [product],
    limit: 1,
  }
  const answer = await client.get<{ options?: ProductRow[]; list?: ProductRow[] }>(
    '/admin/warehouse.Product/index',
    params,
    signal,
  )
  return (answer.options ?? answer.list)?.find(({ id }) => id === product) ?? null
}
