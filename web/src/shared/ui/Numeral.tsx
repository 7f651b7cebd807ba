import type Big from 'big.js'
import { useSnapshot } from 'valtio'
import { shown } from '@/shared/number/decimal'
import { site } from '@/shared/site/store'
import classes from './ui.module.css'

interface NumeralProps {
  value: string | number | Big | null | undefined
  /** An amount of money, with the sign of the site's currency. */
  money?: boolean
  /** Decimals; of an amount of money two. */
  digits?: number
  /** Marked as a warning. */
  bad?: boolean
  unit?: string
}

function Sign({ after }: { after: boolean }) {
  const { symbol, place } = useSnapshot(site).currency
  if ((place === 'after') !== after) return null
  return <span className={classes.sign}>{after ? ` ${symbol}` : symbol}</span>
}

export function Numeral({ value, money = false, digits = money ? 2 : undefined, bad, unit }: NumeralProps) {
  const text = shown(value, digits)
  const signed = money && /\d/.test(text)
  const minus = signed && text.startsWith('−')
  return (
    <span className={`${classes.number} ${bad ? classes.bad : ''}`}>
      {minus && '−'}
      {signed && <Sign after={false} />}
      {minus ? text.slice(1) : text}
      {signed && <Sign after />}
      {unit && <span className={classes.muted}> {unit}</span>}
    </span>
  )
}
