import { Button, Pagination } from '@arco-design/web-react'
import { useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { useChanged } from '@/shared/hooks/useChanged'
import type { Fetched } from '@/shared/hooks/useFetched'
import { useWide } from '@/shared/hooks/useWide'
import { Nothing, Problem, Waiting } from '@/shared/ui/Page'
import { ListCards } from './list/ListCards'
import { ListTable, type ListTableProps, type ShownColumn } from './list/ListTable'
import { flattened } from './list/rows'
import { arranged, views } from './list/views'
import classes from './list.module.css'
import type { Column, Listing, Row } from './types'
import { ALL, PAGE_SIZES } from './useListState'

export interface ListViewProps<T extends Row> extends Omit<
  ListTableProps<T>,
  'rows' | 'changed' | 'columns' | 'density'
> {
  /** All there are; the reader's choice of them is made here. */
  columns: readonly Column<T>[]
  fetched: Fetched<Listing<T>>
  empty?: ReactNode
  /** In place of the table. */
  body?: (rows: readonly T[]) => ReactNode
  label: string
}

/** A list's columns as the reader wants them. */
function useShown<T>(name: string, columns: readonly Column<T>[]): readonly ShownColumn<T>[] {
  const view = useSnapshot(views).of[name]
  return useMemo(
    () =>
      arranged(columns, view)
        .filter(({ shown }) => shown)
        .map(({ column, wanted }) => {
          const { numeric, lesser, wideOnly, figure = numeric && !lesser && !wideOnly } = column
          const width = view?.widths[column.key]
          const shown = { ...column, figure, wanted }
          return width === undefined ? shown : { ...shown, width, drawn: true }
        }),
    [columns, view],
  )
}

export function ListView<T extends Row>({ columns: all, ...props }: ListViewProps<T>) {
  const { state, fetched, empty, label, body } = props
  const { t } = useTranslation()
  const { density } = useSnapshot(views)
  const columns = useShown(props.name, all)
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
        <ListTable {...props} columns={columns} density={density} rows={rows} changed={changed} />
      ) : (
        <ListCards {...props} columns={columns} rows={rows} changed={changed} />
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
