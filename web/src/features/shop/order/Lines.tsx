import { useTranslation } from 'react-i18next'
import { RouteLink } from '@/shared/ui/RouteLink'
import { Picture } from '../Picture'
import classes from './lines.module.css'

interface Line {
  line: number
  goods_id: number
  name: string
  image: string
  sku_text: string
  price: string
  quantity: number
  goods_amount: string
  refunded_num?: number
  refunding_num?: number
}

/** The lines of an order; `marks`: what is wrong with one, by its number. */
export function Lines({ list, marks }: { list: readonly Line[]; marks?: ReadonlyMap<number, string> }) {
  const { t } = useTranslation()
  return (
    <ul className={classes.lines}>
      {list.map((line) => (
        <li key={line.line}>
          <span className={classes.shot}>
            <Picture src={line.image} alt="" size={72} />
          </span>
          <span className={classes.what}>
            <RouteLink to={`/shop/goods/${line.goods_id}`}>{line.name}</RouteLink>
            {line.sku_text && <small>{line.sku_text}</small>}
            {marks?.has(line.line) && <small data-kind="wrong">{marks.get(line.line)}</small>}
            {Boolean(line.refunding_num) && (
              <small data-kind="open">{t('shopOrder.refunding', { count: line.refunding_num })}</small>
            )}
            {Boolean(line.refunded_num) && (
              <small>{t('shopOrder.refunded', { count: line.refunded_num })}</small>
            )}
          </span>
          <span className={classes.each}>
            {t('shop.money', { amount: line.price })} × {line.quantity}
          </span>
          <strong>{t('shop.money', { amount: line.goods_amount })}</strong>
        </li>
      ))}
    </ul>
  )
}
