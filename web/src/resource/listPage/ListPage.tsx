import { Suspense, type ReactNode } from 'react'
import { Card, Page } from '@/shared/ui/Page'
import { RefreshButton } from '@/shared/ui/RefreshButton'
import type { Exported } from '../dataExchange/exported'
import { FilterBar } from '../FilterBar'
import { ExportList } from '../list/ExportList'
import { SavedFilters } from '../list/SavedFilters'
import { ListView, type ListViewProps } from '../ListView'
import type { Row } from '../types'
import type { RowList } from './useListPage'

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
  const { list, title, remark, page, exported = {}, detail, columns, actions, onOpen, selection } = props
  const { state, fetched, reload, opened, close } = list
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
            page && (
              <>
                {props.tools}
                <SavedFilters list={page} />
              </>
            )
          }
        />
        {props.below}
        <ListView
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
      {props.children}
    </Page>
  )
}
