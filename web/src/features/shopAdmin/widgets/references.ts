import type { Field, Resource } from '@/resource/schema/types'
import type { WidgetProps } from '@/resource/widgets/types'

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

/** What the widget of references to a controller's rows needs where no declared field asks for it. */
export function asReferences(
  controller: string,
  label: string,
  shown = 'name',
): Pick<WidgetProps, 'resource' | 'field' | 'label' | 'values' | 'row'> {
  const field: Field = {
    name: 'ids',
    label: { zh: label, en: label },
    kind: 'remoteSelects',
    required: false,
    unique: false,
    default: null,
    operator: 'false',
    column: false,
    form: true,
    sortable: false,
    readonly: false,
    writeOnce: false,
    reference: { controller, field: shown, relation: '' },
  }
  return { resource: NO_RESOURCE, field, label, values: {}, row: null }
}
