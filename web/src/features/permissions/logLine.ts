import { isEmpty, jsonLine } from '@/resource/cells/values'
import { resourceOf } from '@/resource/schema/store'
import { allFields, type LocalizedText, type ResourceRow } from '@/resource/schema/types'

/** A field of a row that was changed. */
export interface ChangedValue {
  field: LocalizedText | string
  before: string
  after: string
}

/** What a line of the administrators' log says. */
export interface LogLine {
  /** `edit` of `/admin/warehouse.Brand/edit`, in lower case. */
  action: string
  /** What was done, as the line's title says it: the page and the button. */
  page: string
  button: string
  /** The names of the rows. */
  names: string[]
  changes: ChangedValue[]
  /** It was not done. */
  refused: boolean
}

type Json = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

function parsed(data: unknown): Json {
  if (isObject(data)) return data
  try {
    const value: unknown = JSON.parse(String(data))
    return isObject(value) ? value : {}
  } catch {
    // A line of an older program, or one that is too long.
    return {}
  }
}

/** Names that bodies of routes without a declared resource give their things. */
const NAMES = ['name', 'title', 'nickname', 'username', 'order_no', 'number']
const MOST = 5
const LONGEST = 60

const named = (row: Json, ...fields: readonly string[]): string[] => {
  const value = fields.map((field) => row[field]).find((one) => !isEmpty(one))
  return typeof value === 'string' || typeof value === 'number' ? [String(value)] : []
}

/** Reads a line: what was done to which rows, and what it changed of them. */
export function logLine(row: ResourceRow): LogLine {
  const data = parsed(row.data)
  const [page = '', ...rest] = String(row.title ?? '').split(' - ')
  const action = (
    String(row.url ?? '')
      .split('?')[0]
      ?.split('/')
      .at(-1) ?? ''
  ).toLowerCase()
  const changes: ChangedValue[] = []
  const names: string[] = []
  for (const change of listOf(data._changes).filter(isObject)) {
    const resource = typeof change.controller === 'string' ? resourceOf(change.controller) : undefined
    const titled = [resource?.titleField ?? 'name', ...NAMES]
    names.push(...named(change, 'name'))
    for (const deleted of listOf(change.deleted).filter(isObject)) names.push(...named(deleted, ...titled))
    for (const [field, before] of Object.entries(isObject(change.before) ? change.before : {})) {
      const known = resource && allFields(resource).find((one) => one.name === field)
      changes.push({
        field: known?.label ?? field,
        before: jsonLine(before ?? '', LONGEST),
        after: jsonLine(data[field] ?? '', LONGEST),
      })
    }
  }
  if (names.length === 0) names.push(...named(data, ...NAMES))
  return {
    action,
    page,
    button: rest.at(-1) ?? page,
    names: [...new Set(names)].slice(0, MOST),
    changes: changes.filter(({ before, after }) => before !== after),
    refused: !isEmpty(data._result) && data._result !== 'done',
  }
}
