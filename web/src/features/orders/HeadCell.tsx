import type { ReactNode } from 'react'
import classes from './orders.module.css'

interface Props {
  label: string
  required?: boolean
  fault?: string
  wide?: boolean
  children: ReactNode
}

/** One field of an order's head, with what is wrong with it. */
export function HeadCell({ label, required, fault, wide, children }: Props) {
  return (
    <div className={`${classes.cell} ${wide ? classes.spread : ''}`} data-field>
      <label data-required={required ?? false}>{label}</label>
      {children}
      {fault && (
        <div className={classes.fault} role="alert" data-fault>
          {fault}
        </div>
      )}
    </div>
  )
}
