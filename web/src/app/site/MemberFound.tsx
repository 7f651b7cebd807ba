import { Outlet, useLocation, Navigate } from 'react-router'
import { useSnapshot } from 'valtio'
import { member } from '@/shared/session/member'

/** Lets through who is known; others go by the loading route, with the way they came. */
export function MemberFound() {
  const { info } = useSnapshot(member)
  const { pathname, search } = useLocation()
  if (info) return <Outlet />
  const to = encodeURIComponent(
    JSON.stringify({ path: pathname, query: Object.fromEntries(new URLSearchParams(search)) }),
  ).replace(/\./g, '%2E')
  return <Navigate to={`/user/loading/${to}`} replace />
}
