import type Big from 'big.js'
import { shown } from '@/shared/number/decimal'
import classes from './ui.module.css'

interface NumeralProps {
  value: string | number | Big | null | undefined
  digits?: number
  /** Marked as a warning. */
  bad?: boolean
  unit?: string
}

export function Numeral({ value, digits, bad, unit }: NumeralProps) {
  return (
    <span className={`${classes.number} ${bad ? classes.bad : ''}`}>
      {shown(value, digits)}
      {unit && <span className={classes.muted}> {unit}</span>}
    </span>
  )
}
