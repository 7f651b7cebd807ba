import { useTranslation } from 'react-i18next'
import { Numeral } from '@/shared/ui/Numeral'
import { addsUp, type OrderRow } from './model'

type Row = Pick<OrderRow, 'unit' | 'line_count'>

/** A sum over an order's lines in their unit; where they have several, it is left open. */
export function OrderSum({ row, value }: { row: Row; value: string | undefined }) {
  return addsUp(row) ? <Numeral value={value} unit={row.unit?.name} /> : <>–</>
}

/** What an order is about in all: its quantity in the unit of its lines, or how many lines there are. */
export function OrderQuantity({ row }: { row: Row & Pick<OrderRow, 'total_quantity'> }) {
  const { t } = useTranslation()
  if (!addsUp(row)) return <>{t('orders.linesCount', { count: row.line_count })}</>
  return <OrderSum row={row} value={row.total_quantity} />
}
