/** Finding a unit of a product by the word that people use for it. */
import { folded } from '@/shared/folded'
import { unitsMeant } from '@/shared/units/words'
import type { ChosenProduct } from './model'

/**
 * The other unit of a product that a word names; null is its own unit. Its very name goes before a word of the same
 * meaning. Nothing for a word that names none of its units, or several.
 */
export function unitCalled(text: string, product: ChosenProduct): number | null | undefined {
  const word = folded(text)
  if (word === '') return null
  const units = [
    { unit_id: null, name: product.unit?.name ?? '' },
    ...(product.units ?? []).map(({ unit_id, name }) => ({ unit_id, name })),
  ]
  const exact = units.find(({ name }) => folded(name) === word)
  if (exact) return exact.unit_id
  const meant = unitsMeant(word)
  const [one, another] = units.filter(({ name }) => unitsMeant(name).some((unit) => meant.includes(unit)))
  return another ? undefined : one?.unit_id
}
