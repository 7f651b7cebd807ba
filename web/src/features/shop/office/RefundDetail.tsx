import { Descriptions } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'
import { Comments } from '@/resource/comments/Comments'
import { useFetched } from '@/shared/hooks/useFetched'
import { useTopics } from '@/shared/hooks/useTopics'
import { useWide } from '@/shared/hooks/useWide'
import { ActionButtons, DetailDrawer } from '@/shared/ui/DetailDrawer'
import { Numeral } from '@/shared/ui/Numeral'
import { moment } from '@/shared/ui/time'
import { Pictures } from '@/shared/upload/Pictures'
import { PAID_BACK } from '../states'
import { findRefund } from './calls'
import { Goods } from './Goods'
import { TOPIC, type RefundDetail as Detail } from './model'
import classes from './office.module.css'
import { OrderMoney } from './OrderMoney'
import { AuditTag, MoneyTag, RefundTag } from './tags'
import { REFUND_ACTIONS, useRefundActions } from './useRefundActions'

const GOODS_TOO = 2
const MAIN: readonly string[] = ['audit', 'receive', 'inspected', 'retry']

/** How the money went back, what was noted of it, and what the provider said last. */
function Payout({ row, method }: { row: Detail['row']; method: number | null | undefined }) {
  const { t } = useTranslation()
  const way = row.way ? t(`shopState.payout.${row.way}`) : t(`shopState.method.${method ?? 1}`)
  // Our own word for what a provider does not know of.
  const said = row.said === 'not found' ? t('shopDesk.answer.not_found') : row.said
  return (
    <>
      {row.pay_status === PAID_BACK && (
        <p>
          {t('shopDesk.payout.way')}: {way}
        </p>
      )}
      {row.note && (
        <p>
          {t('shopDesk.payout.note')}: {row.note}
        </p>
      )}
      {said && (
        <p>
          {t('shopDesk.payout.said')}: {said}
        </p>
      )}
    </>
  )
}

/** Decision, goods, money: each goes its own way. */
function Tracks({ detail: { row, order, return_address: to, score_short } }: { detail: Detail }) {
  const { t } = useTranslation()
  return (
    <div className={classes.tracks}>
      <section className={classes.track}>
        <h3>{t('shopOffice.refund.tracks.decision')}</h3>
        <div>
          <AuditTag refund={row} />
        </div>
        {row.refuse_reason && (
          <p>
            {t('shopOffice.refund.refused')}: {row.refuse_reason}
          </p>
        )}
        <Pictures images={row.reject_images} size={56} />
        {row.end_reason && (
          <p>
            {t('shopOffice.refund.ended')}:{' '}
            {t(`shopState.ended.${row.end_reason}`, { defaultValue: row.end_reason })}
          </p>
        )}
      </section>
      <section className={classes.track}>
        <h3>{t('shopOffice.refund.tracks.goods')}</h3>
        {row.type !== GOODS_TOO ? (
          <p>{t('shopOffice.refund.noGoods')}</p>
        ) : (
          <>
            <div>{t(`shopState.goods.${row.user_ship_status}`)}</div>
            {to && (
              <p>
                {t('shopOffice.refund.back')}:{' '}
                {[to.name, to.mobile, to.area_text, to.address].filter(Boolean).join(' ')}
              </p>
            )}
            {row.ship_due && (
              <p>
                {t('shopOffice.refund.due')}: {moment(row.ship_due)}
              </p>
            )}
            {row.courier_number && (
              <p>
                {row.company} {row.courier_number}
              </p>
            )}
            <Pictures images={row.ship_images} size={56} />
            {row.missing.map(({ line, quantity, reason }) => (
              <p key={line} className={classes.fault}>
                {t('shopDesk.less.missing', {
                  name: order.lines.find((one) => one.line === line)?.name ?? line,
                  count: quantity,
                })}
                : {reason}
              </p>
            ))}
          </>
        )}
      </section>
      <section className={classes.track}>
        <h3>{t('shopOffice.refund.tracks.money')}</h3>
        <div>
          <MoneyTag status={row.pay_status} />
        </div>
        <p>
          <Numeral value={row.refund_amount} money />
        </p>
        <Payout row={row} method={order.pay_method} />
        {score_short > 0 && (
          <p className={classes.fault}>{t('shopDesk.scoreShort', { count: score_short })}</p>
        )}
      </section>
    </div>
  )
}

