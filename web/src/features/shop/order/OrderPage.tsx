import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { useFetched } from '@/shared/hooks/useFetched'
import { Page } from '@/shared/ui/Page'
import { RouteLink } from '@/shared/ui/RouteLink'
import { minute } from '../day'
import { Icon } from '../Icon'
import { refusedCancel } from '../refusedCancel'
import shop from '../shop.module.css'
import { ORDER } from '../states'
import { Actions } from './Actions'
import { getDetail, type Detail } from './calls'
import { isCouponBack } from './couponBack'
import { Lines } from './Lines'
import { OrderFailed } from './OrderFailed'
import { Refunds } from './Refunds'
import { Status } from './Status'
import { Sums } from './Sums'
import { Timer } from './Timer'
import { useOrderChanges } from './useOrderChanges'
import classes from './detail.module.css'
import common from './order.module.css'

/** The way of an order that goes well, and of one of which nothing is sent. */
const WAY = [1, 2, 3, 4, 5] as const
const WAY_UNSENT = [1, 4, 5] as const
const WAITING = 1
const SHIPPED = 2
/** Orders whose goods have arrived. */
const RECEIVED = new Set<number>([ORDER.received, ORDER.completed])

function Steps({ detail }: { detail: Detail }) {
  const { t } = useTranslation()
  const { row, history } = detail
  if (row.status === ORDER.closed || row.status === ORDER.cancelAsked) return null
  const since = (status: number): number | undefined => history.find(({ to }) => to === status)?.time
  return (
    <ol className={classes.way}>
      {(row.parcels.length > 0 ? WAY : WAY_UNSENT).map((status, at) => {
        const time = since(status)
        return (
          <li
            key={status}
            data-done={row.status >= status}
            aria-current={row.status === status ? 'step' : undefined}
          >
            <i aria-hidden="true">{row.status > status ? <Icon name="check" size={14} /> : at + 1}</i>
            <span>{t(`shopOrder.status.s${status}`)}</span>
            {time && <time>{minute(time)}</time>}
          </li>
        )
      })}
    </ol>
  )
}

