import { Tag } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'
import { decimal } from '@/shared/number/decimal'
import { KINDS, type Direction } from './kinds'
import type { OrderRow } from './model'

interface Props {
  direction: Direction
  order: Pick<OrderRow, 'status' | 'stocked_quantity'>
}

export function StatusTag({ direction, order }: Props) {
  const { t } = useTranslation()
  const state = KINDS[direction].states.find((known) => known.code === order.status)
  const partly = state?.partlyColour !== undefined && decimal(order.stocked_quantity)?.gt(0)
  return (
    <Tag color={partly ? state.partlyColour : state?.colour} data-status={order.status}>
      {t(`orders.${direction}.${partly ? 'partly' : `statuses.${order.status}`}`)}
    </Tag>
  )
}

const SHIPMENT_COLOURS: Readonly<Record<number, string>> = { 1: 'orange', 2: 'green' }

export function ShipmentTag({ status }: { status: number }) {
  const { t } = useTranslation()
  return (
    <Tag color={SHIPMENT_COLOURS[status]} data-shipment={status}>
      {t(`orderSteps.shipmentStatus.${status}`)}
    </Tag>
  )
}
