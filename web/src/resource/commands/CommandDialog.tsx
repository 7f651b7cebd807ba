import { useTranslation } from 'react-i18next'
import { ActionDialog } from '@/shared/ui/action/ActionDialog'
import { wrongWith } from '../form/check'
import { initialValues, sent } from '../form/values'
import { titleOf, type Field, type Resource, type Values } from '../schema/types'
import { useLabel } from '../schema/useLabel'
import { Widget } from '../widgets/Widget'
import { giveCommand } from './give'
import type { Given } from './useCommands'

interface Props {
  resource: Resource
  given: Given
  close: () => void
  done: () => void
}

/** Asks what a declared command asks for, and gives it. */
export default function CommandDialog({ resource, given, close, done }: Props) {
  const { t } = useTranslation()
  const labelOf = useLabel()
  const { command, ids, row } = given
  const { fields, question, title, danger } = command
  const name = row ? titleOf(resource, row) : t('resource.commandRows', { count: ids.length })
  const wrongIn = (values: Values, field: Field): string | undefined => {
    const wrong = wrongWith(field, values[field.name], true)
    return wrong && t(wrong.key, { label: labelOf(field.label), ...wrong.values })
  }
  return (
    <ActionDialog<Values>
      title={t('resource.errorAt', { place: labelOf(title), error: name })}
      okText={labelOf(title)}
      danger={danger}
      initial={initialValues(fields, null)}
      fields={(values, set) => [
        question && <span key="question">{labelOf(question)}</span>,
        ...fields.map((field) => ({
          name: field.name,
          kind: 'own' as const,
          label: labelOf(field.label),
          required: field.required,
          hint: field.hint && labelOf(field.hint),
          rule: wrongIn(values, field),
          input: ({ id }: { id: string }) => (
            <Widget
              {...{ resource, field, values, row, id }}
              label={labelOf(field.label)}
              value={values[field.name]}
              onChange={(value) => set({ [field.name]: value })}
            />
          ),
        })),
      ]}
      close={close}
      send={(values, commandId) => {
        const answers = fields.map((field) => [field.name, sent(field, values[field.name])])
        return giveCommand(resource, given, Object.fromEntries(answers), commandId)
      }}
      done={() => {
        done()
        close()
      }}
    />
  )
}
