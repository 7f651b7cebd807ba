import type { TFunction } from 'i18next'
import { countsOf, reportOf } from '@/resource/dataExchange/useTask'
import type { ResourceRow } from '@/resource/schema/types'

/** Wrong rows that are named. */
const NAMED_MAX = 10

/** A report in words, a line each: the counts, then the first of the wrong rows. None of a task without a report. */
export function reportLines(row: ResourceRow, t: TFunction): string[] {
  const report = reportOf({ report: row.report })
  if (!report) return []
  const counts = countsOf(String(row.kind), report).map(([name, count]) =>
    t('dataExchange.counted', { name: t(`dataExchange.counts.${name}`), count }),
  )
  const wrong = Array.isArray(report.errors) ? report.errors.slice(0, NAMED_MAX) : []
  const left = Number(report.bad ?? 0) - wrong.length
  return [
    counts.join(t('dataExchange.between')),
    ...wrong.map(({ row: at, column, reason }) =>
      column
        ? t('dataExchange.wrongCell', { row: at, column, reason })
        : t('dataExchange.wrongRow', { row: at, reason }),
    ),
    ...(left > 0 ? [t('dataExchange.moreBad', { count: left })] : []),
  ]
}
