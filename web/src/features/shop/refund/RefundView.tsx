import { Button, Modal } from '@arco-design/web-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFetched } from '@/shared/hooks/useFetched'
import { useMemberProblem } from '@/shared/hooks/useProblem'
import type { Schema } from '@/shared/http/api'
import { Card, Page, Problem, Waiting } from '@/shared/ui/Page'
import { RouteLink } from '@/shared/ui/RouteLink'
import { moment } from '@/shared/ui/time'
import { Pictures } from '@/shared/upload/Pictures'
import { Due } from '../office/Due'
import { Goods } from '../office/Goods'
import { AuditTag, MoneyTag, RefundTag } from '../office/tags'
import { isCouponBack } from '../order/couponBack'
import { useOrderChanges } from '../order/useOrderChanges'
import { PAID_BACK } from '../states'
import { fetchRefund, withdrawRefund } from './calls'
import { GOODS_TOO } from './lines'
import classes from './refund.module.css'
import { ShipDialog } from './ShipDialog'

type Detail = Schema<'RefundDetail'>

const ENDED = 3
const WAITING = 1
const AGREED = 2
/** Goods that the shop has received. */
const ARRIVED = 2
/** Money that a provider pays back, or could not. */
const ON_ITS_WAY = 1
const STUCK = 3
/** The code of a method to pay. */
const BALANCE = 1

function Decision({ row }: { row: Detail['row'] }) {
  const { t } = useTranslation()
  return (
    <section className={classes.track}>
      <h2>{t('shopRefund.tracks.decision')}</h2>
      {row.audit_status !== WAITING && (
        <div>
          <AuditTag refund={row} />
        </div>
      )}
      {row.end_reason ? (
        <p>{t(`shopRefund.ended.${row.end_reason}`, { defaultValue: row.end_reason })}</p>
      ) : (
        <p>{t(`shopRefund.decision.${row.audit_status}`)}</p>
      )}
      {row.refuse_reason && <p>{t('shopRefund.refused', { reason: row.refuse_reason })}</p>}
      {row.reject_images.length > 0 && <Pictures images={row.reject_images} size={88} />}
    </section>
  )
}

function GoodsBack({ detail: { row, order, return_address: to } }: { detail: Detail }) {
  const { t } = useTranslation()
  return (
    <section className={classes.track}>
      <h2>{t('shopRefund.tracks.goods')}</h2>
      {row.type !== GOODS_TOO ? (
        <p>{t('shopRefund.noGoods')}</p>
      ) : row.audit_status === WAITING ? (
        <p>{t('shopRefund.goodsWait')}</p>
      ) : (
        <>
          <p>{t(`shopState.goods.${row.user_ship_status}`)}</p>
          {to && row.status !== ENDED && (
            <div>
              <div className={classes.hint}>{t('shopRefund.sendTo')}</div>
              <p>
                {to.name} {to.mobile}
                <br />
                {[to.area_text, to.address].filter(Boolean).join(' ')}
              </p>
            </div>
          )}
          {row.courier_number && (
            <p>{t('shopRefund.sentWith', { company: row.company, number: row.courier_number })}</p>
          )}
          <Pictures images={row.ship_images} size={56} />
          {row.missing.map(({ line, quantity, reason }) => (
            <p key={line}>
              {t('shopRefund.missing', {
                name: order.lines.find((one) => one.line === line)?.name ?? line,
                count: quantity,
                reason,
              })}
            </p>
          ))}
          {row.ship_due && row.user_ship_status === 0 && row.status !== ENDED && (
            <p className={classes.hint}>
              {t('shopRefund.due', { time: moment(row.ship_due) })}
              <Due at={row.ship_due} />
              {t('shopRefund.dueEnd')}
            </p>
          )}
        </>
      )}
    </section>
  )
}

/** How the money has come back: the way it was paid, or another that the shop has chosen. */
function usePaidBack({ way }: Detail['row'], method: number | null | undefined): string {
  const { t } = useTranslation()
  if (way === 'hand') return t('shopRefund.byHand')
  return t('shopRefund.way2', {
    method: t(`shopState.method.${way === 'balance' ? BALANCE : (method ?? 1)}`),
  })
}

/** What the money of a refund waits for. */
function waitsFor({
  type,
  audit_status: audit,
  user_ship_status: sent,
  pay_status: paid,
}: Detail['row']): string {
  if (paid === ON_ITS_WAY) return 'onItsWay'
  if (paid === STUCK) return 'stuck'
  return audit === AGREED && type === GOODS_TOO && sent === ARRIVED ? 'inspected' : String(type)
}

