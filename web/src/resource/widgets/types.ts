import type { Field, Resource, ResourceRow, Values } from '../schema/types'

/** What every widget of a form gets. Arco's form item gives value and onChange. */
export interface WidgetProps {
  resource: Resource
  field: Field
  label: string
  values: Values
  row: ResourceRow | null
  /** Fields above it that narrow what is offered. */
  narrowers?: readonly Field[]
  disabled?: boolean
  id?: string
  value?: unknown
  onChange?: (value: unknown) => void
}
