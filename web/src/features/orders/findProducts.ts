import { findProduct, productRows, type ListedProduct } from '@/shared/scan/findProduct'
import { readCode } from '@/shared/scan/gs1'

/** Products of one question. */
const AT_ONCE = 100
/** Codes of packages are asked for one by one; so many at most. */
const PACKAGES_MAX = 50

async function by(
  field: Parameters<typeof productRows>[0],
  values: readonly string[],
): Promise<ListedProduct[]> {
  const found: ListedProduct[] = []
  for (let start = 0; start < values.length; start += AT_ONCE)
    found.push(...(await productRows(field, values.slice(start, start + AT_ONCE), AT_ONCE)))
  return found
}

/** The products whose name no other product of these has. */
function namedAlone(products: readonly ListedProduct[]): Map<string, ListedProduct> {
  const named = new Map<string, ListedProduct>()
  const shared = new Set<string>()
  for (const product of products) {
    if (named.has(product.name)) shared.add(product.name)
    named.set(product.name, product)
  }
  for (const name of shared) named.delete(name)
  return named
}

/**
 * The products that these texts name: by number, by bar code, by a name that only one product has, by any other code that
 * a scanner may read.
 */
export async function findProducts(texts: readonly string[]): Promise<Map<string, ListedProduct>> {
  const found = new Map<string, ListedProduct>()
  const missing = (): string[] => [...new Set(texts)].filter((text) => text !== '' && !found.has(text))
  for (const product of await by('product_no', missing())) found.set(product.product_no, product)
  for (const product of await by('barcode', missing()))
    if (product.barcode) found.set(product.barcode, product)
  for (const [name, product] of namedAlone(await by('name', missing()))) found.set(name, product)
  const others = new Map<string, string>()
  for (const text of missing().slice(0, PACKAGES_MAX)) {
    const scan = readCode(text)
    const meaning = scan && (await findProduct(scan))
    if (meaning) others.set(text, String(meaning.product.id))
  }
  const rows = await by('id', [...new Set(others.values())])
  for (const [text, id] of others) {
    const product = rows.find((row) => String(row.id) === id)
    if (product) found.set(text, product)
  }
  return found
}
