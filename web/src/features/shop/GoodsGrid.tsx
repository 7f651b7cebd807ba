import { useTranslation } from 'react-i18next'
import { serverNow } from '@/shared/http/serverClock'
import { RouteLink } from '@/shared/ui/RouteLink'
import type { GoodsCard } from './calls'
import { Picture } from './Picture'
import { Price } from './Price'
import classes from './shop.module.css'

const EAGER = 4

function Card({ goods, eager }: { goods: GoodsCard; eager: boolean }) {
  const { t } = useTranslation()
  const early = goods.sale_start > serverNow()
  const note = early ? 'early' : goods.stock === 'in' ? null : goods.stock
  return (
    <li className={classes.card} data-stock={goods.stock}>
      <RouteLink to={`/shop/goods/${goods.id}`}>
        <span className={classes.frame}>
          <Picture src={goods.image} alt="" size={320} first={eager} />
          {note && (
            <span className={classes.badge} data-kind={note}>
              {t(`shop.stock.${note}`)}
            </span>
          )}
        </span>
        <span className={classes.name}>{goods.name}</span>
        {goods.sub_name && <span className={classes.sub}>{goods.sub_name}</span>}
        <span className={classes.foot}>
          <Price amount={goods.price} before={goods.origin_price} />
          {goods.sales > 0 && <span className={classes.sold}>{t('shop.sold', { count: goods.sales })}</span>}
        </span>
      </RouteLink>
    </li>
  )
}

/** Goods side by side: two on a phone, five on a desk. */
export function GoodsGrid({ list, first = false }: { list: readonly GoodsCard[]; first?: boolean }) {
  return (
    <ul className={classes.grid}>
      {list.map((goods, at) => (
        <Card key={goods.id} goods={goods} eager={first && at < EAGER} />
      ))}
    </ul>
  )
}

/** Stands in for goods that are under way. */
export function GridWaiting({ count = 10 }: { count?: number }) {
  const { t } = useTranslation()
  return (
    <div role="status" aria-label={t('site.loading')}>
      <ul className={classes.grid} aria-hidden="true">
        {Array.from({ length: count }, (_, at) => (
          <li key={at} className={classes.card}>
            <span className={classes.frame} data-waiting="true" />
            <span className={classes.bone} />
            <span className={classes.bone} data-short="true" />
          </li>
        ))}
      </ul>
    </div>
  )
}
