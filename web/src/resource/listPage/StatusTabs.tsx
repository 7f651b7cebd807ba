import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '../list.module.css'
import type { Filter } from '../types'
import type { ListState } from '../useListState'

/** The filter that tabs set. */
export const tabFilter = (field = 'status'): Filter => ({ kind: 'select', field, label: '', options: [] })

interface StatusTabsProps {
  state: ListState
  field?: string
  label: string
  values: readonly (string | number)[]
  name: (value: string | number) => ReactNode
}

/** Tabs over a list, one for each value of a field; the first shows all rows. */
export function StatusTabs({ state, field = 'status', label, values, name }: StatusTabsProps) {
  const { t } = useTranslation()
  return (
    <div className={classes.tabs} role="group" aria-label={label}>
      {['', ...values].map((value) => (
        <button
          key={value}
          type="button"
          className={classes.tab}
          aria-pressed={state.value(field) === String(value)}
          onClick={() => state.set({ [field]: String(value) || null })}
        >
          {value === '' ? t('common.all') : name(value)}
        </button>
      ))}
    </div>
  )
}
