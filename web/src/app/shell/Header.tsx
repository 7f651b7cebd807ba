import { IconMenuFold, IconMenuUnfold } from '@arco-design/web-react/icon'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Entry } from '../routing/rules'
import classes from './shell.module.css'
import { Tool } from './Tool'
import { Tools } from './Tools'

interface Props {
  wide: boolean
  entries: readonly Entry[]
  /** Absent where there is no menu to fold. */
  collapsed?: boolean
  toggleMenu?: () => void
  /** Tabs, the menu across, or a title. */
  children: ReactNode
}

export function Header({ wide, entries, collapsed, toggleMenu, children }: Props) {
  const { t } = useTranslation()
  const folded = collapsed || !wide
  return (
    <header className={classes.header}>
      {toggleMenu && (
        <Tool
          label={t(!wide ? 'menu.open' : collapsed ? 'menu.expand' : 'menu.collapse')}
          icon={folded ? <IconMenuUnfold /> : <IconMenuFold />}
          onClick={toggleMenu}
        />
      )}
      {children}
      <Tools wide={wide} entries={entries} />
    </header>
  )
}
