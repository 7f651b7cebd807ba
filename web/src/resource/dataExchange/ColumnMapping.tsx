import { Alert, Select } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'
import { fieldOf, type Resource, type Values } from '../schema/types'
import { useLabel } from '../schema/useLabel'
import { idsOf, isIdHead, plainName, unfilled, writable, type Mapping } from './mapping'
import classes from './dataExchange.module.css'

interface ColumnMappingProps {
  resource: Resource
  heads: readonly string[]
  mapping: Mapping
  constants: Values
  onChange: (mapping: Mapping) => void
}

/** Which of the file's columns is which field. */
export function ColumnMapping({ resource, heads, mapping, constants, onChange }: ColumnMappingProps) {
  const { t } = useTranslation()
  const labelOf = useLabel()
  const missing = unfilled(resource, mapping, constants)
  const taken = new Set(Object.values(mapping).map(plainName))
  const options = [
    { value: 'id', label: t('resource.id') },
    ...writable(resource).flatMap((field) => {
      const label = labelOf(field.label)
      const ids = idsOf(field)
      const named = { value: field.name, label: field.required ? `${label} *` : label }
      return ids ? [named, { value: ids, label: t('dataExchange.idsOf', { name: label }) }] : [named]
    }),
  ]
  const foreignIds = heads.some(isIdHead) && !taken.has('id')
  return (
    <>
      {missing.length > 0 && (
        <Alert
          type="warning"
          content={t('dataExchange.unfilled', {
            names: missing
              .map((name) => fieldOf(resource, name))
              .map((field) => (field ? labelOf(field.label) : ''))
              .join(t('resource.listSeparator')),
          })}
        />
      )}
      {foreignIds && <Alert type="info" content={t('dataExchange.idsLeftOut')} />}
      <table className={classes.mapping}>
        <thead>
          <tr>
            <th scope="col">{t('dataExchange.column')}</th>
            <th scope="col">{t('dataExchange.field')}</th>
          </tr>
        </thead>
        <tbody>
          {heads.map((head) => (
            <tr key={head}>
              <th scope="row">{head}</th>
              <td>
                <Select
                  allowClear
                  showSearch
                  size="small"
                  aria-label={t('dataExchange.fieldOf', { name: head })}
                  placeholder={t('dataExchange.leftOut')}
                  value={mapping[head] || undefined}
                  options={options.map((option) => ({
                    ...option,
                    disabled:
                      taken.has(plainName(option.value)) &&
                      plainName(mapping[head] ?? '') !== plainName(option.value),
                  }))}
                  onChange={(name?: string) => onChange({ ...mapping, [head]: name ?? '' })}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
