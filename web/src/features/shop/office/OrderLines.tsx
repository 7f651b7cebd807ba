import { useTranslation } from 'react-i18next'
import { useFetched } from '@/shared/hooks/useFetched'
import { usePermission } from '@/shared/hooks/usePermission'
import { Numeral } from '@/shared/ui/Numeral'
import { orderCosts } from './calls'
import { Goods } from './Goods'
import { isZero, type ShopOrder } from './model'
import classes from './office.module.css'

/** What the goods of an order's lines had cost as they left, for those who see costs. */
function useCosts({ id, version }: Pick<ShopOrder, 'id' | 'version'>): ReadonlyMap<number, string> | null {
  const sees = usePermission('warehouse/inventory')('cost')
  const fetched = useFetched(sees ? `shop order costs ${id} ${version}` : '', (signal) =>
    sees ? orderCosts(id, signal) : Promise.resolve(null),
  )
  return fetched.data && new Map(fetched.data.list.map(({ line, cost }) => [line, cost]))
}

/** The lines of an order, with how its sum is shared out to them and what they had cost. */
export function OrderLines({ order }: { order: Pick<ShopOrder, 'id' | 'version' | 'lines'> }) {
  const { t } = useTranslation()
  const { lines } = order
  const costs = useCosts(order)
  const shares = (
    [
      ['coupon', 'coupon_share'],
      ['score', 'score_share'],
      ['freight', 'freight_share'],
    ] as const
  ).filter(([, field]) => lines.some((line) => !isZero(line[field])))
  return (
    <div className={classes.scroll} tabIndex={0} role="region" aria-label={t('shopOffice.detail.lines')}>
      <table className={classes.plain}>
        <thead>
          <tr>
            <th>{t('shopOffice.detail.line')}</th>
            <th className={classes.right}>{t('shopOffice.detail.price')}</th>
            <th className={classes.right}>{t('shopOffice.detail.quantity')}</th>
            <th className={classes.right}>{t('shopOffice.detail.amount')}</th>
            {shares.map(([key]) => (
              <th key={key} className={classes.right}>
                {t(`shopOffice.detail.${key}`)}
              </th>
            ))}
            <th className={classes.right}>{t('shopOffice.detail.paid')}</th>
            {costs && <th className={classes.right}>{t('shopOffice.detail.cost')}</th>}
            <th className={classes.right}>{t('shopOffice.detail.shipped')}</th>
            <th className={classes.right}>{t('shopOffice.detail.refunded')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.line}>
              <td style={{ minWidth: 200 }}>
                <Goods line={line} />
              </td>
              <td className={classes.right}>
                <Numeral value={line.price} money />
              </td>
              <td className={classes.right}>{line.quantity}</td>
              <td className={classes.right}>
                <Numeral value={line.goods_amount} money />
              </td>
              {shares.map(([key, field]) => (
                <td key={key} className={classes.right}>
                  {key !== 'freight' && !isZero(line[field]) && '− '}
                  <Numeral value={line[field]} money />
                </td>
              ))}
              <td className={classes.right}>
                <Numeral value={line.pay_share} money />
              </td>
              {costs && (
                <td className={classes.right}>
                  {costs.has(line.line) ? <Numeral value={costs.get(line.line)} money /> : '–'}
                </td>
              )}
              <td className={classes.right}>{line.product_id ? line.shipped : '–'}</td>
              <td className={classes.right}>
                {line.refunded_num > 0 || !isZero(line.refunded_amount) ? (
                  <>
                    {line.refunded_num} · <Numeral value={line.refunded_amount} money />
                  </>
                ) : (
                  '–'
                )}
                {line.refunding_num > 0 && (
                  <div className={classes.hint}>
                    {t('shopOffice.detail.refunding')} {line.refunding_num}
                  </div>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