function Money({ detail: { row, order } }: { detail: Detail }) {
  const { t } = useTranslation()
  const method = order.pay_method
  const paidBack = usePaidBack(row, method)
  return (
    <section className={classes.track}>
      <h2>{t('shopRefund.tracks.money')}</h2>
      {row.status === ENDED ? (
        <p>{t('shopRefund.noMoney')}</p>
      ) : (
        <>
          <div className={classes.row}>
            <span className={classes.amount}>{t('shopRefund.money', { amount: row.refund_amount })}</span>
            <MoneyTag status={row.pay_status} />
          </div>
          <p>{row.pay_status === PAID_BACK ? paidBack : t(`shopRefund.moneyWait.${waitsFor(row)}`)}</p>
          {row.pay_status === PAID_BACK
            ? isCouponBack(order) && <p>{t('shopRefund.couponBack')}</p>
            : row.coupon_back && <p>{t('shopRefund.couponToCome')}</p>}
        </>
      )}
    </section>
  )
}

function Body({ detail, changed }: { detail: Detail; changed: () => void }) {
  const { t } = useTranslation()
  const { show } = useMemberProblem()
  const [shipping, setShipping] = useState(false)
  const { row, order } = detail
  const may = (action: string): boolean => row.allowed.includes(action)
  const money = (amount: string): string => t('shopRefund.money', { amount })
  const withdraw = (): void => {
    Modal.confirm({
      title: t('shopRefund.withdraw'),
      content: t('shopRefund.withdrawText'),
      onOk: () => withdrawRefund(row.id).then(changed, show),
    })
  }
  return (
    <>
      <Card>
        <div className={classes.row}>
          <strong>{row.refund_no}</strong>
          <RefundTag status={row.status} />
          <RouteLink to={`/user/shop/order/${row.orderRelation.order_no}`}>
            {t('shopRefund.order', { no: row.orderRelation.order_no })}
          </RouteLink>
          <span className={classes.hint}>{moment(row.create_time)}</span>
        </div>
        <div className={classes.tracks} style={{ marginTop: 16 }}>
          <Decision row={row} />
          <GoodsBack detail={detail} />
          <Money detail={detail} />
        </div>
        {(may('ship') || may('withdraw')) && (
          <div className={classes.buttons} style={{ marginTop: 16 }}>
            {may('ship') && (
              <Button type="primary" onClick={() => setShipping(true)}>
                {t('shopRefund.ship')}
              </Button>
            )}
            {may('withdraw') && <Button onClick={withdraw}>{t('shopRefund.withdraw')}</Button>}
          </div>
        )}
      </Card>
      <Card label={t('shopRefund.lines')}>
        <ul className={classes.list}>
          {row.lines.map((share) => {
            const line = order.lines.find((one) => one.line === share.line)
            return (
              <li key={share.line}>
                {line && <Goods line={{ ...line, sku_code: '' }} note={`× ${share.quantity}`} />}
                <span className={classes.amount}>{money(share.amount)}</span>
              </li>
            )
          })}
        </ul>
        <dl className={classes.sums} style={{ marginTop: 12 }}>
          {row.lines.some(({ freight }) => Number(freight) > 0) && (
            <div>
              <dt>{t('shopRefund.sumFreight')}</dt>
              <dd>
                {row.lines
                  .filter(({ freight }) => Number(freight) > 0)
                  .map(({ freight }) => money(freight))
                  .join(' + ')}
              </dd>
            </div>
          )}
          {row.score_back > 0 && (
            <div>
              <dt>{t('shopRefund.score')}</dt>
              <dd>{row.score_back}</dd>
            </div>
          )}
          {row.asked_amount !== row.refund_amount && (
            <div>
              <dt>{t('shopRefund.asked')}</dt>
              <dd>{money(row.asked_amount)}</dd>
            </div>
          )}
          <div className={classes.total}>
            <dt>{t('shopRefund.amount')}</dt>
            <dd>{money(row.refund_amount)}</dd>
          </div>
        </dl>
        <h2 className={classes.section}>{t('shopRefund.reason')}</h2>
        <p>{row.reason}</p>
        {row.description && <p className={classes.description}>{row.description}</p>}
        <Pictures images={row.images} size={88} />
      </Card>
      {shipping && (
        <ShipDialog
          id={row.id}
          close={() => setShipping(false)}
          sent={() => {
            setShipping(false)
            changed()
          }}
        />
      )}
    </>
  )
}

/** One refund in three tracks: the decision, the goods, the money. They stay as they are while one looks. */
export function RefundView({ id, back }: { id: number; back: () => void }) {
  const { t } = useTranslation()
  const fetched = useFetched(`own refund ${id}`, (signal) => fetchRefund(id, signal))
  const order = fetched.data?.order
  useOrderChanges({
    order: order?.order_no ?? '',
    changes: order?.version,
    busy: fetched.loading || fetched.renewing,
    reload: fetched.reload,
  })
  return (
    <Page title={t('shopRefund.detail')} actions={<Button onClick={back}>{t('shopRefund.back')}</Button>}>
      {fetched.error && !fetched.data ? (
        <Card>
          <Problem error={fetched.error} retry={fetched.reload} toMember />
        </Card>
      ) : !fetched.data ? (
        <Card>
          <Waiting rows={8} />
        </Card>
      ) : (
        <Body detail={fetched.data} changed={fetched.reload} />
      )}
    </Page>
  )
}
