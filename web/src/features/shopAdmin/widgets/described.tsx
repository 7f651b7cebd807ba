import type { ResourceRow } from '@/resource/schema/types'
import { parsed } from './json'

interface Param {
  name: string
  value?: string
}
interface Group {
  name: string
  values?: readonly (string | { text: string })[]
}

const lines = (all: readonly string[]) =>
  all.length === 0 ? '–' : all.map((line, index) => <div key={index}>{line}</div>)

/** Parameters of goods or of a template, one in a line. */
export const params = (row: ResourceRow) =>
  lines(parsed<Param[]>(row.params, []).map(({ name, value }) => (value ? `${name}: ${value}` : name)))

/** Groups of specifications with their values, one group in a line. */
export const groups = (value: unknown) =>
  lines(
    parsed<Group[]>(value, []).map(({ name, values = [] }) =>
      [name, values.map((one) => (typeof one === 'string' ? one : one.text)).join(', ')].join(': '),
    ),
  )
