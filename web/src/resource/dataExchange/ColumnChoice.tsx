import { Checkbox } from '@arco-design/web-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './dataExchange.module.css'

export interface ExportColumn {
  name: string
  title: string
}

interface Props {
  columns: readonly ExportColumn[]
  /** Names of those that are left out. */
  without: ReadonlySet<string>
  change: (without: ReadonlySet<string>) => void
  label: string
  /** What is wrong with the choice. */
  fault?: ReactNode
}

/** Which columns a file gets. */
export function ColumnChoice({ columns, without, change, label, fault }: Props) {
  const { t } = useTranslation()
  const chosen = columns.filter((column) => !without.has(column.name)).length
  const choose = (name: string, on: boolean): void => {
    const next = new Set(without)
    if (on) next.delete(name)
    else next.add(name)
    change(next)
  }
  return (
    <fieldset className={classes.choice}>
      <legend>{label}</legend>
      <Checkbox
        checked={chosen === columns.length}
        indeterminate={chosen > 0 && chosen < columns.length}
        onChange={(on) => change(on ? new Set() : new Set(columns.map((column) => column.name)))}
      >
        {t('common.all')}
      </Checkbox>
      <div className={classes.columns}>
        {columns.map((column) => (
          <Checkbox
            key={column.name}
            checked={!without.has(column.name)}
            onChange={(on) => choose(column.name, on)}
          >
            {column.title}
          </Checkbox>
        ))}
      </div>
      {fault}
    </fieldset>
  )
}
