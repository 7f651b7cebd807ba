import { useTranslation } from 'react-i18next'
import { Numeral } from '@/shared/ui/Numeral'
import { isZero, kept, type ShopOrder } from './model'
import classes from './office.module.css'

/** How the sum of an order came about, and what of it is kept. */
export function OrderMoney({ order }: { order: ShopOrder }) {
  const { t } = useTranslation()
  const line = (key: string, amount: string, off = false, total = false) => (
    <div key={key} className={total ? classes.total : undefined}>
      <dt>{t(`shopOffice.money.${key}`, { count: order.score_used })}</dt>
      <dd>
        {off && '− '}
        <Numeral value={amount} money />
      </dd>
    </div>
  )
  const some = (key: string, amount: string) => (isZero(amount) ? null : line(key, amount, true))
  return (
    <dl className={classes.sums}>
      {line('goods', order.goods_amount)}
      {some('coupon', order.coupon_amount)}
      {some('score', order.score_amount)}
      {line('freight', order.freight)}
      {some('freightOff', order.freight_off)}
      {line('pay', order.pay_amount, false, true)}
      {order.pay_time && (
        <>
          {line('paid', order.paid_amount)}
          {some('open', order.refund_open)}
          {some('refunded', order.refund_amount)}
          {line('kept', kept(order).toFixed(2), false, true)}
        </>
      )}
      {order.score_given > 0 && (
        <div>
          <dt>{t('shopOffice.money.given')}</dt>
          <dd>
            <Numeral value={order.score_given} />
          </dd>
        </div>
      )}
    </dl>
  )
}
