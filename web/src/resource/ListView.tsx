import { Button, Dropdown, Menu, Pagination, Table } from '@arco-design/web-react'
import { IconMore } from '@arco-design/web-react/icon'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useChanged } from '@/shared/hooks/useChanged'
import type { Fetched } from '@/shared/hooks/useFetched'
import { useWide } from '@/shared/hooks/useWide'
import { Nothing, Problem, Waiting } from '@/shared/ui/Page'
import classes from './list.module.css'
import type { Column, Listing, Row, RowAction } from './types'
import { PAGE_SIZES, type ListState } from './useListState'

/** Shown beside the row; the rest goes into the menu. */
const ACTIONS_SHOWN = 2
const ACTIONS_WIDTH = 190
const ONE_ACTION_WIDTH = 128

interface ListViewProps<T extends Row> {
  state: ListState
  fetched: Fetched<Listing<T>>
  columns: readonly Column<T>[]
  actions?: readonly RowAction<T>[]
  onOpen?: (row: T) => void
  selection?: { ids: number[]; set: (ids: number[]) => void }
  empty?: ReactNode
  label: string
}

function Actions<T extends Row>({ row, actions }: { row: T; actions: readonly RowAction<T>[] }) {
  const { t } = useTranslation()
  const possible = actions.filter((action) => action.when?.(row) ?? true)
  const shown = possible.length > ACTIONS_SHOWN + 1 ? possible.slice(0, ACTIONS_SHOWN) : possible
  const rest = possible.slice(shown.length)
  return (
    <div className={classes.rowActions} onClick={(event) => event.stopPropagation()}>
      {shown.map((action) => (
        <Button
          key={action.key}
          type="text"
          size="small"
          status={action.danger ? 'danger' : undefined}
          onClick={() => action.run(row)}
        >
          {action.label}
        </Button>
      ))}
      {rest.length > 0 && (
        <Dropdown
          trigger="click"
          position="br"
          droplist={
            <Menu onClickMenuItem={(key) => rest.find((action) => action.key === key)?.run(row)}>
              {rest.map((action) => (
                <Menu.Item key={action.key}>{action.label}</Menu.Item>
              ))}
            </Menu>
          }
        >
          <Button type="text" size="small" icon={<IconMore />} aria-label={t('common.more')} />
        </Dropdown>
      )}
    </div>
  )
}

export function ListView<T extends Row>(props: ListViewProps<T>) {
  const { state, fetched, columns, actions, onOpen, selection, empty, label } = props
  const { t } = useTranslation()
  const wide = useWide(768)
  const rows = fetched.data?.list ?? null
  const changed = useChanged(fetched.shownKey, rows)
  const hasActions = actions?.some((action) => rows?.some((row) => action.when?.(row) ?? true)) ?? false

  if (fetched.error && !rows) return <Problem error={fetched.error} retry={fetched.reload} />
  if (!rows) return <Waiting rows={10} />
  if (rows.length === 0)
    return state.active > 0 ? (
      <Nothing text={t('common.noMatch')}>
        <Button onClick={state.clear}>{t('common.clearFilters')}</Button>
      </Nothing>
    ) : (
      <>{empty ?? <Nothing />}</>
    )

  const [orderField, orderWay] = state.order.split(',')
  const table = (
    <Table<T>
      rowKey="id"
      size="middle"
      border={false}
      data={rows}
      pagination={false}
      scroll={{ x: 'max-content' }}
      rowClassName={(row) => `${changed.has(row.id) ? classes.flash : ''} ${onOpen ? classes.clickable : ''}`}
      rowSelection={
        selection && {
          type: 'checkbox',
          selectedRowKeys: selection.ids,
          onChange: (keys) => selection.set(keys.map(Number)),
        }
      }
      onRow={(row) => ({ onClick: () => onOpen?.(row) })}
      onChange={(_paging, sorter) => {
        const one = Array.isArray(sorter) ? sorter[0] : sorter
        state.set({
          order: one?.direction
            ? `${String(one.field)},${one.direction === 'ascend' ? 'asc' : 'desc'}`
            : null,
        })
      }}
      columns={[
        ...columns.map((column) => ({
          title: column.title,
          dataIndex: column.key,
          key: column.key,
          width: column.width,
          align: column.numeric ? ('right' as const) : undefined,
          sorter: column.sortable,
          sortOrder:
            column.sortable && orderField === column.key
              ? orderWay === 'asc'
                ? ('ascend' as const)
                : ('descend' as const)
              : undefined,
          render: (_value: unknown, row: T) => column.render(row),
        })),
        ...(hasActions && actions
          ? [
              {
                title: t('common.action'),
                key: 'actions',
                width: actions.length === 1 ? ONE_ACTION_WIDTH : ACTIONS_WIDTH,
                fixed: 'right' as const,
                render: (_value: unknown, row: T) => <Actions row={row} actions={actions} />,
              },
            ]
          : []),
      ]}
    />
  )

  const [head, ...others] = [...columns].sort(
    (a, b) => Number(b.primary ?? false) - Number(a.primary ?? false),
  )
  const cards = (
    <ul className={classes.cards}>
      {rows.map((row) => (
        <li
          key={row.id}
          className={changed.has(row.id) ? classes.flashCard : ''}
          onClick={() => onOpen?.(row)}
        >
          <div className={classes.cardHead}>{head?.render(row)}</div>
          <dl>
            {others
              .filter((column) => !column.wideOnly)
              .map((column) => [
                <dt key={`${column.key}-label`}>{column.title}</dt>,
                <dd key={column.key}>{column.render(row)}</dd>,
              ])}
          </dl>
          {actions && (
            <div className={classes.cardActions}>
              <Actions row={row} actions={actions} />
            </div>
          )}
        </li>
      ))}
    </ul>
  )

  return (
    <div className={classes.frame} aria-busy={fetched.renewing} aria-label={label}>
      {wide ? table : cards}
      <div className={classes.foot}>
        <span>{t('common.total', { count: fetched.data?.total ?? 0 })}</span>
        <Pagination
          size="small"
          simple={!wide}
          current={state.page}
          pageSize={state.limit}
          total={fetched.data?.total ?? 0}
          sizeCanChange={wide}
          sizeOptions={PAGE_SIZES}
          onChange={(page, size) =>
            state.set({ page: String(page), limit: size === 20 ? null : String(size) })
          }
        />
      </div>
    </div>
  )
}
