import { useEffect, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useLocation, useParams } from 'react-router'
import { useSnapshot } from 'valtio'
import { useFetched } from '@/shared/hooks/useFetched'
import { useHead } from '@/shared/hooks/useHead'
import { useSubmitText } from '@/shared/hooks/useSubmit'
import { startSite } from '@/shared/http/member'
import { ApiError } from '@/shared/http/error'
import { member } from '@/shared/session/member'
import { RouteLink } from '@/shared/ui/RouteLink'
import { Countdown } from '../Countdown'
import Providers from '../pay/Providers'
import { FetchedRechargeNote } from '../recharge/RechargeNote'
import { useErrorText } from '../Failed'
import { Icon } from '../Icon'
import { costsMore, Price } from '../Price'
import { ShopFrame } from '../ShopFrame'
import shop from '../shop.module.css'
import { ORDER } from '../states'
import { beginPayment, getDetail, type Order } from './calls'
import { OrderFailed } from './OrderFailed'
import { useOrderChanges } from './useOrderChanges'
import common from './order.module.css'
import classes from './pay.module.css'

function Paid({ order }: { order: Order }) {
  const { t } = useTranslation()
  // Nothing is sent of virtual goods.
  const done = order.parcels.length > 0 ? 'shopOrder.pay.doneText' : 'shopOrder.pay.doneUnsent'
  const closed = order.pay_time ? 'shopOrder.pay.closedPaid' : 'shopOrder.pay.closedText'
  return (
    <section className={classes.result}>
      <span data-kind={order.status === ORDER.closed ? 'closed' : 'done'}>
        <Icon name={order.status === ORDER.closed ? 'clock' : 'check'} size={40} />
      </span>
      <h1>{t(order.status === ORDER.closed ? 'shopOrder.pay.closed' : 'shopOrder.pay.done')}</h1>
      <p>{t(order.status === ORDER.closed ? closed : done)}</p>
      <p className={classes.buttons}>
        <RouteLink to={`/user/shop/order/${order.order_no}`} className={shop.second}>
          {t('shopOrder.see')}
        </RouteLink>
        <RouteLink to="/shop" className={shop.plain}>
          {t('shopOrder.pay.on')}
        </RouteLink>
      </p>
    </section>
  )
}

/** Until the order is closed, or paid after all. */
function Closing({ order }: { order: Order }) {
  const { t } = useTranslation()
  return (
    <section className={classes.result} role="status">
      <span data-kind="closed">
        <Icon name="clock" size={40} />
      </span>
      <h1>{t('shopOrder.closing.status')}</h1>
      <p>{t('shopOrder.closing.text')}</p>
      <p className={classes.buttons}>
        <RouteLink to={`/user/shop/order/${order.order_no}`} className={shop.second}>
          {t('shopOrder.see')}
        </RouteLink>
      </p>
    </section>
  )
}

/** Refusals that say that the order is not what the page shows any more. */
const MOVED = new Set(['shop.pay.closing', 'shop.transition'])

function Paying({ order, again }: { order: Order; again: () => void }) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const { info } = useSnapshot(member)
  const [password, setPassword] = useState('')
  const [asked, setAsked] = useState(false)
  const { busy, problem, setProblem, submit } = useSubmitText(errorText)
  // The balance may have risen since the page loaded it, also while another tab or program was in front.
  useEffect(() => {
    const renew = (): void => {
      if (!document.hidden) startSite(false).catch(() => undefined)
    }
    renew()
    document.addEventListener('visibilitychange', renew)
    return () => document.removeEventListener('visibilitychange', renew)
  }, [])
  const short = info !== null && costsMore(order.pay_amount, Number(info.money).toFixed(2))
  const pay = (event: FormEvent): void => {
    event.preventDefault()
    void submit(
      (command) => beginPayment(order.order_no, command, password),
      again,
      (error) => {
        if (error instanceof ApiError && error.errors.some(({ field }) => field === 'password'))
          setAsked(true)
        setProblem(errorText(error))
        // The page shows that the order is being closed, or was paid or closed elsewhere.
        if (error instanceof ApiError && MOVED.has(String(error.data.key))) again()
      },
    )
  }
  return (
    <>
      <form className={classes.paying} onSubmit={pay}>
        <h1>{t('shopOrder.pay.title')}</h1>
        <p>
          <Price amount={order.pay_amount} large />
        </p>
        {order.due_at && (
          <p className={common.left}>
            <Icon name="clock" size={18} />
            {t('shopOrder.pay.left')}
            <Countdown until={order.due_at} />
          </p>
        )}
        <p className={common.quiet}>{t('shopOrder.pay.order', { number: order.order_no })}</p>
        <label className={classes.method}>
          <input type="radio" name="method" defaultChecked />
          <span>
            <strong>{t('shopOrder.pay.balance')}</strong>
            {info && <small>{t('shopOrder.pay.have', { amount: info.money })}</small>}
          </span>
        </label>
        {short && (
          <p className={common.short} role="note">
            {t('shopOrder.short', { amount: t('shop.money', { amount: info.money }) })}{' '}
            <RouteLink to={`/user/shop/recharge?order_no=${order.order_no}`} className={common.link}>
              {t('shopOrder.recharge')}
            </RouteLink>
          </p>
        )}
        {short && <FetchedRechargeNote />}
        {asked && (
          <label className={classes.password}>
            {t('shopOrder.pay.password')}
            <input
              type="password"
              className={common.field}
              autoComplete="current-password"
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          </label>
        )}
        <p className={common.problem} role="alert">
          {problem}
        </p>
        <button type="submit" className={shop.first} disabled={busy || short}>
          {t(busy ? 'shopOrder.pay.busy' : 'shopOrder.pay.now')}
        </button>
        <RouteLink to={`/user/shop/order/${order.order_no}`} className={classes.later}>
          {t('shopOrder.pay.later')}
        </RouteLink>
      </form>
      <Providers payee={{ order_no: order.order_no }} paid={again} />
    </>
  )
}

/** What is left to pay, how long there is, and the result, wherever it was paid. */
export default function PayPage() {
  const { t } = useTranslation()
  const { order_no: number = '' } = useParams()
  const { token } = useSnapshot(member)
  const { pathname } = useLocation()
  const order = useFetched(number, (signal) => getDetail(number, signal))
  const data = order.data?.row
  useOrderChanges({
    order: number,
    changes: data?.version,
    due: [data?.due_at],
    busy: order.loading || order.renewing,
    reload: order.reload,
  })
  useHead({ title: t('shopOrder.pay.title'), text: t('shopOrder.pay.title'), hidden: true })
  if (!token) return <Navigate to={`/user/login?to=${encodeURIComponent(pathname)}`} replace />
  return (
    <ShopFrame narrow>
      {order.error && !data ? (
        <OrderFailed error={order.error} retry={order.reload} />
      ) : !data ? (
        <div className={common.waiting} role="status" aria-label={t('site.loading')} />
      ) : data.status === ORDER.toPay && data.closing ? (
        <Closing order={data} />
      ) : data.status === ORDER.toPay ? (
        <Paying order={data} again={order.reload} />
      ) : (
        <Paid order={data} />
      )}
    </ShopFrame>
  )
}
