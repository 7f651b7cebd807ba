import type { Field, Resource } from '../schema/types'
import type { WidgetProps } from './types'

const NO_RESOURCE: Resource = {
  controller: '',
  name: '',
  title: { zh: '', en: '' },
  fields: [],
  titleField: 'name',
  tree: false,
  weigh: null,
  order: { field: 'id', descending: true },
  quickSearch: [],
  stamped: false,
  recycle: false,
  sensitive: false,
  history: false,
  nodes: [],
}

type Given = Pick<WidgetProps, 'resource' | 'field' | 'label' | 'values' | 'row'>

/** What a widget needs where no declared field asks for it. */
function given(name: string, label: string, more: Pick<Field, 'kind' | 'reference'>): Given {
  const field: Field = {
    name,
    label: { zh: label, en: label },
    required: false,
    unique: false,
    default: null,
    operator: 'false',
    column: false,
    form: true,
    sortable: false,
    readonly: false,
    writeOnce: false,
    ...more,
  }
  return { resource: NO_RESOURCE, field, label, values: {}, row: null }
}

/** For references to a controller's rows. */
export const asReferences = (controller: string, label: string, shown = 'name'): Given =>
  given('ids', label, { kind: 'remoteSelects', reference: { controller, field: shown, relation: '' } })

/** For uploaded files. */
export const asFiles = (label: string): Given => given('files', label, { kind: 'files' })
