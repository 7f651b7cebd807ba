import { Button } from '@arco-design/web-react'
import { useEffect, useMemo, useRef, type MutableRefObject, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useLocation } from 'react-router'
import { useSnapshot } from 'valtio'
import { asksForPassword, signOut, start } from '@/features/identity'
import { ADMIN_BASE } from '@/shared/base'
import { unanswered } from '@/shared/http'
import { useFetched } from '@/shared/hooks/useFetched'
import { useTitle } from '@/shared/hooks/useTitle'
import { preferences } from '@/shared/preferences/store'
import { lock } from '@/shared/session/lock'
import { isHandheld } from '@/shared/session/remembered'
import { session } from '@/shared/session/store'
import { Nothing, Problem } from '@/shared/ui/Page'
import ui from '@/shared/ui/ui.module.css'
import { HideSplash } from '../HideSplash'
import { lazyPage } from '../lazyPage'
import { Loading } from '../Loading'
import { useWide } from '@/shared/hooks/useWide'
import {
  adminPath,
  destination,
  LOADING,
  loadingParameter,
  loadingPath,
  LOGIN,
  PASSWORD,
} from '../routing/paths'
import { find, permits, startPage, deniedPath } from '../routing/rules'
import { PageSuspense } from '../PageSuspense'
import { Frame } from './Frame'
import { OWN_PROFILE, useEntries, useMenu } from './useMatch'
import { useReturningSignal } from './useReturningSignal'

const LockScreen = lazyPage(() => import('@/features/identity/LockScreen'), 'identity')

/** An entrance that leads back to here. */
const redirecting = (entrance: string, here: { pathname: string; search: string }): string =>
  `${entrance}?redirect=${encodeURIComponent(here.pathname + here.search)}`

/** Checks the session, loads the menus and shows the frame around every page. */
export default function Shell() {
  const { token, admin } = useSnapshot(session)
  const { who } = useSnapshot(lock)
  const here = useLocation()
  if (!token && !who) return <Navigate to={redirecting(LOGIN, here)} replace />
  return (
    <>
      {/* A locked screen hides the pages that were open, and after a reload there are none. */}
      {(admin !== null || !who) && <Entered />}
      {who && (
        <PageSuspense>
          <LockScreen />
          <HideSplash />
        </PageSuspense>
      )}
    </>
  )
}

/** The back office without any of its pages. */
function Stopped({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  useTitle(t('title.admin'))
  return (
    <div className={ui.whole}>
      <HideSplash />
      {children}
    </div>
  )
}

function NoMenu() {
  const { t } = useTranslation()
  return (
    <Stopped>
      <Nothing text={t('navigation.noChild')}>
        <Button onClick={() => void signOut().catch(() => undefined)}>{t('shell.logout')}</Button>
      </Nothing>
    </Stopped>
  )
}

/** Remembers the navigation that it started, so that menus that arrive before it ends don't render the page twice. */
function ToLoading({ sent }: { sent?: MutableRefObject<string> }) {
  const { key, pathname, search } = useLocation()
  useEffect(() => {
    if (sent) sent.current = key
  }, [sent, key])
  return <Navigate to={loadingPath(pathname, search)} replace />
}

function Entered() {
  const here = useLocation()
  const { language } = useSnapshot(preferences)
  const { permissions, admin, remembered } = useSnapshot(session)
  const menus = useMenu()
  const entries = useEntries(menus)
  const wide = useWide()
  const match = useMemo(() => find(entries, here.pathname), [entries, here.pathname])
  // Menus and titles come in the language asked for.
  const fetched = useFetched(`init ${language}`, () => start().then(() => true))
  useReturningSignal(remembered || unanswered(fetched.error), fetched.reload)
  const loading = here.pathname === LOADING || here.pathname.startsWith(`${LOADING}/`)
  const base = here.pathname.replace(/\/$/, '') === ADMIN_BASE
  const sent = useRef('')

  if (admin === null) {
    if (asksForPassword(fetched.error)) return <Navigate to={redirecting(PASSWORD, here)} replace />
    if (fetched.error)
      return (
        <Stopped>
          <Problem error={fetched.error} retry={fetched.reload} />
        </Stopped>
      )
    if (base) return <Navigate to={LOADING} replace />
    if (loading) return <Loading />
    return <ToLoading sent={sent} />
  }
  const wanted = loading ? destination(loadingParameter(here.pathname)) : null
  if (remembered) {
    const asked = wanted === null ? match : find(entries, wanted.split('?')[0] ?? wanted)
    if (!asked || !isHandheld(asked.entry.name)) {
      // The menus may only be slow. Without a signal, no other page can be shown.
      if (!fetched.data) return <Loading />
      const handheld = entries.find(({ name }) => isHandheld(name))
      return handheld ? <Navigate to={handheld.home} replace /> : <NoMenu />
    }
  }
  if (base || loading) {
    if (wanted !== null) {
      const [path = wanted] = wanted.split('?')
      if (find(entries, path)) return <Navigate to={wanted} replace />
      const to = deniedPath(path, admin.super)
      return <Navigate to={to} state={{ node: path.slice(adminPath('').length) }} replace />
    }
    // On a phone, who works in a warehouse begins with what is to be done there; without any page of the menu there are
    // still one's own.
    const atWork = !wide && !admin.super ? entries.find(({ name }) => isHandheld(name)) : undefined
    const first = atWork ?? startPage(entries, menus) ?? entries.find(({ name }) => name === OWN_PROFILE)
    if (first) return <Navigate to={first.home} replace />
    return <NoMenu />
  }
  if (sent.current === here.key) return <Loading />
  if (!match) return <ToLoading />
  if (!permits(match, permissions)) return <Navigate to="/401" state={{ node: match.needs?.[0] }} replace />
  return <Frame key={fetched.shownKey} menus={menus} entries={entries} match={match} />
}
