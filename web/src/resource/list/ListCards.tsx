import { useTranslation } from 'react-i18next'
import { Tick } from '@/shared/ui/Tick'
import classes from '../list.module.css'
import type { Row } from '../types'
import type { ListTableProps } from './ListTable'
import { RowActions } from './RowActions'
import { flattened } from './rows'

const INDENT = 16

/** Rows on a phone. */
export function ListCards<T extends Row>({
  rows,
  columns,
  actions,
  onOpen,
  selection,
  changed,
}: ListTableProps<T>) {
  const { t } = useTranslation()
  const [head, ...others] = [...columns].sort(
    (a, b) => Number(b.primary ?? false) - Number(a.primary ?? false),
  )
  return (
    <ul className={classes.cards}>
      {flattened(rows).map(({ row, depth }) => (
        <li
          key={row.id}
          className={changed.has(row.id) ? classes.flashCard : ''}
          style={depth ? { marginInlineStart: depth * INDENT } : undefined}
          onClick={() => onOpen?.(row)}
        >
          <div className={classes.cardHead}>
            {head?.render(row)}
            {selection && (
              <span onClick={(event) => event.stopPropagation()}>
                <Tick
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
              .filter((column) => !column.wideOnly)
              .map((column) => [
                <dt key={`${column.key}-label`}>{column.title}</dt>,
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
