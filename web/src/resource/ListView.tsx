import { Button, Pagination } from '@arco-design/web-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useChanged } from '@/shared/hooks/useChanged'
import type { Fetched } from '@/shared/hooks/useFetched'
import { useWide } from '@/shared/hooks/useWide'
import { Nothing, Problem, Waiting } from '@/shared/ui/Page'
import { ListCards } from './list/ListCards'
import { ListTable, type ListTableProps } from './list/ListTable'
import { flattened } from './list/rows'
import classes from './list.module.css'
import type { Listing, Row } from './types'
import { ALL, PAGE_SIZES } from './useListState'

export interface ListViewProps<T extends Row> extends Omit<ListTableProps<T>, 'rows' | 'changed'> {
  fetched: Fetched<Listing<T>>
  empty?: ReactNode
  /** In place of the table. */
  body?: (rows: readonly T[]) => ReactNode
  label: string
}

export function ListView<T extends Row>(props: ListViewProps<T>) {
  const { state, fetched, empty, label, body } = props
  const { t } = useTranslation()
  const wide = useWide(768)
  const rows = fetched.data?.list ?? null
  const changed = useChanged(fetched.shownKey, rows)

  if (fetched.error && !rows) return <Problem error={fetched.error} retry={fetched.reload} />
  if (!rows) return <Waiting rows={10} />
  // The last rows of the last page were dealt with, or an old address names a page that is no more.
  if (rows.length === 0 && state.page > 1)
    return (
      <Nothing text={t('common.pastEnd')}>
        <Button onClick={() => state.set({ page: null })}>{t('common.firstPage')}</Button>
      </Nothing>
    )
  if (rows.length === 0)
    return state.active > 0 ? (
      <Nothing text={t('common.noMatch')}>
        <Button onClick={state.clear}>{t('common.clearFilters')}</Button>
      </Nothing>
    ) : (
      <>{empty ?? <Nothing />}</>
    )

  const total = fetched.data?.total
  return (
    <div className={classes.frame} aria-busy={fetched.renewing} role="region" aria-label={label}>
      {body ? (
        body(rows)
      ) : wide ? (
        <ListTable {...props} rows={rows} changed={changed} />
      ) : (
        <ListCards {...props} rows={rows} changed={changed} />
      )}
      <div className={classes.foot}>
        <span>{t('common.total', { count: total ?? flattened(rows).length })}</span>
        {total !== undefined && wide && !body && (state.all || total > state.limit) && (
          <Button
            type="text"
            size="small"
            className={classes.toAll}
            onClick={() => state.set({ limit: state.all ? null : ALL })}
          >
            {t(state.all ? 'common.byPages' : 'common.allRows')}
          </Button>
        )}
        {total !== undefined && !state.all && (
          <Pagination
            size="small"
            simple={!wide}
            current={state.page}
            pageSize={state.limit}
            total={total}
            sizeCanChange={wide}
            sizeOptions={PAGE_SIZES}
            onChange={(page, size) =>
              state.set({ page: String(page), limit: size === 20 ? null : String(size) })
            }
          />
        )}
      </div>
    </div>
  )
}
