import { Tag } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'
import type { OrderRow } from './model'

const COLOURS = ['orange', 'arcoblue', 'green', 'gray'] as const
const ROAD_COLOURS = ['', 'cyan', 'purple', 'gold', ''] as const

/** The status of a transfer, with where its goods are while they are in transit. */
export function TransitTag({ order }: { order: Pick<OrderRow, 'status' | 'transit_status'> }) {
  const { t } = useTranslation()
  const road = order.status === 1 ? (order.transit_status ?? 0) : 0
  const words =
    road > 0 && road < 4 ? `transferOrders.transit.${road}` : `transferOrders.statuses.${order.status}`
  return (
    <Tag color={ROAD_COLOURS[road] || COLOURS[order.status]} data-status={order.status} data-transit={road}>
      {t(words)}
    </Tag>
  )
}
