import { Table, type TableColumnProps } from '@arco-design/web-react'
import { IconMinus, IconPlus } from '@arco-design/web-react/icon'
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Checkbox } from '@/shared/ui/Checkbox'
import classes from '../list.module.css'
import type { Column, DragSort, Row, RowAction } from '../types'
import type { ListState } from '../useListState'
import { ColumnGrip } from './ColumnGrip'
import { useFit } from './fit'
import { arranged, RowActions } from './RowActions'
import { flattened } from './rows'
import { useDragSort } from './useDragSort'
import type { Density } from './views'

/** Beside the words of a row's actions (list.module.css). */
const ACTION_PADDING = 16
const ACTIONS_PADDING = 18
const MORE_WIDTH = 30
/** A longer word is cut (list.module.css). */
const NEXT_MAX = 120
/** A letter's usual width, and that of a Chinese one. */
const LETTER = 7.2
const IDEOGRAPH = 14
const MEASURED_MAX = 100
/** Beyond this many rows only those in sight are in the document. */
const VIRTUAL_FROM = 200
const VIRTUAL_HEIGHT = 620
/** Rows out of sight can't be measured: then columns have widths of their own. */
const VIRTUAL_WIDTH = 160
const VIRTUAL_FIRST = 280
const BOX_WIDTH = 40
const HANDLE_WIDTH = 44

/** A column as the reader wants it. */
export interface ShownColumn<T> extends Column<T> {
  /** The reader has said that it is shown. */
  wanted?: boolean
  /** The reader has drawn it to `width`. */
  drawn?: boolean
}

export interface ListTableProps<T extends Row> {
  /** Under which the reader's columns are kept. */
  name: string
  state: ListState
  rows: readonly T[]
  columns: readonly ShownColumn<T>[]
  actions?: readonly RowAction<T>[]
  onOpen?: (row: T) => void
  /** Keys that act on the row that has the focus. */
  onKey?: (key: string, row: T) => boolean
  selection?: { ids: number[]; set: (ids: number[]) => void }
  expanded?: { ids: number[]; set: (ids: number[]) => void }
  sort?: DragSort
  density?: Density
  changed: ReadonlySet<number>
}

/** The width of the action column, from the length of its labels. */
function actionsWidth<T extends Row>(actions: readonly RowAction<T>[], rows: readonly T[]): number {
  const width = (label: string): number =>
    [...label].reduce((sum, letter) => sum + (letter > '\u2e80' ? IDEOGRAPH : LETTER), ACTION_PADDING)
  const widest = rows.slice(0, MEASURED_MAX).map((row) => {
    const { next, rest } = arranged(actions, row)
    return (next ? Math.min(width(next.label), NEXT_MAX) : 0) + (rest.length > 0 ? MORE_WIDTH : 0)
  })
  return Math.max(0, ...widest) + ACTIONS_PADDING
}

/** Cells in a column that the reader has drawn: no wider and no narrower, whatever is in them. */
const drawnTo = (width: number | undefined) => ({ width, minWidth: width, maxWidth: width })

/** Renders each row once per column definition, because scrolling asks for the same rows again and again. */
function once<T extends Row>(draw: (row: T) => ReactNode): (value: unknown, row: T) => ReactNode {
  const drawn = new WeakMap<T, ReactNode>()
  return (_value, row) => {
    if (!drawn.has(row)) drawn.set(row, draw(row))
    return drawn.get(row)
  }
}

/** Clicks on checkboxes, tree toggles, buttons and links, and the end of a text selection, do not open the row. */
function hasOwnUse(event: MouseEvent): boolean {
  const target = event.target as Element
  const own = target.closest('button, a, label, input, .arco-table-operation, .arco-table-cell-expand-icon')
  return own !== null || (window.getSelection()?.toString() ?? '') !== ''
}

function moveFocus(event: KeyboardEvent<HTMLElement>, by: 'next' | 'previous'): void {
  const row = event.currentTarget
  const beside = by === 'next' ? row.nextElementSibling : row.previousElementSibling
  if (beside instanceof HTMLElement && beside.tabIndex >= 0) {
    event.preventDefault()
    beside.focus()
  }
}

