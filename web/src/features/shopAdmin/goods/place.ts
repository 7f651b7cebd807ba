import type { TFunction } from 'i18next'
import { heldState } from './held'
import { INCOMPLETE, incompleteAt, skuText, wrongSpec, type SkuPlace, type SpecGroup } from './spec'

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

/** A SKU by its values, and one of its figures, in words; nothing where neither has any. */
export function skuPlace(
  groups: readonly SpecGroup[],
  { attrs, field = '' }: { attrs: SkuPlace['attrs']; field?: string },
  t: TFunction,
): string | undefined {
  const label = LABELS[field] ?? field
  const names = [skuText(groups, attrs), KNOWN.includes(label) ? t(`shopAdmin.sku.${label}`) : '']
  return names.filter(Boolean).join(' · ') || undefined
}

/** The SKU and its figure that the node means by a path such as `skus[0].price`. */
export function placeInSkus(path: string, specAttrs: unknown, t: TFunction): string | undefined {
  const [, at, field = ''] = PATH.exec(path) ?? []
  const state = heldState(specAttrs)
  const sku = state?.skus[Number(at)]
  return state && sku ? skuPlace(state.groups, { attrs: sku.attrs, field }, t) : undefined
}

/** What is wrong with the specifications that the form holds, and where SKUs are incomplete; nothing where all is right. */
export function specFault(
  specAttrs: unknown,
  kind: number,
  isVirtual: boolean,
  t: TFunction,
): string | undefined {
  const state = heldState(specAttrs)
  const wrong = state && wrongSpec(kind, state, isVirtual)
  if (!wrong) return undefined
  const at = wrong === INCOMPLETE ? incompleteAt(state, isVirtual) : undefined
  const place = at && skuPlace(state.groups, at, t)
  return place ? t('resource.errorAt', { place, error: t(wrong) }) : t(wrong)
}
