import type { ReactNode } from 'react'
import classes from './orders.module.css'

interface Props {
  title: string
  hint?: string
  head: readonly string[]
  /** Columns of figures, from 0: they stand on the right. */
  figures?: readonly number[]
  /** The rows. */
  children: ReactNode
}

/** A table below a heading on the page of an order, scrolled sideways where it is too wide. */
export function TitledTable({ title, hint, head, figures = [], children }: Props) {
  return (
    <>
      <h2>{title}</h2>
      {hint && <p className={classes.hint}>{hint}</p>}
      <div className={classes.scroll} tabIndex={0} role="region" aria-label={title}>
        <table className={classes.plain}>
          <thead>
            <tr>
              {head.map((label, at) => (
                <th key={label} className={figures.includes(at) ? classes.right : undefined}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      </div>
    </>
  )
}
