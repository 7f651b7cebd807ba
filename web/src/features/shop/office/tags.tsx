import { Tag } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'
import { STATES, type Refund, type ShopOrder } from './model'

export function OrderTag({ order: { status, closing } }: { order: Pick<ShopOrder, 'status' | 'closing'> }) {
  const { t } = useTranslation()
  return (
    <Tag color={STATES.find(({ code }) => code === status)?.colour} data-status={status}>
      {t(closing ? 'shopState.closing' : `shopState.order.${status}`)}
    </Tag>
  )
}

const PARCELS: Readonly<Record<number, string>> = { 1: 'orange', 2: 'green', 3: 'gray' }

export function ParcelTag({ status }: { status: number }) {
  const { t } = useTranslation()
  return <Tag color={PARCELS[status]}>{t(`shopState.parcel.${status}`)}</Tag>
}

const AUDITS: Readonly<Record<number, string>> = { 1: 'orange', 2: 'green', 3: 'red' }

/** The decision on a request. One that its member took back was decided by nobody. */
export function AuditTag({ refund }: { refund: Pick<Refund, 'audit_status' | 'end_reason'> }) {
  const { t } = useTranslation()
  const withdrawn = refund.end_reason === 'member'
  return (
    <Tag color={withdrawn ? 'gray' : AUDITS[refund.audit_status]} data-audit={refund.audit_status}>
      {withdrawn ? t('shopState.withdrawn') : t(`shopState.audit.${refund.audit_status}`)}
    </Tag>
  )
}

const REFUNDS: Readonly<Record<number, string>> = { 0: 'gray', 1: 'arcoblue', 2: 'green', 3: 'gray' }

export function RefundTag({ status }: { status: number }) {
  const { t } = useTranslation()
  return <Tag color={REFUNDS[status]}>{t(`shopState.refund.${status}`)}</Tag>
}

const MONEY: Readonly<Record<number, string>> = { 0: 'gray', 1: 'arcoblue', 2: 'green', 3: 'red' }

export function MoneyTag({ status }: { status: number }) {
  const { t } = useTranslation()
  return <Tag color={MONEY[status]}>{t(`shopState.money.${status}`)}</Tag>
}
