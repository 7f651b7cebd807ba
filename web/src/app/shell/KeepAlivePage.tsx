import { memo, useLayoutEffect, useMemo, useState } from 'react'
import { Route, Routes, type Location } from 'react-router'
import { ADMIN_BASE } from '@/shared/base'
import { PageVisibility, PageVisibleContext } from '@/shared/hooks/usePageVisible'
import type { Match } from '../routing/rules'
import { PageSuspense } from '../PageSuspense'
import { Breadcrumb } from './Breadcrumb'
import { FramePage } from '@/shared/ui/FramePage'
import { PageBoundary } from './PageBoundary'
import classes from './pages.module.css'
import { FrozenLocation } from './FrozenLocation'

interface Props {
  match: Match
  /** Frozen while another tab is in front. */
  location: Location
  shown: boolean
}

function Inside({ match }: { match: Match }) {
  if (match.entry.url) return <FramePage url={match.entry.url} title={match.entry.title} />
  const { Component } = match
  return Component ? <Component /> : null
}

/** A page with its own copy of the location, so that it stays as it was left while another tab is in front. */
export const KeepAlivePage = memo(function KeepAlivePage({ match, location, shown }: Props) {
  const path = match.pattern.startsWith(ADMIN_BASE)
    ? match.pattern.slice(ADMIN_BASE.length + 1)
    : match.pattern
  const page = useMemo(
    () => (
      <FrozenLocation location={location}>
        <Breadcrumb entry={match.entry} />
        <PageBoundary>
          <PageSuspense>
            <Routes location={location}>
              <Route path={path} element={<Inside match={match} />} />
            </Routes>
          </PageSuspense>
        </PageBoundary>
      </FrozenLocation>
    ),
    [match, location, path],
  )
  const [visibility] = useState(() => new PageVisibility(shown))
  useLayoutEffect(() => visibility.set(shown), [visibility, shown])
  return (
    <div className={classes.page} data-shown={shown} data-page={match.entry.name} hidden={!shown}>
      <PageVisibleContext.Provider value={visibility}>{page}</PageVisibleContext.Provider>
    </div>
  )
})
