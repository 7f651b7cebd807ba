import { useEffect, useRef } from 'react'
import type { Location } from 'react-router'
import { useSnapshot } from 'valtio'
import { preferences } from '@/shared/preferences/store'
import { pageArrived } from '../firstBlock'
import type { Match } from '../routing/rules'
import { KeptPage } from './KeptPage'
import classes from './pages.module.css'
import { tabs } from './tabs'

/** Pages kept alive at most; the one longest unseen goes first. */
export const MAX_KEPT = 8
/** Dialogs live outside their page and would stay in sight without it. */
const OPEN_DIALOG =
  '.arco-modal-wrapper:not(.shell-dialog,[style*="display: none"]), .arco-drawer-wrapper:not(.shell-dialog,.arco-drawer-wrapper-hide)'

interface Kept {
  key: string
  match: Match
  location: Location
  revision: number
  seen: number
}

/** Coming back to where a page was left is no step for it. */
const samePlace = (a: Location, b: Location): boolean =>
  a.pathname === b.pathname && a.search === b.search && a.hash === b.hash && a.state === b.state

/** The page in front, and those behind it that their rules keep alive. */
export function Pages({ match, location }: { match: Match; location: Location }) {
  const { open } = useSnapshot(tabs)
  const { animation } = useSnapshot(preferences)
  const kept = useRef<Kept[]>([])
  const front = useRef('')
  const clock = useRef(0)
  useEffect(pageArrived, [])

  const revision = open.find((tab) => tab.name === match.entry.name)?.revision ?? 0
  const key = `${match.entry.name} ${match.inner ? location.pathname : ''} ${revision}`
  const left = front.current
  const withDialog = left !== '' && left !== key && document.querySelector(OPEN_DIALOG) !== null
  const stays = (one: Kept): boolean => {
    if (one.key === key) return true
    if (!one.match.entry.keep || one.match.inner || (withDialog && one.key === left)) return false
    return open.some((tab) => tab.name === one.match.entry.name && tab.revision === one.revision)
  }
  let list = kept.current.filter(stays)
  clock.current += 1
  const known = list.find((one) => one.key === key)
  if (known) {
    if (!samePlace(known.location, location)) known.location = location
    known.match = known.match.pattern === match.pattern ? known.match : match
    known.seen = clock.current
  } else list.push({ key, match, location, revision, seen: clock.current })
  if (list.length > MAX_KEPT) {
    const oldest = list.reduce((least, one) => (one.seen < least.seen ? one : least))
    list = list.filter((one) => one !== oldest)
  }
  kept.current = list
  front.current = key

  return (
    <div className={classes.pages} data-animation={animation}>
      {list.map((one) => (
        <KeptPage key={one.key} match={one.match} location={one.location} shown={one.key === key} />
      ))}
    </div>
  )
}
