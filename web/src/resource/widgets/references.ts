import { ownField, type Kind, type Reference, type Resource } from '../schema/types'
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
const given = (name: string, label: string, kind: Kind, reference?: Reference): Given => ({
  resource: NO_RESOURCE,
  field: { ...ownField(name, label, kind), reference },
  label,
  values: {},
  row: null,
})

/** For references to a controller's rows. */
export const asReferences = (controller: string, label: string, shown = 'name'): Given =>
  given('ids', label, 'remoteSelects', { controller, field: shown, relation: '' })

/** For uploaded files. */
export const asFiles = (label: string): Given => given('files', label, 'files')