function Lines({ detail: { row, order } }: { detail: Detail }) {
  const { t } = useTranslation()
  return (
    <div className={classes.scroll} tabIndex={0} role="region" aria-label={t('shopOffice.refund.lines')}>
      <table className={classes.plain}>
        <thead>
          <tr>
            <th>{t('shopOffice.refund.line')}</th>
            <th className={classes.right}>{t('shopOffice.refund.quantity')}</th>
            <th className={classes.right}>{t('shopOffice.refund.worth')}</th>
            <th className={classes.right}>{t('shopOffice.refund.paid')}</th>
            <th className={classes.right}>{t('shopOffice.refund.freight')}</th>
          </tr>
        </thead>
        <tbody>
          {row.lines.map((share) => {
            const line = order.lines.find((one) => one.line === share.line)
            return (
              <tr key={share.line}>
                <td style={{ minWidth: 180 }}>{line && <Goods line={line} />}</td>
                <td className={classes.right}>
                  {share.quantity === 0 ? t('shopOffice.refund.goodwill') : share.quantity}
                </td>
                <td className={classes.right}>
                  <Numeral value={share.worth} money />
                </td>
                <td className={classes.right}>
                  <Numeral value={share.amount} money />
                </td>
                <td className={classes.right}>
                  <Numeral value={share.freight} money />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

function Body({ detail }: { detail: Detail }) {
  const { t } = useTranslation()
  const wide = useWide(768)
  const { row, order } = detail
  const facts = [
    { label: t('shopOffice.refund.states'), value: <RefundTag status={row.status} /> },
    { label: t('shopOffice.refund.type'), value: t(`shopState.refundType.${row.type}`) },
    { label: t('shopOffice.refund.order'), value: row.orderRelation.order_no },
    { label: t('shopOffice.refund.member'), value: row.username || `#${row.user_id}` },
    { label: t('shopOffice.refund.asked'), value: <Numeral value={row.asked_amount} money /> },
    { label: t('shopOffice.refund.amount'), value: <Numeral value={row.refund_amount} money /> },
    ...(row.score_back > 0
      ? [{ label: t('shopOffice.refund.score'), value: <Numeral value={row.score_back} /> }]
      : []),
    { label: t('common.createTime'), value: moment(row.create_time) },
    { label: t('shopOffice.refund.reason'), value: row.reason || '–' },
  ]
  return (
    <div className={classes.detail}>
      <Tracks detail={detail} />
      <h2>{t('shopOffice.refund.lines')}</h2>
      <Lines detail={detail} />
      <h2>{t('shopOffice.refund.request')}</h2>
      <Descriptions
        column={wide ? 2 : 1}
        data={facts}
        labelStyle={{ whiteSpace: 'nowrap', paddingRight: 16 }}
      />
      {row.description && <p className={classes.remark}>{row.description}</p>}
      {row.images.length > 0 && (
        <>
          <h2>{t('shopOffice.refund.pictures')}</h2>
          <Pictures images={row.images} size={88} />
        </>
      )}
      <h2>{t('shopOffice.money.title')}</h2>
      <OrderMoney order={order} />
      <Comments page="shop/order/refund" id={row.id} />
    </div>
  )
}

interface Props {
  id: number
  close: () => void
  changed: () => void
}

/** One refund: its three tracks, its lines, and the sum of its order. */
export default function RefundDetail({ id, close, changed }: Props) {
  const { t } = useTranslation()
  const fetched = useFetched(`shop refund ${id}`, (signal) => findRefund(id, signal))
  const actions = useRefundActions(() => {
    fetched.reload()
    changed()
  })
  useTopics([TOPIC], fetched.reload)
  const detail = fetched.data?.row.id === id ? fetched.data : null
  const row = detail?.row
  const possible = row ? REFUND_ACTIONS.filter((action) => actions.possible(action, row)) : []
  const side = possible.filter((action) => !MAIN.includes(action))
  const main = possible.filter((action) => MAIN.includes(action))
  return (
    <DetailDrawer
      title={t('shopOffice.refund.one')}
      number={row?.refund_no}
      width={860}
      fetched={fetched}
      close={close}
      side={
        row &&
        side.length > 0 && <ActionButtons actions={actions} row={row} list={side} danger={['reject']} />
      }
      main={
        row &&
        main.length > 0 && <ActionButtons actions={actions} row={row} list={main} primary={main.length} />
      }
      dialogs={actions.dialogs}
    >
      {detail && <Body detail={detail} />}
    </DetailDrawer>
  )
}
