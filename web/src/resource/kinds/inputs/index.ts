import { lazy, type ComponentType } from 'react'
import { loadTexts } from '@/shared/i18n'
import type { Kind } from '../../schema/types'
import { EditorMissing } from '../../widgets/EditorMissing'
import type { WidgetProps } from '../../widgets/types'
import { CheckboxInput, RadioInput, RemoteInput, SelectInput } from './chosen'
import { NumberInput, PasswordInput, StateInput, TextArea, TextInput } from './plain'
import { SecretInput } from './SecretInput'

type Loader = () => Promise<{ default: ComponentType<WidgetProps> }>
/** Heavier inputs arrive with the first form that has one. */
const later = (load: Loader, ...texts: string[]) =>
  lazy(() => Promise.all([load(), loadTexts(...texts)]).then(([input]) => input))

/** Where its chunk can't be loaded, the field says so, and its text stays as it is. */
const Editor = later(
  () => import('../../widgets/Editor').catch(() => ({ default: EditorMissing })),
  'widgets',
  'upload',
)
const Files = later(() => import('../../widgets/Files'), 'widgets', 'upload')
const Dates = later(() => import('../../widgets/Dates'))

/** The input of every kind of fields. Apart from `KINDS`, so that lists don't load what only forms need. */
export const INPUTS: Readonly<Record<Kind, ComponentType<WidgetProps>>> = {
  string: TextInput,
  textarea: TextArea,
  editor: Editor,
  password: PasswordInput,
  secret: SecretInput,
  number: NumberInput,
  decimal: NumberInput,
  money: NumberInput,
  switch: StateInput,
  status: StateInput,
  radio: RadioInput,
  select: SelectInput,
  checkbox: CheckboxInput,
  selects: SelectInput,
  date: Dates,
  time: Dates,
  datetime: Dates,
  year: Dates,
  timestamp: Dates,
  color: later(() => import('../../widgets/Colour')),
  icon: later(() => import('../../widgets/IconPick'), 'widgets'),
  image: Files,
  images: Files,
  file: Files,
  files: Files,
  city: later(() => import('../../widgets/City')),
  array: later(() => import('../../widgets/Pairs'), 'widgets'),
  json: later(() => import('../../widgets/JsonText'), 'widgets'),
  remoteSelect: RemoteInput,
  remoteSelects: later(() => import('../../widgets/RemoteSelects')),
  parent: later(() => import('../../widgets/Parent'), 'widgets'),
  weigh: NumberInput,
}