function Parcels({ detail }: { detail: Detail }) {
  const { t } = useTranslation()
  const { row, companies } = detail
  const parcels = row.parcels.filter(
    ({ status }) => status === SHIPPED || (status === WAITING && row.status > 1),
  )
  if (parcels.length === 0) return null
  const stateOf = (status: number): string =>
    status === SHIPPED && RECEIVED.has(row.status) ? 'here' : `s${status}`
  // Goods may be there in several of their SKUs.
  const names = new Map(
    row.lines.map(({ line, name, sku_text: sku }) => [line, sku ? `${name} ${sku}` : name]),
  )
  return (
    <section className={common.part}>
      <h2>{t('shopOrder.parcels')}</h2>
      <ul className={classes.parcels}>
        {parcels.map((parcel) => {
          const company = companies.find(({ id }) => id === parcel.company_id)
          const place = company?.tracking_url
          const track =
            place && /^https?:\/\//.test(place)
              ? place.replaceAll('{no}', encodeURIComponent(parcel.courier_number))
              : ''
          return (
            <li key={parcel.no}>
              <Icon name="truck" />
              <div>
                <strong>
                  {t('shopOrder.parcel', { no: parcel.no })} ·{' '}
                  {t(`shopOrder.parcelState.${stateOf(parcel.status)}`)}
                </strong>
                <p>
                  {parcel.lines
                    .map(({ line, quantity }) => `${names.get(line) ?? ''} × ${quantity}`)
                    .join(' · ')}
                </p>
                {parcel.courier_number && (
                  <p>
                    {company?.name} {parcel.courier_number}{' '}
                    {track && (
                      <a href={track} target="_blank" rel="noreferrer">
                        {t('shopOrder.track')}
                      </a>
                    )}
                  </p>
                )}
                {parcel.shipment_time && <time>{minute(parcel.shipment_time)}</time>}
              </div>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** One order: where it is, what is in it, and what can be done. It stays as it is while one looks. */
export default function OrderPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { order_no: number = '' } = useParams()
  const asked = useFetched(number, (signal) => getDetail(number, signal))
  const data = asked.shownKey === number ? asked.data : null
  const notCancelled = data ? refusedCancel(data.row.status, data.history) : ''
  useOrderChanges({
    order: number,
    changes: data?.row.version,
    due: [data?.row.due_at],
    busy: asked.loading || asked.renewing,
    reload: asked.reload,
  })
  return (
    <Page title={t('shopOrder.number', { number })}>
      <div className={shop.inside}>
        {asked.failure ? (
          <OrderFailed error={asked.failure} retry={asked.reload} />
        ) : !data ? (
          <div className={common.waiting} role="status" aria-label={t('site.loading')} />
        ) : (
          <>
            <section className={common.part}>
              <header>
                <span role="status">
                  <Status order={data.row} />
                </span>
                <Timer order={data.row} />
              </header>
              {data.row.closing && <p className={common.quiet}>{t('shopOrder.closing.text')}</p>}
              {notCancelled && (
                <p className={common.quiet}>{t('shopOrder.notCancelled', { reason: notCancelled })}</p>
              )}
              <Steps detail={data} />
              {data.row.cancel_reason && (
                <p className={common.quiet}>{t('shopOrder.why', { reason: data.row.cancel_reason })}</p>
              )}
              <Refunds order={data.row} />
              <Actions
                order={data.row}
                changed={asked.reload}
                hidden={() => void navigate('/user/shop/orders', { replace: true })}
              />
            </section>
            <Parcels detail={data} />
            {data.row.address && (
              <section className={common.part}>
                <h2>{t('shopOrder.address')}</h2>
                <p>
                  <strong>{data.row.name}</strong> {data.row.mobile}
                  <br />
                  {data.row.area_text} {data.row.address}
                </p>
              </section>
            )}
            <section className={common.part}>
              <h2>{t('shopOrder.lines')}</h2>
              <Lines list={data.row.lines} />
              <Sums
                of={data.row}
                paid={data.row.pay_time !== null}
                unpaid={data.row.pay_time === null && data.row.status === ORDER.closed}
              />
              {data.row.pay_time && Boolean(data.row.pay_method) && (
                <p className={common.quiet}>
                  {t('shopOrder.paidBy', {
                    method: t(`shopOrder.method.m${data.row.pay_method}`),
                    time: minute(data.row.pay_time),
                  })}
                </p>
              )}
              {data.row.score_given > 0 && (
                <p className={common.quiet}>{t('shopOrder.earned', { count: data.row.score_given })}</p>
              )}
              {data.row.refund_amount !== '0.00' && (
                <p className={common.quiet}>
                  {t('shopOrder.paidBack', { amount: t('shop.money', { amount: data.row.refund_amount }) })}
                </p>
              )}
              {isCouponBack(data.row) && (
                <p className={common.quiet}>
                  {t('shopOrder.couponBack')}{' '}
                  <RouteLink to="/user/shop/coupons" className={common.link}>
                    {t('shopOrder.toCoupons')}
                  </RouteLink>
                </p>
              )}
              {data.row.keep_until && (
                <p className={common.quiet}>{t('shopOrder.keepUntil', { day: data.row.keep_until })}</p>
              )}
              {data.row.remark && (
                <p className={common.quiet}>{t('shopOrder.said', { remark: data.row.remark })}</p>
              )}
            </section>
            <section className={common.part}>
              <h2>{t('shopOrder.history')}</h2>
              <ol className={classes.history}>
                {[...data.history].reverse().map((event, at) => (
                  <li key={at}>
                    <time>{minute(event.time)}</time>
                    <span>
                      {t(`shopOrder.event.${event.action}`, {
                        defaultValue: t(`shopOrder.status.s${event.to}`),
                      })}
                      {event.reason && <small>{event.reason}</small>}
                    </span>
                  </li>
                ))}
              </ol>
            </section>
          </>
        )}
      </div>
    </Page>
  )
}
