import { kindOf } from '../kinds'
import type { CellProps } from '../kinds/kind'
import { Missing } from './Text'
import { isEmpty } from './values'

/** A field of a row, drawn by its kind. Most need no words, and a list has hundreds: so no hooks here. */
export function Cell(props: CellProps) {
  const { cell, cellOfAny } = kindOf(props.field)
  if (cellOfAny) return <>{cellOfAny(props)}</>
  const value = props.row[props.field.name]
  return isEmpty(value) ? <Missing /> : <>{cell(value, props)}</>
}
