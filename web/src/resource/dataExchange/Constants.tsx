import { Button, Select } from '@arco-design/web-react'
import { IconDelete } from '@arco-design/web-react/icon'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { initialValues } from '../form/values'
import { fieldOf, type Resource, type Values } from '../schema/types'
import { useLabel } from '../schema/useLabel'
import { Widget } from '../widgets/Widget'
import { open, type Mapping } from './mapping'
import classes from './dataExchange.module.css'

interface ConstantsProps {
  resource: Resource
  mapping: Mapping
  constants: Values
  onChange: (constants: Values) => void
}

/** Values that all rows of a file get, for fields that it has no column for. */
export function Constants({ resource, mapping, constants, onChange }: ConstantsProps) {
  const { t } = useTranslation()
  const labelOf = useLabel()
  const id = useId()
  const names = Object.keys(constants)
  const choices = open(resource, mapping).filter((field) => !names.includes(field.name))
  const without = (name: string): Values =>
    Object.fromEntries(Object.entries(constants).filter(([known]) => known !== name))
  const add = (name: string): void => {
    const field = fieldOf(resource, name)
    if (field) onChange({ ...constants, ...initialValues([field], null) })
  }
  return (
    <section className={classes.constants} aria-label={t('dataExchange.constants')}>
      <p className={classes.note}>{t('dataExchange.constants')}</p>
      {names.map((name) => {
        const field = fieldOf(resource, name)
        if (!field) return null
        const label = labelOf(field.label)
        return (
          <div key={name} className={classes.constant}>
            <label htmlFor={`${id}-${name}`}>{label}</label>
            <Widget
              id={`${id}-${name}`}
              resource={resource}
              field={field}
              label={label}
              values={constants}
              row={null}
              value={constants[name]}
              onChange={(value) => onChange({ ...constants, [name]: value })}
            />
            <Button
              type="text"
              icon={<IconDelete />}
              aria-label={t('dataExchange.constantRemove', { name: label })}
              onClick={() => onChange(without(name))}
            />
          </div>
        )
      })}
      {choices.length > 0 && (
        <Select
          showSearch
          size="small"
          className={classes.constantAdd}
          aria-label={t('dataExchange.constantAdd')}
          placeholder={t('dataExchange.constantAdd')}
          value={undefined}
          options={choices.map((field) => ({ value: field.name, label: labelOf(field.label) }))}
          onChange={add}
        />
      )}
    </section>
  )
}
