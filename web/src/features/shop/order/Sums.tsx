import { useTranslation } from 'react-i18next'
import { Step } from '@/shared/shop/FreightStep'
import { Price } from '../Price'
import type { FreightStep } from './calls'
import classes from './sums.module.css'

const NONE = '0.00'

interface Props {
  of: {
    goods_amount: string
    coupon_amount: string
    score_amount: string
    score_used: number
    freight: string
    freight_off: string
    pay_amount: string
  }
  /** How the freight came about. */
  steps?: readonly FreightStep[]
  /** The lines that the steps are about. */
  lines?: readonly { line: number; name: string }[]
  /** The freight is not known yet. */
  open?: boolean
  /** The steps are seen at once. */
  shown?: boolean
  /** It has been paid. */
  paid?: boolean
  /** It is closed, and nothing was paid. */
  unpaid?: boolean
}

/** What an order comes to, and how. */
export function Sums({
  of,
  steps = [],
  lines = [],
  open = false,
  shown = false,
  paid = false,
  unpaid = false,
}: Props) {
  const { t } = useTranslation()
  const line = (key: string, amount: string, off: boolean, note = '') => (
    <div key={key}>
      <dt>
        {t(`shopOrder.sum.${key}`)}
        {note && <small>{note}</small>}
      </dt>
      <dd>
        {off ? '− ' : ''}
        {t('shop.money', { amount })}
      </dd>
    </div>
  )
  const goodsOf = (step: FreightStep): string[] =>
    steps.length > 1 ? lines.filter(({ line }) => step.lines.includes(line)).map(({ name }) => name) : []
  return (
    <dl className={classes.sums}>
      {line('goods', of.goods_amount, false)}
      {of.coupon_amount !== NONE && line('coupon', of.coupon_amount, true)}
      {of.score_amount !== NONE &&
        line('score', of.score_amount, true, t('shopOrder.scoreUsed', { count: of.score_used }))}
      {open ? (
        <div>
          <dt>{t('shopOrder.sum.freight')}</dt>
          <dd>{t('shopOrder.freight.open')}</dd>
        </div>
      ) : (
        line('freight', of.freight, false)
      )}
      {steps.length > 0 && (
        <details className={classes.steps} open={shown}>
          <summary>{t('shopOrder.freight.how')}</summary>
          <ul>
            {steps.map((step) => (
              <Step key={step.template_id} step={step} goods={goodsOf(step)} />
            ))}
          </ul>
        </details>
      )}
      {of.freight_off !== NONE && line('freightOff', of.freight_off, true)}
      <div className={classes.total}>
        <dt>{t(`shopOrder.sum.${paid ? 'paid' : unpaid ? 'title' : 'pay'}`)}</dt>
        <dd>
          <Price amount={of.pay_amount} large />
        </dd>
      </div>
    </dl>
  )
}
