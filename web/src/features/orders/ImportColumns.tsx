import { Select } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'
import type { FileColumn } from '@/shared/upload/fileHead'
import type { LineField } from './importKind'
import classes from './orders.module.css'

/** The field of a line that each column of a file fills, by the column's name; nothing for one that is left out. */
export type ColumnFields = Readonly<Record<string, string>>

/** The fields that columns fill by what they are called. */
export const calledFields = (columns: readonly FileColumn[], fields: readonly LineField[]): ColumnFields =>
  Object.fromEntries(
    columns.map(({ name, line_field: called }) => [name, fields.find((field) => field === called) ?? '']),
  )

interface Props {
  columns: readonly FileColumn[]
  fields: readonly LineField[]
  chosen: ColumnFields
  change: (chosen: ColumnFields) => void
}

/** Which column of a file fills which field of an order's lines; no field is filled by two. */
export function ImportColumns({ columns, fields, chosen, change }: Props) {
  const { t } = useTranslation()
  const taken = new Set(Object.values(chosen))
  return (
    <div className={classes.scroll} tabIndex={0} role="region" aria-label={t('orders.import.columns')}>
      <table className={classes.plain}>
        <thead>
          <tr>
            <th>{t('dataExchange.column')}</th>
            <th>{t('orders.import.sample')}</th>
            <th>{t('dataExchange.field')}</th>
          </tr>
        </thead>
        <tbody>
          {columns.map(({ name, sample }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{sample}</td>
              <td>
                <Select
                  allowClear
                  showSearch
                  size="small"
                  aria-label={t('dataExchange.fieldOf', { name })}
                  placeholder={t('dataExchange.leftOut')}
                  value={chosen[name] || undefined}
                  options={fields.map((field) => ({
                    value: field,
                    label: t(`orders.import.fields.${field}`),
                    disabled: taken.has(field) && chosen[name] !== field,
                  }))}
                  onChange={(field?: string) => change({ ...chosen, [name]: field ?? '' })}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
