import type { ReactNode } from 'react'
import { Link } from 'react-router'
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
    <Link to={to} className={plain ? `${classes.action} ${classes.plain}` : classes.action}>
      {children}
    </Link>
  )
}
