import { Alert, Drawer, Spin } from '@arco-design/web-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, Outlet, useLocation } from 'react-router'
import { useSnapshot } from 'valtio'
import { init } from '@/features/identity'
import { Toasts } from '@/features/notifications'
import { useFetched } from '@/shared/hooks/useFetched'
import { useWide } from '@/shared/hooks/useWide'
import { liveStore } from '@/shared/live'
import { preferences } from '@/shared/preferences/store'
import { session, type MenuRule } from '@/shared/session/store'
import { Brand, Problem } from '@/shared/ui/Page'
import ui from '@/shared/ui/ui.module.css'
import { Header } from './Header'
import { pageOf } from './menus'
import classes from './shell.module.css'
import { SideMenu } from './SideMenu'
import { TabBar } from './TabBar'
import { tabs, visit } from './tabs'

/** The way in: a session, then its menus, then the frame around every page. */
export function Shell() {
  const { token } = useSnapshot(session)
  const here = useLocation()
  if (!token)
    return (
      <Navigate to={`/admin/login?redirect=${encodeURIComponent(here.pathname + here.search)}`} replace />
    )
  return <Entered />
}

function Entered() {
  const { language } = useSnapshot(preferences)
  const { menus } = useSnapshot(session)
  // Menus and titles come in the language asked for.
  const fetched = useFetched(`init ${language}`, () => init().then(() => true))
  if (fetched.error && menus.length === 0)
    return (
      <div className={ui.whole}>
        <Problem error={fetched.error} retry={fetched.reload} />
      </div>
    )
  if (menus.length === 0)
    return (
      <div className={ui.whole}>
        <Spin size={28} />
      </div>
    )
  return <Frame key={fetched.shownKey} />
}

function Frame() {
  const { t } = useTranslation()
  const wide = useWide()
  const here = useLocation()
  const { collapsed } = useSnapshot(preferences)
  const { menus } = useSnapshot(session)
  const { state } = useSnapshot(liveStore)
  const { reload } = useSnapshot(tabs)
  const [drawer, setDrawer] = useState(false)
  const page = pageOf(menus as MenuRule[], here.pathname)
  const name = page?.name

  useEffect(() => {
    if (name) visit(name, here.pathname + here.search)
  }, [name, here.pathname, here.search])

  return (
    <div className={classes.shell} data-wide={wide} data-collapsed={collapsed}>
      <a className={classes.skip} href="#content">
        {t('shell.skip')}
      </a>
      <Toasts />
      {wide ? (
        <aside className={classes.side} aria-label={t('menu.main')}>
          <Link to="/admin" className={classes.brand} aria-label={t('app.name')}>
            <Brand short={collapsed} />
          </Link>
          <SideMenu current={name} collapsed={collapsed} />
        </aside>
      ) : (
        <Drawer
          visible={drawer}
          placement="left"
          width={260}
          title={<Brand />}
          footer={null}
          onCancel={() => setDrawer(false)}
          className={classes.drawer}
        >
          <SideMenu current={name} collapsed={false} chosen={() => setDrawer(false)} />
        </Drawer>
      )}
      <div className={classes.body}>
        <Header
          wide={wide}
          title={page?.title ?? ''}
          collapsed={collapsed}
          toggleMenu={() => {
            if (wide) preferences.collapsed = !collapsed
            else setDrawer(true)
          }}
        />
        {wide && <TabBar current={name} />}
        {state === 'polling' && <Alert type="warning" banner content={t('shell.polling')} />}
        <div id="content" className={classes.content} tabIndex={-1}>
          <Outlet key={reload} />
        </div>
      </div>
    </div>
  )
}
