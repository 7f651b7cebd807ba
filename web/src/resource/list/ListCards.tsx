import { Button } from '@arco-design/web-react'
import { IconDown, IconUp } from '@arco-design/web-react/icon'
import { useTranslation } from 'react-i18next'
import { Checkbox } from '@/shared/ui/Checkbox'
import classes from '../list.module.css'
import type { Row } from '../types'
import type { ListTableProps } from './ListTable'
import { RowActions } from './RowActions'
import { branches, flattened } from './rows'

const INDENT = 16

function ExpandToggle({
  row,
  expanded,
}: {
  row: number
  expanded: { ids: number[]; set: (ids: number[]) => void }
}) {
  const { t } = useTranslation()
  const open = expanded.ids.includes(row)
  return (
    <Button
      type="text"
      size="small"
      icon={open ? <IconUp /> : <IconDown />}
      aria-expanded={open}
      aria-label={t(open ? 'resource.foldRow' : 'resource.unfoldRow', { id: row })}
      onClick={(event) => {
        event.stopPropagation()
        expanded.set(open ? expanded.ids.filter((id) => id !== row) : [...expanded.ids, row])
      }}
    />
  )
}

/** Rows on a phone. */
export function ListCards<T extends Row>({
  rows,
  columns,
  actions,
  onOpen,
  selection,
  expanded,
  changed,
}: ListTableProps<T>) {
  const { t } = useTranslation()
  const [head, ...others] = [...columns].sort(
    (a, b) => Number(b.primary ?? false) - Number(a.primary ?? false),
  )
  return (
    <ul className={classes.cards}>
      {flattened(rows, expanded && ((id) => expanded.ids.includes(id))).map(({ row, depth }) => (
        <li
          key={row.id}
          className={changed.has(row.id) ? classes.flashCard : ''}
          style={depth ? { marginInlineStart: depth * INDENT } : undefined}
          onClick={() => onOpen?.(row)}
        >
          <div className={classes.cardHead}>
            {head?.render(row)}
            {expanded && branches([row]).includes(row.id) && (
              <ExpandToggle row={row.id} expanded={expanded} />
            )}
            {selection && (
              <span onClick={(event) => event.stopPropagation()}>
                <Checkbox
                  label={t('resource.selectRow', { id: row.id })}
                  checked={selection.ids.includes(row.id)}
                  onChange={(on) =>
                    selection.set(
                      on ? [...selection.ids, row.id] : selection.ids.filter((id) => id !== row.id),
                    )
                  }
                />
              </span>
            )}
          </div>
          <dl>
            {others
              .filter((column) => !column.wideOnly || column.figure || column.wanted)
              .map((column) => [
                <dt
                  key={`${column.key}-label`}
                  data-column={column.key}
                  data-figure={column.figure ? '' : undefined}
                >
                  {column.title}
                </dt>,
                <dd key={column.key}>{column.render(row)}</dd>,
              ])}
          </dl>
          {actions && (
            <div className={classes.cardActions}>
              <RowActions row={row} actions={actions} />
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}
