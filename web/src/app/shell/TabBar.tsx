import { Dropdown, Menu } from '@arco-design/web-react'
import { IconClose } from '@arco-design/web-react/icon'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useSnapshot } from 'valtio'
import { session, type MenuRule } from '@/shared/session/store'
import { pageOf } from './menus'
import classes from './shell.module.css'
import { close, closeOthers, tabs } from './tabs'

export function TabBar({ current }: { current: string | undefined }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { open } = useSnapshot(tabs)
  const { menus } = useSnapshot(session)
  const leave = (name: string): void => {
    const to = close(name)
    if (to && name === current) void navigate(to)
  }
  const choose = (action: string, name: string): void => {
    const tab = tabs.open.find((one) => one.name === name)
    if (action === 'closeTab') return leave(name)
    if (action === 'closeOthers') closeOthers(name)
    if (action === 'reloadTab') tabs.reload += 1
    if (tab) void navigate(tab.to)
  }
  return (
    <nav className={classes.tabs} aria-label={t('menu.tabs')}>
      {open.map((tab) => (
        <Dropdown
          key={tab.name}
          trigger="contextMenu"
          droplist={
            <Menu onClickMenuItem={(action) => choose(action, tab.name)}>
              {['reloadTab', 'closeTab', 'closeOthers'].map((action) => (
                <Menu.Item key={action}>{t(`menu.${action}`)}</Menu.Item>
              ))}
            </Menu>
          }
        >
          <span className={classes.tab} data-current={tab.name === current}>
            <button
              type="button"
              aria-current={tab.name === current ? 'page' : undefined}
              onClick={() => void navigate(tab.to)}
            >
              {pageOf(menus as MenuRule[], tab.name)?.title ?? tab.name}
            </button>
            {open.length > 1 && (
              <button
                type="button"
                className={classes.tabClose}
                aria-label={t('menu.closeTab')}
                onClick={() => leave(tab.name)}
              >
                <IconClose />
              </button>
            )}
          </span>
        </Dropdown>
      ))}
    </nav>
  )
}
