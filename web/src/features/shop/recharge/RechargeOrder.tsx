import { Tag } from '@arco-design/web-react'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Schema } from '@/shared/http/api'
import { serverNow } from '@/shared/http/serverClock'
import { Countdown } from '../Countdown'
import { minute } from '../day'
import Providers from '../pay/Providers'

type Row = Schema<'RechargeRow'>
type Offer = Schema<'RechargeOffer'>

/** The state of a recharge order that waits for its money. */
export const TO_PAY = 1
const COLOURS: Readonly<Record<number, string>> = { 1: 'orange', 2: 'green', 3: 'gray', 4: 'red' }

/** What is given on top, in words; nothing where that is nothing. */
export const bonus = (t: TFunction, of: Pick<Offer, 'give_money' | 'give_score'>): string =>
  [
    ...(Number(of.give_money) > 0 ? [t('shopMoney.recharge.bonus', { amount: of.give_money })] : []),
    ...(of.give_score > 0 ? [t('shopMoney.recharge.points', { count: of.give_score })] : []),
  ].join(t('shopMoney.terms.and'))

/** How it can be paid, and how long; once the time is over, that it is being closed. */
function ToPay({ row, paid }: { row: Row; paid: () => void }) {
  const { t } = useTranslation()
  const [over, setOver] = useState(() => row.due_at <= serverNow())
  if (over) return <small role="status">{t('shopMoney.recharge.over')}</small>
  return (
    <>
      <Providers payee={{ recharge_no: row.recharge_no }} paid={paid} />
      <small>
        {t('shopMoney.recharge.timeLeft')} <Countdown until={row.due_at} ended={() => setOver(true)} />
      </small>
      <small>{t('shopMoney.recharge.how', { number: row.recharge_no, time: minute(row.due_at) })}</small>
    </>
  )
}

/** One of a member's recharge orders, as a row of their list. */
export function RechargeOrder({ row, paid }: { row: Row; paid: () => void }) {
  const { t } = useTranslation()
  const more = bonus(t, row)
  return (
    <li>
      <span>
        <strong>{t('shopMoney.money', { amount: row.money })}</strong>
        {more && <em>{more}</em>}
      </span>
      <span>
        {row.recharge_no}
        <small>{minute(row.create_time)}</small>
      </span>
      <span>
        <Tag color={COLOURS[row.status]}>{t(`shopMoney.recharge.status.${row.status}`)}</Tag>
        {row.status === TO_PAY && <ToPay row={row} paid={paid} />}
        {Number(row.refund_amount) > 0 && (
          <small>{t('shopMoney.recharge.refunded', { amount: row.refund_amount })}</small>
        )}
      </span>
    </li>
  )
}
