import { ApiError, cancelled, http, type DataOf, type Schema } from '@/shared/http'
import { countedIn } from '@/shared/units/units'
import type { Scan } from './gs1'
import { understood, type MeasureFault } from './measure'

type Row = DataOf<'/admin/warehouse.Product/index', 'get'>['list'][number]
type Unit = Schema<'LineUnitView'>

/** A product as lists have it. The document does not say what its relations are. */
export type ListedProduct = Pick<
  Row,
  'id' | 'product_no' | 'name' | 'spec' | 'unit_id' | 'barcode' | 'price' | 'batch_use'
> & {
  unit?: (Pick<Unit, 'name'> & Partial<Unit>) | null
  /** The others that it is counted in. */
  units?: readonly Schema<'ProductUnitView'>[] | null
}

/** The product that a code names. */
export type FoundProduct = Pick<ListedProduct, 'id' | 'product_no' | 'name'> &
  Partial<{ [K in keyof ListedProduct]: ListedProduct[K] | null }>

/** What a scan means once its product is known. */
export interface Meaning {
  product: FoundProduct
  /** The scan, with the quantity in the product's own unit: a box of 12 counts as 12. */
  scan: Scan
  /** Why the scan says no quantity: what was measured can't be taken. */
  fault?: MeasureFault
}

/** What a scan of a product, or of a package of it, means. */
function meaningOf(product: FoundProduct, scan: Scan, inPackage?: string): Meaning {
  const taken = understood(scan, countedIn(product), inPackage)
  return 'fault' in taken ? { product, scan, fault: taken.fault } : { product, scan: taken.scan }
}

/** Products that are kept in mind; the oldest go first. */
const KNOWN_MAX = 2_000
const known = new Map<number, FoundProduct>()

/** Keeps products in mind, so that their codes are understood without a signal. */
export function remember(products: readonly FoundProduct[]): void {
  for (const product of products) {
    known.delete(product.id)
    known.set(product.id, product)
  }
  for (const id of known.keys()) {
    if (known.size <= KNOWN_MAX) break
    known.delete(id)
  }
}

/** What a scan means among the products that were kept in mind: by number, by bar code, by that of a package. */
export function knownMeaning(scan: Scan): Meaning | null {
  const names = (code: string | null | undefined): boolean => !!code && scan.products.includes(code)
  const products = [...known.values()]
  const product = products.find(({ product_no, barcode }) => names(product_no) || names(barcode))
  if (product) return meaningOf(product, scan)
  for (const one of products) {
    const inPackage = one.units?.find(({ barcode }) => names(barcode))
    if (inPackage) return meaningOf(one, scan, inPackage.factor)
  }
  return null
}

/** Whether a call got no answer of the node: one of ours says why. */
const isUnanswered = (error: unknown): boolean =>
  error instanceof ApiError && error.options.key !== undefined && !cancelled(error)

/**
 * Asks the node for the product of a code: by its number, its bar code, or the bar code of what it is packed in. Without an
 * answer, products that were kept in mind are found.
 */
export async function findProduct(scan: Scan, signal?: AbortSignal): Promise<Meaning | null> {
  const [code] = scan.products
  if (code === undefined) return null
  const answer = await http
    .get('/admin/warehouse.Barcode/resolve', { code }, signal)
    .catch((error: unknown) => {
      const meaning = isUnanswered(error) ? knownMeaning(scan) : null
      if (meaning) return meaning
      throw error
    })
  if ('product' in answer) return answer
  const match = answer.found.find(({ product }) => product)
  if (!match?.product) return null
  const { id, product_no, barcode, name, spec, unit_id, unit_name, unit_decimals, units } = match.product
  const product = {
    id,
    product_no,
    barcode,
    name,
    spec,
    unit_id,
    unit: { name: unit_name, decimals: unit_decimals },
    units,
  }
  remember([product])
  return meaningOf(product, scan, match.package?.factor)
}

/** The products that have one of these values. */
export async function productRows(
  field: 'id' | 'product_no' | 'barcode' | 'name',
  values: readonly (string | number)[],
  limit: number,
  signal?: AbortSignal,
): Promise<ListedProduct[]> {
  const params = { select: true, initKey: field, initValue: values, limit }
  const { list } = await http.get('/admin/warehouse.Product/index', params, signal)
  return list as ListedProduct[]
}

/** The row of a product: its usual price and its other units. */
export const productRow = (product: number, signal?: AbortSignal): Promise<ListedProduct | null> =>
  productRows('id', [product], 1, signal).then((rows) => rows.find(({ id }) => id === product) ?? null)
