import type { Sku, SpecGroup } from './calls'

/** What has been chosen of each group, by the group's id. */
export type Chosen = Readonly<Record<string, string>>

/** `none`: no SKU has it together with the chosen values; `out`: those that have it are sold out. */
export type ValueState = 'ok' | 'out' | 'none'

type Groups = readonly Pick<SpecGroup, 'id'>[]
type Skus = readonly Pick<Sku, 'attrs' | 'stock'>[]

/** Whether a value is available together with the values chosen in the other groups. */
export function valueState(
  skus: Skus,
  groups: Groups,
  chosen: Chosen,
  group: string,
  value: string,
): ValueState {
  const wanted = groups.flatMap(({ id }) => (id === group ? [value] : chosen[id] ? [chosen[id]] : []))
  const fitting = skus.filter(({ attrs }) => wanted.every((one) => attrs.includes(one)))
  if (fitting.length === 0) return 'none'
  return fitting.some(({ stock }) => stock !== 'out') ? 'ok' : 'out'
}

/** The SKU that is chosen; none until every group has a value. */
export function chosenSku<S extends Skus[number]>(
  skus: readonly S[],
  groups: Groups,
  chosen: Chosen,
): S | undefined {
  if (groups.length === 0) return skus[0]
  if (groups.some(({ id }) => !chosen[id])) return undefined
  return skus.find(({ attrs }) => groups.every(({ id }) => attrs.includes(chosen[id] ?? '')))
}

/** What the page begins with: the values of the first SKU that there is. */
export function firstChoice(skus: Skus, groups: readonly Pick<SpecGroup, 'id' | 'values'>[]): Chosen {
  const first = skus.find(({ stock }) => stock !== 'out') ?? skus[0]
  if (!first) return {}
  return Object.fromEntries(
    groups.flatMap(({ id, values }) => {
      const own = values.find((value) => first.attrs.includes(value.id))
      return own ? [[id, own.id]] : []
    }),
  )
}

/**
 * The picture of what is chosen. That of a SKU comes from the node; until every group has a value it is that of the
 * first chosen value with one.
 */
export function chosenImage(
  sku: Pick<Sku, 'image'> | undefined,
  groups: readonly Pick<SpecGroup, 'id' | 'values'>[],
  chosen: Chosen,
): string {
  if (sku) return sku.image
  const values = groups.flatMap((group) => group.values.filter(({ id }) => id === chosen[group.id]))
  return values.find(({ image }) => image)?.image ?? ''
}

/** Whether SKUs differ in price. */
export const differInPrice = (skus: readonly Pick<Sku, 'price'>[]): boolean =>
  skus.some(({ price }) => price !== skus[0]?.price)
