import type { TFunction } from 'i18next'
import { heldState } from './held'
import { skuText } from './spec'

const PATH = /^skus\[(\d+)\](?:\.(\w+))?$/
/** Fields whose words have another key. */
const LABELS: Readonly<Record<string, string>> = {
  sku_code: 'code',
  product_id: 'product',
  warehouses_ids: 'warehouses',
}
const KNOWN = [
  'price',
  'origin_price',
  'stock',
  'weight',
  'volume',
  'ratio',
  'buffer',
  'code',
  'product',
  'warehouses',
  'status',
]

/** The SKU and its figure that the node means by a path such as `skus[0].price`. */
export function placeInSkus(path: string, specAttrs: unknown, t: TFunction): string | undefined {
  const [, at, field = ''] = PATH.exec(path) ?? []
  const state = heldState(specAttrs)
  const sku = state?.skus[Number(at)]
  if (!state || !sku) return undefined
  const label = LABELS[field] ?? field
  const names = [skuText(state.groups, sku.attrs), KNOWN.includes(label) ? t(`shopAdmin.sku.${label}`) : '']
  return names.filter(Boolean).join(' · ') || undefined
}
