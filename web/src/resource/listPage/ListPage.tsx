import { lazy, Suspense, useState, type ReactNode } from 'react'
import { Card, Page } from '@/shared/ui/Page'
import { RefreshButton } from '@/shared/ui/RefreshButton'
import type { Exported } from '../dataExchange/exported'
import { FilterBar } from '../FilterBar'
import { ExportList } from '../list/ExportList'
import { SavedFilters } from '../list/SavedFilters'
import { ViewSettings } from '../list/ViewSettings'
import { ListView, type ListViewProps } from '../ListView'
import type { Row } from '../types'
import type { RowList } from './useListPage'

const RowPanel = lazy(() => import('../list/RowPanel')) as typeof import('../list/RowPanel').default

/** What the details of a row need. */
interface Opened {
  id: number
  close: () => void
  changed: () => void
}

interface ListPageProps<T extends Row> extends Pick<
  ListViewProps<T>,
  'columns' | 'actions' | 'onOpen' | 'selection' | 'empty'
> {
  list: RowList<T>
  title: string
  remark: string
  /** Whose permission `export` is asked for, and under which name filters are saved; none has neither. */
  page?: string
  /** How the list is exported; false where it is not. */
  exported?: Pick<Exported, 'lines' | 'always'> | false
  /** In the head, before and after the buttons that every list has. */
  headStart?: ReactNode
  headEnd?: ReactNode
  /** Above the filters, such as tabs. */
  above?: ReactNode
  /** Hint of the quick search. */
  search?: string
  /** Beside the filters. */
  tools?: ReactNode
  /** Between filters and rows. */
  below?: ReactNode
  /** Details of the row that the address names. */
  detail?: (opened: Opened) => ReactNode
  /** Dialogs. */
  children?: ReactNode
}

/** A page with a list: head, filters, rows, details. */
export function ListPage<T extends Row>(props: ListPageProps<T>) {
  const { list, title, remark, page, exported = {}, detail, columns, actions, selection } = props
  const { state, fetched, reload, opened, close } = list
  const name = page ?? list.url.replace('/admin/', '')
  // A list without details of its own shows all it knows of a row.
  const [viewed, setViewed] = useState<number | null>(null)
  const onOpen = props.onOpen ?? ((row: T) => setViewed(row.id))
  const view = viewed === null ? undefined : fetched.data?.list.find((row) => row.id === viewed)
  return (
    <Page
      title={title}
      remark={fetched.data?.remark || remark}
      actions={
        <>
          {props.headStart}
          <RefreshButton refresh={reload} />
          {page && exported && (
            <ExportList page={page} list={{ url: list.url, title, ...exported }} params={state.params} />
          )}
          {props.headEnd}
        </>
      }
    >
      <Card>
        {props.above}
        <FilterBar
          filters={list.filters}
          state={state}
          quickHint={props.search}
          tools={
            <>
              {props.tools}
              {page && <SavedFilters list={page} />}
              <ViewSettings name={name} columns={columns} />
            </>
          }
        />
        {props.below}
        <ListView
          name={name}
          label={title}
          state={state}
          fetched={fetched}
          columns={columns}
          actions={actions}
          onOpen={onOpen}
          selection={selection}
          empty={props.empty}
        />
      </Card>
      {detail && opened !== null && <Suspense>{detail({ id: opened, close, changed: reload })}</Suspense>}
      <Suspense>
        {view && (
          <RowPanel
            title={title}
            row={view}
            columns={columns}
            actions={actions}
            close={() => setViewed(null)}
          />
        )}
      </Suspense>
      {props.children}
    </Page>
  )
}
