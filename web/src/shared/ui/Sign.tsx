import type { ReactNode } from 'react'
import classes from './checkbox.module.css'

/** An icon in place of words, with its name for those who do not see it. */
export function Sign({ icon, name }: { icon: ReactNode; name: string }) {
  return (
    <span title={name}>
      {icon}
      <span className={classes.name}>{name}</span>
    </span>
  )
}
