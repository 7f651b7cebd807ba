import type { ReactNode } from 'react'
import classes from './entrance.module.css'
import { Brand } from './Page'

interface Props {
  title: string
  /** What one gains by coming in. */
  gains: ReactNode
  note?: string
  /** The door itself. */
  children: ReactNode
}

/** A page to sign in at: on wide screens beside a ground that says what is behind the door. */
export function Entrance({ title, gains, note, children }: Props) {
  return (
    <div className={classes.entrance}>
      <aside className={classes.side}>
        <Brand />
        <div>
          <h2>{title}</h2>
          {gains}
        </div>
        <small>{note}</small>
      </aside>
      {children}
    </div>
  )
}
