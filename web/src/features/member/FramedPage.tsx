import { Navigate, useLocation } from 'react-router'
import { useSnapshot } from 'valtio'
import { useTitle } from '@/shared/hooks/useTitle'
import { member } from '@/shared/session/member'
import { FramePage } from '@/shared/ui/FramePage'
import classes from './member.module.css'
import { framed } from './menu'

/** Another site in the centre: only one that the menu names. */
export default function FramedPage() {
  const { menus } = useSnapshot(member)
  const { pathname } = useLocation()
  const found = framed(menus, pathname)
  useTitle(found?.title ?? '')
  if (!found) return <Navigate to="/404" replace />
  return (
    <main className={classes.framed} aria-label={found.title}>
      <FramePage url={found.url} title={found.title} />
    </main>
  )
}
