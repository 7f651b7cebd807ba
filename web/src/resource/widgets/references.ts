import { ownField, type Field, type Resource } from '../schema/types'
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
const given = (field: Field, label: string): Given => ({
  resource: NO_RESOURCE,
  field,
  label,
  values: {},
  row: null,
})

/** For references to a controller's rows. */
export const asReferences = (controller: string, label: string, shown = 'name'): Given =>
  given(
    { ...ownField('ids', label, 'remoteSelects'), reference: { controller, field: shown, relation: '' } },
    label,
  )

/** For uploaded files. */
export const asFiles = (label: string): Given => given(ownField('files', label, 'files'), label)
