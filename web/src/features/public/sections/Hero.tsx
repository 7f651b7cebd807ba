import type { ReactNode } from 'react'
import { useHead } from '@/shared/hooks/useHead'
import classes from './sections.module.css'

interface Props {
  title: string
  text: string
  /** What stands above the title: the name of the place. */
  label?: string
  /** The window's title, where it is not the heading. */
  page?: string
  actions?: ReactNode
  art?: ReactNode
}

/** The top of a public page: title and text beside a drawing. */
export function Hero({ title, text, label, page, actions, art }: Props) {
  useHead({ title: page ?? title, text })
  return (
    <section className={classes.hero}>
      <div className={art ? classes.heroInner : `${classes.heroInner} ${classes.alone}`}>
        <div className={classes.heroText}>
          {label && <p className={classes.label}>{label}</p>}
          <h1>{title}</h1>
          <p className={classes.lead}>{text}</p>
          {actions && <div className={classes.actions}>{actions}</div>}
        </div>
        {art && <div className={classes.heroArt}>{art}</div>}
      </div>
    </section>
  )
}
