import type { ReactNode } from 'react'
import classes from './sections.module.css'

interface Props {
  title?: string
  text?: string
  /** Every other section stands on a tint. */
  tinted?: boolean
  children: ReactNode
}

export function Section({ title, text, tinted = false, children }: Props) {
  return (
    <section className={tinted ? `${classes.section} ${classes.tinted}` : classes.section}>
      <div className={classes.inner}>
        {title && (
          <header className={classes.sectionHead}>
            <h2>{title}</h2>
            {text && <p>{text}</p>}
          </header>
        )}
        {children}
      </div>
    </section>
  )
}
