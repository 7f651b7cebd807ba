import { Navigate, Outlet, useLocation } from 'react-router'
import { useSnapshot } from 'valtio'
import { member } from '@/shared/session/member'
import { centreLoading, leadsTo } from '@/shared/session/memberRules'

/** Lets through who is known and may see the page; others go by the loading route, with the way they came. */
export function MemberFound() {
  const { info, menus } = useSnapshot(member)
  const { pathname, search } = useLocation()
  if (info && leadsTo(menus, pathname)) return <Outlet />
  return <Navigate to={centreLoading(pathname, search)} replace />
}
