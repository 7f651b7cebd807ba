import type { ReactNode } from 'react'
import classes from './checkbox.module.css'

/** An icon in place of a text, with a label for screen readers. */
export function LabelledIcon({ icon, name }: { icon: ReactNode; name: string }) {
  return (
    <span title={name}>
      {icon}
      <span className={classes.name}>{name}</span>
    </span>
  )
}
