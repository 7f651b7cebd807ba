import { useEffect } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { useSnapshot } from 'valtio'
import { startSite } from '@/shared/http/member'
import { member } from '@/shared/session/member'
import { centreLoading, leadsTo } from '@/shared/session/memberRules'
import { Block } from './Block'

/** Shows the page to members who may see it; others go to the loading route first. */
export function MemberFound() {
  const { info, menus } = useSnapshot(member)
  const { pathname, search } = useLocation()
  if (info && leadsTo(menus, pathname)) return <Outlet />
  return <Navigate to={centreLoading(pathname, search)} replace />
}

/** Shows a signed-in member one of their orders. */
export function OrderFound() {
  const { info, known, menus } = useSnapshot(member)
  const { pathname, search } = useLocation()
  // Who has just signed in has no menu yet.
  const unknown = !known || (info !== null && menus.length === 0)
  useEffect(() => {
    if (unknown) startSite(true).catch(() => undefined)
  }, [unknown])
  if (info) return <Outlet />
  return known ? (
    <Navigate to={`/user/login?to=${encodeURIComponent(pathname + search)}`} replace />
  ) : (
    <Block />
  )
}
