import { useTranslation } from 'react-i18next'
import { nested, type ResourceRow } from '@/resource/schema/types'
import { parsed } from '../widgets/json'
import classes from './marketing.module.css'

/** Names that a line shows; the others are counted. */
const SHOWN = 3
const CERTAIN_GOODS = 2

const texts = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.filter((one) => one !== null && one !== undefined && one !== '').map(String)
    : []

const count = (value: unknown): number => parsed<unknown[]>(value, []).length

/** What a coupon is for, and what it leaves out, by name. */
export function ScopeCell({ row, whole = false }: { row: ResourceRow; whole?: boolean }) {
  const { t } = useTranslation()
  const scope = Number(row.scope)
  const named = (names: readonly string[], all: number): string => {
    const shown = whole ? names : names.slice(0, SHOWN)
    if (shown.length === 0) return t('shopDesk.scope.some', { count: all })
    const text = shown.join(t('shopDesk.scope.comma'))
    const more = all - shown.length
    return more > 0 ? t('shopDesk.scope.more', { names: text, count: more }) : text
  }
  const names = texts(row.scope_names)
  const chosen = names.length > 0 ? named(names, count(row.scope_ids)) : ''
  const without = scope === CERTAIN_GOODS ? 0 : count(row.exclude_goods_ids)
  return (
    <span className={classes.scope}>
      <span>{chosen || t(`shopDesk.scope.${['all', 'classify', 'goods'][scope] ?? 'all'}`)}</span>
      {without > 0 && (
        <small>
          {t('shopDesk.scope.without', { names: named(texts(nested(row, 'excluded.name')), without) })}
        </small>
      )}
    </span>
  )
}
