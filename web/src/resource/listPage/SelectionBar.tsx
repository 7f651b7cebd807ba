import { Button } from '@arco-design/web-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '../list.module.css'

interface SelectionBarProps {
  ids: readonly number[]
  set: (ids: number[]) => void
  children: ReactNode
}

/** How many rows are selected, and what can be done with them. */
export function SelectionBar({ ids, set, children }: SelectionBarProps) {
  const { t } = useTranslation()
  if (ids.length === 0) return null
  return (
    <div className={classes.selection} role="status">
      <span>{t('common.selected', { count: ids.length })}</span>
      {children}
      <Button size="small" type="text" onClick={() => set([])}>
        {t('common.cancel')}
      </Button>
    </div>
  )
}
