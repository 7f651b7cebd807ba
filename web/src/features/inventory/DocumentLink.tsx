import { OrderLink } from '@/features/orders'
import { usePermission } from '@/shared/hooks/usePermission'
import { RouteLink } from '@/shared/ui/RouteLink'

interface Props {
  /** What moved goods: an order, a count, or neither. */
  of: {
    order_kind?: string | null
    order_id?: number | null
    count_id?: number | null
    operation_number?: string | null
  }
}

/** The way to the order or the count sheet that goods moved with, for those who may see it. */
export function DocumentLink({ of }: Props) {
  const seesCounts = usePermission('warehouse/stockCount')('index')
  const number = of.operation_number || '–'
  if (of.count_id && seesCounts)
    return <RouteLink to={`/admin/warehouse/stockCount?id=${of.count_id}`}>{number}</RouteLink>
  return (
    <OrderLink kind={of.order_kind} id={of.order_id}>
      {number}
    </OrderLink>
  )
}
