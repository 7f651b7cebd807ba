import type { TFunction } from 'i18next'
import type { ResourceRow } from '@/resource/schema/types'

/** What becomes of the rows that an import made, and of those that it changed. */
export function takeBackText(row: ResourceRow, t: TFunction): string {
  const made = Number(row.made_count)
  const changed = Number(row.changed_count)
  return [
    ...(made > 0 ? [t('dataExchange.takeBackMade', { count: made })] : []),
    ...(changed > 0 ? [t('dataExchange.takeBackChanged', { count: changed })] : []),
  ].join(' ')
}
