import type { ReactNode } from 'react'
import classes from './entrance.module.css'
import { Brand } from './Page'

interface Props {
  title: string
  /** What an account is good for. */
  gains: ReactNode
  note?: string
  /** The form. */
  children: ReactNode
}

/** A login page; wide screens show a panel beside it with what the site offers. */
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
