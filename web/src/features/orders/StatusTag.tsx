import { Tag } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'
import { decimal } from '@/shared/number/decimal'
import { STATUS, type Direction, type OrderRow } from './model'

const COLOURS: Readonly<Record<number, string>> = { 0: 'orange', 1: 'arcoblue', 2: 'green', 3: 'gray' }

interface Props {
  direction: Direction
  order: Pick<OrderRow, 'status' | 'stocked_quantity'>
}

export function StatusTag({ direction, order }: Props) {
  const { t } = useTranslation()
  const partly = order.status === STATUS.reviewed && decimal(order.stocked_quantity)?.gt(0)
  return (
    <Tag color={partly ? 'cyan' : COLOURS[order.status]} data-status={order.status}>
      {t(`orders.${direction}.${partly ? 'partly' : `statuses.${order.status}`}`)}
    </Tag>
  )
}
