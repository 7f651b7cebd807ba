/** Finding a unit of a product by the word that people use for it. */
import { builtIn } from '@/shared/i18n'
import { folded, type ChosenProduct } from './model'

/** Words that mean the same unit, in both languages. A word may stand for several units. */
export type UnitWords = readonly (readonly string[])[]

/** The words of all languages, by the unit that they mean. */
export function unitWords(languages: readonly Readonly<Record<string, string>>[]): UnitWords {
  const units = [...new Set(languages.flatMap((words) => Object.keys(words)))]
  return units.map((unit) => languages.flatMap((words) => (words[unit] ?? '').split(',').map(folded)))
}

export const loadUnitWords = async (): Promise<UnitWords> =>
  unitWords(await Promise.all([builtIn('en', 'unitWords'), builtIn('zh-CN', 'unitWords')]))

/**
 * The other unit of a product that a word names; null is its own unit. Its very name goes before a word of the same
 * meaning. Nothing for a word that names none of its units, or several.
 */
export function unitCalled(
  text: string,
  product: ChosenProduct,
  words: UnitWords,
): number | null | undefined {
  const word = folded(text)
  if (word === '') return null
  const units = [
    { unit_id: null, name: product.unit?.name ?? '' },
    ...(product.units ?? []).map(({ unit_id, name }) => ({ unit_id, name })),
  ].map(({ unit_id, name }) => ({ unit_id, name: folded(name) }))
  const exact = units.find(({ name }) => name === word)
  if (exact) return exact.unit_id
  const means = (name: string): boolean => words.some((same) => same.includes(word) && same.includes(name))
  const [meant, another] = units.filter(({ name }) => means(name))
  return another ? undefined : meant?.unit_id
}
