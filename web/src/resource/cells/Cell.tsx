import { Link, Tag } from '@arco-design/web-react'
import { lazy, Suspense } from 'react'
import { Numeral } from '@/shared/ui/Numeral'
import { moment } from '@/shared/ui/time'
import ui from '@/shared/ui/ui.module.css'
import { fileName, fullUrl } from '@/shared/upload/address'
import type { Field, Resource, ResourceRow } from '../schema/types'
import { nested } from '../schema/types'
import classes from './cells.module.css'
import { Images } from './Images'
import { Status } from './Status'
import { SwitchCell } from './SwitchCell'
import { Tags } from './Tags'
import { isEmpty, jsonLine, jsonText, listOf } from './values'

const NamedIcon = lazy(() => import('@/shared/ui/icons/NamedIcon'))

interface CellProps {
  resource: Resource
  field: Field
  row: ResourceRow
  /** May be changed where it stands. */
  editable?: boolean
  saved?: () => void
  /** All of it rather than a line. */
  whole?: boolean
}

const Missing = () => <>–</>

/** A reference's label: what the row has nested. */
function related(field: Field, row: ResourceRow): string[] {
  const { reference } = field
  if (!reference) return []
  const value = nested(row, `${reference.relation}.${reference.field}`)
  if (Array.isArray(value)) return value.filter((one) => !isEmpty(one)).map(String)
  if (isEmpty(value)) return []
  // A number says little alone: the name stands beside it.
  const name = reference.field.endsWith('_no') ? nested(row, `${reference.relation}.name`) : undefined
  return [isEmpty(name) ? String(value) : `${String(value)} ${String(name)}`]
}

function Text({ text, whole, mono }: { text: string; whole?: boolean; mono?: boolean }) {
  if (whole) return <span className={classes.whole}>{text}</span>
  return (
    <span className={mono ? `${classes.text} ${classes.json}` : classes.text} title={text}>
      {text}
    </span>
  )
}

function Pairs({ value }: { value: unknown }) {
  const pairs = Array.isArray(value) ? (value as { key?: unknown; value?: unknown }[]) : []
  return (
    <dl className={`${ui.facts} ${classes.pairs}`}>
      {pairs.map((pair, index) => [
        <dt key={`${index} key`}>{String(pair.key ?? '')}</dt>,
        <dd key={`${index} value`}>{String(pair.value ?? '')}</dd>,
      ])}
    </dl>
  )
}

/** A field of a row, drawn by its kind. Most need no words, and a list has hundreds: so no hooks here. */
export function Cell({ resource, field, row, editable, saved, whole }: CellProps) {
  const value = row[field.name]

  if (field.kind === 'switch' || field.kind === 'status') {
    if (editable && saved) return <SwitchCell resource={resource} field={field} row={row} saved={saved} />
    return <Status field={field} on={Number(value) === 1} />
  }
  if (field.kind === 'remoteSelect' || field.kind === 'remoteSelects') {
    const words = related(field, row)
    if (words.length === 0) return <Missing />
    if (field.kind === 'remoteSelect') return <Text text={words.join(', ')} whole={whole} />
    return (
      <span className={classes.tags}>
        {words.map((word) => (
          <Tag key={word} size="small" bordered>
            {word}
          </Tag>
        ))}
      </span>
    )
  }
  if (isEmpty(value)) return <Missing />
  switch (field.kind) {
    case 'number':
    case 'decimal':
    case 'year':
    case 'weigh':
      return field.name === 'id' || field.kind === 'year' || Number.isNaN(Number(value)) ? (
        <>{String(value)}</>
      ) : (
        <Numeral value={String(value)} />
      )
    case 'money':
      return <Numeral value={String(value)} digits={2} />
    case 'timestamp':
      return typeof value === 'string' && Number.isNaN(Number(value)) ? (
        <>{value}</>
      ) : (
        <time>{moment(Number(value), whole ? 'YYYY-MM-DD HH:mm:ss' : undefined)}</time>
      )
    case 'radio':
    case 'select':
      return <Tags field={field} values={[value]} />
    case 'checkbox':
    case 'selects':
      return <Tags field={field} values={listOf(value)} />
    case 'parent':
      return Number(value) > 0 ? <>#{String(value)}</> : <Missing />
    case 'color':
      return (
        <span className={classes.colour}>
          <span className={classes.swatch} style={{ background: String(value) }} aria-hidden />
          {String(value)}
        </span>
      )
    case 'icon':
      return (
        <span className={classes.colour}>
          <Suspense fallback={null}>
            <NamedIcon name={String(value)} />
          </Suspense>
          {whole && String(value)}
        </span>
      )
    case 'image':
    case 'images':
      return (
        <Images
          addresses={field.kind === 'image' ? [String(value)] : listOf(value)}
          field={field}
          size={whole ? 72 : 32}
          shown={whole ? 50 : 3}
        />
      )
    case 'file':
    case 'files':
      return (
        <span className={classes.tags} onClick={(event) => event.stopPropagation()}>
          {(field.kind === 'file' ? [String(value)] : listOf(value)).map((address) => (
            <Link key={address} href={fullUrl(address)} target="_blank" rel="noreferrer">
              {fileName(address)}
            </Link>
          ))}
        </span>
      )
    case 'json':
      return whole ? (
        <pre className={classes.json}>{jsonText(value)}</pre>
      ) : (
        <Text text={jsonLine(value)} mono />
      )
    case 'array':
      return whole ? <Pairs value={value} /> : <Text text={jsonLine(value)} />
    case 'editor':
      // The node has taken out what could run or load from elsewhere.
      return whole ? (
        <div className={classes.html} dangerouslySetInnerHTML={{ __html: String(value) }} />
      ) : (
        <Text text={String(value).replace(/<[^>]*>/g, ' ')} />
      )
    case 'city':
      return <Text text={String(row[`${field.name}_text`] ?? listOf(value).join(' / '))} whole={whole} />
    case 'string':
      if (field.rule === 'url' && /^https?:\/\//.test(String(value)))
        return (
          <Link
            href={String(value)}
            target="_blank"
            rel="noreferrer"
            onClick={(event) => event.stopPropagation()}
          >
            <Text text={String(value)} whole={whole} />
          </Link>
        )
      return <Text text={String(value)} whole={whole} />
    default:
      return <Text text={typeof value === 'object' ? jsonLine(value) : String(value)} whole={whole} />
  }
}
