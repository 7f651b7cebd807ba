import { Button } from '@arco-design/web-react'
import { IconFullscreenExit } from '@arco-design/web-react/icon'
import { lazy, Suspense, useEffect, useMemo, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { useSnapshot } from 'valtio'
import { ConnectionNotice, Toasts } from '@/features/notifications'
import { ADMIN_BASE } from '@/shared/base'
import { useTitle } from '@/shared/hooks/useTitle'
import { useWide } from '@/shared/hooks/useWide'
import { preferences } from '@/shared/preferences/store'
import { lock } from '@/shared/session/lock'
import { session, type MenuRule } from '@/shared/session/store'
import { Brand } from '@/shared/ui/Page'
import { RouteLink } from '@/shared/ui/RouteLink'
import { startPage, visible, type Entry, type Match } from '../routing/rules'
import { Header } from './Header'
import { Pages } from './Pages'
import classes from './shell.module.css'
import { above, ruleNamed, SideMenu } from './SideMenu'
import { TabBar } from './TabBar'
import { tabs, visit } from './tabs'
import { TopMenu } from './TopMenu'

// A wide window has its menu beside the pages.
const MenuDrawer = lazy(() => import('./MenuDrawer'))

function Content({ match }: { match: Match }) {
  const { t } = useTranslation()
  const here = useLocation()
  useTitle(match.entry.title || t('title.noTitle'))
  return (
    <div id="content" className={classes.content} tabIndex={-1}>
      <Pages match={match} location={here} />
    </div>
  )
}

interface Props {
  /** In sections. */
  menus: readonly MenuRule[]
  entries: readonly Entry[]
  /** The page at the address. */
  match: Match
}

/** Menu, header and pages, in the layout chosen; on a narrow window always the same one with a drawer. */
export function Frame({ menus, entries, match }: Props) {
  const { t } = useTranslation()
  const wide = useWide()
  const here = useLocation()
  const { collapsed, layout: chosen, showTabs, showLogo } = useSnapshot(preferences)
  const { remembered, siteName } = useSnapshot(session)
  const { fullScreen } = useSnapshot(tabs)
  const { who } = useSnapshot(lock)
  const [drawer, setDrawer] = useState(false)
  const rules = useMemo(() => visible(menus), [menus])
  const current = match.entry.name
  // Without a signal there is nothing to be told.
  const notified = !remembered
  const first = startPage(entries, menus)
  const home = first && { name: first.name, to: first.home }
  const layout = wide ? chosen : 'classic'
  const bare = fullScreen && wide

  useEffect(() => {
    visit(current, here.pathname + here.search)
  }, [current, here.pathname, here.search])

  const brand = (short: boolean): ReactNode => (
    <RouteLink to={ADMIN_BASE} className={classes.brand} aria-label={siteName}>
      <Brand short={short} />
    </RouteLink>
  )
  const aside = (shown: readonly MenuRule[], logo: boolean): ReactNode => (
    <aside className={classes.side} aria-label={t('menu.main')}>
      {logo && brand(collapsed)}
      <SideMenu rules={shown} current={current} collapsed={collapsed} />
    </aside>
  )
  const fold = {
    collapsed,
    toggleMenu: () => {
      if (wide) preferences.collapsed = !collapsed
      else setDrawer(true)
    },
  }
  const bar = (
    <>
      {wide && showTabs ? (
        <TabBar entries={entries} current={current} home={home} />
      ) : (
        <span className={classes.title}>{match.entry.title}</span>
      )}
    </>
  )
  const top = above(rules, current)[0]
  const children = layout === 'double' && top ? (ruleNamed(rules, top)?.children ?? []) : []

  return (
    <div
      className={classes.shell}
      data-layout={layout}
      data-wide={wide}
      data-collapsed={collapsed}
      data-bare={bare}
      {...(who ? { inert: '' } : {})}
    >
      <a className={classes.skip} href="#content">
        {t('shell.skip')}
      </a>
      {notified && who === null && <Toasts />}
      {layout === 'streamline' || layout === 'double' ? (
        <>
          {!bare && (
            <Header wide={wide} entries={entries} {...(children.length > 0 ? fold : {})}>
              {showLogo && brand(false)}
              <TopMenu rules={rules} current={current} flat={layout === 'double'} />
            </Header>
          )}
          <div className={classes.below}>
            {!bare && children.length > 0 && aside(children, false)}
            <div className={classes.body}>
              {notified && <ConnectionNotice />}
              <Content match={match} />
            </div>
          </div>
        </>
      ) : (
        <>
          {wide && !bare && aside(rules, showLogo)}
          <div className={classes.body}>
            {!bare && (
              <Header wide={wide} entries={entries} {...fold}>
                {bar}
              </Header>
            )}
            {notified && <ConnectionNotice />}
            <Content match={match} />
          </div>
        </>
      )}
      {bare && (
        <div className={classes.exit}>
          <Button
            type="primary"
            icon={<IconFullscreenExit />}
            onClick={() => {
              tabs.fullScreen = false
            }}
          >
            {t('shell.exitFullScreen')}
          </Button>
        </div>
      )}
      {!wide && (
        <Suspense>
          <MenuDrawer open={drawer} close={() => setDrawer(false)} rules={rules} current={current} />
        </Suspense>
      )}
    </div>
  )
}
