import { useEffect, useRef } from 'react'
import type { Location } from 'react-router'
import { useSnapshot } from 'valtio'
import { preferences } from '@/shared/preferences/store'
import { hideSplash } from '../splash'
import type { Match } from '../routing/rules'
import { KeepAlivePage } from './KeepAlivePage'
import classes from './pages.module.css'
import { tabs } from './tabs'
import { usePageHead } from './usePageHead'

/** Most pages that are kept alive; the least recently seen is dropped first. */
export const KEEP_ALIVE_MAX = 8
/** Dialogs are rendered outside their page and would stay visible without it. */
const OPEN_DIALOG =
  '.arco-modal-wrapper:not(.shell-dialog,[style*="display: none"]), .arco-drawer-wrapper:not(.shell-dialog,.arco-drawer-wrapper-hide)'

interface OpenPage {
  key: string
  match: Match
  location: Location
  revision: number
  seen: number
}

/** Returning to the place where a page was left is not a navigation for it. */
const sameLocation = (a: Location, b: Location): boolean =>
  a.pathname === b.pathname && a.search === b.search && a.hash === b.hash && a.state === b.state

/** The page in front, and the hidden pages whose rules keep them alive. */
export function Pages({ match, location }: { match: Match; location: Location }) {
  const { open } = useSnapshot(tabs)
  const { animation } = useSnapshot(preferences)
  const alive = useRef<OpenPage[]>([])
  const front = useRef('')
  const clock = useRef(0)
  useEffect(hideSplash, [])
  usePageHead(location.pathname)

  const revision = open.find((tab) => tab.name === match.entry.name)?.revision ?? 0
  const key = `${match.entry.name} ${match.inner ? location.pathname : ''} ${revision}`
  const left = front.current
  const withDialog = left !== '' && left !== key && document.querySelector(OPEN_DIALOG) !== null
  const stays = (one: OpenPage): boolean => {
    if (one.key === key) return true
    if (!one.match.entry.keep || one.match.inner || (withDialog && one.key === left)) return false
    return open.some((tab) => tab.name === one.match.entry.name && tab.revision === one.revision)
  }
  let list = alive.current.filter(stays)
  clock.current += 1
  const known = list.find((one) => one.key === key)
  if (known) {
    if (!sameLocation(known.location, location)) known.location = location
    known.match = known.match.pattern === match.pattern ? known.match : match
    known.seen = clock.current
  } else list.push({ key, match, location, revision, seen: clock.current })
  if (list.length > KEEP_ALIVE_MAX) {
    const oldest = list.reduce((least, one) => (one.seen < least.seen ? one : least))
    list = list.filter((one) => one !== oldest)
  }
  alive.current = list
  front.current = key

  return (
    <div className={classes.pages} data-animation={animation}>
      {list.map((one) => (
        <KeepAlivePage key={one.key} match={one.match} location={one.location} shown={one.key === key} />
      ))}
    </div>
  )
}
