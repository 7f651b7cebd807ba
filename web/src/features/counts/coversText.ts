import type { TFunction } from 'i18next'
import type { CountSheet } from './api'

/** What a sheet covers, in words: each limit, or the whole warehouse. */
export function coversText(t: TFunction, { covers }: Pick<CountSheet, 'covers'>): string {
  const limits = [
    ['counts.coversAreas', covers.area_ids.length],
    ['counts.coversCategories', covers.category_ids.length],
    ['counts.coversProducts', covers.product_ids.length],
    ['counts.coversMoved', covers.moved_days ?? 0],
  ] as const
  const said = limits.filter(([, count]) => count > 0).map(([key, count]) => t(key, { count }))
  return said.join(' · ') || t('counts.coversAll')
}