export function ListTable<T extends Row>(props: ListTableProps<T>) {
  const { name, state, rows, actions, onOpen, onKey, selection, expanded, sort, changed } = props
  const { t } = useTranslation()
  const all = flattened(rows, expanded && ((id) => expanded.ids.includes(id))).map(({ row }) => row)
  const drag = useDragSort(sort, all)
  const here = new Set(all.map((row) => row.id))
  const chosenHere = selection?.ids.filter((id) => here.has(id)) ?? []
  const virtual = all.length > VIRTUAL_FROM
  const box = once((row: T) => (
    <Checkbox
      label={t('resource.selectRow', { id: row.id })}
      checked={selection?.ids.includes(row.id) ?? false}
      onChange={(on) =>
        selection?.set(on ? [...selection.ids, row.id] : selection.ids.filter((id) => id !== row.id))
      }
    />
  ))
  const { frame, out, tight } = useFit(name, props.columns, rows)
  const columns = props.columns.filter(({ key }) => !out.includes(key))
  const hasActions = actions?.some((action) => rows.some((row) => action.when?.(row as T) ?? true)) ?? false
  const flexible = columns.find((column) => column.primary) ?? columns[0]
  const actionsRoom = hasActions && actions ? actionsWidth(actions, all) : 0
  const virtualWidth =
    VIRTUAL_FIRST +
    (columns.length - 1) * VIRTUAL_WIDTH +
    actionsRoom +
    (selection ? BOX_WIDTH : 0) +
    (sort ? HANDLE_WIDTH : 0)
  const [orderField, orderWay] = state.order.split(',')

  const keys = (row: T) => (event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget || event.metaKey || event.ctrlKey) return
    if (event.key === 'ArrowDown') return moveFocus(event, 'next')
    if (event.key === 'ArrowUp') return moveFocus(event, 'previous')
    if (event.key === 'Enter' && onOpen) {
      event.preventDefault()
      return onOpen(row)
    }
    if (event.key === ' ' && selection) {
      event.preventDefault()
      const chosen = selection.ids.includes(row.id)
      return selection.set(chosen ? selection.ids.filter((id) => id !== row.id) : [...selection.ids, row.id])
    }
    if (onKey?.(event.key, row)) event.preventDefault()
  }

  const handle: TableColumnProps<T> = {
    title: '',
    key: 'drag',
    width: HANDLE_WIDTH,
    render: once((row: T) => (
      <button
        type="button"
        className={classes.handle}
        aria-label={t('resource.drag')}
        title={t('resource.dragHint')}
        disabled={!sort?.possible}
        {...drag.handle(row.id)}
        draggable={sort?.possible}
      />
    )),
  }

  return (
    <div ref={frame} className={tight ? classes.tight : undefined}>
      <Table<T>
        rowKey="id"
        size={props.density ?? 'middle'}
        border={false}
        data={rows as T[]}
        pagination={false}
        virtualized={virtual}
        scroll={virtual ? { x: virtualWidth, y: VIRTUAL_HEIGHT } : { x: tight ? '100%' : 'max-content' }}
        expandedRowKeys={expanded?.ids}
        onExpandedRowsChange={(ids) => expanded?.set(ids.map(Number))}
        rowClassName={(row) =>
          [
            changed.has(row.id) && classes.flash,
            onOpen && classes.clickable,
            drag.moved === row.id && classes.dragged,
            drag.over === row.id && classes.dropHere,
          ]
            .filter(Boolean)
            .join(' ')
        }
        expandProps={{
          // One click handler on the table instead of one per row.
          icon: ({ expanded: open, record }) => (
            <button
              type="button"
              aria-expanded={open}
              aria-label={t(open ? 'resource.foldRow' : 'resource.unfoldRow', { id: (record as Row).id })}
            >
              {open ? <IconMinus /> : <IconPlus />}
            </button>
          ),
        }}
        rowSelection={
          selection && {
            type: 'checkbox',
            checkAll: false,
            columnTitle: (
              <Checkbox
                label={t('resource.selectAll')}
                checked={chosenHere.length > 0 && chosenHere.length === all.length}
                some={chosenHere.length > 0 && chosenHere.length < all.length}
                onChange={(on) => {
                  const others = selection.ids.filter((id) => !here.has(id))
                  selection.set(on ? [...others, ...here] : others)
                }}
              />
            ),
            selectedRowKeys: selection.ids,
            renderCell: (_box, _checked, row) => box(null, row),
          }
        }
        onRow={(row) => ({
          // Arrow keys move the focus along the rows and scroll the table.
          tabIndex: 0,
          onClick: (event: MouseEvent) => {
            if (!hasOwnUse(event)) onOpen?.(row)
          },
          onKeyDown: keys(row),
          ...drag.target(row.id),
        })}
        onChange={(_paging, sorter) => {
          const one = Array.isArray(sorter) ? sorter[0] : sorter
          state.set({
            order: one?.direction
              ? `${String(one.field)},${one.direction === 'ascend' ? 'asc' : 'desc'}`
              : null,
          })
        }}
        columns={[
          // A tree's first column has the signs that open and close it.
          ...(sort && !expanded ? [handle] : []),
          ...columns.map((column) => ({
            title: (
              <>
                <span className={classes.headTitle}>{column.title}</span>
                <ColumnGrip
                  list={name}
                  column={column.key}
                  title={column.title}
                  width={column.drawn ? column.width : undefined}
                />
              </>
            ),
            onHeaderCell: () => ({
              'data-column': column.key,
              'data-figure': column.figure ? '' : undefined,
            }),
            className: column.drawn ? classes.drawn : column.figure && !column.numeric ? classes.oneLine : '',
            ...(column.drawn && {
              bodyCellStyle: drawnTo(column.width),
              headerCellStyle: drawnTo(column.width),
            }),
            dataIndex: column.key,
            key: column.key,
            // One column takes what is left, so that head and body agree.
            width: column.width ?? (virtual && column !== flexible ? VIRTUAL_WIDTH : undefined),
            align: column.numeric ? ('right' as const) : undefined,
            sorter: column.sortable,
            sortOrder:
              column.sortable && orderField === column.key
                ? orderWay === 'asc'
                  ? ('ascend' as const)
                  : ('descend' as const)
                : undefined,
            render: once(column.render),
          })),
          ...(sort && expanded ? [handle] : []),
          ...(hasActions && actions
            ? [
                {
                  title: <span className={classes.unseen}>{t('common.action')}</span>,
                  key: 'actions',
                  width: actionsRoom,
                  fixed: 'right' as const,
                  render: once((row: T) => <RowActions row={row} actions={actions} />),
                },
              ]
            : []),
        ]}
      />
    </div>
  )
}
