import { client } from '@/shared/http'
import { decimal } from '@/shared/number/decimal'
import type { Scan } from './gs1'

/** The product that a code names. */
export interface FoundProduct {
  id: number
  product_no: string
  name: string
  spec?: string | null
  unit?: { name: string; decimals: number } | null
  price?: string | null
}

/** What a scan means once its product is known. */
export interface Meaning {
  product: FoundProduct
  /** The scan, with the quantity in the product's own unit: a box of 12 counts as 12. */
  scan: Scan
}

interface Resolved {
  found: {
    product?: {
      id: number
      product_no: string
      name: string
      spec: string
      unit_name: string
      unit_decimals: number
    } | null
    package?: { factor: string } | null
  }[]
}

/** Asks the node for the product of a code: by its number, its bar code, or the bar code of what it is packed in. */
export async function findProduct(scan: Scan, signal?: AbortSignal): Promise<Meaning | null> {
  const [code] = scan.products
  if (code === undefined) return null
  const { found } = await client.get<Resolved>('/admin/warehouse.Barcode/resolve', { code }, signal)
  const match = found.find(({ product }) => product)
  if (!match?.product) return null
  const { id, product_no, name, spec, unit_name, unit_decimals } = match.product
  const product = {
    id,
    product_no,
    name,
    spec,
    unit: { name: unit_name, decimals: unit_decimals },
  }
  const factor = match.package && decimal(match.package.factor)
  const quantity = factor ? factor.times(decimal(scan.quantity ?? '1') ?? 1).toString() : scan.quantity
  return { product, scan: { ...scan, quantity } }
}

/** The usual price of a product, where it has one. */
export async function usualPrice(product: number, signal?: AbortSignal): Promise<string | null> {
  const params = {
    select: true,
    initKey: 'id',
    initValue: [product],
    limit: 1,
  }
  const answer = await client.get<{
    options?: { id: number; price?: string | null }[]
    list?: { id: number; price?: string | null }[]
  }>('/admin/warehouse.Product/index', params, signal)
  return (answer.options ?? answer.list)?.find(({ id }) => id === product)?.price ?? null
}
