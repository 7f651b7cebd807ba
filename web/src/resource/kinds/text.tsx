import { Link } from '@arco-design/web-react'
import { failing, isBlankHtml } from '@/shared/rules/validators'
import classes from '../cells/cells.module.css'
import { jsonLine } from '../cells/values'
import type { Field } from '../schema/types'
import type { FieldKind, FilterBase, Wrong } from './kind'
import { Text } from '../cells/Text'

/** The condition of kinds that are searched as texts. */
export const textFilter = (field: Field, base: FilterBase) =>
  ({ ...base, kind: 'text', operator: field.operator }) as const

const tooLong = (field: Field, text: string): Wrong | undefined =>
  field.max !== undefined && [...text].length > field.max
    ? { key: 'resource.tooLong', values: { count: field.max } }
    : undefined

function ofRule(field: Field, text: string): Wrong | undefined {
  const key = field.rule && failing(field.rule, text)
  return key ? { key } : undefined
}

/** A text, or what has no better way to be shown. */
export const plainCell: FieldKind['cell'] = (value, { whole }) => (
  <Text text={typeof value === 'object' ? jsonLine(value) : String(value)} whole={whole} />
)

export const string: FieldKind = {
  cell: (value, props) =>
    props.field.rule === 'url' && /^https?:\/\//.test(String(value)) ? (
      <Link
        href={String(value)}
        target="_blank"
        rel="noreferrer"
        onClick={(event) => event.stopPropagation()}
      >
        <Text text={String(value)} whole={props.whole} />
      </Link>
    ) : (
      <Text text={String(value)} whole={props.whole} />
    ),
  filter: textFilter,
  // A stored value that is older than a rule may stay.
  wrong: (field, value, stored) =>
    tooLong(field, String(value)) ?? (value !== stored ? ofRule(field, String(value)) : undefined),
}

export const textarea: FieldKind = {
  cell: plainCell,
  filter: textFilter,
  wrong: (field, value) => tooLong(field, String(value)),
  needed: 'validate.content',
  keepsSpaces: true,
  wide: true,
}

export const editor: FieldKind = {
  // The node has taken out what could run or load from elsewhere.
  cell: (value, { whole }) =>
    whole ? (
      <div className={classes.html} dangerouslySetInnerHTML={{ __html: String(value) }} />
    ) : (
      <Text text={String(value).replace(/<[^>]*>/g, ' ')} />
    ),
  filter: textFilter,
  wrong: (field, value) =>
    field.required && isBlankHtml(String(value))
      ? { key: 'validate.editorRequired' }
      : tooLong(field, String(value)),
  needed: 'validate.editorRequired',
  wide: true,
}

export const password: FieldKind = {
  cell: plainCell,
  filter: textFilter,
  wrong: (_, value) => (failing('password', String(value)) ? { key: 'validate.password' } : undefined),
  keepsSpaces: true,
  secret: true,
  needs: (_, isNew) => isNew,
}

/** A key or password for elsewhere. What is kept is never shown; `{ clear: true }` removes it. */
export const secret: FieldKind = {
  cell: plainCell,
  filter: textFilter,
  secret: true,
  needs: (field, isNew) => field.required && isNew,
}
