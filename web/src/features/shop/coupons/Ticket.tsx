import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Terms } from './calls'
import { conditions, worth } from './worth'
import classes from './coupons.module.css'

interface Props {
  name: string
  terms: Terms
  /** When it may be used. */
  time: string
  /** Can't be used any more. */
  pale?: boolean
  children: ReactNode
}

/** A coupon as a ticket: what it takes off at the left, what for and what can be done at the right. */
export function Ticket({ name, terms, time, pale = false, children }: Props) {
  const { t } = useTranslation()
  return (
    <li className={classes.ticket} data-pale={pale} data-type={terms.type}>
      <p className={classes.worth}>{worth(t, terms)}</p>
      <div className={classes.text}>
        <h2>{name}</h2>
        <p>{conditions(t, terms).join(t('shopMoney.terms.and'))}</p>
        <p className={classes.time}>{time}</p>
      </div>
      <div className={classes.act}>{children}</div>
    </li>
  )
}
