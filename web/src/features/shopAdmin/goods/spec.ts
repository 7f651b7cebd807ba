/** Specifications of goods and their SKUs, as the editor holds them. The node decides by the same rules. */
import type { PackUnit } from './ratio'

export interface SpecValue {
  id: string
  text: string
  image: string
}

export interface SpecGroup {
  id: string
  name: string
  values: SpecValue[]
}

/** Figures are texts, as they are typed. */
export interface Sku {
  id?: number
  /** Ids of its values. */
  attrs: string[]
  sku_code: string
  image: string
  price: string
  origin_price: string
  /** The counter of virtual goods; of others what the ledger offers. */
  stock: string
  /** The counter when the form was opened. */
  stock_was?: string
  weight: string
  volume: string
  product_id: number | null
  /** With its own unit, and, once it was chosen here, its others. */
  product: { product_no?: string; name?: string; unit?: string | null; units?: readonly PackUnit[] } | null
  ratio: string
  buffer: string
  warehouses_ids: number[]
  status: number
}

export interface SpecState {
  groups: SpecGroup[]
  skus: Sku[]
}

export const GROUPS_MAX = 4
export const VALUES_MAX = 30
export const SKUS_MAX = 300
const ID_LENGTH = 10

/** What may be typed into a figure. A minus as well: that the figure is wrong is said, not kept from being typed. */
export const FIGURE = /^-?\d*\.?\d*$/
const FIGURES = ['price', 'origin_price', 'weight', 'volume', 'ratio', 'buffer', 'stock'] as const

type Figures = Partial<Pick<Sku, (typeof FIGURES)[number]>>

/** The first figure that is filled in and can't be so: a price is above zero, nothing is below. */
const unfitFigure = (typed: Figures): keyof Figures | undefined =>
  FIGURES.filter((name) => typed[name]).find((name) =>
    name === 'price' ? !(Number(typed[name]) > 0) : !(Number(typed[name]) >= 0),
  )

/** Whether the figures that are filled in can be. */
export const figuresFit = (typed: Figures): boolean => unfitFigure(typed) === undefined

/** An id that is made once. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(ID_LENGTH))
  return Array.from(bytes, (byte) => (byte % 36).toString(36)).join('')
}

export const keyOf = (attrs: readonly string[]): string => [...attrs].sort().join('-')

export const emptySku = (attrs: string[] = []): Sku => ({
  attrs,
  sku_code: '',
  image: '',
  price: '',
  origin_price: '',
  stock: '0',
  weight: '',
  volume: '',
  product_id: null,
  product: null,
  ratio: '1',
  buffer: '0',
  warehouses_ids: [],
  status: 1,
})

/** Every combination of the groups, in their order; without groups the one of a single specification. */
export function combinations(groups: readonly SpecGroup[]): string[][] {
  return groups.reduce<string[][]>(
    (made, group) => made.flatMap((attrs) => group.values.map((value) => [...attrs, value.id])),
    [[]],
  )
}

export const countOf = (groups: readonly SpecGroup[]): number =>
  groups.reduce((count, group) => count * group.values.length, groups.length > 0 ? 1 : 0)

/** Groups that no SKU has a value of yet, though there are SKUs. */
export function addedGroups({ groups, skus }: SpecState): SpecGroup[] {
  if (skus.length === 0) return []
  const held = new Set(skus.flatMap((sku) => sku.attrs))
  return groups.filter((group) => !group.values.some((value) => held.has(value.id)))
}

/**
 * The SKUs of every combination. One whose values stay is kept as it is; `grown` says which value of an added group the
 * earlier SKUs are, so that they keep their ids. Others begin empty.
 */
export function generate({ groups, skus }: SpecState, grown: readonly string[]): Sku[] {
  const byKey = new Map(skus.map((sku) => [keyOf([...sku.attrs, ...grown]), sku]))
  for (const sku of skus) byKey.set(keyOf(sku.attrs), sku)
  return combinations(groups).map((attrs) => {
    const old = byKey.get(keyOf(attrs))
    return old ? { ...old, attrs } : emptySku(attrs)
  })
}

/** Without a value, its SKUs go. */
export const withoutValue = (state: SpecState, group: string, value: string): SpecState => ({
  groups: state.groups.map((one) =>
    one.id === group ? { ...one, values: one.values.filter(({ id }) => id !== value) } : one,
  ),
  skus: state.skus.filter((sku) => !sku.attrs.includes(value)),
})

/** Without a group no SKU is what it was. */
export function withoutGroup(state: SpecState, group: string): SpecState {
  const gone = new Set(state.groups.find(({ id }) => id === group)?.values.map(({ id }) => id))
  return {
    groups: state.groups.filter(({ id }) => id !== group),
    skus: state.skus.filter((sku) => !sku.attrs.some((id) => gone.has(id))),
  }
}

/** A SKU's values in words. */
export function skuText(groups: readonly SpecGroup[], attrs: readonly string[]): string {
  const chosen = groups.map((group) => group.values.find((value) => attrs.includes(value.id))?.text ?? '')
  return chosen.filter(Boolean).join(' / ')
}

/** Whether a group or value has no words: SKUs can't be made of it. */
export const hasEmpty = (groups: readonly SpecGroup[]): boolean =>
  groups.some(
    (group) =>
      !group.name.trim() || group.values.length === 0 || group.values.some(({ text }) => !text.trim()),
  )

const twice = (words: readonly string[]): boolean =>
  new Set(words.map((word) => word.trim())).size < words.length

/**
 * What a SKU lacks to be sold; one that is switched off only has to be right in what it has. A code that is a product's
 * number links it, which the node knows.
 */
