import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { site } from '@/shared/site/store'
import classes from './shop.module.css'

/** Is one decimal text more than another? Both have two places. */
export const costsMore = (one: string, other: string): boolean =>
  one.length === other.length ? one > other : one.length > other.length

interface Props {
  amount: string
  /** Struck through, where it is more. */
  before?: string
  large?: boolean
}

export function Price({ amount, before, large = false }: Props) {
  const { t } = useTranslation()
  const { symbol, place } = useSnapshot(site).currency
  const [whole, cents] = amount.split('.')
  return (
    <span className={large ? `${classes.price} ${classes.large}` : classes.price}>
      <span className={classes.visible} aria-hidden="true">
        {place !== 'after' && <small>{symbol}</small>}
        {whole}
        {cents !== undefined && <small>.{cents}</small>}
        {place === 'after' && <small> {symbol}</small>}
      </span>
      <span className={classes.hidden}>{t('shop.money', { amount })}</span>
      {before !== undefined && costsMore(before, amount) && (
        <del>
          <span className={classes.hidden}>{t('shop.priceBefore')}</span>
          {t('shop.money', { amount: before })}
        </del>
      )}
    </span>
  )
}
