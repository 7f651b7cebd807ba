import type { TFunction } from 'i18next'
import type { CountSheet } from './api'

type Limit = 'areas' | 'categories' | 'products'

/** What a sheet covers, in words: each limit by its first names or, where they are not known, its number; or the whole warehouse. */
export function coversText(
  t: TFunction,
  { covers, limit_names }: Pick<CountSheet, 'covers'> & Partial<Pick<CountSheet, 'limit_names'>>,
): string {
  const limit = (name: Limit, count: number): string => {
    const known = limit_names?.[name] ?? []
    const names = known.join(t('resource.listSeparator'))
    // Nobody knows the names of rows that were deleted.
    if (!names) return t(`counts.covered.${name}`, { count })
    const more = count - known.length
    return t(`counts.coveredNames.${name}`, {
      count,
      names: more > 0 ? t('resource.andMore', { names, count: more }) : names,
    })
  }
  const counts = [
    ['areas', covers.area_ids.length],
    ['categories', covers.category_ids.length],
    ['products', covers.product_ids.length],
  ] as const
  const said = counts.filter(([, count]) => count > 0).map(([name, count]) => limit(name, count))
  if (covers.moved_days) said.push(t('counts.coversMoved', { count: covers.moved_days }))
  return said.join(' · ') || t('counts.coversAll')
}
