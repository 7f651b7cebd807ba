import type { ReactNode } from 'react'
import { RouteLink } from '@/shared/ui/RouteLink'
import classes from './sections.module.css'

/** A link that looks like a button. */
export function Action({
  to,
  plain = false,
  children,
}: {
  to: string
  plain?: boolean
  children: ReactNode
}) {
  return (
    <RouteLink to={to} className={plain ? `${classes.action} ${classes.plain}` : classes.action}>
      {children}
    </RouteLink>
  )
}
