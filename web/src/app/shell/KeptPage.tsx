import { memo } from 'react'
import { Route, Routes, type Location } from 'react-router'
import { useSnapshot } from 'valtio'
import { ADMIN_BASE } from '@/shared/base'
import { ShownContext } from '@/shared/hooks/useShown'
import { may, session } from '@/shared/session/store'
import { lazyPage } from '../lazyPage'
import type { Match } from '../routing/rules'
import { Waited } from '../Waited'
import { Breadcrumb } from './Breadcrumb'
import { FramePage } from '@/shared/ui/FramePage'
import { PageBoundary } from './PageBoundary'
import classes from './pages.module.css'

const Denied = lazyPage(() => import('@/features/public/DeniedPage'))

interface Props {
  match: Match
  /** Stands still while another tab is in front. */
  location: Location
  shown: boolean
}

function Inside({ match }: { match: Match }) {
  const { permissions } = useSnapshot(session)
  if (match.entry.url) return <FramePage url={match.entry.url} title={match.entry.title} />
  const { Component, needs } = match
  if (!Component || (needs && !may(permissions, needs))) return <Denied />
  return <Component />
}

/** A page with an address of its own, so that it stays as it was left. */
export const KeptPage = memo(function KeptPage({ match, location, shown }: Props) {
  const path = match.pattern.startsWith(ADMIN_BASE)
    ? match.pattern.slice(ADMIN_BASE.length + 1)
    : match.pattern
  return (
    <div className={classes.page} data-shown={shown} data-page={match.entry.name} hidden={!shown}>
      <ShownContext.Provider value={shown}>
        <Breadcrumb entry={match.entry} />
        <PageBoundary>
          <Waited>
            <Routes location={location}>
              <Route path={path} element={<Inside match={match} />} />
            </Routes>
          </Waited>
        </PageBoundary>
      </ShownContext.Provider>
    </div>
  )
})