function lacking(sku: Sku, isVirtual: boolean): keyof Sku | undefined {
  const off = sku.status === 0
  if (!off && !(Number(sku.price) > 0)) return 'price'
  // What the ledger offers is nobody's to fill in, and the node answers a price that is none as 0.
  const price = off && Number(sku.price) === 0 ? '' : sku.price
  const unfit = unfitFigure({ ...sku, price, stock: isVirtual ? sku.stock : '' })
  if (unfit) return unfit
  if (off) return undefined
  return isVirtual || sku.product_id !== null || sku.sku_code.trim() !== '' ? undefined : 'product_id'
}

/** A SKU by its values, and a field of it. */
export interface SkuPlace {
  attrs: readonly string[]
  field?: keyof Sku
}

/** What keeps the SKUs from being complete: the first combination that is not there, is twice, or lacks something. */
export function incompleteAt({ groups, skus }: SpecState, isVirtual: boolean): SkuPlace | undefined {
  const keys = skus.map((sku) => keyOf(sku.attrs))
  const missing = combinations(groups).find((attrs) => !keys.includes(keyOf(attrs)))
  if (missing) return { attrs: missing }
  const doubled = skus.find((sku, at) => keys.indexOf(keyOf(sku.attrs)) !== at)
  if (doubled) return { attrs: doubled.attrs }
  for (const sku of skus) {
    const field = lacking(sku, isVirtual)
    if (field) return { attrs: sku.attrs, field }
  }
  return undefined
}

/** The message of SKUs that are not all there, or lack something. */
export const INCOMPLETE = 'shopAdmin.spec.incomplete'

/** Key of the message for what is wrong, or nothing. `kind`: 1 single, 2 multiple. */
export function wrongSpec(kind: number, { groups, skus }: SpecState, isVirtual: boolean): string | undefined {
  if (kind !== 1 && kind !== 2) return 'shopAdmin.spec.wrongType'
  if (kind === 2) {
    if (groups.length === 0 || hasEmpty(groups) || twice(groups.map(({ name }) => name)))
      return 'shopAdmin.spec.attributes'
    if (groups.some((group) => twice(group.values.map(({ text }) => text))))
      return 'shopAdmin.spec.attributes'
    const wanted = new Set(combinations(groups).map(keyOf))
    if (skus.some((sku) => !wanted.has(keyOf(sku.attrs))))
      return skus.length > wanted.size ? INCOMPLETE : 'shopAdmin.spec.attributes'
    if (skus.length !== wanted.size || twice(skus.map((sku) => keyOf(sku.attrs)))) return INCOMPLETE
  } else if (skus.length !== 1) return INCOMPLETE
  return incompleteAt({ groups: kind === 2 ? groups : [], skus }, isVirtual) && INCOMPLETE
}

/** What batch setting sets; what is left out stays. */
export type Batch = Partial<
  Pick<
    Sku,
    | 'price'
    | 'origin_price'
    | 'weight'
    | 'volume'
    | 'ratio'
    | 'buffer'
    | 'warehouses_ids'
    | 'stock'
    | 'status'
  >
>

/**
 * Changes the SKUs that have a chosen value in every group. A group without a chosen value does not limit
 * them.
 */
export function withBatch({ groups, skus }: SpecState, chosen: readonly string[], batch: Batch): Sku[] {
  const asked = groups
    .map((group) => group.values.filter(({ id }) => chosen.includes(id)).map(({ id }) => id))
    .filter((ids) => ids.length > 0)
  return skus.map((sku) =>
    asked.every((ids) => ids.some((id) => sku.attrs.includes(id))) ? { ...sku, ...batch } : sku,
  )
}

const text = (value: unknown): string => (value === null || value === undefined ? '' : String(value))

/** What the node answers, as the editor holds it. */
export function stateOf(attrs: unknown, skus: unknown): SpecState {
  const groups = (Array.isArray(attrs) ? attrs : []) as Partial<SpecGroup>[]
  const rows = (Array.isArray(skus) ? skus : []) as Record<string, unknown>[]
  return {
    groups: groups.map((group) => ({
      id: text(group.id),
      name: text(group.name),
      values: (group.values ?? []).map((value) => ({
        id: text(value.id),
        text: text(value.text),
        image: text(value.image),
      })),
    })),
    skus: rows.map((row) => ({
      id: Number(row.id),
      attrs: (row.attrs as string[] | undefined) ?? [],
      sku_code: text(row.sku_code),
      image: text(row.image),
      price: text(row.price),
      origin_price: Number(row.origin_price) > 0 ? text(row.origin_price) : '',
      stock: text(row.stock),
      stock_was: text(row.stock),
      weight: Number(row.weight) > 0 ? text(row.weight) : '',
      volume: Number(row.volume) > 0 ? text(row.volume) : '',
      product_id: row.product_id ? Number(row.product_id) : null,
      product: (row.product as Sku['product']) ?? null,
      ratio: text(row.ratio),
      buffer: text(row.buffer),
      warehouses_ids: ((row.warehouses_ids as unknown[] | undefined) ?? []).map(Number),
      status: Number(row.status ?? 1),
    })),
  }
}

/** A SKU as the node takes it. */
export function sentSku(sku: Sku, isVirtual: boolean): Record<string, unknown> {
  const { id, attrs, sku_code, image, price, origin_price, weight, volume, ratio, buffer } = sku
  return {
    ...(id ? { id } : {}),
    attrs,
    sku_code: sku_code.trim(),
    image,
    price: price || '0',
    origin_price: origin_price || '0',
    weight: weight || '0',
    volume: volume || '0',
    product_id: isVirtual ? null : sku.product_id,
    ratio: ratio || '1',
    buffer: buffer || '0',
    warehouses_ids: sku.warehouses_ids,
    status: sku.status,
    ...(isVirtual ? { stock: sku.stock || '0', stock_was: sku.stock_was ?? '0' } : {}),
  }
}
