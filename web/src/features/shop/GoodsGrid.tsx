import { useTranslation } from 'react-i18next'
import { serverNow } from '@/shared/http/serverClock'
import { RouteLink } from '@/shared/ui/RouteLink'
import type { GoodsCard } from './calls'
import { Picture } from './Picture'
import { Price } from './Price'
import classes from './shop.module.css'

const EAGER = 4

/** What is said over the picture of goods that can't be bought as usual. */
export function noteOf(
  { sale_start: start, sale_end: end, stock }: Pick<GoodsCard, 'sale_start' | 'sale_end' | 'stock'>,
  now: number,
): 'early' | 'late' | 'few' | 'out' | null {
  if (start > now) return 'early'
  if (end > 0 && end <= now) return 'late'
  return stock === 'in' ? null : stock
}

function Card({ goods, eager }: { goods: GoodsCard; eager: boolean }) {
  const { t } = useTranslation()
  const note = noteOf(goods, serverNow())
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
