import { Navigate, useLocation } from 'react-router'
import { useSnapshot } from 'valtio'
import { useTitle } from '@/shared/hooks/useTitle'
import { member } from '@/shared/session/member'
import { framed } from '@/shared/session/memberRules'
import { FramePage } from '@/shared/ui/FramePage'
import classes from './member.module.css'

/**
 * Another site in a frame, whose address comes from a menu rule. `inside`: the public site's page is around
 * it already.
 */
export default function FramedPage({ inside = false }: { inside?: boolean }) {
  const { menus, rules } = useSnapshot(member)
  const { pathname } = useLocation()
  const found = framed(inside ? rules : menus, pathname)
  useTitle(found?.title ?? '')
  if (!found) return <Navigate to="/404" replace />
  const Place = inside ? 'section' : 'main'
  return (
    <Place className={classes.framed} aria-label={found.title}>
      <FramePage url={found.url} title={found.title} />
    </Place>
  )
}
