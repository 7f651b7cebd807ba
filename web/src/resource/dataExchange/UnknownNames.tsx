import { Checkbox } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'
import classes from './dataExchange.module.css'
import type { UnknownColumn } from './useTask'

interface Props {
  columns: readonly UnknownColumn[]
  /** Names of the fields whose unknown names become rows. */
  create: ReadonlySet<string>
  /** None where nothing is asked any more. */
  change?: (create: ReadonlySet<string>) => void
}

/** Columns with names that no row has; of some, the import makes rows where it is ticked. */
export function UnknownNames({ columns, create, change }: Props) {
  const { t } = useTranslation()
  const choose = (name: string, on: boolean): void => {
    const next = new Set(create)
    if (on) next.add(name)
    else next.delete(name)
    change?.(next)
  }
  return (
    <fieldset className={classes.choice}>
      <legend>{t('dataExchange.unknown')}</legend>
      <ul className={classes.unknown}>
        {columns.map((column) => {
          const examples = column.examples.join(t('resource.listSeparator'))
          const names = t(
            column.count > column.examples.length ? 'dataExchange.unknownMore' : 'dataExchange.unknownNames',
            { column: column.column, names: examples, count: column.count },
          )
          return (
            <li key={column.field}>
              {column.create && change ? (
                <Checkbox checked={create.has(column.field)} onChange={(on) => choose(column.field, on)}>
                  {t('dataExchange.createNames', { names })}
                </Checkbox>
              ) : (
                names
              )}
            </li>
          )
        })}
      </ul>
    </fieldset>
  )
}
