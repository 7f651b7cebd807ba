import { useMemo } from 'react'
import { Cell } from '../cells/Cell'
import type { Custom } from '../custom'
import { kindOf } from '../kinds'
import { allFields, type Resource, type ResourceRow } from '../schema/types'
import { useLabel } from '../schema/useLabel'
import type { Column } from '../types'

/** Found under 'columns', not shown at first. */
const HIDDEN = ['update_time', 'weigh']
/** What choices are called that say how far a row is. */
const STATES = ['status', 'state', 'progress', 'verify']
/** With more columns than this, the number is hidden. */
const MANY = 9
/** So many figures of a declaration are always in sight. */
const FIGURES = 4
/** Dates stand behind what a list is read for. */
const DATES: readonly string[] = ['date', 'datetime', 'timestamp', 'time']

/** The list's columns, from the declaration. */
export function useColumns(
  resource: Resource,
  custom: Custom,
  changeable: (row: ResourceRow) => boolean,
  saved: () => void,
): Column<ResourceRow>[] {
  const labelOf = useLabel()
  return useMemo(() => {
    const editable = resource.nodes.includes('edit')
    const fields = allFields(resource).filter(
      (field) => field.column && !custom.without?.includes(field.name) && !kindOf(field).secret,
    )
    // A tree's first column is where it is opened: the title, not the number.
    const titled = resource.tree
      ? [...fields].sort(
          (a, b) => Number(b.name === resource.titleField) - Number(a.name === resource.titleField),
        )
      : fields
    const declared = titled.map((field): Column<ResourceRow> => {
      const own = custom.cells?.[field.name]
      const writable = editable && !field.readonly && !field.writeOnce
      return {
        key: field.name,
        title: custom.titles?.[field.name] ?? labelOf(field.label),
        numeric: !!kindOf(field).numeric && field.name !== 'id',
        primary: field.name === resource.titleField,
        state: field.kind === 'status' || STATES.includes(field.name),
        sortable: !resource.tree && field.sortable,
        wideOnly: field.name === 'id' || !!kindOf(field).wideOnly,
        hidden:
          HIDDEN.includes(field.name) ||
          custom.hidden?.includes(field.name) ||
          (field.name === 'id' && fields.length > MANY && resource.stamped) ||
          (field.kind === 'parent' && resource.tree),
        render: (row) =>
          own ? (
            own(row, field)
          ) : (
            <Cell
              resource={resource}
              field={field}
              row={row}
              editable={writable && changeable(row)}
              saved={saved}
            />
          ),
      }
    })
    const isDate = ({ key }: Column<ResourceRow>): boolean =>
      DATES.includes(titled.find(({ name }) => name === key)?.kind ?? '')
    const all: Column<ResourceRow>[] = [
      ...declared.filter((column) => !isDate(column)),
      ...(custom.more ?? []),
      ...declared.filter(isDate),
    ]
    const figures = all.filter(({ numeric, hidden }) => numeric && !hidden).slice(0, FIGURES)
    return all.map((column) => {
      if (custom.inSight?.includes(column.key)) return { ...column, figure: true }
      return column.numeric
        ? { ...column, figure: figures.includes(column), lesser: !figures.includes(column) }
        : column
    })
  }, [resource, custom, changeable, labelOf, saved])
}
