import type { ReactNode } from 'react'
import classes from './office.module.css'

/** The sum below the lines of a dialog. */
export function Total({ label, children }: { label: string; children: ReactNode }) {
  return (
    <dl className={classes.sums}>
      <div className={classes.total}>
        <dt>{label}</dt>
        <dd data-total>{children}</dd>
      </div>
    </dl>
  )
}
