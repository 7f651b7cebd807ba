import { memo, useLayoutEffect, useMemo, useState } from 'react'
import { Route, Routes, type Location } from 'react-router'
import { ADMIN_BASE } from '@/shared/base'
import { Curtain, ShownContext } from '@/shared/hooks/useShown'
import type { Match } from '../routing/rules'
import { Waited } from '../Waited'
import { Breadcrumb } from './Breadcrumb'
import { FramePage } from '@/shared/ui/FramePage'
import { PageBoundary } from './PageBoundary'
import classes from './pages.module.css'
import { Still } from './Still'

interface Props {
  match: Match
  /** Stands still while another tab is in front. */
  location: Location
  shown: boolean
}

function Inside({ match }: { match: Match }) {
  if (match.entry.url) return <FramePage url={match.entry.url} title={match.entry.title} />
  const { Component } = match
  return Component ? <Component /> : null
}

/** A page with an address of its own, so that it stays as it was left. */
export const KeptPage = memo(function KeptPage({ match, location, shown }: Props) {
  const path = match.pattern.startsWith(ADMIN_BASE)
    ? match.pattern.slice(ADMIN_BASE.length + 1)
    : match.pattern
  const page = useMemo(
    () => (
      <Still location={location}>
        <Breadcrumb entry={match.entry} />
        <PageBoundary>
          <Waited>
            <Routes location={location}>
              <Route path={path} element={<Inside match={match} />} />
            </Routes>
          </Waited>
        </PageBoundary>
      </Still>
    ),
    [match, location, path],
  )
  const [curtain] = useState(() => new Curtain(shown))
  useLayoutEffect(() => curtain.set(shown), [curtain, shown])
  return (
    <div className={classes.page} data-shown={shown} data-page={match.entry.name} hidden={!shown}>
      <ShownContext.Provider value={curtain}>{page}</ShownContext.Provider>
    </div>
  )
})
