import { Navigate, Outlet, useLocation } from 'react-router'
import { useSnapshot } from 'valtio'
import { member } from '@/shared/session/member'
import { centreLoading, leadsTo } from '@/shared/session/memberRules'

/** Shows the page to members who may see it; others go to the loading route first. */
export function MemberFound() {
  const { info, menus } = useSnapshot(member)
  const { pathname, search } = useLocation()
  if (info && leadsTo(menus, pathname)) return <Outlet />
  return <Navigate to={centreLoading(pathname, search)} replace />
}
