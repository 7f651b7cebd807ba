/** What the page of an order says of it above its lines. */
import { Progress } from '@arco-design/web-react'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { decimal } from '@/shared/number/decimal'
import { Numeral } from '@/shared/ui/Numeral'
import { RouteLink } from '@/shared/ui/RouteLink'
import { moment } from '@/shared/ui/time'
import { withOf, type Kind } from './kinds'
import { referenceOf, type Order } from './model'
import classes from './orders.module.css'
import { ShipmentTag, StatusTag } from './StatusTag'
import { roadFacts, sideFacts } from './transfer/TransferParts'
import { TransitTag } from './transfer/TransitTag'

export interface Fact {
  label: string
  value: ReactNode
}

function progress(order: Order): number {
  const [done, all] = [decimal(order.stocked_quantity), decimal(order.total_quantity)]
  return done && all && !all.eq(0) ? Number(done.div(all).times(100).toFixed(0)) : 0
}

/** Whom it is with, and its warehouse. */
function partyFacts(t: TFunction, kind: Kind, row: Order): Fact[] {
  const partner = withOf(kind, row.type)
  return [
    ...(partner
      ? [{ label: t(`orders.partners.${partner.name}`), value: row[partner.name]?.name ?? '–' }]
      : []),
    { label: t('orders.warehouse'), value: row.warehouses?.name ?? '–' },
  ]
}

/** What it costs, how it is shipped, and how far it is. */
function stockFacts(t: TFunction, kind: Kind, row: Order, seesShop: boolean): Fact[] {
  return [
    { label: t('orders.amount'), value: <Numeral value={row.total_amount} money /> },
    ...(kind.ships
      ? [{ label: t('orderSteps.shipment'), value: <ShipmentTag status={row.shipment_status ?? 0} /> }]
      : []),
    ...(row.carrier_id ? [{ label: t('orderSteps.carrier'), value: row.carrier?.name ?? '–' }] : []),
    ...(row.courier_number ? [{ label: t('orderSteps.courierNumber'), value: row.courier_number }] : []),
    ...(row.shop_order_id
      ? [
          {
            label: t('orderSteps.shopOrder'),
            value: seesShop ? (
              <RouteLink to={`/admin/shop/order/order?id=${row.shop_order_id}`}>
                {row.shop_order_no}
              </RouteLink>
            ) : (
              (row.shop_order_no ?? '–')
            ),
          },
        ]
      : []),
    ...(row.delete_time ? [{ label: t('orders.deleted'), value: moment(row.delete_time) }] : []),
    {
      label: t('orders.progress'),
      value: <Progress percent={progress(row)} size="small" className={classes.progress} />,
    },
  ]
}

export function factsOf(t: TFunction, kind: Kind, row: Order, seesShop: boolean): Fact[] {
  const status = kind.twoSided ? (
    <TransitTag order={row} />
  ) : (
    <StatusTag direction={kind.direction} order={row} />
  )
  const reference = referenceOf(kind, row)
  return [
    { label: t('orders.status'), value: status },
    { label: t('orders.type'), value: t(`${kind.typeWords}.${row.type}`) },
    ...(kind.twoSided ? sideFacts(t, row) : partyFacts(t, kind, row)),
    ...(reference ? [{ label: t('orders.reference'), value: reference }] : []),
    { label: t('orders.businessDate'), value: row.business_date || '–' },
    { label: t('orders.creator'), value: `${row.createAdmin?.nickname ?? '–'} · ${moment(row.create_time)}` },
    { label: t('orders.inCharge'), value: row.admin?.nickname ?? '–' },
    { label: t('orders.auditor'), value: row.auditAdmin?.nickname ?? '–' },
    ...(kind.twoSided ? roadFacts(t, row) : stockFacts(t, kind, row, seesShop)),
  ]
}
